import ElmwoodFormData
import ElmwoodHTTPServer

/// The hosts under which a site answers, and the one in its addresses.
///
/// A page of another site can make its own name refer to this server's address (DNS rebinding), and is then a page of the same
/// origin for browsers. So a name counts only if the settings contain it. `localhost` cannot be made to refer to anything else.
///
/// An address in numbers needs no name. A site that has names answers under it only where it is the address that the client has
/// connected to: a client may send any, and a proxy passes it on.
struct AllowedHosts: Sendable {
    /// The site's own names, as the settings state them.
    private let names: [Name]
    /// Whether the site answers under any name.
    private let allowsAny: Bool

    private struct Name: Sendable {
        /// The name in lower case, with its port if the settings state one.
        let text: String
        /// The name without its port.
        let bytes: [UInt8]

        init(_ text: String) {
            self.text = text.lowercased()
            bytes = Array(AllowedHosts.name(in: Array(self.text.utf8)[...]))
        }

        var hasPort: Bool { text.utf8.count > bytes.count + (bytes.first == UInt8(ascii: "[") ? 1 : 0) }
    }

    /// Allows the names of the settings: those of the origin, the further ones, and that of the address to listen on, if it is a name.
    init(_ settings: Settings) {
        allowsAny = settings.hosts.contains("*")
        let listening = ListeningSockets.path(settings.host) == nil ? [settings.host] : []
        let names = listening.filter { RemoteAddress($0) == nil && $0.lowercased() != "localhost" }
        self.names = ((settings.origin.map { [$0.host] } ?? []) + settings.hosts.filter { $0 != "*" } + names).map(
            Name.init
        )
    }

    /// Whether the site answers under the value of a `Host` field (RFC 9110 §7.2).
    ///
    /// - Parameter local: the address of this machine that the client has connected to.
    func allows(_ host: ArraySlice<UInt8>, at local: RemoteAddress = .unknown) -> Bool {
        if allowsAny { return true }
        let name = Self.name(in: host)
        if names.contains(where: { name.span.isEqual(to: $0.bytes.span) || SecurityPolicy.areEqual($0.bytes, name) }) {
            return true
        }
        if Self.isAddress(name) { return names.isEmpty || Self.address(name).map { $0.isSameHost(as: local) } ?? false }
        return SecurityPolicy.areEqual(Self.local, name) || Self.isLocal(name)
    }

    /// Returns the host and port of the site's addresses: that of the request, or one of the site's own names if it has any.
    ///
    /// The port is the one that the settings state for the name. Otherwise it is that of the request, if the client has connected to it.
    func host(for request: Request) -> String {
        let host = request.host ?? "localhost"
        guard !allowsAny, let first = names.first else { return host }
        let bytes = Array(host.utf8)[...]
        let requested = Self.name(in: bytes)
        let name = names.first { SecurityPolicy.areEqual($0.bytes, requested) } ?? first
        let port = request.localAddress.port
        return !name.hasPort && port > 0 && host.hasSuffix(":\(port)") ? "\(name.text):\(port)" : name.text
    }

    /// Returns a host without its port.
    private static func name(in host: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        if host.first == UInt8(ascii: "[") { return host.prefix { $0 != UInt8(ascii: "]") } }
        var name = host.span.firstIndex(of: UInt8(ascii: ":")).map { host.prefix($0) } ?? host
        // The dot of an absolute name.
        if name.last == UInt8(ascii: ".") { name.removeLast() }
        return name
    }

    /// Whether a host is an address in numbers: no name ends in a number (URL standard, "ends in a number checker").
    private static func isAddress(_ name: ArraySlice<UInt8>) -> Bool {
        if name.first == UInt8(ascii: "[") { return true }
        let last = name.reversed().prefix { $0 != UInt8(ascii: ".") }
        return !last.isEmpty && last.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Returns an address in numbers; nil if it is malformed.
    private static func address(_ name: ArraySlice<UInt8>) -> RemoteAddress? {
        RemoteAddress(String(decoding: name.drop { $0 == UInt8(ascii: "[") }, as: UTF8.self))
    }

    private static let local = Array("localhost".utf8)
    private static let localSuffix = Array(".localhost".utf8)

    /// Whether a name is one below `localhost`, which refers to this machine (RFC 6761 §6.3).
    private static func isLocal(_ name: ArraySlice<UInt8>) -> Bool {
        name.count > localSuffix.count && SecurityPolicy.areEqual(localSuffix, name.suffix(localSuffix.count))
    }
}
