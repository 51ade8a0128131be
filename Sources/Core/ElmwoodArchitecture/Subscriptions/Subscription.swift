import ElmwoodViewTree

/// A source of messages that a program subscribes to, as data: an element of `subscriptions`.
///
/// ```swift
/// func subscriptions(_ model: Model) -> [Subscription<Self>] {
///     model.isRunning ? [.every(.milliseconds(100), .tick), .pageHidden(.pause)] : []
/// }
/// ```
///
/// A subscription's identity is its kind and its subject (the time between two ticks, the topic's name, the key, the effect). After
/// each turn the list is compared with the one before, by identity. New subscriptions start, missing ones stop, and the others
/// continue with their new message.
///
/// An identity that is listed twice runs once, and each of its messages is sent, in the order of the list. So two children with a
/// clock each tick together.
///
/// Time, topics and effects run while a live page of the visitor is open, hidden or not, and for a minute after the visitor's last
/// request. Then they stop, and start again with the next request. Events of a page are reported by its script; without script
/// there are none.
public struct Subscription<P: ProgramBase>: Sendable {
    package enum Kind: Sendable {
        case every(Duration, P.Message)
        case topic(String, PayloadReader<P.Message>)
        case page(PageEvent, P.Message)
        case arrived(@Sendable (Arrival) -> P.Message)
        case running(P.Effect, id: String?)
        case watchers(@Sendable (Watchers) -> P.Message)
    }

    package let kind: Kind

    package init(_ kind: Kind) {
        self.kind = kind
    }
}

extension Subscription {
    /// Sends the message repeatedly, with that time between. The first one is sent after that time.
    ///
    /// If the turns take longer than that, ticks are left out: they never pile up. A time below 10 milliseconds counts as 10
    /// milliseconds. The time is the identity: if it changes, the clock starts anew.
    public static func every(_ duration: Duration, _ message: P.Message) -> Self {
        Self(.every(min(max(.milliseconds(10), duration), .seconds(10 * 365 * 86_400)), message))
    }

    /// Sends a message for each value that a session of this site broadcasts on that topic.
    ///
    /// ```swift
    /// .topic("chat", Message.heard)
    /// ```
    ///
    /// A value of another type than the function's is converted by way of its JSON. If that fails, it is left out and logged. See
    /// ``Command/broadcast(_:_:)``.
    public static func topic<Payload: Codable & Sendable>(
        _ name: String,
        _ message: @escaping @Sendable (Payload) -> P.Message
    ) -> Self {
        Self(.topic(name, PayloadReader(message)))
    }

    /// Performs an effect as long as it is listed: a long-lived source of messages.
    ///
    /// ```swift
    /// .running(.watchPrices(of: model.symbol))
    /// ```
    ///
    /// The program's `perform` carries it out, and is expected to run until its task is cancelled. If it returns or throws, that is
    /// logged or passed to `failed`, and it is performed again: after a second, then two, then four, a minute at most. Effect and
    /// id are its identity.
    public static func running(_ effect: P.Effect, id: String? = nil) -> Self { Self(.running(effect, id: id)) }
}

extension Subscription where P: Program {
    /// Sends the message when a page of the visitor has been opened and its script is connected: once for each page. If sessions
    /// are stored, a page that was open at a restart of the server is not reported again when it reconnects. If it does not
    /// reconnect, ``pageClosed(_:)`` reports it.
    public static func pageOpened(_ message: P.Message) -> Self { Self(.page(.opened, message)) }

    /// Sends a message when the visitor asks for a page of the program at an address: when they open or reload it, follow a link, or go
    /// back, and when the program navigates. The page that they see shows what came of it.
    ///
    /// ```swift
    /// func subscriptions(_ model: Model) -> [Subscription<Self>] { [.arrived(Message.arrived)] }
    /// ```
    ///
    /// It comes after the start, and before the page is shown; effects that it begins are awaited like those of a post. It does not
    /// come for a page that the browser only prefetches, nor for the page that a post returns to. A visitor who has done nothing
    /// yet has no session: the message then changes a model that is forgotten, unless its update returns a command.
    ///
    /// If the update throws ``NotFound``, there is nothing at the address.
    public static func arrived(_ message: @escaping @Sendable (Arrival) -> P.Message) -> Self {
        Self(.arrived(message))
    }

    /// Sends the message when a page of the visitor was closed or is unreachable: for ten seconds, or a quarter of an hour if
    /// hidden (`SessionLimits.pageAbsence`, `hiddenPageAbsence`). This includes a page that was open at a restart of the server and
    /// did not reconnect.
    ///
    /// A page in a tab that the visitor does not see is open: it closes its connection, polls once a minute, and is not reported as
    /// closed. A browser that puts such a tab to sleep stops its polling: after a quarter of an hour the page counts as closed, and
    /// is opened once more when the visitor returns to it.
    public static func pageClosed(_ message: P.Message) -> Self { Self(.page(.closed, message)) }

