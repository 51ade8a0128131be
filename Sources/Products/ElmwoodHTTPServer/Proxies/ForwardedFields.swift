/// What proxies have added to a request about its client: `X-Forwarded-For`, `-Proto` and `-Host`, or `Forwarded` (RFC 7239).
///
/// Each proxy appends what it knows of the client before it, so the lists are read from right to left, and only as far as the
/// proxies are trusted: everything further left may have been written by the client. If a request has `X-Forwarded-For`, its
/// `Forwarded` does not count: a proxy that knows only one of them passes the other on as the client sent it.
struct ForwardedFields {
    /// One proxy's entry.
    private struct Hop {
        var client: RemoteAddress?
        var scheme: String?
        var host: String?
    }

    /// The client's address: the first one, from the right, that is not a trusted proxy's.
    private(set) var client: RemoteAddress
    /// Whether the client's connection is encrypted; nil if no proxy says so.
    private(set) var isSecure: Bool?
    /// The host that the client requested; nil if no proxy says so.
    private(set) var host: String?

    /// Reads the fields of a request from a trusted proxy.
    init(_ headers: HeaderFields, from proxy: RemoteAddress, trusting proxies: TrustedProxies) {
        client = proxy
        var hops = Self.hops(in: headers)
        while proxies.contains(client), let hop = hops.popLast() {
            if let scheme = hop.scheme { isSecure = scheme == "https" }
            host = hop.host ?? host
            guard let address = hop.client else { return }
            client = address
        }
    }

    // MARK: Fields

    private static func hops(in headers: HeaderFields) -> [Hop] {
        let clients = list("x-forwarded-for", in: headers)
        let schemes = list("x-forwarded-proto", in: headers)
        let hosts = list("x-forwarded-host", in: headers)
        if clients.isEmpty && schemes.isEmpty && hosts.isEmpty {
            return headers.values(of: "forwarded").flatMap { elements(of: $0) }.map(hop)
        }
        // The last proxy may have replaced a list by its own single value.
        var hops = [Hop](repeating: Hop(), count: max(clients.count, schemes.count, hosts.count))
        for (index, client) in clients.reversed().enumerated() { hops[index].client = address(client) }
        for (index, scheme) in schemes.reversed().enumerated() { hops[index].scheme = scheme.lowercased() }
        for (index, host) in hosts.reversed().enumerated() { hops[index].host = String(host) }
        return hops.reversed()
    }

    private static func list(_ name: String, in headers: HeaderFields) -> [Substring] {
        headers.values(of: name).flatMap { $0.split(separator: ",") }.map { $0.trimmingSpaces() }
    }

    /// Reads an address with or without a port: `192.0.2.7`, `192.0.2.7:80`, `2001:db8::7`, `[2001:db8::7]:80`.
    private static func address(_ text: Substring) -> RemoteAddress? {
        if text.first == "[" { return RemoteAddress(text.dropFirst().prefix { $0 != "]" }) }
        return RemoteAddress(text) ?? RemoteAddress(text.prefix { $0 != ":" })
    }

    // MARK: Forwarded

    private static func hop(_ pairs: [(name: String, value: Substring)]) -> Hop {
        var hop = Hop()
        for (name, value) in pairs {
            switch name {
            case "for": hop.client = address(value)
            case "proto": hop.scheme = value.lowercased()
            case "host": hop.host = String(value)
            default: break
            }
        }
        return hop
    }

    /// Splits a value into elements of name-value pairs (RFC 7239 §4). A value may be a quoted string, in which commas and
    /// semicolons do not separate.
    private static func elements(of text: String) -> [[(name: String, value: Substring)]] {
        var elements: [[(name: String, value: Substring)]] = []
        for element in split(text[...], at: ",") {
            elements.append(
                split(element, at: ";").compactMap { pair in
                    guard let equals = pair.firstIndex(of: "=") else { return nil }
                    let name = pair[..<equals].trimmingSpaces().lowercased()
                    var value = pair[pair.index(after: equals)...].trimmingSpaces()
                    if value.first == "\"", value.count > 1, value.last == "\"" { value = value.dropFirst().dropLast() }
                    return (name, value)
                }
            )
        }
        return elements
    }

    private static func split(_ text: Substring, at separator: Character) -> [Substring] {
        var parts: [Substring] = []
        var start = text.startIndex
        var isQuoted = false
        var isEscaped = false
        for index in text.indices {
            let character = text[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if !isQuoted, character == separator {
                parts.append(text[start..<index])
                start = text.index(after: index)
            }
        }
        parts.append(text[start...])
        return parts
    }
}
