import ElmwoodViewTree

/// Something that a program wants to be told of, as data: the elements of `subscriptions`.
///
/// ```swift
/// func subscriptions(_ model: Model) -> [Subscription<Self>] {
///     model.isRunning ? [.every(.milliseconds(100), .tick), .pageHidden(.pause)] : []
/// }
/// ```
///
/// A subscription has an identity: its kind, and what it is about (the time between two ticks, the topic's name, the key, the
/// effect). After each turn the list is compared with the one before, by identity. What is new starts, what is gone stops,
/// and what stays continues as it was, with the new message in the place of the old.
///
/// Where one identity is in the list twice, it runs once, and each message is sent, in the order of the list. So two children
/// with a clock each tick together.
///
/// Time, topics and effects run while a page is connected: while a live page of the visitor is open, hidden or not, or for a minute
/// after the visitor's last request. Then they stop, and start again with the next request. What happens to a page is told by its
/// script; without script nothing of it is.
public struct Subscription<P: Program>: Sendable {
    package enum Kind: Sendable {
        case every(Duration, P.Message)
        case topic(String, PayloadReader<P.Message>)
        case page(PageEvent, P.Message)
        case running(P.Effect, id: String?)
    }

    package let kind: Kind

    package init(_ kind: Kind) {
        self.kind = kind
    }
}

extension Subscription {
    /// The message again and again, with so much time between: first once it has passed.
    ///
    /// Where the turns take longer than that, ticks are left out: they never pile up. A time below 10 milliseconds is
    /// 10 milliseconds. The time is the identity: where it changes, the clock starts anew.
    public static func every(_ duration: Duration, _ message: P.Message) -> Self {
        Self(.every(min(max(.milliseconds(10), duration), .seconds(10 * 365 * 86_400)), message))
    }

    /// A message for each value that a session of this site tells on that topic.
    ///
    /// ```swift
    /// .topic("chat", Message.heard)
    /// ```
    ///
    /// A value of another type than the function's is converted by way of its JSON where that goes; else it is left out and
    /// logged. See ``Command/broadcast(_:_:)``.
    public static func topic<Payload: Codable & Sendable>(
        _ name: String,
        _ message: @escaping @Sendable (Payload) -> P.Message
    ) -> Self {
        Self(.topic(name, PayloadReader(message)))
    }

    /// The message when a page of the visitor has been opened, and its script is connected: once for each page. Where sessions are
    /// stored, a page that was open when the server was started again is no new one when it comes back, and where it does not
    /// come back, ``pageClosed(_:)`` tells of it.
    public static func pageOpened(_ message: P.Message) -> Self { Self(.page(.opened, message)) }

    /// The message when a page of the visitor was closed, or has been out of reach for a while: for ten seconds, or for a quarter of
    /// an hour where it is hidden (`SessionLimits.pageAbsence`, `hiddenPageAbsence`). Also of one that was open when the server was
    /// started again, and did not come back.
    ///
    /// A page in a tab that the visitor does not see is open: it gives its connection back, asks once a minute, and is not told as
    /// closed. A browser that puts such a tab to sleep lets it ask no more: after a quarter of an hour it counts as closed, and is
    /// opened once more when the visitor comes back to it.
    public static func pageClosed(_ message: P.Message) -> Self { Self(.page(.closed, message)) }

    /// The message when a page of the visitor is seen again: another tab or application was before it.
    public static func pageVisible(_ message: P.Message) -> Self { Self(.page(.visible, message)) }

    /// The message when a page of the visitor is not seen any more.
    public static func pageHidden(_ message: P.Message) -> Self { Self(.page(.hidden, message)) }

    /// The message when the visitor's device is connected again.
    public static func online(_ message: P.Message) -> Self { Self(.page(.online, message)) }

    /// The message when the visitor's device has lost its connection. It comes once there is one again.
    public static func offline(_ message: P.Message) -> Self { Self(.page(.offline, message)) }

    /// The message when that key is pressed, wherever on the page the focus is.
    public static func key(_ key: HtmlValue.Key, _ message: P.Message) -> Self { Self(.page(.key(key), message)) }

    /// Performs an effect for as long as it is in the list: a long-lived source of messages.
    ///
    /// ```swift
    /// .running(.watchPrices(of: model.symbol))
    /// ```
    ///
    /// The program's `perform` carries it out, and is expected to run until its task is cancelled. Where it returns or
    /// throws, that is logged, or told by `failed`, and it is performed again: after a second, then two, then four, a minute
    /// at most. Effect and id are its identity.
    public static func running(_ effect: P.Effect, id: String? = nil) -> Self { Self(.running(effect, id: id)) }
}

extension Subscription {
    /// Whether the two are about the same, whatever messages they make of it.
    package func isSame(as other: Self) -> Bool {
        // One at a time: a pair of them would be copied as a whole.
        switch kind {
        case .every(let time, _): if case .every(let otherTime, _) = other.kind { time == otherTime } else { false }
        case .topic(let name, _): if case .topic(let otherName, _) = other.kind { name == otherName } else { false }
        case .page(let event, _): if case .page(let otherEvent, _) = other.kind { event == otherEvent } else { false }
        case .running(let effect, let id):
            if case .running(let otherEffect, let otherID) = other.kind {
                id == otherID && effect == otherEffect
            } else {
                false
            }
        }
    }

    /// Whether something runs for it on the server.
    package var isRun: Bool {
        if case .page = kind { false } else { true }
    }

    /// Whether something may come of it with no request of the page, or, where the page is closed, only its connection tells.
    package var isPushed: Bool {
        if case .page(let event, _) = kind { event == .closed } else { true }
    }
}

extension Subscription: Equatable {
    /// Two subscriptions are equal where they are about the same and make the same messages of it.
    ///
    /// Functions cannot be compared, so two of a ``topic(_:_:)`` are equal where the topic and the type are the same and so are
    /// the messages made of a few sample values: see ``Command``.
    public static func == (left: Self, right: Self) -> Bool {
        guard left.isSame(as: right) else { return false }
        return switch (left.kind, right.kind) {
        case (.every(_, let left), .every(_, let right)): left == right
        case (.topic(_, let left), .topic(_, let right)): left == right
        case (.page(_, let left), .page(_, let right)): left == right
        case (.every, _), (.topic, _), (.page, _), (.running, _): true
        }
    }
}

extension Subscription: CustomStringConvertible {
    /// The subscription as a reader would write it: `every(1.0 seconds, tick)`.
    public var description: String {
        switch kind {
        case .every(let time, let message): "every(\(time), \(message))"
        case .topic(let name, _): "topic(\(String(reflecting: name)))"
        case .page(let event, let message):
            switch event {
            case .opened: "pageOpened(\(message))"
            case .closed: "pageClosed(\(message))"
            case .visible: "pageVisible(\(message))"
            case .hidden: "pageHidden(\(message))"
            case .online: "online(\(message))"
            case .offline: "offline(\(message))"
            case .key(let key): "key(.\(key.rawValue), \(message))"
            }
        case .running(let effect, let id): "running(\(effect)\(id.map { ", id: \(String(reflecting: $0))" } ?? ""))"
        }
    }
}
