/// The latest values of topics, kept so that each session receives every one of them once, also one whose visitor was away and one
/// whose page is connected to another process.
///
/// A site that keeps broadcasts shares it. Programs then send with ``Command/broadcast(_:_:isKept:)``, and subscribe from a position that
/// is a part of their model, so that what a value has changed is stored together with how far the session has heard:
///
/// ```swift
/// site.share(KeptBroadcasts(latest: 100))
///
/// // in an update
/// return .broadcast("orders", order, isKept: true)
///
/// // in the program that hears of them, whose model has `var heard = BroadcastPosition.now`
/// [.topic("orders", after: model.heard, Message.heard)]
///
/// case .heard(let news):
///     model.heard = news.position
///     model.orders += news.values
///     if news.hasMissed { model.notice = "Some orders came while you were away." }
/// ```
///
/// It is a shared program with a model for each topic: a value is stored with the turn that broadcasts it or not at all, and those of one
/// sender come in their order. All values of a topic are written with each new one, so that a hundred small ones cost little, and
/// thousands do not.
public struct KeptBroadcasts: SharedProgram {
    /// The kept values of one topic.
    public struct Model: Codable, Equatable, Sendable {
        /// The number of the last value: the first one of the topic has the number 1.
        var last: UInt64 = 0
        /// The latest values, the last one at the end.
        var values: [KeptValue] = []
    }

    /// What programs send it: ``Command/broadcast(_:_:isKept:)`` makes it.
    public enum Message: Codable, Equatable, Sendable {
        /// Adds a value to the topic's.
        case add(KeptValue)
    }

    private let limit: Int

    /// Creates it.
    ///
    /// - Parameter latest: how many values of a topic are kept: at least one. Who was away for more of them is told so.
    public init(latest: Int = 100) { limit = max(1, latest) }

    /// Begins a topic, of which nothing is kept yet.
    public func start(_ key: String) -> Start<Self> { Start(Model()) }

    /// Keeps one more value, instead of the oldest one if there are too many.
    public func update(_ model: inout Model, on message: Message, from sender: Sender) -> Command<Self> {
        switch message {
        case .add(let value):
            model.last &+= 1
            model.values.append(value)
            model.values.removeFirst(max(0, model.values.count - limit))
        }
        return .none
    }
}

/// A value of any type that is kept.
public struct KeptValue: Codable, Sendable {
    private let payload: Payload

    init(_ payload: Payload) { self.payload = payload }

    /// Reads any value.
    public init(from decoder: any Decoder) throws { payload = Payload(try JSONValue(from: decoder)) }

    /// Writes the value.
    public func encode(to encoder: any Encoder) throws { try payload.value.encode(to: encoder) }

    /// Returns the value if it is of that type, or its JSON decodes as one.
    func value<Value: Codable>(as type: Value.Type) -> Value? {
        if let value = payload.value as? Value { return value }
        return try? JSON.decode(Value.self, from: payload.json())
    }
}

extension KeptValue: Equatable {
    /// Whether their JSON is the same.
    public static func == (left: Self, right: Self) -> Bool {
        (try? left.payload.json()) == (try? right.payload.json())
    }
}

extension KeptValue: CustomStringConvertible {
    /// The value, as a reader would write it.
    public var description: String { payload.description }
}

/// How far a program has heard what is kept of a topic.
public struct BroadcastPosition: Codable, Hashable, Sendable {
    /// The number of the last value that it has heard; nil if it has just begun.
    let number: UInt64?

    init(_ number: UInt64?) { self.number = number }

    /// Where a program begins: it hears what is broadcast from then on.
    public static let now = BroadcastPosition(nil)
}

/// What a program has not heard yet of a topic.
public struct NewBroadcasts<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    /// The values, in the order of the broadcasts. None if the program has only learned where it begins.
    public var values: [Value]
    /// Whether there were more, which are not kept any more or are of another type.
    public var hasMissed: Bool
    /// How far the program has heard with these. It becomes a part of the model.
    public var position: BroadcastPosition

    /// Creates news, for tests.
    public init(_ values: [Value], hasMissed: Bool = false, position: BroadcastPosition = .now) {
        (self.values, self.hasMissed, self.position) = (values, hasMissed, position)
    }

    /// Returns what follows after a position; nil if nothing does.
    init?(in model: KeptBroadcasts.Model, after position: BroadcastPosition) {
        guard let heard = position.number else {
            self.init([], position: BroadcastPosition(model.last))
            return
        }
        // Another node may have heard more than this one has loaded. Of values that begin anew, since the former ones could not be read and
        // were set aside, a program hears once there are more than it has heard.
        guard heard < model.last else { return nil }
        let count = model.last - heard
        let kept = model.values.suffix(Int(clamping: count))
        let values = kept.compactMap { $0.value(as: Value.self) }
        let hasMissed = UInt64(values.count) < count
        self.init(values, hasMissed: hasMissed, position: BroadcastPosition(model.last))
    }
}

extension Command {
    /// Sends a value to every session of this site that subscribes to the topic, and keeps it for those that are away.
    ///
    /// The site shares ``KeptBroadcasts``, and programs subscribe with ``Subscription/topic(_:after:_:)``.
    ///
    /// - Parameter isKept: whether each session is to receive it once. If not, it is ``broadcast(_:_:)``, which reaches those that are
    ///   there, and is kept nowhere.
    public static func broadcast(_ topic: String, _ payload: some Codable & Sendable, isKept: Bool) -> Self {
        guard isKept else { return .broadcast(topic, payload) }
        return .send(.add(KeptValue(Payload(payload))), to: KeptBroadcasts.self, topic)
    }
}

extension Subscription {
    /// Sends a message with the kept values of a topic that the program has not heard, each once: at the beginning, and when there are new
    /// ones. See ``KeptBroadcasts``.
    ///
    /// - Parameter position: how far the model has heard. The message has the position that the model is to have next: an update that does
    ///   not take it receives the same values again.
    public static func topic<Value: Codable & Equatable & Sendable>(
        _ name: String,
        after position: BroadcastPosition,
        _ message: @escaping @Sendable (NewBroadcasts<Value>) -> P.Message
    ) -> Self {
        let reader = PayloadReader(
            { (model: KeptBroadcasts.Model) in NewBroadcasts<Value>(in: model, after: position).map(message) },
            samples: { SampleDecoder.samples(of: Value.self).map { message(NewBroadcasts([$0])) } }
        )
        return Self(.topic(SharedAddress(KeptBroadcasts.self, name).topic, reader))
    }
}
