/// JavaScript cut into its smallest pieces, as far as the style of this folder's files goes: no templates with back ticks,
/// comments on lines of their own, a semicolon after each statement, every name of an object's member written out
/// where it is not also the name of a variable.
struct JavaScriptTokens {
    enum Kind {
        case name, number, text, pattern, sign, space
    }

    struct Token {
        var kind: Kind
        var text: Substring
    }

    private(set) var tokens: [Token] = []

    /// Cuts up a source.
    init(_ source: String) {
        var rest = source[...]
        while let first = rest.first {
            let token = Self.token(in: rest, first, after: tokens.last { $0.kind != .space })
            tokens.append(token)
            rest = rest[token.text.endIndex...]
        }
    }

    /// The piece that the text begins with.
    private static func token(in text: Substring, _ first: Character, after last: Token?) -> Token {
        if isNamePart(first), !first.isNumber { return Token(kind: .name, text: text.prefix(while: isNamePart)) }
        if first.isNumber {
            return Token(kind: .number, text: text.prefix { isNamePart($0) || $0 == "." })
        }
        if first.isWhitespace { return Token(kind: .space, text: text.prefix(while: \.isWhitespace)) }
        if first == "\"" { return Token(kind: .text, text: quoted(text, by: "\"")) }
        if text.hasPrefix("//") { return Token(kind: .space, text: text.prefix { $0 != "\n" }) }
        if text.hasPrefix("/*") {
            let end = text.dropFirst(2).firstRange(of: "*/")?.upperBound ?? text.endIndex
            return Token(kind: .space, text: text[..<end])
        }
        // A slash divides after a value, and begins a pattern elsewhere.
        if first == "/", last.map(isBeforeValue) ?? true {
            return Token(kind: .pattern, text: quoted(text, by: "/"))
        }
        if let sign = ["=>", "...", "?."].first(where: text.hasPrefix) {
            return Token(kind: .sign, text: text.prefix(sign.count))
        }
        return Token(kind: .sign, text: text.prefix(1))
    }

    /// Whether what follows this is no operator.
    private static func isBeforeValue(_ token: Token) -> Bool {
        switch token.kind {
        case .sign: token.text != ")" && token.text != "]" && token.text != "}"
        case .name: token.text == "return"
        case .number, .text, .pattern, .space: false
        }
    }

    /// A text in quotes or a pattern in slashes, where a backslash takes the next character as it is, and so does a class of
    /// characters.
    private static func quoted(_ text: Substring, by quote: Character) -> Substring {
        var index = text.index(after: text.startIndex)
        var isClass = false
        while index < text.endIndex {
            let character = text[index]
            index = text.index(after: index)
            if character == "\\", index < text.endIndex {
                index = text.index(after: index)
            } else if character == "[", quote == "/" {
                isClass = true
            } else if character == "]" {
                isClass = false
            } else if character == quote, !isClass {
                break
            }
        }
        return text[..<index]
    }

