extension JavaScriptTokens {
    /// Returns the same source with the script's own functions as constants, `let name=()=>{…};`, and with an expression as the
    /// body of each arrow function that only returns something. `function` and `return` are long, and occur often.
    ///
    /// Then a function cannot be used before its line. So none may be called while the files' constants are initialized: functions
    /// are called by the end of the script and by events.
    func withArrows() -> JavaScriptTokens {
        JavaScriptTokens(Self.returningAlone(JavaScriptTokens(functionsAsConstants).tokensAndPartners))
    }

    /// Each `function name(…) {…}` of the script itself as `let name = (…) => {…};`; the same for async ones.
    private var functionsAsConstants: [Token] {
        let body = all.firstIndex { $0.text == "{" }
        var result: [Token] = []
        var ends: Set<Int> = []
        for (index, token) in all.enumerated() {
            let isOwn = parents[index] == body
            let isAsync = isOwn && token.text == "async" && index + 1 < all.count && all[index + 1].text == "function"
            if isAsync { continue }
            if isOwn, token.text == "function", index + 2 < all.count, let close = partners[index + 2],
                let end = partners[close + 1]
            {
                result += [Token(kind: .word, text: "let"), all[index + 1], Token(kind: .sign, text: "=")]
                if index > 0, all[index - 1].text == "async" { result.append(all[index - 1]) }
                ends.insert(end)
                continue
            }
            // The name is written already.
            if isOwn, index > 0, all[index - 1].text == "function" { continue }
            if isOwn, token.text == "{", index > 1, all[index - 1].text == ")", isFunction(closedAt: index - 1) {
                result.append(Token(kind: .sign, text: "=>"))
            }
            result.append(token)
            if ends.contains(index) { result.append(Token(kind: .sign, text: ";")) }
        }
        return result
    }

    /// Whether the parentheses that end at this index contain the parameters of a `function`.
    private func isFunction(closedAt end: Int) -> Bool {
        guard let start = partners[end], start > 1 else { return false }
        return all[start - 2].text == "function"
    }

    private var tokensAndPartners: (tokens: [Token], partners: [Int: Int]) { (all, partners) }

    /// Replaces each `=> { return x; }` with `=> x`, in parentheses if that begins with a brace.
    private static func returningAlone(_ source: (tokens: [Token], partners: [Int: Int])) -> [Token] {
        let tokens = source.tokens
        var left: Set<Int> = []
        var replaced: [Int: String] = [:]
        for index in tokens.indices where tokens[index].text == "=>" && index + 3 < tokens.count {
            guard tokens[index + 1].text == "{", tokens[index + 2].text == "return",
                let end = source.partners[index + 1], tokens[end - 1].text == ";",
                isOneStatement(index + 2..<end - 1, source)
            else { continue }
            left.formUnion([index + 2, end - 1])
            let isObject = tokens[index + 3].text == "{"
            if isObject {
                (replaced[index + 1], replaced[end]) = ("(", ")")
            } else {
                left.formUnion([index + 1, end])
            }
        }
        return tokens.indices.filter { !left.contains($0) }.map { index in
            replaced[index].map { Token(kind: .sign, text: $0) } ?? tokens[index]
        }
    }

    /// Whether there is no semicolon outside of brackets.
    private static func isOneStatement(_ range: Range<Int>, _ source: (tokens: [Token], partners: [Int: Int])) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound {
            if source.tokens[index].text == ";" { return false }
            index = max(index, source.partners[index] ?? index) + 1
        }
        return true
    }
}
