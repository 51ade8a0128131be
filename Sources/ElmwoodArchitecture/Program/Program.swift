import ElmwoodViewTree

/// A program of The Elm Architecture: a model, the messages that change it, and a view of it.
///
/// A program is an immutable value. What it depends on (a database, a client of another service) are its stored properties. Elmwood
/// stores one model for each visitor session, and calls these functions. `start`, `update` and `view` are pure and fast. Work
/// outside the program is an `Effect`, carried out by `perform`.
///
/// ```swift
/// struct Counter: Program {
///     struct Model: Codable, Equatable, Sendable { var count = 0 }
///     enum Message: Codable, Equatable, Sendable { case increment, decrement }
///
///     func start(_ visit: Visit) -> Start<Self> { Start(Model()) }
///
///     func update(_ model: inout Model, on message: Message) -> Command<Self> {
///         switch message {
///         case .increment: model.count += 1
///         case .decrement: model.count -= 1
///         }
///         return .none
///     }
///
///     func view(_ model: Model, on page: Page) -> Document<Message> {
///         Document("Counter") {
///             button("−", .decrement)
///             output { "\(model.count)" }
///             button("+", .increment)
///         }
///     }
/// }
/// ```
public protocol Program: Sendable {
    /// Everything that the program knows about one visitor's session. Equal models have the same view of what is read for it: if an update leaves the model
    /// equal and returns no command, nothing is stored and no page is rendered.
    associatedtype Model: Codable & Equatable & Sendable
    /// What can happen. A control of the view offers a message; an effect sends some.
    associatedtype Message: Codable & Equatable & Sendable
    /// What the program asks the outside world to do, as data. `Never` if it has no effects.
    associatedtype Effect: Codable & Equatable & Sendable = Never

    /// Returns the model that a new session begins with, and the command to carry out at once.
    ///
    /// It is called for every visitor who has no session yet, and may be called again for the same visitor until a first message
    /// arrives: visitors who only read are not held in memory.
    func start(_ visit: Visit) throws -> Start<Self>

    /// Changes the model in response to a message, and returns the command to carry out.
    ///
    /// If it throws, the whole turn is rolled back: the model is what it was before. A ``Problem`` refuses what the visitor has
    /// posted, with a sentence at the field; any other error is logged, and the visitor sees an error page.
    func update(_ model: inout Model, on message: Message) throws -> Command<Self>

    /// Returns what the program subscribes to for this model: passing time, topics, events of the visitor's pages.
    ///
    /// It is called after each turn, and its result is compared with the previous one: see ``Subscription``.
    func subscriptions(_ model: Model) -> [Subscription<Self>]

    /// Returns the page that shows the model. A visitor can send only what it offers.
    func view(_ model: Model, on page: Page) throws -> Document<Message>

    /// Carries out an effect, and sends its results as messages, any number of them.
    ///
    /// It runs in a task of its own, which `Command.cancel` and the end of the session cancel. An error that it throws goes to
    /// ``failed(_:_:)``. A durable effect may be carried out more than once: see ``Attempt``.
    func perform(_ effect: Effect, send: Send<Message>) async throws

    /// Returns the message for an effect that threw, or nil if logging the error is enough.
    func failed(_ effect: Effect, _ error: any Error) -> Message?

    /// Returns the model for one that an earlier version of the program stored and that no longer decodes as a `Model`.
    ///
    /// It is not called if properties were only added: the stored model is completed with what ``start(_:)`` returns now, for a
    /// visit of `/` without query and languages, and the start's command is not carried out. It is called if a stored key was
    /// renamed, or has gone while another one is missing; if a value is of another type; and if something is missing in an array's
    /// elements or in a case that the start's model does not have.
    ///
    /// If it returns nil or throws, the visitor's session starts anew. The stored model is retained separately, and the log says
    /// so.
    func migrate(from stored: StoredModel) throws -> Model?

    /// Returns the page shown to a visitor if `start`, `update` or `view` threw, or nil for Elmwood's own page.
    func view(_ error: any Error, on page: Page) -> Document<Message>?
}

extension Program {
    /// By default a program has no subscriptions.
    public func subscriptions(_ model: Model) -> [Subscription<Self>] { [] }

    /// By default an effect that threw is logged, and sends nothing.
    public func failed(_ effect: Effect, _ error: any Error) -> Message? { nil }

    /// By default a program cannot migrate stored models.
    public func migrate(from stored: StoredModel) throws -> Model? { nil }

    /// By default a program shows Elmwood's own error page.
    public func view(_ error: any Error, on page: Page) -> Document<Message>? { nil }
}

extension Program where Effect == Never {
    /// A program without effects has none to perform.
    public func perform(_ effect: Never, send: Send<Message>) async throws {}
}

/// The model and the first command of a new session.
public struct Start<P: Program>: Sendable {
    /// The model of the new session.
    public var model: P.Model
    /// The command to carry out at once.
    public var command: Command<P>

    /// Creates a start.
    public init(_ model: P.Model, _ command: Command<P> = .none) {
        self.model = model
        self.command = command
    }
}
