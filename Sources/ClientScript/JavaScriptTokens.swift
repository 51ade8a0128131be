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

    /// The places where the source declares names, and the names that must stay since they are members as well.
    private func declarations() -> (places: [Int], kept: Set<Substring>) {
        var places = parameters()
        var kept: Set<Substring> = []
        walk { index, role in
            if role == .both { kept.insert(tokens[index].text) }
            guard role == .variable else { return }
            let before = text(beside: index, -1)
            if ["function", "const", "let", "catch"].contains(before) || text(beside: index, 1) == "=>" {
                places.append(index)
            }
        }
        return (places, kept)
    }

    /// The places of names in the parentheses of functions and of `catch`, and in brackets and braces that are declared.
    private func parameters() -> [Int] {
        var places: [Int] = []
        var open: [Int] = []
        for index in tokens.indices {
            switch tokens[index].text {
            case "(", "[", "{": open.append(index)
            case ")", "]", "}":
                guard let start = open.popLast(), isDeclaration(from: start, to: index) else { continue }
                places += (start..<index).filter { place in
                    // Not the default of a parameter, nor the member that a variable is taken from.
                    let before = text(beside: place, -1)
                    return tokens[place].kind == .name && before != "=" && before != "."
                        && text(beside: place, 1) != ":"
                }
            default: continue
            }
        }
        return places
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

    /// For each piece, the number of the statement at the top that it belongs to, and whether it stands in no brackets.
    private func statements() -> [(number: Int, isTop: Bool)] {
        var number = 0
        var depth = 0
        return tokens.indices.map { index in
            switch tokens[index].text {
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            default:
                if depth == 0, tokens[index].kind == .name, ["", ";", "}"].contains(text(beside: index, -1)) {
                    number += 1
                }
            }
            return (number, depth == 0)
        }
    }

    /// The names that the source declares: those at the top, and the others by the statement that they are in.
    func declaredNames() -> (top: Set<Substring>, inner: [Int: Set<Substring>]) {
        let (places, kept) = declarations()
        let statements = statements()
        var top: Set<Substring> = []
        for place in places where statements[place].isTop { top.insert(tokens[place].text) }
        top.subtract(kept)
        var inner: [Int: Set<Substring>] = [:]
        for place in places where !statements[place].isTop {
            let name = tokens[place].text
            if !top.contains(name), !kept.contains(name) { inner[statements[place].number, default: []].insert(name) }
        }
        return (top, inner)
    }

    /// The source with short names for those that it declares, and without white space that means nothing.
    ///
    /// A name at the top is the same everywhere, and one in a function is the same in that whole function; so functions
    /// become alike, and a compressor has less to write.
    func shortened() -> String {
        let statements = statements()
        let (top, inner) = declaredNames()
        // How often each name is used, by statement; those at the top by 0.
        var counts: [Int: [Substring: Int]] = [:]
        var scopes: [Int: Int] = [:]
        var others: Set<Substring> = []
        walk { index, role in
            guard role != .member else { return }
            let name = tokens[index].text
            let number = statements[index].number
            if top.contains(name) {
                scopes[index] = 0
            } else if inner[number]?.contains(name) == true {
                scopes[index] = number
            } else {
                others.insert(name)
            }
            if let scope = scopes[index] { counts[scope, default: [:]][name, default: 0] += 1 }
        }
        let names = counts.reduce(into: [Int: [Substring: String]]()) { names, scope in
            var short = ShortNames(isTop: scope.key == 0, besides: others)
            let sorted = scope.value.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }
            names[scope.key] = sorted.reduce(into: [:]) { $0[$1.key] = short.next() }
        }
        var result = ""
        for (index, token) in tokens.enumerated() {
            if token.kind == .space {
                result += space(between: result.last, and: neighbour(of: index, 1), token.text)
            } else {
                result += scopes[index].flatMap { names[$0]?[token.text] } ?? String(token.text)
            }
        }
        return result
    }

    /// What is left of white space, or of a comment.
    private func space(between before: Character?, and next: Int?, _ space: Substring) -> String {
        guard let before, let after = next.flatMap({ tokens[$0].text.first }) else { return "" }
        if space.contains("\n") { return "{;,([\n".contains(before) || "})],.?:&|".contains(after) ? "" : "\n" }
        let isNeeded = Self.isNamePart(before) && Self.isNamePart(after) || before == after && "+-".contains(after)
        return isNeeded ? " " : ""
    }
}

/// Names of one letter, then of two: those at the top begin with a capital or have two letters, the others with a small
/// letter or a sign, so that neither hides the other.
private struct ShortNames {
    private static let small = Array("etnsaoirlcdupmhfgbvykwxqjz")
    private static let capital = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    private let isTop: Bool
    private let taken: Set<Substring>
    private var count = 0

    init(isTop: Bool, besides taken: Set<Substring>) {
        self.isTop = isTop
        self.taken = taken.union(["do", "if", "in", "of", "as", "is"])
    }

    mutating func next() -> String {
        while true {
            let name = name(count)
            count += 1
            if !taken.contains(name[...]) { return name }
        }
    }

    private func name(_ number: Int) -> String {
        let first = isTop ? Self.capital : Self.small
        if number < 26 { return String(first[number]) }
        let rest = number - 26
        return
            "\(isTop ? String(Self.small[rest / 26 % 26]) : "_")\(Self.small[rest % 26])\(rest < 676 ? "" : "\(rest / 676)")"
    }
}
