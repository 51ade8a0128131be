extension ClientScript {
    /// The source with short names and without white space that says nothing.
    ///
    /// It knows as much of JavaScript as these sources use: no template literals, a semicolon after every statement, texts
    /// in double quotes.
    static func minified(_ source: String) -> String {
        let tokens = JavaScriptTokens(stripped(source))
        let names = tokens.shortNames()
        var result = ""
        var previous: JavaScriptTokens.Token?
        for (index, token) in tokens.all.enumerated() {
            var text = token.text
            if token.kind == .word, let name = names[index] { text = name }
            if text == "const" { text = "let" }
            if text == "}", result.hasSuffix(";") { result.removeLast() }
            if let previous, previous.kind == .word, token.kind == .word { result += " " }
            if let last = result.last, last == "+" || last == "-", text.first == last { result += " " }
            result += text
            previous = token
        }
        return result + "\n"
    }
}

/// A script taken apart into words, texts and signs.
struct JavaScriptTokens {
    struct Token {
        enum Kind { case word, text, sign }
        var kind: Kind
        var text: String
    }

    private(set) var all: [Token] = []
    /// For each bracket, where the one is that closes or opens it.
    private var partners: [Int: Int] = [:]
    /// The braces around each token that are an object's or a pattern's and not a block's; nil where there are none.
    private var objects: [Int?] = []
    /// The bracket around each token.
    private var parents: [Int?] = []

    init(_ source: String) {
        var rest = source[...]
        while let first = rest.first {
            if first.isWhitespace {
                rest = rest.dropFirst()
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

    /// Whether the word there is the name of a property.
    func isProperty(at index: Int) -> Bool {
        guard index > 0, all[index].kind == .word else { return false }
        let before = all[index - 1].text
        return before == "." || before == "?." || (objects[index] != nil && (before == "{" || before == ","))
    }

    /// The short name of each word that has one: the script's own names everywhere, those within its functions there alone,
    /// so that the functions look alike, which compresses well.
    func shortNames() -> [Int: String] {
        let declarations = declarations
        let own = Set(declarations.filter { parents[$0] == body }.map { all[$0].text })
        var names: [Int: String] = [:]
        var counts = Dictionary(own.map { ($0, 0) }, uniquingKeysWith: +)
        for index in all.indices where !isProperty(at: index) { counts[all[index].text]? += 1 }
        let free = Self.candidates.lazy.filter { [words] in !words.contains($0) }
        let order = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        let shortened = Dictionary(uniqueKeysWithValues: zip(order, free.dropFirst(26)))
        for part in parts {
            let shorthands = Set(part.filter(isShorthand).map { all[$0].text })
            var local = shortened.filter { !shorthands.contains($0.key) }
            var letters = free.makeIterator()
            let declared = Set(declarations.lazy.filter(part.contains).map { all[$0].text })
            for index in part where !isProperty(at: index) {
                let word = all[index].text
                if local[word] == nil, declared.contains(word), !own.contains(word), !shorthands.contains(word) {
                    local[word] = letters.next()
                }
                names[index] = local[word]
            }
        }
        return names
    }

    private var words: Set<String> { Set(all.lazy.filter { $0.kind == .word }.map(\.text)) }

    /// Whether the word there is a property and a variable at once.
    private func isShorthand(at index: Int) -> Bool {
        isProperty(at: index) && objects[index] != nil && [",", "}", "="].contains(all[index + 1].text)
    }

    private static let candidates: [String] = {
        let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".map { String($0) }
        return (letters + letters.flatMap { first in letters.map { first + $0 } }).filter { $0 != "do" && $0 != "of" }
    }()

    /// The brace around everything.
    private var body: Int? { all.firstIndex { $0.text == "{" } }

    /// The statements in it, each a range.
    private var parts: [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = 0
        for index in all.indices where parents[index] == body && index > 0 {
            let isFirst = ["const", "let", "function", "async", "if"].contains(all[index].text)
            guard isFirst, [";", "}"].contains(all[index - 1].text) else { continue }
            parts.append(start..<index)
            start = index
        }
        return parts + [start..<all.count]
    }

    /// Where variables, functions and parameters are named.
    private var declarations: [Int] {
        var names: [Int] = []
        for (index, token) in all.enumerated() {
            switch token.text {
            case "let", "const":
                names += bindings(from: index + 1)
            case "function":
                names.append(index + 1)
            case "=>":
                if all[index - 1].kind == .word { names.append(index - 1) }
            case "(":
                guard let end = partners[index], end + 1 < all.count else { continue }
                // The parameters of an arrow function, a function or a method, or what a `catch` catches.
                let isFunction = all[end + 1].text == "{" && index > 0 && all[index - 1].kind == .word
                let isStatement = index > 0 && ["if", "for", "while", "switch"].contains(all[index - 1].text)
                if all[end + 1].text == "=>" || isFunction && !isStatement {
                    names += bindings(from: index + 1)
                }
            default: break
            }
        }
        return names
    }

    /// The names bound from there on, up to the end of the statement or of the brackets; what they begin with left out.
    private func bindings(from start: Int) -> [Int] {
        var names: [Int] = []
        var isValue = false
        var index = start
        while index < all.count {
            let token = all[index]
            switch token.text {
            case ";", ")", "]", "}", "of", "in": return names
            case ",": isValue = false
            case "=": isValue = true
            case "(", "[", "{":
                if !isValue { names += bindings(from: index + 1) }
                index = partners[index] ?? index
            default:
                let isKey = index + 1 < all.count && all[index + 1].text == ":"
                if token.kind == .word, !isValue, !isKey { names.append(index) }
            }
            index += 1
        }
        return names
    }
}
