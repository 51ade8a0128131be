/// Reads a header value of the shape `value; name=token; name="quoted"`.
struct HeaderParameters {
    /// The escapes within a quoted value.
    enum Escapes {
        /// RFC 9110 §5.6.4: `\` before a character.
        case backslash
        /// HTML's multipart/form-data: `%22`, `%0D` and `%0A`; `\` is itself.
        case percent
    }

    /// The text before the first semicolon, trimmed and in lower case.
    let value: String
    /// False once a malformed parameter was found.
    private(set) var isWellFormed = true
    private var index: Int

    init(_ bytes: Span<UInt8>) {
        var end = 0
        while end < bytes.count, bytes[end] != 0x3B { end += 1 }
        value = Self.smallLetters(bytes, from: 0, to: end)
        index = end
    }

    /// Returns the next parameter, its name in lower case; nil at the end, or if the remainder is malformed.
    mutating func next(in bytes: Span<UInt8>, escapes: Escapes) -> (name: String, value: [UInt8])? {
        skip(bytes) { $0 == 0x3B || Self.isSpace($0) }
        guard index < bytes.count, isWellFormed else { return nil }
        let start = index
        skip(bytes) { $0 != 0x3D && $0 != 0x3B }
        guard index < bytes.count, bytes[index] == 0x3D else { return refuse() }
        let name = Self.smallLetters(bytes, from: start, to: index)
        index += 1
        guard !name.isEmpty, let value = parameterValue(bytes, escapes) else { return refuse() }
        skip(bytes, while: Self.isSpace)
        guard index == bytes.count || bytes[index] == 0x3B else { return refuse() }
        return (name, value)
    }

    private mutating func parameterValue(_ bytes: Span<UInt8>, _ escapes: Escapes) -> [UInt8]? {
        var value: [UInt8] = []
        guard index < bytes.count, bytes[index] == 0x22 else {
            while index < bytes.count, bytes[index] != 0x3B, bytes[index] != 0x22, !Self.isSpace(bytes[index]) {
                value.append(bytes[index])
                index += 1
            }
            return value
        }
        index += 1
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x22 {
                index += 1
                return value
            }
            if escapes == .backslash, byte == 0x5C, index + 1 < bytes.count {
                value.append(bytes[index + 1])
                index += 2
            } else if escapes == .percent, let decoded = PercentEncoding.byte(in: bytes, at: index, end: bytes.count),
                decoded == 0x22 || decoded == 0x0D || decoded == 0x0A
            {
                value.append(decoded)
                index += 3
            } else {
                value.append(byte)
                index += 1
            }
        }
        return nil
    }

    private mutating func refuse() -> (name: String, value: [UInt8])? {
        isWellFormed = false
        return nil
    }

    private mutating func skip(_ bytes: Span<UInt8>, while condition: (UInt8) -> Bool) {
        while index < bytes.count, condition(bytes[index]) { index += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09
    }

    /// Returns the bytes trimmed of white space, with ASCII letters in lower case.
    static func smallLetters(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> String {
        let range = bytes.trimmed(start..<end)
        var letters: [UInt8] = []
        letters.reserveCapacity(range.count)
        for index in range {
            let byte = bytes[index]
            letters.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
        }
        return String(decoding: letters, as: UTF8.self)
    }
}
