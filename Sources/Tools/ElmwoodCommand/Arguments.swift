/// The words after a command's name, sorted into operands, flags, and options with a value.
///
/// `--port 8080` and `--port=8080` are the same. Every word after `--` is an operand.
struct Arguments: Equatable {
    private(set) var operands: [String] = []
    private(set) var values: [String: String] = [:]
    private(set) var flags: Set<String> = []

    /// Throws a `UsageError` for an option that is neither among the flags nor among those with a value.
    init(_ words: [String], values named: Set<String> = [], flags known: Set<String> = [], usage: String) throws {
        var words = words[...]
        while let word = words.popFirst() {
            if word == "--" {
                operands += words
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            if known.contains(word) {
                flags.insert(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = parts.first ?? word
            guard named.contains(name) else { throw UsageError("there is no option \(word).", usage: usage) }
            guard let value = parts.count == 2 ? parts.last : words.popFirst(), !value.isEmpty else {
                throw UsageError("\(name) needs a value.", usage: usage)
            }
            values[name] = value
        }
    }
}
