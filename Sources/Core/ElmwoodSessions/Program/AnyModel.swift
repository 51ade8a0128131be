import ElmwoodSupervisor

// The values of a program of any type. Sessions store them and pass them on; only the program's driver uses their content.

/// A model of a program of any type.
///
/// What is done with its value is a function of the program's driver, so its type's conformances are not in each session.
package struct AnyModel: Sendable {
    package let value: any Sendable
    /// The program's subscriptions for this model, evaluated once when the model is made.
    var subscriptions: [SessionSubscription] = []
    private var companion = Companion.none
    /// Identifies the model in the record of faults, in this process and the next; nil if no record is kept, or nothing identifies
    /// it. The model itself is never hashed, since that would take longer than to render it.
    var faultKey: FaultKey?

    /// What is kept beside the value: one thing at a time, since each field would make every idle session larger.
    private enum Companion {
        case none
        case view(RenderedPage)
        case reads(ModelReads)
    }

    package init(_ value: some Codable & Equatable & Sendable) { self.value = value }

    /// A view of it that was rendered for a request, for those that soon follow (``KeptViews``); nil if none is kept. While turns are
    /// observed, none is.
    var view: RenderedPage? {
        get { if case .view(let view) = companion { view } else { nil } }
        set {
            if case .reads = companion { return }
            companion = newValue.map { .view($0) } ?? .none
        }
    }

    /// What its views read; nil if no one observes the session's turns.
    var reads: ModelReads? {
        get { if case .reads(let reads) = companion { reads } else { nil } }
        set {
            if let newValue { companion = .reads(newValue) } else if reads != nil { companion = .none }
        }
    }

    /// Returns the same model with another key.
    func identified(by key: FaultKey) -> AnyModel {
        var model = self
        model.faultKey = key
        return model
    }
}

/// A message of a program of any type.
package struct AnyMessage: Equatable, Sendable {
    package let value: any Codable & Equatable & Sendable
    /// Identifies the message's cause, and the model it was meant for, in the record of faults. Nil if the message and the present
    /// model identify the call.
    var faultKey: FaultKey?

    package init(_ value: some Codable & Equatable & Sendable) { self.value = value }

    package static func == (left: Self, right: Self) -> Bool { areEqual(left.value, right.value) }
}

/// An effect of a program of any type.
package struct AnyEffect: Equatable, Sendable {
    package let value: any Codable & Equatable & Sendable

    package init(_ value: some Codable & Equatable & Sendable) { self.value = value }

    package static func == (left: Self, right: Self) -> Bool { areEqual(left.value, right.value) }
}

extension AnyMessage: CustomStringConvertible {
    package var description: String { String(describing: value) }
}

extension AnyEffect: CustomStringConvertible {
    package var description: String { String(describing: value) }
}

/// Whether both have the same type and are equal.
private func areEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool { right as? Value == left }
