extension Settings {
    /// Reads a number of bytes such as `500K`, `100M` or `1G`, or `off`; the default if the variable is not set.
    static func bytes(
        _ name: String,
        in environment: [String: String],
        default bytes: Int?,
        off: Int? = nil
    ) throws -> Int? {
        guard let text = environment[name], !text.isEmpty else { return bytes }
        guard text != "off" else { return off }
        let units: [Character: Int] = ["K": 1_000, "M": 1_000_000, "G": 1_000_000_000]
        let unit = text.last.flatMap { units[$0] }
        guard let count = Int(unit == nil ? text[...] : text.dropLast()), count > 0,
            case let (bytes, false) = count.multipliedReportingOverflow(by: unit ?? 1)
        else {
            throw SettingsError("\(name) is \"\(text)\": use a number of bytes such as 500K, 100M or 1G, or off.")
        }
        return bytes
    }
}
