/// The origin of a site as its visitors address it: scheme, host and port (RFC 6454).
///
/// ```swift
/// settings.origin = Origin("https://shop.example")
/// ```
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// Whether the scheme is `https`.
    public let isSecure: Bool
    /// The host in lower case, with the port unless it is the scheme's own.
    public let host: String

    /// Reads an origin such as `https://shop.example` or `http://localhost:8080`. Returns nil for any other text.
    public init?(_ text: some StringProtocol) {
        var rest = text.lowercased()[...]
        if rest.hasPrefix("https://") {
            isSecure = true
        } else if rest.hasPrefix("http://") {
            isSecure = false
        } else {
            return nil
        }
        rest = rest.dropFirst(isSecure ? 8 : 7)
        if rest.last == "/" { rest.removeLast() }
        let ownPort = isSecure ? ":443" : ":80"
        if rest.hasSuffix(ownPort) { rest = rest.dropLast(ownPort.utf8.count) }
        let isHost = rest.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x61...0x7A: true
            case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"): true
            case UInt8(ascii: "["), UInt8(ascii: "]"): true
            default: false
            }
        }
        guard isHost, !rest.isEmpty, rest.first != ":" else { return nil }
        host = String(rest)
    }

    /// The origin as browsers write it in `Origin`.
    public var description: String { (isSecure ? "https://" : "http://") + host }
}
