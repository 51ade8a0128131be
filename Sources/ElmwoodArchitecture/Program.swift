import ElmwoodViewTree

/// A program of The Elm Architecture: a model, the messages that change it, and a view of it.
///
/// A program is an immutable value. What it depends on (a database, a client of another service) are its stored
/// properties. Elmwood holds one model for each visitor session, and calls these functions; `start`, `update` and
/// `view` are pure and fast, and what reaches outside is an `Effect`, carried out by `perform`.
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
    /// Everything that the program knows about one visitor's session.
    associatedtype Model: Codable & Equatable & Sendable
    /// What can happen. A control of the view offers one; an effect ends in one.
    associatedtype Message: Codable & Equatable & Sendable
    /// What the program asks the outside world to do, as data. `Never` where it asks nothing.
    associatedtype Effect: Codable & Equatable & Sendable = Never

    /// The model that a new session begins with, and the command to carry out at once.
    ///
    /// It is called for every visitor who has no session yet, and may be called again for the same visitor until a
    /// first message arrives: a visitor who only reads is not held in memory.
    func start(_ visit: Visit) throws -> Start<Self>

    /// Changes the model as the message says, and returns what is to be done outside.
    ///
    /// What it throws rolls the whole turn back: the model is what it was before.
    func update(_ model: inout Model, on message: Message) throws -> Command<Self>

    /// What the program wants to be told of while the model is like this: time that passes, topics, what happens to the
    /// visitor's pages.
    ///
    /// It is called after each turn, and what it answers is compared with what it answered before: see ``Subscription``.
    func subscriptions(_ model: Model) -> [Subscription<Self>]

    /// The page that shows the model. What it offers is all that a visitor can send.
    func view(_ model: Model, on page: Page) throws -> Document<Message>

    /// Carries an effect out, and sends what comes of it as messages, any number of them.
    ///
    /// It runs in a task of its own, is cancelled by `Command.cancel` and by the end of the session, and what it
    /// throws goes to ``failed(_:_:)``. A durable effect may be carried out more than once: see ``Attempt``.
    func perform(_ effect: Effect, send: Send<Message>) async throws

    /// The message for an effect that threw, or nil, where the log is enough.
    func failed(_ effect: Effect, _ error: any Error) -> Message?

    /// The model for one that an earlier version of the program stored, and that is no `Model` any more.
    ///
    /// It is not asked where there are new properties alone: what is stored is completed with what ``start(_:)`` gives now, for a
    /// visit of `/` without query and languages, and the start's command is not carried out. It is asked where a key that is stored
    /// has another name or has gone while another one is missing, where a value is of another type, and where something is missing
    /// in an array's elements or in a case that the start's model does not have.
    ///
    /// If it returns nil, or throws, the visitor's session starts anew; the stored one is kept aside, and the log says so.
    func migrate(from stored: StoredModel) throws -> Model?

    /// The page that a visitor sees where `start`, `update` or `view` threw; nil for Elmwood's own page.
    func view(_ error: any Error, on page: Page) -> Document<Message>?
}

extension Program {
    /// A program that says nothing else wants to be told of nothing.
    public func subscriptions(_ model: Model) -> [Subscription<Self>] { [] }

    /// An effect that threw is logged, and sends nothing.
    public func failed(_ effect: Effect, _ error: any Error) -> Message? { nil }

    /// A program that says nothing else makes nothing of models that it does not know.
    public func migrate(from stored: StoredModel) throws -> Model? { nil }

    /// Elmwood's own error page.
    public func view(_ error: any Error, on page: Page) -> Document<Message>? { nil }
}

extension Program where Effect == Never {
    /// A program without effects has none to perform.
    public func perform(_ effect: Never, send: Send<Message>) async throws {}
}

/// What a program starts with: a model, and a command to carry out at once.
public struct Start<P: Program>: Sendable {
    /// The model of the new session.
    public var model: P.Model
    /// What to do at once.
    public var command: Command<P>

    /// Creates a start.
    public init(_ model: P.Model, _ command: Command<P> = .none) {
        self.model = model
        self.command = command
    }
}
