/// One HTTP/1.1 response as it came over the wire.
public struct HTTPReply: Sendable {
    /// The status code, `200` for instance.
    public var status: Int
    /// The header fields in the order in which they came, names as they were written.
    public var headers: [(name: String, value: String)]
    /// The body, with a chunked transfer coding taken off.
    public var body: [UInt8]

    /// Creates a reply that came over no wire.
    public init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The body as text; bytes that are no UTF-8 are replaced.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// The value of the first header field of a name, in any case.
    public subscript(_ name: String) -> String? { values(of: name).first }

    /// The values of all header fields of a name, in any case.
    public func values(of name: String) -> [String] {
        headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    /// The value that a `Set-Cookie` header field gives to a cookie.
    public func cookie(_ name: String) -> String? {
        for field in values(of: "set-cookie") {
            let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2, pair[0] == name { return String(pair[1]) }
        }
        return nil
    }
}
