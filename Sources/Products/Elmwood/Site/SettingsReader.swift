/// The variables of an environment, as settings. One that is empty is not set.
struct SettingsReader {
    let environment: [String: String]

    /// The text of a variable; nil if it is not set.
    subscript(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// Reads a variable; nil if it is not set.
    ///
    /// - Parameters:
    ///   - advice: what follows the variable's text in the error about it.
    ///   - value: makes the value of the text; nil if it is none.
    func read<Value>(_ name: String, or advice: String, _ value: (String) -> Value?) throws -> Value? {
        guard let text = self[name] else { return nil }
        guard let value = value(text) else { throw SettingsError("\(name) is \"\(text)\"\(advice)") }
        return value
    }

    /// Reads a limit that can be `off`; the default if the variable is not set.
    func limit<Value>(
        _ name: String,
        default limit: Value?,
        off: Value? = nil,
        or advice: String,
        _ value: (String) -> Value?
    ) throws -> Value? {
        guard let text = self[name] else { return limit }
        return text == "off" ? off : try read(name, or: advice, value)
    }

    /// Reads `on` or `off`; nil if the variable is not set.
    func isOn(_ name: String, or advice: String = ": use on or off.") throws -> Bool? {
        try read(name, or: advice) { ["on": true, "off": false][$0] }
    }

    /// Reads a number of connections; nil if the variable is not set.
    func connections(_ name: String) throws -> Int? {
        try read(name, or: ", which is no number of connections.") { Int($0).flatMap { $0 > 0 ? $0 : nil } }
    }

    /// Reads a rate such as `20` or `20/100`, or `off`; the default if the variable is not set.
    func rate(_ name: String, default rate: Rate?) throws -> Rate? {
        try limit(name, default: rate, or: ": use a number a second such as 20, with a burst 20/100, or off.") {
            Rate($0)
        }
    }

    /// Reads a number of bytes such as `500K`, `100M` or `1G`, or `off`; the default if the variable is not set.
    func bytes(_ name: String, default bytes: Int?, off: Int? = nil) throws -> Int? {
        try limit(
            name,
            default: bytes,
            off: off,
            or: ": use a number of bytes such as 500K, 100M or 1G, or off."
        ) { text in
            let units = ["K": 1_000, "M": 1_000_000, "G": 1_000_000_000]
            let unit = units[String(text.suffix(1))]
            guard let count = Int(unit == nil ? text[...] : text.dropLast()), count > 0 else { return nil }
            let (bytes, overflows) = count.multipliedReportingOverflow(by: unit ?? 1)
            return overflows ? nil : bytes
        }
    }

    /// Reads a time such as `30d`, `12h`, `45m` or `90s`; nil if the variable is not set.
    func lifetime(_ name: String) throws -> Duration? {
        try read(name, or: ": use a time such as 30d, 12h, 45m or 90s, of at most 10 years.") { text in
            let units: [String: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
            guard let unit = units[String(text.suffix(1))], let count = Int64(text.dropLast()),
                case let (seconds, false) = count.multipliedReportingOverflow(by: unit),
                (1...Self.longestLife).contains(seconds)
            else { return nil }
            return .seconds(seconds)
        }
    }

    /// Ten years, in seconds.
    private static let longestLife: Int64 = 3_650 * 86_400
}
