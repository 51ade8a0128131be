/// What a ``Program`` and a ``SharedProgram`` have in common: a model, the messages that change it, and effects.
///
/// It is no protocol to conform to: a type conforms to one of the two.
public protocol ProgramBase: Sendable {
    /// Everything that the program knows: about one visitor's session, or about what many share. Equal models have the same view of
    /// what is read for it: if an update leaves the model equal and returns no command, nothing is stored and no page is rendered.
    associatedtype Model: Codable & Equatable & Sendable
    /// What can happen. A control of the view offers a message; an effect sends some.
    associatedtype Message: Codable & Equatable & Sendable
    /// What the program asks the outside world to do, as data. `Never` if it has no effects.
    associatedtype Effect: Codable & Equatable & Sendable = Never

    /// Returns what the program subscribes to for this model: passing time, topics, and for a ``Program`` events of the visitor's pages.
    ///
    /// It is called after each turn, and its result is compared with the previous one: see ``Subscription``.
    func subscriptions(_ model: Model) -> [Subscription<Self>]

    /// Carries out an effect, and sends its results as messages, any number of them.
    ///
    /// It runs in a task of its own, which `Command.cancel` and the end of the model cancel. An error that it throws goes to
    /// ``failed(_:_:)``. A durable effect may be carried out more than once: see ``Attempt``.
    func perform(_ effect: Effect, send: Send<Message>) async throws

    /// Returns the message for an effect that threw, or nil if logging the error is enough.
    func failed(_ effect: Effect, _ error: any Error) -> Message?

    /// Returns the model for one that an earlier version of the program stored and that no longer decodes as a `Model`.
    ///
    /// It is not called if properties were only added: the stored model is completed with what `start` returns now (for a visit of `/`
    /// without query and languages, or for the key), and the start's command is not carried out. It is called if a stored key was
    /// renamed, or has gone while another one is missing; if a value is of another type; and if something is missing in an array's
    /// elements or in a case that the start's model does not have.
    ///
    /// If it returns nil or throws, the program starts anew. The stored model is retained separately, and the log says so.
    func migrate(from stored: StoredModel) throws -> Model?
}

extension ProgramBase {
    /// By default a program has no subscriptions.
    public func subscriptions(_ model: Model) -> [Subscription<Self>] { [] }

    /// By default an effect that threw is logged, and sends nothing.
    public func failed(_ effect: Effect, _ error: any Error) -> Message? { nil }

    /// By default a program cannot migrate stored models.
    public func migrate(from stored: StoredModel) throws -> Model? { nil }
}

extension ProgramBase where Effect == Never {
    /// A program without effects has none to perform.
    public func perform(_ effect: Never, send: Send<Message>) async throws {}
}
