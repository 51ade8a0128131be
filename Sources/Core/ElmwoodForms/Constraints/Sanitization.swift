/// The changes that a browser makes to a value before validation: HTML's value sanitization algorithms.
enum Sanitization {
    /// Returns the sanitized value of a control of that type.
    ///
    /// A text that is not a valid number or date is retained, though a browser would clear it: the validation then reports the
    /// problem.
    static func value(_ text: String, of type: InputType, attributes: ControlAttributes) -> String {
        switch type {
        case .text, .search, .tel, .password: return withoutLineEnds(text)
        case .url: return trimmed(withoutLineEnds(text))
        case .email:
            let line = withoutLineEnds(text)
            guard attributes.isMultiple else { return trimmed(line) }
            return line.split(separator: ",", omittingEmptySubsequences: false).map { trimmed(String($0)) }
                .joined(separator: ",")
        case .color: return isSimpleColor(text) ? text.lowercased() : text.isEmpty ? "#000000" : text
        case .hidden: return lineFeeds(text)
        default: return text
        }
    }

    /// Returns the text without LF and CR.
    static func withoutLineEnds(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
        return String(decoding: text.utf8.filter { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    }

    /// Returns the text with every line end as LF, as in a control's value; a post has CRLF.
    static func lineFeeds(_ text: String) -> String {
        guard text.utf8.contains(0x0D) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var previous: UInt8 = 0
        for byte in text.utf8 {
            if byte == 0x0D { bytes.append(0x0A) } else if byte != 0x0A || previous != 0x0D { bytes.append(byte) }
            previous = byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the text trimmed of ASCII white space.
    static func trimmed(_ text: String) -> String {
        var bytes = Substring(text).utf8
        while let first = bytes.first, isWhiteSpace(first) { bytes.removeFirst() }
        while let last = bytes.last, isWhiteSpace(last) { bytes.removeLast() }
        return String(Substring(bytes))
    }

    /// Returns the text trimmed of ASCII white space, with one space for each run of it.
    static func collapsed(_ text: String) -> String {
        text.utf8.split(whereSeparator: isWhiteSpace).map { String(decoding: $0, as: UTF8.self) }
            .joined(separator: " ")
    }

    static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
    }

    /// Whether a text is `#` and six hexadecimal digits.
    static func isSimpleColor(_ text: String) -> Bool {
        let bytes = text.utf8
        return bytes.count == 7 && bytes.first == UInt8(ascii: "#")
            && bytes.dropFirst().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }
}
