import ElmwoodHTTPServer

/// The address of the operator's pages, which only this machine reaches.
public struct AdminAddress: Equatable, Sendable, CustomStringConvertible {
    /// The address to listen on, in numeric form, or `unix:` and the path of a Unix socket.
    public let host: String
    /// The port to listen on; 0 for any that is free.
    public let port: UInt16

    /// Reads an address such as `127.0.0.1:9090`, `[::1]:9090` or `unix:/run/shop/admin.sock`; nil if it is none, or if other machines
    /// could reach it.
    public init?(_ text: String) {
        if let path = ListeningSockets.path(text) {
            guard !path.isEmpty else { return nil }
            host = text
            port = 0
            return
        }
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard host == "::1" || host.hasPrefix("127.") else { return nil }
        self.host = String(host)
        self.port = port
    }

    /// The address as it was read.
    public var description: String {
        if ListeningSockets.path(host) != nil { return host }
        return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
