import ElmwoodHTTPServer

extension Settings {
    /// Checks that others cannot see histories and the source of errors unintentionally.
    ///
    /// - Throws: ``SettingsError`` if the history or the development is on, others can reach the site, and that was not asked for.
    func checkHistory() throws {
        guard history || development != nil, !isHistoryPublic, let reason = reachability else { return }
        throw SettingsError(
            "\(history ? "ELMWOOD_HISTORY" : "ELMWOOD_DEVELOPMENT") is on, but others than this machine can reach the site, since \(reason). The history is for "
                + "development: set it to off, or set ELMWOOD_HISTORY_PUBLIC to on as well."
        )
    }

    /// Why others than this machine can reach the site; nil if they cannot, as far as the settings tell.
    private var reachability: String? {
        if !Self.isThisMachine(host) { return "HOST is \(host)" }
        if let origin, !Self.isThisMachine(origin.hostName) { return "ELMWOOD_ORIGIN is \(origin)" }
        return trustedProxies == TrustedProxies() ? nil : "ELMWOOD_TRUSTED_PROXIES names a proxy"
    }

    private static func isThisMachine(_ host: String) -> Bool {
        let name = host.lowercased()
        return name == "localhost" || name.hasSuffix(".localhost") || RemoteAddress(name)?.isLoopback ?? false
    }
}

extension Origin {
    /// The host without the port, and without the brackets of an IPv6 address.
    fileprivate var hostName: String {
        if host.first == "[" { return String(host.dropFirst().prefix { $0 != "]" }) }
        return String(host.prefix { $0 != ":" })
    }
}
