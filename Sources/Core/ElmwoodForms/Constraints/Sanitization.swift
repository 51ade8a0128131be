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
        case .color: return isHexadecimal(text, digits: [6, 8]) ? text.lowercased() : text.isEmpty ? "#000000" : text
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

    /// Whether a text is a colour that a control can have (HTML §4.10.5.1.14): `#` and six hexadecimal digits, or CSS's
    /// `color(srgb 1 0 0 / 0.5)` if it has another colour space or transparency.
    static func isColor(_ text: String, _ attributes: ControlAttributes) -> Bool {
        let isWide = attributes.colorspace?.lowercased() == "display-p3"
        if isHexadecimal(text, digits: attributes.hasAlpha ? [6, 8] : [6]) { return true }
        let bytes = text.utf8
        let start = isWide ? "color(display-p3 " : "color(srgb "
        guard isWide || attributes.hasAlpha, bytes.count <= 100, bytes.starts(with: start.utf8),
            bytes.last == UInt8(ascii: ")")
        else { return false }
        var parts = Substring(bytes.dropFirst(start.utf8.count).dropLast()).split(
            separator: " ",
            omittingEmptySubsequences: false
        )
        if parts.count == 5, parts[3] == "/", attributes.hasAlpha {
            parts.remove(at: 3)
        } else if parts.count != 3 {
            return false
        }
        return parts.allSatisfy { DecimalNumber($0) != nil }
    }

    /// Whether a text is `#` and one of these numbers of hexadecimal digits.
    private static func isHexadecimal(_ text: String, digits: [Int]) -> Bool {
        let bytes = text.utf8
        return digits.contains(bytes.count - 1) && bytes.first == UInt8(ascii: "#")
            && bytes.dropFirst().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }
}
