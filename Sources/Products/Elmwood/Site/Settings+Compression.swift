import ElmwoodHTTPServer

extension Settings {
    /// Reads how the content of answers is compressed; the default if the variables are not set.
    ///
    /// - Throws: ``SettingsError`` if one of them has an invalid value.
    static func compression(_ variables: SettingsReader) throws -> Compression? {
        let standard = Compression()
        let level = try variables.read("ELMWOOD_COMPRESSION", or: ": use a level from 1 to 9, or off.") {
            Int($0 == "off" ? "0" : $0).flatMap { (0...9).contains($0) ? $0 : nil }
        }
        let leastSize = try variables.read(
            "ELMWOOD_COMPRESSION_FROM",
            or: ": use a number of bytes such as 2000."
        ) { Int($0).flatMap { $0 > 0 ? $0 : nil } }
        guard level != 0 else { return nil }
        return Compression(level: level ?? standard.level, leastSize: leastSize ?? standard.leastSize)
    }
}
