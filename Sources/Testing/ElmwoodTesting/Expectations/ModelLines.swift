import ElmwoodArchitecture
import ElmwoodHistory

/// The differences of two models that are not equal, as lines.
enum ModelLines {
    /// Returns what has changed: `count: 3 → 4`.
    static func changes<Model: Encodable & Sendable>(from old: Model, to new: Model, limit: Int) -> [String] {
        let lines = ModelDifference(from: old, to: new).lines(limit: limit)
        return lines.isEmpty ? unencoded(old, new) { "\($0): \($1) → \($2)" } : lines
    }

    /// Returns what differs from the expectation: `count: expected 3, is 4`.
    static func expectations<Model: Encodable & Sendable>(
        from expected: Model,
        to model: Model,
        limit: Int
    ) -> [String] {
        let lines = ModelDifference(from: expected, to: model).expectationLines(limit: limit)
        return lines.isEmpty ? unencoded(expected, model) { "\($0): expected \($1), is \($2)" } : lines
    }

    /// Returns the members that differ though the encoded models are equal.
    private static func unencoded(
        _ old: Any,
        _ new: Any,
        _ line: (_ name: String, _ old: String, _ new: String) -> String
    ) -> [String] {
        let lines = zip(Mirror(reflecting: old).children, Mirror(reflecting: new).children).compactMap { old, new in
            let (before, after) = (SwiftText.of(old.value), SwiftText.of(new.value))
            return before == after ? nil : line(old.label ?? "", before, after)
        }
        return lines.isEmpty ? ["in something that is not encoded"] : lines
    }
}
