import ElmwoodArchitecture

/// A subscription of a program of any type: see `Subscription`.
package struct SessionSubscription: Sendable {
    enum Kind: Sendable {
        case every(Duration)
        case topic(String)
        case page(PageEvent)
        case arrived
        indirect case running(AnyEffect, id: String?)
        case watchers
    }

    let kind: Kind
    /// The program's own, which makes the messages: every open page has some, and a function for each message would be larger.
    let source: any MessageSource

    init<P: Program>(_ subscription: Subscription<P>) {
        source = subscription
        switch subscription.kind {
        case .every(let time, _): kind = .every(time)
        case .topic(let name, _): kind = .topic(name)
        case .page(let event, _): kind = .page(event)
        case .arrived: kind = .arrived
        case .running(let effect, let id): kind = .running(AnyEffect(effect), id: id)
        case .watchers: kind = .watchers
        }
    }

    /// Whether both have the same source, regardless of their messages.
    func isSame(as other: Self) -> Bool {
        switch (kind, other.kind) {
        case (.every(let time), .every(let otherTime)): time == otherTime
        case (.topic(let name), .topic(let otherName)): name == otherName
        case (.page(let event), .page(let otherEvent)): event == otherEvent
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
        case .page(let event): event == .closed
        case .arrived: false
        case .every, .topic, .running, .watchers: true
        }
    }
}

extension SessionSubscription: CustomStringConvertible {
    /// Its description, as a reader would write it.
    package var description: String { source.description }
}

extension [SessionSubscription] {
    /// Returns a list of one of them. That of a single one is the list itself, which needs no further memory.
    func only(_ index: Int) -> [SessionSubscription] { count == 1 ? self : [self[index]] }
}

/// A subscription of a program of any type, asked for its messages.
protocol MessageSource: Sendable, CustomStringConvertible {
    /// The message of a clock, or of an event of a page; nil if it is another subscription.
    var message: AnyMessage? { get }
    /// Returns the message for a payload of its topic; nil if that tells nothing new. Throws if the payload has another type.
    func message(for payload: Payload) throws -> AnyMessage?
    /// Returns the message for an arrival; nil if it is another subscription.
    func message(for arrival: Arrival) -> AnyMessage?
    /// Returns the message for a change of the watchers; nil if it is another subscription.
    func message(for watchers: Watchers) -> AnyMessage?
}

extension Subscription: MessageSource where P: Program {
    var message: AnyMessage? {
        switch kind {
        case .every(_, let message), .page(_, let message): AnyMessage(message)
        case .topic, .arrived, .running, .watchers: nil
        }
    }

    func message(for payload: Payload) throws -> AnyMessage? {
        guard case .topic(_, let reader) = kind else { return nil }
        return try reader.message(for: payload).map { AnyMessage($0) }
    }

    func message(for arrival: Arrival) -> AnyMessage? {
        if case .arrived(let make) = kind { AnyMessage(make(arrival)) } else { nil }
    }

    func message(for watchers: Watchers) -> AnyMessage? {
        if case .watchers(let make) = kind { AnyMessage(make(watchers)) } else { nil }
    }
}
