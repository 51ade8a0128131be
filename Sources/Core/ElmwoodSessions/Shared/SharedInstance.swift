import ElmwoodArchitecture
import ElmwoodViewTree

/// The program of a shared model, independent of its type.
package protocol SharedModelProgram {
    /// The name of the shared program (`SharedProgram.name`).
    static var sharedName: String { get }
}

/// A shared program at one key, as a program whose sessions are its models: the same core runs both.
package struct SharedInstance<S: SharedProgram>: Program, SharedModelProgram {
    package typealias Model = S.Model
    package typealias Message = Delivered<S.Message>
    package typealias Effect = S.Effect

    private let program: S
    private let key: S.Key

    package init(_ program: S, at key: S.Key) {
        self.program = program
        self.key = key
    }

    package func start(_ visit: Visit) throws -> Start<Self> {
        let start = try program.start(key)
        return Start(start.model, own(start.command))
    }

    package func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        let command = try program.update(&model, on: message.message, from: message.sender)
        return command.isNone ? .none : own(command)
    }

    package func subscriptions(_ model: Model) -> [Subscription<Self>] {
        program.subscriptions(model).map { $0.map(Self.own, effect: { $0 }) }
    }

    package func perform(_ effect: Effect, send: Send<Message>) async throws {
        try await program.perform(
            effect,
            send: Send(attempt: send.attempt) {
                send(Self.own($0))
            } changed: {
                send.changed($0)
            }
        )
    }

    package func failed(_ effect: Effect, _ error: any Error) -> Message? {
        program.failed(effect, error).map(Self.own)
    }

    package func migrate(from stored: StoredModel) throws -> Model? { try program.migrate(from: stored) }

    /// A shared model has no page of its own.
    package func view(_ model: Model, on page: Page) throws -> Document<Message> { throw NotFound() }

    package static var sharedName: String { S.name }

    private func own(_ command: Command<S>) -> Command<Self> { command.lifted(Self.own, { $0 }, "") }

    /// What the program sends to itself, by an effect, a clock or a delay.
    private static func own(_ message: S.Message) -> Message { Delivered(message, from: .itself) }
}
