import ElmwoodHTTPServer

extension Settings {
    /// Reads how the content of answers is compressed; the default if the variables are not set.
    ///
    /// - Throws: ``SettingsError`` if one of them has an invalid value.
    static func compression(in environment: [String: String]) throws -> Compression? {
        let standard = Compression()
        var (level, leastSize) = (standard.level, standard.leastSize)
        if let text = environment["ELMWOOD_COMPRESSION"], !text.isEmpty {
            guard let number = text == "off" ? 0 : Int(text), (0...9).contains(number) else {
                throw SettingsError("ELMWOOD_COMPRESSION is \"\(text)\": use a level from 1 to 9, or off.")
            }
            level = number
        }
        if let text = environment["ELMWOOD_COMPRESSION_FROM"], !text.isEmpty {
            guard let size = Int(text), size > 0 else {
                throw SettingsError("ELMWOOD_COMPRESSION_FROM is \"\(text)\": use a number of bytes such as 2000.")
            }
            leastSize = size
        }
        return level == 0 ? nil : Compression(level: level, leastSize: leastSize)
    }
}
