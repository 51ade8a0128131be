/// JavaScript cut into words, texts and signs, as far as the style of this folder's files goes: no templates with back
/// ticks, texts in double quotes, comments on lines of their own, a semicolon after each statement.
struct JavaScriptTokens {
    struct Token {
        enum Kind { case word, text, sign }
        var kind: Kind
        var text: String
    }

    /// The pieces, white space and comments left out.
    private(set) var all: [Token] = []
    /// For each bracket, where the one is that closes or opens it.
    private(set) var partners: [Int: Int] = [:]
    /// The braces around each token that are an object's or a pattern's and not a block's; nil where there are none.
    private(set) var objects: [Int?] = []
    /// The bracket around each token.
    private(set) var parents: [Int?] = []

    init(_ source: String) {
        var rest = source[...]
        while let first = rest.first {
            if first.isWhitespace {
                rest = rest.dropFirst()
            } else if rest.hasPrefix("//") {
                rest = rest.drop { $0 != "\n" }
            } else if Self.isWordPart(first) {
                take(.word, rest.prefix(while: Self.isWordPart), from: &rest)
            } else if first == "\"" {
                take(.text, Self.delimited(rest), from: &rest)
            } else if first == "/", beginsExpression {
                let body = Self.delimited(rest)
                let flags = rest[body.endIndex...].prefix(while: \.isLetter)
                take(.text, rest[body.startIndex..<flags.endIndex], from: &rest)
            } else {
                let sign = Self.signs.first { rest.hasPrefix($0) } ?? String(first)
                take(.sign, rest.prefix(sign.count), from: &rest)
            }
        }
        pair()
    }

    /// The same for pieces that are there already.
    init(_ tokens: [Token]) {
        all = tokens
        pair()
    }

    private static let signs = ["...", "===", "!==", "=>", "?.", "??", "**", "++", "--"]

    private static func isWordPart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "$"
    }

    /// The text or regular expression at the beginning, with its delimiters.
    private static func delimited(_ rest: Substring) -> Substring {
        var index = rest.index(after: rest.startIndex)
        var isInClass = false
        while index < rest.endIndex {
            let character = rest[index]
            if character == "\\" {
                index = rest.index(after: index)
                guard index < rest.endIndex else { break }
            } else if character == "[" {
                isInClass = rest.first == "/"
            } else if character == "]" {
                isInClass = false
            } else if character == rest.first, !isInClass {
                return rest[...index]
            }
            index = rest.index(after: index)
        }
        return rest
    }

    private mutating func take(_ kind: Token.Kind, _ part: Substring, from rest: inout Substring) {
        all.append(Token(kind: kind, text: String(part)))
        rest = rest[part.endIndex...]
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

    /// Whether the bracket there is the brace of an object or of a pattern.
    private func isObject(_ index: Int) -> Bool {
        guard all[index].text == "{", index > 0 else { return false }
        let before = all[index - 1]
        if before.kind == .word { return ["return", "const", "let"].contains(before.text) }
        return before.kind == .sign && ["(", ",", "=", ":", "[", "?", "??"].contains(before.text)
    }
}
