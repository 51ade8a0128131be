/// The changes from one value to another: two models, or any two values of a type.
///
/// ```swift
/// let difference = ModelDifference(from: before, to: after)
/// difference.lines()             // ["items[1].isDone: false → true"]
/// difference.expectationLines()  // ["items[1].isDone: expected false, is true"]
/// ```
///
/// The values are compared by their `Codable` representation. Elements of a list that have an `id` are matched by it, wherever they
/// are; others are matched if they are equal.
package struct ModelDifference: Codable, Equatable, Sendable {
    /// One changed part of the value.
    package struct Change: Codable, Equatable, Sendable {
        /// The path of the part in Swift's notation: `items[1].isDone`; empty for the value itself.
        package var path: String
        /// The old value, written as Swift; nil if there was none.
        package var before: String?
        /// The new value; nil if it was removed.
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

    /// Compares two values.
    ///
    /// If the values cannot be encoded, their printed forms are compared.
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

    /// Whether nothing changed, as far as the values' `Codable` shows.
    package var isEmpty: Bool { changes.isEmpty }

    /// Returns the changes as lines: `count: 1 → 2`, `items[2]: added (title: "Buy milk")`, `draft: removed "a"`.
    ///
    /// - Parameter limit: the most lines. If there are more changes, the last line contains their number.
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

    /// Returns the changes as lines for an expected first value and an actual second one: `count: expected 1, is 2`.
    ///
    /// - Parameter limit: the most lines. If there are more changes, the last line contains their number.
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

    /// Returns two texts for display side by side. If they are long, their common beginning is left out.
    private static func shortened(_ before: String?, _ after: String?) -> (String?, String?) {
        var common = 0
        if let before, let after, max(before.count, after.count) > longest {
            common = max(0, zip(before, after).prefix { $0 == $1 }.count - 20)
        }
        func shortened(_ text: String) -> String {
            let remainder = text.dropFirst(common)
            return (common > 0 ? "…" : "") + remainder.prefix(longest) + (remainder.count > longest ? "…" : "")
        }
        return (before.map(shortened), after.map(shortened))
    }
}
