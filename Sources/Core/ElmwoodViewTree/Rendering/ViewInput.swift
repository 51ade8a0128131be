/// A value from outside of the model that a view uses, or the request for one that it does without.
package protocol ViewInput: AnyObject, Sendable {}

/// The values from outside that are available to a view.
package protocol ViewInputs: AnyObject, Sendable {
    /// Whether a view would use the same input again: the same value, or none where it did without.
    func contains(_ input: any ViewInput) -> Bool
}

/// The error of a view that cannot be rendered without inputs that are not available.
package struct MissingInputs: Error {
    package let inputs: [any ViewInput]

    package init(_ inputs: [any ViewInput]) {
        self.inputs = inputs
    }
}

/// What a render has used from outside, and what it lacks.
struct InputNotes {
    /// What the view has used: values, and requests that it did without. A lazy part is reused while all of its own are current.
    var used: [any ViewInput] = []
    /// What the view cannot be rendered without.
    var missing: [any ViewInput] = []
    /// What is available to the view.
    var available: (any ViewInputs)?

    var isUnused: Bool { used.isEmpty && missing.isEmpty && available == nil }

    mutating func use(_ input: any ViewInput) {
        if used.last !== input { used.append(input) }
    }

    func isCurrent(_ inputs: [any ViewInput]) -> Bool {
        guard let available else { return inputs.isEmpty }
        return inputs.allSatisfy { available.contains($0) }
    }
}

/// Records for the render on this thread that its view uses the input. Returns false if there is none.
@discardableResult
package func noteThatViewUses(_ input: any ViewInput) -> Bool {
    guard let arena = Arena.current else { return false }
    arena.pointee.inputs.use(input)
    return true
}

/// Records for the render on this thread that its view cannot be rendered without the input. Whatever the view does with that, its
/// render throws ``MissingInputs``. Returns false if there is no render.
package func noteThatViewLacks(_ input: any ViewInput) -> Bool {
    guard let arena = Arena.current else { return false }
    arena.pointee.inputs.missing.append(input)
    return true
}
