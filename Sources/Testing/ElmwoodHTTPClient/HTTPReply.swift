/// One HTTP/1.1 response as it was received.
package struct HTTPReply: Sendable {
    /// The status code, `200` for instance.
    package var status: Int
    /// The header fields in their order, with names as written.
    package var headers: [(name: String, value: String)]
    /// The body, without a chunked transfer coding.
    package var body: [UInt8]

    /// Creates a reply that was not received over the network.
    package init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The body as text; bytes that are not UTF-8 are replaced.
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The value of the first header field of a name, in any case.
    package subscript(_ name: String) -> String? { values(of: name).first }

    /// Returns the values of all header fields of a name, in any case.
    package func values(of name: String) -> [String] {
        headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    /// Returns the value that a `Set-Cookie` header field gives to a cookie.
    package func cookie(_ name: String) -> String? {
        for field in values(of: "set-cookie") {
            let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2, pair[0] == name { return String(pair[1]) }
        }
        return nil
    }
}
