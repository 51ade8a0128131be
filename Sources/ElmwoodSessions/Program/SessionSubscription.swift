import ElmwoodArchitecture

/// A subscription of a program of any type: see `Subscription`.
package struct SessionSubscription: Sendable {
    enum Kind: Sendable {
        case every(Duration, AnyMessage)
        /// The function makes a message of what was told; it throws where that is no such value.
        case topic(String, @Sendable (Payload) throws -> AnyMessage)
        case page(PageEvent, AnyMessage)
        case running(AnyEffect, id: String?)
    }

    let kind: Kind
    /// As a reader would write it.
    private let text: @Sendable () -> String

    init<P: Program>(_ subscription: Subscription<P>) {
        text = { subscription.description }
        switch subscription.kind {
        case .every(let time, let message): kind = .every(time, AnyMessage(message))
        case .topic(let name, let reader): kind = .topic(name) { AnyMessage(try reader.message($0)) }
        case .page(let event, let message): kind = .page(event, AnyMessage(message))
        case .running(let effect, let id): kind = .running(AnyEffect(effect), id: id)
        }
    }

    /// Whether the two are about the same, whatever messages they make of it.
    func isSame(as other: Self) -> Bool {
        switch (kind, other.kind) {
        case (.every(let time, _), .every(let otherTime, _)): time == otherTime
        case (.topic(let name, _), .topic(let otherName, _)): name == otherName
        case (.page(let event, _), .page(let otherEvent, _)): event == otherEvent
        case (.running(let effect, let id), .running(let otherEffect, let otherID)):
            id == otherID && effect == otherEffect
        case (.every, _), (.topic, _), (.page, _), (.running, _): false
        }
    }

    /// Whether something runs for it on the server.
    var isRun: Bool { if case .page = kind { false } else { true } }

    /// Whether something may come of it with no request of the page, or, where the page is closed, only its connection tells.
    var isPushed: Bool { if case .page(let event, _) = kind { event == .closed } else { true } }
}

extension SessionSubscription: CustomStringConvertible {
    package var description: String { text() }
}
