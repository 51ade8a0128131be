import ElmwoodSupervisor

// What belongs to a program of any type. Sessions hold these and hand them on; only the program's driver looks into them.

/// A model of a program of any type.
package struct AnyModel: Equatable, Sendable {
    package let value: any Codable & Equatable & Sendable
    /// Identifies the model in the record of faults, in this process and the next; nil where no record is kept, or nothing
    /// identifies it. The model itself is never digested: that would take longer than to show it.
    var faultKey: FaultKey?
    /// What the program wants to be told of at this model. It is asked for once, when the model is made.
    var subscriptions: [SessionSubscription] = []

    package init(_ value: some Codable & Equatable & Sendable) { self.value = value }

    package static func == (left: Self, right: Self) -> Bool { areEqual(left.value, right.value) }
}

/// A message of a program of any type.
package struct AnyMessage: Equatable, Sendable {
    package let value: any Codable & Equatable & Sendable
    /// Identifies in the record of faults what brought the message, and the model that it was for; nil where the message and the
    /// model that it comes to do.
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

/// Whether both are of one type, and equal.
private func areEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool { right as? Value == left }
