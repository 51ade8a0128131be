import ElmwoodFormData

/// A program whose models many visitors share: a room, a document, a poll, a cart, who is signed in.
///
/// Elmwood stores one model for each key. Messages come from programs: visitors' programs send them with
/// ``Command/send(_:to:_:answered:)``, and so do other shared programs. Views read the model with ``Page/read(_:_:as:)``. The open pages
/// that show it are brought up to date when it changes.
///
/// ```swift
/// struct Poll: SharedProgram {
///     struct Model: Codable, Equatable, Sendable { var votes: [String: String] = [:] }
///     enum Message: Codable, Equatable, Sendable { case vote(String) }
///
///     func start(_ key: String) -> Start<Self> { Start(Model()) }
///
///     func update(_ model: inout Model, on message: Message, from sender: Sender) -> Command<Self> {
///         switch message {
///         case .vote(let option): model.votes[sender.id] = option
///         }
///         return .none
///     }
/// }
///
/// site.share(Poll())
/// // in a view:    let poll = try page.read(Poll.self, "lunch")
/// // in an update: return .send(.vote("Soup"), to: Poll.self, "lunch")
/// ```
///
/// As in a ``Program``, `start` and `update` are pure and fast, and work outside of it is an effect. A model begins with its first
/// message. It is kept until the program ends it (``Command/end``).
public protocol SharedProgram: ProgramBase {
    /// What names a model: text, a number, or a type of your own. Keys of the same text are the same.
    associatedtype Key: LosslessStringConvertible & Sendable = String
    // Restated, so that the compiler finds them by the functions below.
    /// What all who see it share.
    associatedtype Model
    /// What changes the model.
    associatedtype Message
    /// Work outside of the program, which `perform` carries out.
    associatedtype Effect = Never

    /// The name under which the models are stored. By default the type's own. Two shared programs of a site have different names.
    static var name: String { get }

    /// Returns the model of a key that has none, and the command to carry out with its first message.
    ///
    /// It may be called any number of times: a view that reads a model to which nobody has sent anything shows this one.
    func start(_ key: Key) throws -> Start<Self>

    /// Changes the model in response to a message, and returns the command to carry out.
    ///
    /// Messages of one sender come in the order in which they were sent, each once. If it throws, this message changes nothing. Its
    /// sender is told if it has asked for an answer; a ``Problem`` is told with its sentence, and any other error is logged.
    ///
    /// - Parameter sender: who has sent the message; `.itself` if it comes from an effect, a clock, a topic or a delay of this program.
    func update(_ model: inout Model, on message: Message, from sender: Sender) throws -> Command<Self>
}

extension SharedProgram {
    /// The type's name.
    public static var name: String {
        // `String(describing:)` returns the same, but looks first for conformances of the metatype. That takes milliseconds the first time.
        _typeName(Self.self, qualified: false)
    }
}

extension Command where P: SharedProgram {
    /// Ends the model: it is removed, with its running effects and the messages that wait for it. The next message begins a new one.
    public static var end: Self { Self(.endSession(everywhere: false)) }
}

/// Who has sent a message to a shared program.
public struct Sender: Codable, Hashable, Sendable {
    /// Identifies the sender: the same in all sessions of one visitor, and different for every other. It reveals nothing by which the
    /// visitor's session could be used, so a page may show it. Empty for the shared program itself.
    public var id: String
    /// The account that the visitor has signed in to (`Command.identify`); nil if there is none.
    public var account: String?

    /// Creates a sender, for tests.
    public init(id: String, account: String? = nil) {
        self.id = id
        self.account = account
    }

    /// The shared program itself: an effect, a clock, a topic or a delay.
    public static let itself = Sender(id: "")
}

/// The message of a shared program, with its sender.
package struct Delivered<Message: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    package let message: Message
    package let sender: Sender
    /// The path or pattern of the visitor's program that has sent it, for a history; nil if a shared program has, which the sender's id
    /// names.
    package let program: String?

    package init(_ message: Message, from sender: Sender, of program: String? = nil) {
        self.message = message
        self.sender = sender
        self.program = program
    }
}

extension Delivered: CustomStringConvertible {
    /// The message as it is written in Swift, which begins with its name.
    package var description: String { String(describing: message) }
}

/// Names one model of a shared program.
package struct SharedAddress: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The shared program's name.
    package let program: String
    package let key: String

    package init<S: SharedProgram>(_ program: S.Type, _ key: S.Key) {
        self.program = S.name
        self.key = key.description
    }

    package init(program: String, key: String) {
        self.program = program
        self.key = key
    }

    // By bytes: a visitor may choose the key.
    package static func == (left: Self, right: Self) -> Bool {
        left.program == right.program && left.key.hasBytes(of: right.key)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(program)
        hasher.combine(ReceivedText(key))
    }

    /// The topic whose change says that the model has changed. No program can name it by mistake.
    package var topic: String { "\(Self.mark)\(program)/\(key)" }

    /// The model that a topic is about; nil if it is a program's own topic.
    package init?(topic: String) {
        let parts = topic.dropFirst().split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard topic.first == Self.mark, parts.count == 2 else { return nil }
        self.init(program: String(parts[0]), key: String(parts[1]))
    }

    private static let mark: Character = "\u{1}"

    package var description: String { "\(program).self, \(String(reflecting: key))" }

    /// A subscription to the model, as it is written in Swift.
    var subscription: String {
        program == KeptBroadcasts.name ? "topic(\(String(reflecting: key)), after:)" : "changes(of: \(self))"
    }
}
