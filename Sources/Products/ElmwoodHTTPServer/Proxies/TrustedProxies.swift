/// The proxies in front of a server. What their header fields say about a request's client counts; what others say does not.
///
/// ```swift
/// configuration.trustedProxies = try TrustedProxies("127.0.0.1, 10.0.0.0/8, unix")
/// ```
public struct TrustedProxies: Hashable, Sendable {
    /// The addresses of the proxies.
    public var ranges: [AddressRange] = []
    /// Whether the clients of a Unix socket are proxies.
    public var trustsUnixSocket = false

    /// Creates the value without a proxy.
    public init() {}

    /// Reads a list, separated by commas, of addresses, ranges, and `unix` for a Unix socket.
    ///
    /// - Throws: `HTTPServerError` with a sentence if an entry is none of these.
    public init(_ text: String) throws(HTTPServerError) {
        for entry in text.split(separator: ",") {
            let entry = entry.trimmingSpaces()
            if entry == "unix" {
                trustsUnixSocket = true
            } else if let range = AddressRange(entry) {
                ranges.append(range)
            } else if !entry.isEmpty {
                throw HTTPServerError("\"\(entry)\" is not an address, a network such as 10.0.0.0/8, or unix.")
            }
        }
    }

    /// Whether an address is that of a proxy.
    public func contains(_ address: RemoteAddress) -> Bool {
        if address.family == .unixSocket { return trustsUnixSocket }
        return ranges.contains { $0.contains(address) }
    }
}

extension Substring {
    /// The text without spaces and tabs at its ends.
    func trimmingSpaces() -> Substring {
        func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
        var text = drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }
}
