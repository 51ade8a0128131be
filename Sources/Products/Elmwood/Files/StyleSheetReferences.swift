/// The addresses to which a style sheet refers: by `url(…)` and by `@import` (W3C, CSS Syntax Level 3, section 4).
///
/// Comments, other strings and what has an escape are left alone.
struct StyleSheetReferences {
    /// The places of the addresses, without quotes.
    private(set) var places: [Range<Int>] = []
    private let bytes: [UInt8]
    private var index = 0

    init(in bytes: [UInt8]) {
        self.bytes = bytes
        read()
    }

    private mutating func read() {
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "/") where follows("/*"): skipComment()
            case UInt8(ascii: "\\"): index += 2
            case UInt8(ascii: "\""), UInt8(ascii: "'"): _ = string()
            case UInt8(ascii: "@") where follows("@import"):
                index += 7
                skipSpace()
                if isQuote, let place = string() { places.append(place) }
            case UInt8(ascii: "u"), UInt8(ascii: "U"):
                // `url` may be the end of a longer name.
                let isName = index > 0 && Self.isName(bytes[index - 1])
                if !isName, follows("url(") { readURL() } else { index += 1 }
            default: index += 1
            }
        }
    }

    private mutating func readURL() {
        index += 4
        // There are no comments in it.
        while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
        if isQuote {
            if let place = string() { places.append(place) }
            return
        }
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: ")"), !Self.isSpace(bytes[index]) { index += 1 }
        if !bytes[start..<index].contains(UInt8(ascii: "\\")) { places.append(start..<index) }
    }

    /// Reads a string, and returns the place of its text; nil if it has an escape or no end.
    private mutating func string() -> Range<Int>? {
        let quote = bytes[index]
        index += 1
        let start = index
        var isPlain = true
        while index < bytes.count, bytes[index] != quote {
            if bytes[index] == UInt8(ascii: "\n") { return nil }
            if bytes[index] == UInt8(ascii: "\\") {
                isPlain = false
                index += 1
            }
            index += 1
        }
        guard index < bytes.count else { return nil }
        index += 1
        return isPlain ? start..<(index - 1) : nil
    }

    private mutating func skipComment() {
        index += 2
        while index < bytes.count, !follows("*/") { index += 1 }
        index = min(index + 2, bytes.count)
    }

    private mutating func skipSpace() {
        while index < bytes.count {
            if Self.isSpace(bytes[index]) { index += 1 } else if follows("/*") { skipComment() } else { return }
        }
    }

    private var isQuote: Bool {
        index < bytes.count && (bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'"))
    }

    /// Whether these lower-case letters come next, in any case.
    private func follows(_ text: StaticString) -> Bool {
        guard text.utf8CodeUnitCount <= bytes.count - index else { return false }
        for offset in 0..<text.utf8CodeUnitCount {
            let byte = bytes[index + offset]
            let lower = byte &- 0x41 < 26 ? byte | 0x20 : byte
            if lower != text.utf8Start[offset] { return false }
        }
        return true
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func isName(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || (byte | 0x20) &- 0x61 < 26
            || byte &- 0x30 < 10
    }

    /// Returns the file that an address in a style sheet means, as a path on this site, and what follows it: `?#iefix`.
    ///
    /// - Parameter sheet: the style sheet's path.
    /// - Returns: nil for an address of another site, for `data:`, for a fragment alone, and for a path that leads out of the folder or would
    ///   have to be written in another way.
    static func file(_ address: some Collection<UInt8>, in sheet: String) -> (path: String, suffix: String)? {
        let end = address.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? address.endIndex
        let name = address[..<end]
        guard !name.isEmpty, name.allSatisfy(isPlain), !name.starts(with: "//".utf8) else { return nil }
        var parts: [Substring.UTF8View] = []
        if name.first != UInt8(ascii: "/") { parts = sheet.utf8.split(separator: UInt8(ascii: "/")).dropLast() }
        let text = String(decoding: name, as: UTF8.self)
        for part in text.utf8.split(separator: UInt8(ascii: "/")) where !part.elementsEqual(".".utf8) {
            guard part.elementsEqual("..".utf8) else {
                parts.append(part)
                continue
            }
            guard parts.popLast() != nil else { return nil }
        }
        let path = parts.map { "/" + String(Substring($0)) }.joined()
        guard path.utf8.allSatisfy(isPlain) else { return nil }
        return (path, String(decoding: address[end...], as: UTF8.self))
    }

    /// Whether a byte of a path is written as it is, with and without quotes. A colon would end a scheme.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || (UInt8(ascii: "-")...UInt8(ascii: "9")).contains(byte)
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
    }
}