    static func isNamePart(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "_" || character == "$")
    }

    /// The place of the next piece that is no white space, in that direction.
    private func neighbour(of index: Int, _ step: Int) -> Int? {
        var index = index + step
        while tokens.indices.contains(index) {
            if tokens[index].kind != .space { return index }
            index += step
        }
        return nil
    }

    private func text(beside index: Int, _ step: Int) -> Substring {
        neighbour(of: index, step).map { tokens[$0].text } ?? ""
    }

    // MARK: Names

    /// What a name at a place stands for.
    private enum Role {
        /// A variable, a parameter or a function.
        case variable
        /// A member of an object.
        case member
        /// Both at once: `{ name }`.
        case both
    }

    private func role(of index: Int, inBraces: Bool) -> Role {
        let before = text(beside: index, -1)
        let after = text(beside: index, 1)
        if before == "." || before == "?." { return .member }
        guard inBraces, before == "{" || before == "," else { return .variable }
        if after == ":" { return .member }
        return after == "," || after == "}" ? .both : .variable
    }

    /// The names that the source itself declares, and that stand for nothing else anywhere in it.
    func declaredNames() -> Set<Substring> {
        var declared: Set<Substring> = []
        var kept: Set<Substring> = []
        walk { index, role in
            let name = tokens[index].text
            if role == .both { kept.insert(name) }
            guard role == .variable else { return }
            let before = text(beside: index, -1)
            if ["function", "const", "let", "catch"].contains(before) || text(beside: index, 1) == "=>" {
                declared.insert(name)
            }
        }
        for list in parameterLists() { declared.formUnion(list) }
        return declared.subtracting(kept)
    }

    /// The names in the parentheses of functions and of `catch`, and in those brackets and braces that are declared.
    private func parameterLists() -> [[Substring]] {
        var lists: [[Substring]] = []
        var open: [Int] = []
        for index in tokens.indices {
            switch tokens[index].text {
            case "(", "[", "{": open.append(index)
            case ")", "]", "}":
                guard let start = open.popLast(), isDeclaration(from: start, to: index) else { continue }
                var list: [Substring] = []
                for place in start..<index where tokens[place].kind == .name {
                    // Not the default of a parameter, nor the member that a variable is taken from.
                    let before = text(beside: place, -1)
                    if before != "=", before != ".", text(beside: place, 1) != ":" { list.append(tokens[place].text) }
                }
                lists.append(list)
            default: continue
            }
        }
        return lists
    }

    private func isDeclaration(from start: Int, to end: Int) -> Bool {
        let before = text(beside: start, -1)
        if tokens[start].text == "(" {
            if text(beside: end, 1) == "=>" || before == "catch" { return true }
            guard let name = neighbour(of: start, -1) else { return false }
            return before == "function" || text(beside: name, -1) == "function"
        }
        return before == "const" || before == "let"
    }

    /// Calls the body with each name's place and what it stands for.
    private func walk(_ body: (Int, Role) -> Void) {
        var open: [Substring] = []
        for index in tokens.indices {
            let token = tokens[index]
            switch token.text {
            case "(", "[", "{": open.append(token.text)
            case ")", "]", "}": open.removeLast(min(1, open.count))
            default:
                if token.kind == .name { body(index, role(of: index, inBraces: open.last == "{")) }
            }
        }
    }

    /// The source with short names for those that it declares, each the same everywhere, and without white space that
    /// means nothing.
    func shortened() -> String {
        let declared = declaredNames()
        var counts: [Substring: Int] = [:]
        var others: Set<Substring> = []
        var places: Set<Int> = []
        walk { index, role in
            let name = tokens[index].text
            if role != .member, declared.contains(name) {
                counts[name, default: 0] += 1
                places.insert(index)
            } else if role != .member {
                others.insert(name)
            }
        }
        var names: [Substring: String] = [:]
        var short = ShortNames(besides: others)
        for (name, _) in counts.sorted(by: { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }) {
            names[name] = short.next()
        }
        var result = ""
        for (index, token) in tokens.enumerated() {
            if token.kind == .space {
                guard let before = result.last, let after = neighbour(of: index, 1).flatMap({ tokens[$0].text.first })
                else { continue }
                if token.text.contains("\n") {
                    if !"{;,([\n".contains(before), !"})],.?:&|".contains(after) { result += "\n" }
                } else if Self.isNamePart(before) && Self.isNamePart(after) || before == after && "+-".contains(after) {
                    result += " "
                }
            } else {
                result += places.contains(index) ? names[token.text] ?? String(token.text) : String(token.text)
            }
        }
        return result
    }
}

/// Names of one letter, then of two.
private struct ShortNames {
    private let letters = Array("etnsaoirlcdupmhfgbvykwxTzESqjACDIMLNOPRBFGHUVWXYJKQZ_$")
    private var taken: Set<Substring>
    private var count = 0

    init(besides taken: Set<Substring>) {
        self.taken = taken.union(["do", "if", "in", "of", "as", "is"])
    }

    mutating func next() -> String {
        while true {
            var name = ""
            var number = count
            repeat {
                name.append(letters[number % letters.count])
                number = number / letters.count - 1
            } while number >= 0
            count += 1
            if !taken.contains(name[...]) { return name }
        }
    }
}
