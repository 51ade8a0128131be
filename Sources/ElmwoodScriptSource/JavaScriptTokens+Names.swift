extension JavaScriptTokens {
    /// Returns the source with short names for its declarations and without white space, which has no meaning if each statement has
    /// its semicolon.
    func shortened() -> String { withArrows().written() }

    private func written() -> String {
        let names = shortNames()
        var result = ""
        var previous: Token?
        // For each open bracket, whether variables are being declared in it.
        var declares = [false]
        for (index, token) in all.enumerated() where !isNeedless(at: index) {
            var text = names[index] ?? token.text
            if text != token.text, isShorthand(at: index) { text = token.text + ":" + text }
            switch token.text {
            case "(", "[", "{": declares.append(false)
            case ")", "]", "}": declares.removeLast(min(1, declares.count - 1))
            case "true": text = "!0"
            case "false": text = "!1"
            case "const", "let":
                text = "let"
                // Consecutive declarations become one with several variables.
                if declares.last == true, result.last == ";" {
                    result.removeLast()
                    text = ","
                }
                declares[declares.count - 1] = true
            case ";":
                let isNext = index + 1 < all.count && ["const", "let"].contains(all[index + 1].text)
                declares[declares.count - 1] = declares.last == true && isNext
            default: break
            }
            if text == "}", result.hasSuffix(";") { result.removeLast() }
            if previous?.kind == .word, token.kind == .word, text != ",", !text.hasPrefix("!") { result += " " }
            if let last = result.last, last == "+" || last == "-", text.first == last { result += " " }
            result += text
            previous = text == "," ? nil : token
        }
        return result + "\n"
    }

    /// Whether the token is a parenthesis around the only parameter of an arrow function.
    private func isNeedless(at index: Int) -> Bool {
        guard let end = partners[index], all[max(index, end)].text == ")", abs(index - end) == 2 else { return false }
        let after = max(index, end) + 1
        return after < all.count && all[after].text == "=>" && all[after - 2].kind == .word
    }

    /// The names that the source declares.
    var declaredNames: Set<String> { Set(declarations.map { all[$0].text }) }

    /// Whether the word is the name of a property.
    func isProperty(at index: Int) -> Bool {
        guard index > 0, all[index].kind == .word else { return false }
        let before = all[index - 1].text
        return before == "." || before == "?." || (objects[index] != nil && (before == "{" || before == ","))
    }

    /// Returns the short name of each word that has one: the script's own names everywhere, and the names declared within a
    /// function only there, so that functions look alike, which compresses well. A shorthand property is written with its name and
    /// its variable.
    func shortNames() -> [Int: String] {
        let declarations = declarations
        let own = Set(declarations.filter { parents[$0] == body }.map { all[$0].text })
        var counts = Dictionary(own.map { ($0, 0) }, uniquingKeysWith: +)
        for index in all.indices where !isProperty(at: index) { counts[all[index].text]? += 1 }
        let order = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        let free = freeNames(besides: Set(declarations.map { all[$0].text }))
        let (locals, others) = (free.prefix(Self.localNames), free.dropFirst(Self.localNames))
        let shortened = Dictionary(uniqueKeysWithValues: zip(order, others))
        var names: [Int: String] = [:]
        for part in parts {
            var local = shortened
            // Beyond the reserved ones, local declarations get the names of declarations that are not used here.
            let used = Set(part.lazy.compactMap { shortened[all[$0].text] })
            var letters = (locals + others.lazy.filter { !used.contains($0) }).makeIterator()
            let declared = Set(declarations.lazy.filter(part.contains).map { all[$0].text })
            for index in part where all[index].kind == .word && (!isProperty(at: index) || isShorthand(at: index)) {
                let word = all[index].text
                if local[word] == nil, declared.contains(word) { local[word] = letters.next() }
                names[index] = local[word]
            }
        }
        return names
    }

    /// How many names are reserved for local declarations, so that functions look alike.
    private static let localNames = 8

    /// Returns the unused names, the shortest first.
    private func freeNames(besides declared: Set<String>) -> [String] {
        let used = all.indices.filter { all[$0].kind == .word && (!isProperty(at: $0) || isShorthand(at: $0)) }
        let taken = Set(used.map { all[$0].text }).subtracting(declared).union(["do", "if", "in", "of"])
        // The order by which the script compresses best, found by experiment; any other would work.
        let letters = "oebnhcldtrsipugmyqJTCa$HfSxBWv_NREzKjOLGPADXVZFIkYMUQw".map { String($0) }
        return (letters + letters.flatMap { first in letters.map { first + $0 } }).filter { !taken.contains($0) }
    }

    /// Whether the word is a shorthand property: a property and a variable at once.
    private func isShorthand(at index: Int) -> Bool {
        isProperty(at: index) && objects[index] != nil && [",", "}", "="].contains(all[index + 1].text)
    }

    /// The index of the brace around everything.
    private var body: Int? { all.firstIndex { $0.text == "{" } }

    /// The ranges of the statements in it.
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

    /// The indices at which variables, functions and parameters are declared.
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
                // The parameters of an arrow function, a function or a method, or the variable of a `catch`.
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

    /// Returns the names bound from `start` up to the end of the statement or of the brackets, without their initial values.
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
