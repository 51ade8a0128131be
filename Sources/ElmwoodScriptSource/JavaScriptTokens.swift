/// The tokens of JavaScript in the style of this folder's files: no template literals with back ticks, texts in double quotes,
/// comments on lines of their own, a semicolon after each statement.
struct JavaScriptTokens {
    struct Token {
        enum Kind { case word, text, sign }
        var kind: Kind
        var text: String
    }

    /// The tokens, without white space and comments.
    private(set) var all: [Token] = []
    /// For each bracket, the index of its counterpart.
    private(set) var partners: [Int: Int] = [:]
    /// The innermost braces around each token if they are an object's or a pattern's and not a block's; else nil.
    private(set) var objects: [Int?] = []
    /// The innermost bracket around each token.
    private(set) var parents: [Int?] = []

    init(_ source: String) {
        var remainder = source[...]
        while let first = remainder.first {
            if first.isWhitespace {
                remainder = remainder.dropFirst()
            } else if remainder.hasPrefix("//") {
                remainder = remainder.drop { $0 != "\n" }
            } else if Self.isWordPart(first) {
                take(.word, remainder.prefix(while: Self.isWordPart), from: &remainder)
            } else if first == "\"" {
                take(.text, Self.delimited(remainder), from: &remainder)
            } else if first == "/", beginsExpression {
                let body = Self.delimited(remainder)
                let flags = remainder[body.endIndex...].prefix(while: \.isLetter)
                take(.text, remainder[body.startIndex..<flags.endIndex], from: &remainder)
            } else {
                let sign = Self.signs.first { remainder.hasPrefix($0) } ?? String(first)
                take(.sign, remainder.prefix(sign.count), from: &remainder)
            }
        }
        pair()
    }

    /// Creates the value from existing tokens.
    init(_ tokens: [Token]) {
        all = tokens
        pair()
    }

    private static let signs = ["...", "===", "!==", "=>", "?.", "??", "**", "++", "--"]

    private static func isWordPart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "$"
    }

    /// Returns the text or regular expression at the beginning, with its delimiters.
    private static func delimited(_ remainder: Substring) -> Substring {
        var index = remainder.index(after: remainder.startIndex)
        var isInClass = false
        while index < remainder.endIndex {
            let character = remainder[index]
            if character == "\\" {
                index = remainder.index(after: index)
                guard index < remainder.endIndex else { break }
            } else if character == "[" {
                isInClass = remainder.first == "/"
            } else if character == "]" {
                isInClass = false
            } else if character == remainder.first, !isInClass {
                return remainder[...index]
            }
            index = remainder.index(after: index)
        }
        return remainder
    }

    private mutating func take(_ kind: Token.Kind, _ part: Substring, from remainder: inout Substring) {
        all.append(Token(kind: kind, text: String(part)))
        remainder = remainder[part.endIndex...]
    }

    /// Whether an expression comes next, so that a slash begins a regular expression.
    private var beginsExpression: Bool {
        guard let last = all.last else { return true }
        return last.kind == .sign ? ![")", "]", "}"].contains(last.text) : last.text == "return"
    }

    private mutating func pair() {
        var open: [Int] = []
        for (index, token) in all.enumerated() {
            let isClosing = token.kind == .sign && [")", "]", "}"].contains(token.text)
            if isClosing, let partner = open.popLast() {
                partners[index] = partner
                partners[partner] = index
            }
            parents.append(open.last)
            objects.append(open.last.flatMap { isObject($0) ? $0 : nil })
            if token.kind == .sign, ["(", "[", "{"].contains(token.text) { open.append(index) }
        }
    }

    /// Whether the bracket is the brace of an object or of a pattern.
    private func isObject(_ index: Int) -> Bool {
        guard all[index].text == "{", index > 0 else { return false }
        let before = all[index - 1]
        if before.kind == .word { return ["return", "const", "let"].contains(before.text) }
        return before.kind == .sign && ["(", ",", "=", ":", "[", "?", "??"].contains(before.text)
    }
}
