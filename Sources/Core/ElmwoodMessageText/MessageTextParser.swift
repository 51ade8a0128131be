/// The syntax of a text, before its meaning is known.
package struct MessageSyntax: Sendable {
    package enum Kind: Equatable, Sendable {
        /// `nil`, `true`, `false`, `nan`, `inf`.
        case word
        /// Digits and the other characters of numbers.
        case number
        /// A text in quotes.
        case string
        /// `[…]` of values.
        case list
        /// `[…]` of alternating keys and values.
        case dictionary
        /// `(…)`.
        case group
        /// A name, with or without arguments.
        case enumCase
    }

    package var kind: Kind
    /// The position of its first byte.
    var offset: Int
    /// The argument's name, if it is an argument with one.
    package var label: String?
    /// The word, the number, the string's content or the case's name.
    package var text = ""
    /// The nested values.
    package var children: [MessageSyntax] = []

    /// Whether it is that word.
    func isWord(_ word: String) -> Bool { kind == .word && text == word }

    /// The inner value if it is `some(nil)`, or the same with more levels of `some`; nil for everything else.
    var wrappedNil: MessageSyntax? {
        guard kind == .enumCase, text == "some", children.count == 1, let inner = children.first, inner.label == nil
        else { return nil }
        return inner.isWord("nil") || inner.wrappedNil != nil ? inner : nil
    }
}

/// Parses a text byte by byte; each byte is read a bounded number of times.
struct MessageTextParser {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Parses the whole text as one value.
    mutating func parse() throws -> MessageSyntax {
        let value = try parseValue(depth: 0)
        guard next == nil else { throw error("The message ends here, and more follows.") }
        return value
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func error(_ sentence: String) -> MessageTextError {
        MessageTextError(offset: position, sentence: sentence)
    }

    private mutating func take(_ byte: Character) -> Bool {
        guard next == byte.asciiValue else { return false }
        position += 1
        return true
    }

    private mutating func parseValue(depth: Int) throws -> MessageSyntax {
        guard depth < MessageText.depthLimit else { throw error(MessageTextError.tooDeep.sentence) }
        let offset = position
        switch next {
        case nil:
            throw error("A value is missing here.")
        case UInt8(ascii: "["):
            return try parseList(depth: depth)
        case UInt8(ascii: "("):
            return MessageSyntax(kind: .group, offset: offset, children: try parseArguments(depth: depth))
        case UInt8(ascii: "\""):
            return MessageSyntax(kind: .string, offset: offset, text: try parseQuoted("\""))
        case let byte? where byte == UInt8(ascii: "-") || MessageName.isDigit(byte):
            return parseNumber()
        case UInt8(ascii: "`"):
            return try parseCase(name: parseQuoted("`"), offset: offset, depth: depth)
        default:
            let name = try parseIdentifier()
            if MessageName.reserved.contains(name) {
                return MessageSyntax(kind: .word, offset: offset, text: name)
            }
            return try parseCase(name: name, offset: offset, depth: depth)
        }
    }

    private mutating func parseCase(name: String, offset: Int, depth: Int) throws -> MessageSyntax {
        let hasArguments = next == UInt8(ascii: "(")
        let children = hasArguments ? try parseArguments(depth: depth) : []
        return MessageSyntax(kind: .enumCase, offset: offset, text: name, children: children)
    }

    private mutating func parseNumber() -> MessageSyntax {
        let offset = position
        while let byte = next, isNumberByte(byte) { position += 1 }
        return MessageSyntax(
            kind: .number,
            offset: offset,
            text: String(decoding: bytes[offset..<position], as: UTF8.self)
        )
    }

    private func isNumberByte(_ byte: UInt8) -> Bool {
        MessageName.isIdentifierByte(byte) && byte < 0x80 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
            || byte == UInt8(ascii: ".")
    }

    private mutating func parseIdentifier() throws -> String {
        let start = position
        while let byte = next, MessageName.isIdentifierByte(byte) { position += 1 }
        guard position > start else { throw error("A value cannot begin with this character.") }
        return try text(start..<position)
    }

    private func text(_ range: Range<Int>) throws -> String {
        guard let text = String(validating: bytes[range], as: UTF8.self) else {
            throw MessageTextError(offset: range.lowerBound, sentence: "This text is not UTF-8.")
        }
        return text
    }

    /// Parses a quoted text, and resolves its escapes.
    private mutating func parseQuoted(_ quote: Character) throws -> String {
        let start = position
        position += 1
        var content: [UInt8] = []
        while let byte = next, byte != quote.asciiValue {
            if byte == UInt8(ascii: "\\") {
                try parseEscape(quote: quote, into: &content)
            } else {
                content.append(byte)
                position += 1
            }
        }
        guard take(quote) else {
            throw MessageTextError(offset: start, sentence: "The quote that begins here is never closed.")
        }
        guard let text = String(validating: content, as: UTF8.self) else {
            throw MessageTextError(offset: start, sentence: "This text is not UTF-8.")
        }
        return text
    }

    private mutating func parseEscape(quote: Character, into content: inout [UInt8]) throws {
        position += 1
        if take("n") { return content.append(UInt8(ascii: "\n")) }
        if take("r") { return content.append(UInt8(ascii: "\r")) }
        if take("t") { return content.append(UInt8(ascii: "\t")) }
        if take("\\") { return content.append(UInt8(ascii: "\\")) }
        if take(quote) { return content.append(quote.asciiValue ?? 0) }
        guard take("u"), take("{") else { throw error("There is no such escape.") }
        let start = position
        while let byte = next, byte != UInt8(ascii: "}"), position - start < 9 { position += 1 }
        let digits = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let number = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(number), take("}") else {
            throw MessageTextError(
                offset: start,
                sentence: "The braces must contain the number of a character, in hexadecimal."
            )
        }
        content.append(contentsOf: Array(String(Character(scalar)).utf8))
    }

    /// Parses the content of parentheses: values, some with a name before them.
    private mutating func parseArguments(depth: Int) throws -> [MessageSyntax] {
        position += 1
        var arguments: [MessageSyntax] = []
        if take(")") { return arguments }
        repeat {
            var argument = try parseValue(depth: depth + 1)
            if next == UInt8(ascii: ":") {
                // What was parsed as a case without arguments is the name of an argument.
                guard argument.kind == .enumCase, argument.children.isEmpty, bytes[position - 1] != UInt8(ascii: ")")
                else { throw error("A colon follows only an argument's name.") }
                position += 1
                let label = argument.text
                argument = try parseValue(depth: depth + 1)
                argument.label = label
            }
            arguments.append(argument)
        } while take(",")
        guard take(")") else { throw error("A comma or a closing parenthesis is missing here.") }
        return arguments
    }

    /// Parses the content of brackets: values, or keys and values.
    private mutating func parseList(depth: Int) throws -> MessageSyntax {
        var list = MessageSyntax(kind: .list, offset: position)
        position += 1
        if take("]") { return list }
        if take(":") {
            guard take("]") else { throw error("A closing bracket is missing here.") }
            list.kind = .dictionary
            return list
        }
        repeat {
            list.children.append(try parseValue(depth: depth + 1))
            if list.children.count == 1, next == UInt8(ascii: ":") { list.kind = .dictionary }
            if list.kind == .dictionary {
                guard take(":") else { throw error("A colon is missing here.") }
                list.children.append(try parseValue(depth: depth + 1))
            }
        } while take(",")
        guard take("]") else { throw error("A comma or a closing bracket is missing here.") }
        return list
    }
}
