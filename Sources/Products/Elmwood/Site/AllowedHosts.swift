import ElmwoodFormData
import ElmwoodHTTPServer

/// The hosts under which a site answers.
///
/// A page of another site can make its own name refer to this server's address (DNS rebinding), and is then a page of the same
/// origin for browsers. So a name counts only if the settings contain it. An address in numbers needs no name, and `localhost` cannot
/// be made to refer to anything else.
struct AllowedHosts: Sendable {
    /// The names in lower case, without ports; nil: any.
    private let names: [[UInt8]]?

    /// Allows the names of the settings: those of the origin, of the address to listen on, and the further ones.
    init(_ settings: Settings) {
        guard !settings.hosts.contains("*") else {
            names = nil
            return
        }
        let listening = ListeningSockets.path(settings.host) == nil ? [settings.host] : []
        let texts = settings.hosts + listening + (settings.origin.map { [$0.host] } ?? [])
        names = texts.map { Array(Self.name(in: Array($0.lowercased().utf8)[...])) } + [Array("localhost".utf8)]
    }

    /// Whether the site answers under the value of a `Host` field (RFC 9110 §7.2).
    func allows(_ host: ArraySlice<UInt8>) -> Bool {
        guard let names else { return true }
        let name = Self.name(in: host)
        return names.contains { name.span.isEqual(to: $0.span) || SecurityPolicy.areEqual($0, name) }
            || Self.isAddress(name) || Self.isLocal(name)
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

    private static let localSuffix = Array(".localhost".utf8)

    /// Whether a name is one below `localhost`, which refers to this machine (RFC 6761 §6.3).
    private static func isLocal(_ name: ArraySlice<UInt8>) -> Bool {
        name.count > localSuffix.count && SecurityPolicy.areEqual(localSuffix, name.suffix(localSuffix.count))
    }
}
