// The standard library normalizes strings to compare them, and offers that by this interface.
@_spi(_Unicode) import Swift

/// Counts the combining marks in a row of a text that arrives from outside.
///
/// Swift compares and hashes strings by canonical equivalence: it sorts the marks of each run by their classes, which takes time
/// quadratic in the length of a run. So a text from outside is accepted only if no run is longer than 30 marks, which is Unicode's
/// Stream-Safe Text Format (Unicode Standard Annex 15, section 13). Marks are counted as the canonical decomposition has them. No
/// language's texts have more than a few of them.
///
/// ```swift
/// guard CombiningMarks.areFew(in: body.span) else { throw Refusal.tooManyMarks }
/// ```
package struct CombiningMarks {
    /// The most marks in a row.
    package static let most = 30

    /// Whether there were more than ``most`` in a row.
    package private(set) var areTooMany = false
    /// The marks of the run at the end of what has been read, without those of the character that they follow.
    private var count = 0
    /// The character that they follow; nil at the beginning of a text.
    private var base: Unicode.Scalar?
    /// The bits of a scalar of which not all bytes have been read, and the number of the bytes that are missing.
    private var bits: UInt32 = 0
    private var missing = 0

    /// Creates a count for a text that begins.
    package init() {}

    /// Reads the next byte of a text in UTF-8. Bytes that are not valid count as starters, since U+FFFD takes their place.
    @inline(__always)
    package mutating func read(_ byte: UInt8) {
        if byte < 0x80 {
            count = 0
            missing = 0
            base = nil
        } else {
            readLonger(byte)
        }
    }

    private mutating func readLonger(_ byte: UInt8) {
        if byte < 0xC0 {
            guard missing > 0 else { return read(scalar: "\u{FFFD}") }
            bits = bits << 6 | UInt32(byte & 0x3F)
            missing -= 1
            if missing == 0 { read(scalar: Unicode.Scalar(bits) ?? "\u{FFFD}") }
            return
        }
        if missing > 0 { read(scalar: "\u{FFFD}") }
        switch byte {
        case 0xC0...0xDF: (bits, missing) = (UInt32(byte & 0x1F), 1)
        case 0xE0...0xEF: (bits, missing) = (UInt32(byte & 0x0F), 2)
        case 0xF0...0xF7: (bits, missing) = (UInt32(byte & 0x07), 3)
        default: read(scalar: "\u{FFFD}")
        }
    }

    /// Reads the next scalar of a text.
    package mutating func read(scalar: Unicode.Scalar) {
        missing = 0
        let marks = Self.marks(of: scalar)
        guard marks > 0 else {
            count = 0
            base = scalar
            return
        }
        count += marks
        // A composed character such as é ends with marks too. It is decomposed only where these decide.
        guard count > Self.most - Self.mostOfOneCharacter else { return }
        if count + (base.map(Self.marksAtEnd(of:)) ?? 0) > Self.most { areTooMany = true }
    }

    /// The most marks at the end of the decomposition of one character that is no mark.
    private static let mostOfOneCharacter = 3

    /// Returns how many marks a scalar is: two for those that are decomposed into two, and none for one that is no mark.
    private static func marks(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case ..<0x300: 0
        // Their own class is 0 but for the first.
        case 0x344, 0xF73, 0xF75, 0xF81: 2
        // Ideographs and syllables of Korean, of which texts consist.
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: 0
        default: scalar.properties.canonicalCombiningClass == .notReordered ? 0 : 1
        }
    }

    private static func marksAtEnd(of scalar: Unicode.Scalar) -> Int {
        String(Character(scalar))._nfd.reversed().prefix { marks(of: $0) > 0 }.count
    }
}

extension CombiningMarks {
    /// Whether a text has at most ``most`` combining marks in a row.
    package static func areFew(in text: String) -> Bool { areFew(in: text.utf8.span) }

    /// Whether bytes of a text in UTF-8 have at most ``most`` combining marks in a row.
    package static func areFew(in bytes: Span<UInt8>) -> Bool {
        guard mayBeMany(bytes) else { return true }
        var marks = CombiningMarks()
        for index in bytes.indices { marks.read(bytes[index]) }
        return !marks.areTooMany
    }

    /// Whether a text has at most ``most`` combining marks in a row when its percent signs are decoded, as in an address.
    package static func areFew(inPercentEncoded bytes: Span<UInt8>) -> Bool {
        guard bytes.count > most else { return true }
        var marks = CombiningMarks()
        var index = 0
        while index < bytes.count {
            if let byte = PercentEncoding.byte(in: bytes, at: index, end: bytes.count) {
                marks.read(byte)
                index += 3
            } else {
                marks.read(bytes[index])
                index += 1
            }
        }
        return !marks.areTooMany
    }

    /// Whether the texts of JSON have at most ``most`` combining marks in a row, written as they are or as `\u0301`.
    package static func areFew(inJSON bytes: Span<UInt8>) -> Bool {
        guard bytes.count > most else { return true }
        var marks = CombiningMarks()
        var highSurrogate: UInt32?
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            guard byte == UInt8(ascii: "\\"), index < bytes.count else {
                highSurrogate = nil
                marks.read(byte)
                continue
            }
            let letter = bytes[index]
            index += 1
            guard letter == UInt8(ascii: "u"), let unit = codeUnit(in: bytes, at: index) else {
                highSurrogate = nil
                marks.read(letter)
                continue
            }
            index += 4
            switch unit {
            case 0xD800...0xDBFF:
                highSurrogate = unit
            case 0xDC00...0xDFFF:
                let bits = highSurrogate.map { 0x10000 + ($0 - 0xD800) << 10 + (unit - 0xDC00) }
                marks.read(scalar: bits.flatMap { Unicode.Scalar($0) } ?? "\u{FFFD}")
                highSurrogate = nil
            default:
                highSurrogate = nil
                marks.read(scalar: Unicode.Scalar(unit) ?? "\u{FFFD}")
            }
        }
        return !marks.areTooMany
    }

    /// Whether the bytes can have that many marks: most texts are short, or of ASCII.
    private static func mayBeMany(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count > most else { return false }
        var all: UInt8 = 0
        for index in bytes.indices { all |= bytes[index] }
        return all >= 0x80
    }

    /// Returns the number that four hexadecimal digits are.
    private static func codeUnit(in bytes: Span<UInt8>, at start: Int) -> UInt32? {
        guard start + 4 <= bytes.count else { return nil }
        var unit: UInt32 = 0
        for index in start..<start + 4 {
            guard let digit = PercentEncoding.digit(bytes[index]) else { return nil }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }
}
