extension ZoneRules {
    /// Reads a file of the tz database, in the format TZif of version 2 or later (RFC 9636).
    ///
    /// - Returns: nil if it is none, or counts leap seconds, as the clocks of computers do not.
    convenience init?(tzif bytes: [UInt8]) {
        var reader = TZifReader(bytes: bytes)
        // The first block is for readers of version 1, which has 32 bits for a moment.
        guard let former = reader.header(), reader.skip(former.size(moment: 4)), let header = reader.header(),
            header.leapSeconds == 0, header.types > 0, reader.has(header.size(moment: 8))
        else { return nil }
        let times = (0..<header.times).compactMap { _ in reader.integer(8) }
        let indexes = (0..<header.times).compactMap { _ in reader.integer(1).map { UInt8(truncatingIfNeeded: $0) } }
        let records = (0..<header.types).compactMap { _ -> (offset: Int, name: Int)? in
            guard let offset = reader.integer(4), abs(offset) < 100_000, reader.skip(1), let name = reader.integer(1)
            else { return nil }
            return (offset, name & 0xFF)
        }
        let names = (0..<header.characters).compactMap { _ in reader.integer(1).map { UInt8(truncatingIfNeeded: $0) } }
        let types = records.map { record in
            let name = names.dropFirst(record.name).prefix { $0 != 0 }
            return LocalType(offset: record.offset, abbreviation: String(decoding: name, as: UTF8.self))
        }
        guard types.count == header.types, reader.skip(header.standardMarks + header.universalMarks),
            let footer = reader.footer()
        else { return nil }
        let rule = ZoneRule(footer)
        guard footer.isEmpty || rule != nil else { return nil }
        self.init(times: times, indexes: indexes, types: types, rule: rule)
    }
}

private struct TZifReader {
    let bytes: [UInt8]
    private var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    struct Header {
        var universalMarks, standardMarks, leapSeconds, times, types, characters: Int

        /// The bytes of the block that follows, with so many for each moment.
        func size(moment: Int) -> Int {
            times * (moment + 1) + types * 6 + characters + leapSeconds * (moment + 4) + standardMarks + universalMarks
        }
    }

    func has(_ count: Int) -> Bool { count <= bytes.count - index }

    mutating func skip(_ count: Int) -> Bool {
        guard has(count) else { return false }
        index += count
        return true
    }

    /// Reads a signed number in big-endian order.
    mutating func integer(_ size: Int) -> Int? {
        guard has(size) else { return nil }
        var number = Int(Int8(bitPattern: bytes[index]))
        for byte in bytes[(index + 1)..<(index + size)] { number = number << 8 | Int(byte) }
        index += size
        return number
    }

    mutating func header() -> Header? {
        guard has(44), bytes[index..<(index + 4)].elementsEqual("TZif".utf8), bytes[index + 4] >= UInt8(ascii: "2"),
            skip(20)
        else { return nil }
        let counts = (0..<6).compactMap { _ in integer(4) }
        guard counts.count == 6, counts.allSatisfy({ 0...100_000 ~= $0 }), counts[4] <= 256 else { return nil }
        return Header(
            universalMarks: counts[0],
            standardMarks: counts[1],
            leapSeconds: counts[2],
            times: counts[3],
            types: counts[4],
            characters: counts[5]
        )
    }

    /// Reads the line at the end.
    mutating func footer() -> ArraySlice<UInt8>? {
        let rest = bytes[index...]
        guard rest.first == 0x0A, let end = rest.dropFirst().firstIndex(of: 0x0A) else { return nil }
        return rest[(index + 1)..<end]
    }
}
