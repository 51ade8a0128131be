/// A message to a shared program, as a command has it.
@usableFromInline package struct Delivery<Message: Sendable>: Sendable {
    package let recipient: SharedAddress
    /// The message.
    package let value: any Codable & Equatable & Sendable
    /// Returns the message of that sender as JSON, with the path or pattern of the visitor's program that sends it.
    package let content: @Sendable (Sender, _ program: String?) throws -> [UInt8]
    /// Makes a message of what came of it; nil if the sender does not ask.
    package let answered: (@Sendable (SendOutcome) -> Message)?

    package init<S: SharedProgram>(
        _ message: S.Message,
        to recipient: SharedAddress,
        of program: S.Type,
        answered: (@Sendable (SendOutcome) -> Message)?
    ) {
        self.recipient = recipient
        value = message
        content = { try JSON.encode(Delivered(message, from: $0, of: $1)) }
        self.answered = answered
    }

    fileprivate init<Other: Sendable>(_ other: Delivery<Other>, answered: (@Sendable (SendOutcome) -> Message)?) {
        recipient = other.recipient
        value = other.value
        content = other.content
        self.answered = answered
    }

    /// Returns the same delivery of a parent program.
    func map<Parent: Sendable>(_ message: @escaping @Sendable (Message) -> Parent) -> Delivery<Parent> {
        guard let answered else { return Delivery<Parent>(self, answered: nil) }
        return Delivery<Parent>(self, answered: { message(answered($0)) })
    }
}

extension Delivery: Equatable where Message: Equatable {
    @usableFromInline package static func == (left: Self, right: Self) -> Bool {
        guard left.recipient == right.recipient, isEqual(left.value, right.value) else { return false }
        return SendOutcome.samples.allSatisfy { left.answered?($0) == right.answered?($0) }
    }

    private static func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool { left == right as? Value }
}

extension Delivery: CustomStringConvertible {
    @usableFromInline package var description: String { "send(\(value), to: \(recipient))" }
}

/// What came of a message to a shared program.
public enum SendOutcome: Codable, Equatable, Sendable {
    /// The shared program has applied it, and that is stored.
    case applied
    /// It was not applied, for the reason of that sentence: that of a ``Problem`` that the update has thrown, or of the limit that
    /// was reached.
    case failed(String)

    /// The sentence; nil if the message was applied.
    public var failure: String? { if case .failed(let sentence) = self { sentence } else { nil } }

    fileprivate static var samples: [SendOutcome] { [.applied, .failed("sample")] }
}

extension Command {
    /// Sends a message to a model of a shared program.
    ///
    /// ```swift
    /// case .said(let text): return .send(.said(Line(author: model.name, text: text)), to: Room.self, "lobby")
    /// ```
    ///
    /// It is sent with the turn: stored if the turn is, and not otherwise. The shared program applies it once, after those that this
    /// session has sent to it before.
    ///
    /// - Parameters:
    ///   - key: the key of the model.
    ///   - answered: makes a message of what came of it. The sentence of a failure is stored after the message was made, so the
    ///     function only passes it on.
    public static func send<S: SharedProgram>(
        _ message: S.Message,
        to program: S.Type,
        _ key: S.Key,
        answered: (@Sendable (SendOutcome) -> P.Message)? = nil
    ) -> Self {
        Self(.deliver(Delivery(message, to: SharedAddress(program, key), of: program, answered: answered)))
    }
}
