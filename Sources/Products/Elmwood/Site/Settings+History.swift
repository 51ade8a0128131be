import ElmwoodHTTPServer

extension Settings {
    /// What is to be done about the history.
    package enum HistoryUse: Sendable {
        case off
        /// It is on if the site has it: `elmwood dev` serves sites with and without it.
        case ifPresent
        /// The site does not start without it.
        case required
    }

    /// Whether sessions record their messages, so that a developer can inspect them, and step back and forth. Each page then has
    /// its history at its foot, which is also at `/elmwood/history`. For development, not for visitors.
    ///
    /// The product ElmwoodHistory has it: a site that does not use it does not start if this is set.
    public var history: Bool {
        get { historyUse != .off }
        set { historyUse = newValue ? .required : .off }
    }

    /// Checks that others cannot see histories and the source of errors unintentionally.
    ///
    /// - Throws: ``SettingsError`` if the history or the development is on, others can reach the site, and that was not asked for.
    func checkHistory() throws {
        guard history || development != nil, !isHistoryPublic, let reason = reachability else { return }
        throw SettingsError(
            "\(historyUse == .required ? "ELMWOOD_HISTORY" : "ELMWOOD_DEVELOPMENT") is on, but others than this machine can reach the site, since \(reason). The history is for "
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

extension SettingsError {
    /// The history is to be on, and the site does not have it.
    static let noHistory = SettingsError(
        "ELMWOOD_HISTORY is on, but the site has no history: add the product ElmwoodHistory to the package, import it, and add "
            + "`site.use(.history)` to the site, or `static let tools: [DevelopmentTool] = [.history]` to an App. Or set it to off."
    )
}

extension Origin {
    /// The host without the port, and without the brackets of an IPv6 address.
    fileprivate var hostName: String {
        if host.first == "[" { return String(host.dropFirst().prefix { $0 != "]" }) }
        return String(host.prefix { $0 != ":" })
    }
}
