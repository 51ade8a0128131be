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
public protocol Program: ProgramBase {
    // Restated, so that the compiler finds them by the functions below.
    /// What the program knows of a visitor's session.
    associatedtype Model
    /// What changes the model.
    associatedtype Message
    /// Work outside of the program, which `perform` carries out.
    associatedtype Effect = Never

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

    /// Returns the page that shows the model. A visitor can send only what it offers.
    func view(_ model: Model, on page: Page) throws -> Document<Message>

    /// Returns the page shown to a visitor if `start`, `update` or `view` threw, or nil for Elmwood's own page.
    func view(_ error: any Error, on page: Page) -> Document<Message>?

    /// Whether answers with the program's pages may be compressed.
    ///
    /// False for a program that shows a secret, such as a code or an address, together with text that others can choose again and
    /// again, such as messages that arrive. Who sees the encrypted traffic could guess the secret by the lengths of compressed answers,
    /// which are shorter if the text repeats a part of it. By default they may be, unless another site has caused the request.
    static var allowsCompression: Bool { get }
}

extension Program {
    /// By default a program shows Elmwood's own error page.
    public func view(_ error: any Error, on page: Page) -> Document<Message>? { nil }

    /// By default answers may be compressed.
    public static var allowsCompression: Bool { true }
}

/// The model and the first command of a new session, or of a new model of a shared program.
public struct Start<P: ProgramBase>: Sendable {
    /// The new model.
    public var model: P.Model
    /// The command to carry out at once.
    public var command: Command<P>

    /// Creates a start.
    public init(_ model: P.Model, _ command: Command<P> = .none) {
        self.model = model
        self.command = command
    }
}
