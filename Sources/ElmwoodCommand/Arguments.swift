/// The words after a command's name, sorted into operands, flags and options with a value.
///
/// `--elmwood ../elmwood` and `--elmwood=../elmwood` are the same. Every word after `--` is an operand.
struct Arguments: Equatable {
    private(set) var operands: [String] = []
    private(set) var flags: Set<String> = []
    private(set) var values: [String: String] = [:]

    /// Throws a `UsageError` for an option that is neither among the flags nor among the options with a value.
    init(_ words: [String], flags known: Set<String> = [], values named: Set<String> = [], usage: String) throws {
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
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = parts.first ?? word
            if named.contains(name) {
                guard let value = parts.count == 2 ? parts.last : words.popFirst(), !value.isEmpty else {
                    throw UsageError("\(name) needs a value.", usage: usage)
                }
                values[name] = value
            } else if known.contains(word) {
                flags.insert(word)
            } else {
                throw UsageError("there is no option \(word).", usage: usage)
            }
        }
    }
}
