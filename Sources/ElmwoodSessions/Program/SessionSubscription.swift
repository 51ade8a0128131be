import ElmwoodArchitecture

/// A subscription of a program of any type: see `Subscription`.
package struct SessionSubscription: Sendable {
    enum Kind: Sendable {
        case every(Duration, AnyMessage)
        /// The function makes a message of the topic's payload; nil if that tells nothing new. It throws if the payload has another type.
        case topic(String, @Sendable (Payload) throws -> AnyMessage?)
        case page(PageEvent, AnyMessage)
        case arrived(@Sendable (Arrival) -> AnyMessage)
        case running(AnyEffect, id: String?)
        case watchers(@Sendable (Watchers) -> AnyMessage)
    }

    let kind: Kind
    /// Its description, as a reader would write it.
    private let text: @Sendable () -> String

    init<P: Program>(_ subscription: Subscription<P>) {
        text = { subscription.description }
        switch subscription.kind {
        case .every(let time, let message): kind = .every(time, AnyMessage(message))
        case .topic(let name, let reader): kind = .topic(name) { try reader.message($0).map { AnyMessage($0) } }
        case .page(let event, let message): kind = .page(event, AnyMessage(message))
        case .arrived(let make): kind = .arrived { AnyMessage(make($0)) }
        case .running(let effect, let id): kind = .running(AnyEffect(effect), id: id)
        case .watchers(let make): kind = .watchers { AnyMessage(make($0)) }
        }
    }

    /// Whether both have the same source, regardless of their messages.
    func isSame(as other: Self) -> Bool {
        switch (kind, other.kind) {
        case (.every(let time, _), .every(let otherTime, _)): time == otherTime
        case (.topic(let name, _), .topic(let otherName, _)): name == otherName
        case (.page(let event, _), .page(let otherEvent, _)): event == otherEvent
        case (.running(let effect, let id), .running(let otherEffect, let otherID)):
            id == otherID && effect == otherEffect
        case (.arrived, .arrived), (.watchers, .watchers): true
        case (.every, _), (.topic, _), (.page, _), (.arrived, _), (.running, _), (.watchers, _): false
        }
    }

    /// Whether it has a source that runs on the server.
    var isRun: Bool {
        switch kind {
        case .page, .arrived: false
        case .every, .topic, .running, .watchers: true
        }
    }

    /// Whether it concerns only the requests for pages, so that no open page has to be connected for it.
    var isArrival: Bool { if case .arrived = kind { true } else { false } }

    /// Whether it is to those who watch a shared model.
    var isOfWatchers: Bool { if case .watchers = kind { true } else { false } }

    /// Whether it can produce a message without a request of the page. The event `closed` may only be noticed by the end of the
    /// connection.
    var isPushed: Bool {
        switch kind {
        case .page(let event, _): event == .closed
        case .arrived: false
        case .every, .topic, .running, .watchers: true
        }
    }
}

extension SessionSubscription: CustomStringConvertible {
    package var description: String { text() }
}