    /// Sends the message when a page of the visitor becomes visible again, after another tab or application covered it.
    public static func pageVisible(_ message: P.Message) -> Self { Self(.page(.visible, message)) }

    /// Sends the message when a page of the visitor becomes hidden.
    public static func pageHidden(_ message: P.Message) -> Self { Self(.page(.hidden, message)) }

    /// Sends the message when the visitor's device is online again.
    public static func online(_ message: P.Message) -> Self { Self(.page(.online, message)) }

    /// Sends the message when the visitor's device was offline. It arrives once the device is online again.
    public static func offline(_ message: P.Message) -> Self { Self(.page(.offline, message)) }

    /// Sends the message when that key is pressed, wherever on the page the focus is.
    public static func key(_ key: HtmlValue.Key, _ message: P.Message) -> Self { Self(.page(.key(key), message)) }

    /// Sends the message when those keys are pressed, wherever on the page the focus is. The browser then does not do what they mean to it.
    ///
    /// ```swift
    /// .shortcut(.key("k", .control), .search)
    /// ```
    ///
    /// A key without Control or Alt is none while the visitor types into a field. Control counts as Command on a Mac.
    public static func shortcut(_ key: KeyFilter, _ message: P.Message) -> Self {
        Self(.page(.shortcut(key), message))
    }
}

extension Subscription {
    /// Whether the two have the same identity, whatever messages they make.
    package func isSame(as other: Self) -> Bool {
        // Switches over one value at a time: a pair of them would be copied as a whole.
        switch kind {
        case .every(let time, _): if case .every(let otherTime, _) = other.kind { time == otherTime } else { false }
        case .topic(let name, _): if case .topic(let otherName, _) = other.kind { name == otherName } else { false }
        case .page(let event, _): if case .page(let otherEvent, _) = other.kind { event == otherEvent } else { false }
        case .arrived: if case .arrived = other.kind { true } else { false }
        case .watchers: if case .watchers = other.kind { true } else { false }
        case .running(let effect, let id):
            if case .running(let otherEffect, let otherID) = other.kind {
                id == otherID && effect == otherEffect
            } else {
                false
            }
        }
    }

}

extension Subscription: Equatable {
    /// Whether two subscriptions have the same identity and make the same messages.
    ///
    /// Functions cannot be compared, so two of a ``topic(_:_:)`` are equal if the topic and the type are the same, and so are the
    /// messages made of a few sample values: see ``Command``. Two of ``arrived(_:)`` are compared by two sample addresses, and two of
    /// ``watchers(_:)`` by two samples of them.
    public static func == (left: Self, right: Self) -> Bool {
        guard left.isSame(as: right) else { return false }
        return switch (left.kind, right.kind) {
        case (.every(_, let left), .every(_, let right)): left == right
        case (.topic(_, let left), .topic(_, let right)): left == right
        case (.page(_, let left), .page(_, let right)): left == right
        case (.arrived(let left), .arrived(let right)): arrivalProbes.allSatisfy { left($0) == right($0) }
        case (.watchers(let left), .watchers(let right)): watcherProbes.allSatisfy { left($0) == right($0) }
        case (.every, _), (.topic, _), (.page, _), (.arrived, _), (.running, _), (.watchers, _): true
        }
    }

    private static var watcherProbes: [Watchers] {
        let ada = Watcher(id: "1", name: "Ada")
        return [Watchers(all: [ada], came: [ada]), Watchers(all: [], went: [ada])]
    }

    private static var arrivalProbes: [Arrival] { [Arrival(), Arrival(path: "/a/1", query: ["b": "2"])] }
}

extension Subscription: CustomStringConvertible {
    /// The subscription as it is written in Swift: `every(1.0 seconds, tick)`.
    public var description: String {
        switch kind {
        case .every(let time, let message): "every(\(time), \(message))"
        case .topic(let name, _):
            SharedAddress(topic: name).map { $0.subscription } ?? "topic(\(String(reflecting: name)))"
        case .page(let event, let message):
            switch event {
            case .opened: "pageOpened(\(message))"
            case .closed: "pageClosed(\(message))"
            case .visible: "pageVisible(\(message))"
            case .hidden: "pageHidden(\(message))"
            case .online: "online(\(message))"
            case .offline: "offline(\(message))"
            case .key(let key): "key(.\(key.rawValue), \(message))"
            case .shortcut(let key): "shortcut(\(key), \(message))"
            }
        case .arrived: "arrived"
        case .watchers: "watchers"
        case .running(let effect, let id): "running(\(effect)\(id.map { ", id: \(String(reflecting: $0))" } ?? ""))"
        }
    }
}
