import FoundationEssentials

/// Sends a message to the session that began an effect.
///
/// ```swift
/// func perform(_ effect: Effect, send: Send<Message>) async throws {
///     send(.loaded(try await client.load()))
/// }
/// ```
public struct Send<Message: Sendable>: Sendable {
    /// Identifies the effect that is carried out, and says whether this is a repetition.
    public let attempt: Attempt
    private let deliver: @Sendable (Message) -> Void
    private let tell: @Sendable (String) -> Void

    /// Creates a sender from a function that delivers a message.
    public init(attempt: Attempt = Attempt(), _ deliver: @escaping @Sendable (Message) -> Void) {
        self.init(attempt: attempt, deliver, changed: { _ in })
    }

    /// Creates a sender from functions that deliver a message, and tell that a topic's subject has changed.
    public init(
        attempt: Attempt = Attempt(),
        _ deliver: @escaping @Sendable (Message) -> Void,
        changed: @escaping @Sendable (String) -> Void
    ) {
        self.attempt = attempt
        self.deliver = deliver
        tell = changed
    }

    /// Queues the message behind those that are waiting. Does nothing once the session has ended.
    public func callAsFunction(_ message: Message) {
        deliver(message)
    }

    /// Says that what the topic is about has changed: the values that name it (``Read/topics``) are read again, and all open pages that
    /// show them show the new ones.
    ///
    /// ```swift
    /// try await database.execute("UPDATE articles SET title = \(title) WHERE slug = \(slug)")
    /// send.changed("article/\(slug)")
    /// send(.saved)
    /// ```
    public func changed(_ topic: String) { tell(topic) }
}

/// One attempt at an effect.
///
/// A durable effect whose process ended before it did is carried out again, and how far it got is unknown. So an effect that
/// charges a card or sends a letter passes the id on as an idempotency key, or checks first whether it has been done:
///
/// ```swift
/// func perform(_ effect: Effect, send: Send<Message>) async throws {
///     switch effect {
///     case .charge(let order):
///         if send.attempt.isRepeat, try await payments.has(send.attempt.id) { return send(.charged) }
///         try await payments.charge(order, key: send.attempt.id)
///         send(.charged)
///     }
/// }
/// ```
public struct Attempt: Equatable, Sendable {
    /// Identifies the effect: the same at each attempt, and different for every other effect of any session.
    public let id: String
    /// Whether an earlier process may have begun the effect.
    public let isRepeat: Bool

    /// Creates an attempt at the effect of that id; for tests.
    public init(id: String, isRepeat: Bool = false) {
        self.id = id
        self.isRepeat = isRepeat
    }

    /// Creates the first attempt at a new effect.
    public init() {
        self.init(id: UUID().uuidString)
    }

    /// Creates the first attempt at a new effect, named by bits from a source other than the system's generator.
    ///
    /// - Parameter bits: returns 64 unpredictable bits, different each time.
    package init(drawing bits: () -> UInt64) {
        // A UUID of version 4 (RFC 9562, section 5.4), as the system's generator makes.
        let high = bits() & ~0xF000 | 0x4000
        let low = bits() & ~(0b11 << 62) | 0b10 << 62
        func byte(_ word: UInt64, _ place: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> (56 - 8 * place)) }
        let uuid = UUID(
            uuid: (
                byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5), byte(high, 6),
                byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5),
                byte(low, 6), byte(low, 7)
            )
        )
        self.init(id: uuid.uuidString)
    }
}
