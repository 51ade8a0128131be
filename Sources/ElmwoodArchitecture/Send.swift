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

    /// The same, named by bits from elsewhere than the system's generator.
    ///
    /// - Parameter bits: gives 64 bits that nobody can foresee, others each time.
    package init(drawing bits: () -> UInt64) {
        // A UUID of version 4 (RFC 9562, section 5.4), as the system's is.
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
