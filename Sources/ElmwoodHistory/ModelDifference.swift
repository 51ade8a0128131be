/// What changed from one value to another: of two models, or of any two values of a type.
///
/// ```swift
/// let difference = ModelDifference(from: before, to: after)
/// difference.lines()             // ["items[1].isDone: false → true"]
/// difference.expectationLines()  // ["items[1].isDone: expected false, is true"]
/// ```
///
/// The values are compared by what their `Codable` says. Elements of a list that have an `id` are found again by it,
/// wherever they are; others by being equal.
package struct ModelDifference: Codable, Equatable, Sendable {
    /// One place that is not as it was.
    package struct Change: Codable, Equatable, Sendable {
        /// Where, as a reader of the type would write it: `items[1].isDone`; empty for the value itself.
        package var path: String
        /// What was there, written as Swift; nil where nothing was.
        package var before: String?
        /// What is there; nil where nothing is any more.
        package var after: String?

        /// Creates a change.
        package init(path: String, before: String?, after: String?) {
            self.path = path
            self.before = before
            self.after = after
        }
    }

    /// The changes, in the order of the type's properties.
    package var changes: [Change]

    /// Creates a difference of those changes.
    package init(changes: [Change]) {
        self.changes = changes
    }

    /// What changed from one value to the other.
    ///
    /// Where the values cannot be encoded, they are compared as they print.
    package init<Value: Encodable & Sendable>(from before: Value, to after: Value) {
        if let old = ValueTree(encoding: before), let new = ValueTree(encoding: after) {
            self.init(from: old, to: new)
        } else {
            let (old, new) = (String(describing: before), String(describing: after))
            self.init(changes: old == new ? [] : [Change(path: "", before: old, after: new)])
        }
    }

    init(from old: ValueTree, to new: ValueTree) {
        var comparison = ValueComparison()
        comparison.compare(old, new, at: "")
        changes = comparison.changes
    }

    /// Whether nothing changed, as far as the values' `Codable` says.
    package var isEmpty: Bool { changes.isEmpty }

    /// The changes as lines: `count: 1 → 2`, `items[2]: added (title: "Buy milk")`, `draft: removed "a"`.
    ///
    /// - Parameter limit: how many lines there may be; the last one then says how many more changes there are.
    package func lines(limit: Int = 40) -> [String] {
        lines(limit) { path, before, after in
            switch (before, after) {
            case (let before?, let after?): "\(path): \(before) → \(after)"
            case (nil, let after?): "\(path): added \(after)"
            case (let before?, nil): "\(path): removed \(before)"
            case (nil, nil): path
            }
        }
    }

    /// The changes as lines where the first value is what was expected, the second what is: `count: expected 1, is 2`.
    ///
    /// - Parameter limit: how many lines there may be; the last one then says how many more changes there are.
    package func expectationLines(limit: Int = 40) -> [String] {
        lines(limit) { path, expected, actual in
            "\(path): expected \(expected ?? "nothing"), is \(actual ?? "not there")"
        }
    }

    private func lines(_ limit: Int, _ line: (String, String?, String?) -> String) -> [String] {
        let isTooMuch = changes.count > max(1, limit)
        var lines = changes.prefix(isTooMuch ? max(1, limit) - 1 : changes.count).map { change in
            let (before, after) = Self.shortened(change.before, change.after)
            return line(change.path.isEmpty ? "model" : change.path, before, after)
        }
        if isTooMuch { lines.append("and \(changes.count - lines.count) more changes") }
        return lines
    }

    /// The longest text of a value in a line, in characters.
    private static var longest: Int { 200 }

    /// Two texts as they are shown side by side. Of long ones that is left out which both begin with.
    private static func shortened(_ before: String?, _ after: String?) -> (String?, String?) {
        var common = 0
        if let before, let after, max(before.count, after.count) > longest {
            common = max(0, zip(before, after).prefix { $0 == $1 }.count - 20)
        }
        func shortened(_ text: String) -> String {
            let rest = text.dropFirst(common)
            return (common > 0 ? "…" : "") + rest.prefix(longest) + (rest.count > longest ? "…" : "")
        }
        return (before.map(shortened), after.map(shortened))
    }
}
