import ElmwoodSessions
import ElmwoodStorage

extension Settings {
    /// Reads a time such as `30d`, `12h`, `45m` or `90s`; nil if the variable is not set.
    static func lifetime(_ name: String, in environment: [String: String]) throws -> Duration? {
        guard let text = environment[name], !text.isEmpty else { return nil }
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()),
            case let (seconds, false) = count.multipliedReportingOverflow(by: unit), (1...longestLife).contains(seconds)
        else {
            throw SettingsError("\(name) is \"\(text)\": use a time such as 30d, 12h, 45m or 90s, of at most 10 years.")
        }
        return .seconds(seconds)
    }

    /// Ten years, in seconds.
    private static let longestLife: Int64 = 3_650 * 86_400

    /// Returns the limits with the lifetimes and the size of pages of these settings.
    func sessionLimits(in limits: SessionLimits) -> SessionLimits {
        var limits = limits
        if let sessionIdleLife { limits.idleLife = sessionIdleLife }
        if let sessionLife { limits.absoluteLife = sessionLife }
        if let pageSize { limits.pageSize = pageSize }
        return limits
    }

    /// Returns how long the saved values of a visitor remain. If they were removed during a session, its next save would make a
    /// token valid again that was replaced before.
    func visitorLife(in limits: SessionLimits) -> Duration { max(visitorLife, sessionLimits(in: limits).absoluteLife) }

    /// Returns the limits of the store of saved values.
    func storageLimits(in limits: SessionLimits) -> StorageLimits {
        var storage = StorageLimits()
        storage.days = Int((visitorLife(in: limits).components.seconds + 86_399) / 86_400)
        return storage
    }
}
