import FoundationEssentials

/// Sends a message to the session that began an effect.
///
/// ```swift
/// func perform(_ effect: Effect, send: Send<Message>) async throws {
///     send(.loaded(try await client.load()))
/// }
/// ```
public struct Send<Message: Sendable>: Sendable {
    /// Which effect it is that is carried out, and whether again.
    public let attempt: Attempt
    private let deliver: @Sendable (Message) -> Void

    /// Creates a sender from what delivers a message.
    public init(attempt: Attempt = Attempt(), _ deliver: @escaping @Sendable (Message) -> Void) {
        self.attempt = attempt
        self.deliver = deliver
    }

    /// Queues the message: its turn comes after the ones that wait already. Once the session has ended it does nothing.
    public func callAsFunction(_ message: Message) {
        deliver(message)
    }
}

/// One attempt at an effect.
///
/// A durable effect whose process ended before it did is carried out again, and nobody knows how far it had come. So who
/// charges a card or sends a letter hands the id on as an idempotency key, or looks first whether it has been done:
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
    /// Names the effect: the same at each attempt, and of no other effect of any session.
    public let id: String
    /// Whether the effect may have been begun before, by a process that has ended since.
    public let isRepeat: Bool

    /// An attempt at the effect of that id; for tests.
    public init(id: String, isRepeat: Bool = false) {
        self.id = id
        self.isRepeat = isRepeat
    }

    /// The first attempt at an effect that has not been tried before.
    public init() {
        self.init(id: UUID().uuidString)
    }
}
