// The writing of names, strings and numbers.

extension MessageOutput {
    func append(_ value: Bool) {
        append(literal: value ? "true" : "false")
    }

    func append(_ value: Double) {
        value.isNaN ? append(literal: "nan") : append(verbatim: value.description)
    }

    func append(_ value: Float) {
        value.isNaN ? append(literal: "nan") : append(verbatim: value.description)
    }

    /// Writes an integer in decimal.
    @inline(__always)
    func append(_ value: some FixedWidthInteger) {
        if value >= 0, value < 10 { return append(byte: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)) }
        guard let small = Int64(exactly: value) else { return append(verbatim: value.description) }
        append(decimal: small)
    }

    private func append(decimal value: Int64) {
        if value < 0 { append(byte: UInt8(ascii: "-")) }
        var remainder = value.magnitude
        // 20 digits hold every UInt64.
        withUnsafeTemporaryAllocation(byteCount: 20, alignment: 1) { digits in
            var first = 20
            repeat {
                first -= 1
                digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: remainder % 10)
                remainder /= 10
            } while remainder > 0
            append(UnsafeRawBufferPointer(rebasing: digits[first...]))
        }
    }

    func append(verbatim text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    func append(_ value: String) {
        appendQuoted(value, quote: UInt8(ascii: "\""))
    }

    /// Writes a text in quotes, with the escapes of a Swift string literal.
    ///
    /// Control characters are escaped too: a form would change line ends in transit, and HTML would lose other characters.
    func appendQuoted(_ text: String, quote: UInt8) {
        var text = text
        append(byte: quote)
        text.withUTF8 { utf8 in
            var plain = 0
            for (index, byte) in utf8.enumerated() {
                guard byte < 0x20 || byte == quote || byte == UInt8(ascii: "\\") || byte == 0x7F else { continue }
                append(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: utf8[plain..<index])))
                plain = index + 1
                appendEscaped(byte)
            }
            append(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: utf8[plain...])))
        }
        append(byte: quote)
    }

    private func appendEscaped(_ byte: UInt8) {
        append(byte: UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\n"): append(byte: UInt8(ascii: "n"))
        case UInt8(ascii: "\r"): append(byte: UInt8(ascii: "r"))
        case UInt8(ascii: "\t"): append(byte: UInt8(ascii: "t"))
        case 0..<0x20, 0x7F:
            append(literal: "u{")
            append(verbatim: String(byte, radix: 16))
            append(byte: UInt8(ascii: "}"))
        default: append(byte: byte)
        }
    }

    /// Writes the name of a case or an argument: unchanged if it is an identifier, else in backticks.
    func appendName(_ name: String) {
        var name = name
        let isPlain = name.withUTF8 { utf8 in
            guard MessageName.isIdentifier(utf8), !MessageName.isReserved(utf8) else { return false }
            append(UnsafeRawBufferPointer(utf8))
            return true
        }
        if !isPlain { appendQuoted(name, quote: UInt8(ascii: "`")) }
    }

    /// Writes an argument's name and a colon. Writes nothing if the name is only the argument's index, as in `_0`.
    func appendLabel(_ name: String, index: Int) {
        var name = name
        if name.withUTF8({ MessageName.isIndex($0, index) }) { return }
        appendName(name)
        append(byte: UInt8(ascii: ":"))
    }
}

/// The syntax of the names of cases and arguments.
enum MessageName {
    /// Whether a name needs no backticks: ASCII letters, digits, `_` and anything beyond ASCII, not beginning with a digit.
    static func isIdentifier(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = utf8.first, !isDigit(first) else { return false }
        return utf8.allSatisfy(isIdentifierByte)
    }

    static func isIdentifierByte(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "A") < 26 || isDigit(byte) || byte == UInt8(ascii: "_")
            || byte >= 0x80
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    /// Whether the word is a value: a case of that name is written in backticks.
    static func isReserved(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        guard word.count >= 3, word.count <= 5 else { return false }
        return reserved.contains { word.elementsEqual($0.utf8) }
    }

    /// The words that are values.
    static let reserved = ["nil", "true", "false", "nan", "inf"]

    /// Whether a name is `_` and that index: the name of an unlabeled payload.
    static func isIndex(_ name: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        guard name.first == UInt8(ascii: "_") else { return false }
        if index < 10 {
            return name.count == 2 && name[1] == UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: index)
        }
        return name.dropFirst().elementsEqual(String(index).utf8)
    }
}
