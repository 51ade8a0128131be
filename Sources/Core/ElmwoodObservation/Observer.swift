/// Receives what a site does, while it does it: for metrics, traces, or another system that collects them.
///
/// ```swift
/// struct SlowPages: Observer {
///     func observe(_ event: Observation) {
///         if case .request(let request) = event, request.duration > .seconds(1) { print(request.status) }
///     }
/// }
/// site.observers.append(SlowPages())
/// ```
public protocol Observer: Sendable {
    /// Receives an event, on the thread that caused it, which waits meanwhile: it must return at once. It is called from many threads.
    func observe(_ event: Observation)
}

/// An event of a site. No event contains a visitor's text, an id of a session, or a cookie.
public enum Observation: Sendable {
    /// A request was answered, or refused. A stream is reported when it begins.
    case request(ObservedRequest)
    /// A function of a program was called.
    case call(ObservedCall)
    /// A transaction of a session has ended.
    case turn(ObservedTurn)
    /// The change of an open page was computed.
    case patch(program: String, duration: Duration, bytes: Int)
    /// Sessions were written to the store, or one was read from it.
    case store(ObservedStore)
    /// A value that pages need was read, or its read was refused.
    case read(ObservedRead)
    /// A page was shown a value that was kept, without another read: the name of the read's type.
    case keptValue(read: String)
    /// Idle sessions of that many visitors were removed from memory.
    case eviction(visitors: Int)
    /// Something of which the log has an entry too: its kind, such as `turn_failed`, and where the program is mounted.
    case incident(kind: String, program: String?)
}

/// A request that was answered.
public struct ObservedRequest: Sendable {
    /// What was requested.
    public enum Kind: Int, CaseIterable, Sendable {
        /// A page of a program.
        case page
        /// A form, or another message for a program.
        case post
        /// The changes of an open page, requested by its script.
        case live
        /// A stream of such changes.
        case stream
        /// A file, a download or the script.
        case file
        /// An endpoint beside the programs.
        case endpoint
        /// Anything else, or nothing: the request was refused before it was known.
        case other
    }

    /// What was requested.
    public var kind: Kind
    /// Where the program is mounted; nil if it was for none.
    public var program: String?
    /// The status of the answer.
    public var status: Int
    /// Why it was refused, in one word; nil if it was not, or if the status says it.
    public var reason: String?
    /// The time from the request's first line to the end of the answer; of a stream, to its beginning.
    public var duration: Duration
    /// The length of the answer's content in bytes; 0 for a stream.
    public var bytes: Int

    /// Creates an event.
    public init(kind: Kind, program: String?, status: Int, reason: String?, duration: Duration, bytes: Int) {
        self.kind = kind
        self.program = program
        self.status = status
        self.reason = reason
        self.duration = duration
        self.bytes = bytes
    }
}

/// A call of a program's function.
public struct ObservedCall: Sendable {
    /// The function.
    public enum Function: String, CaseIterable, Sendable {
        /// `start`.
        case start
        /// `update`.
        case update
        /// `view` of a model.
        case view
        /// `subscriptions`.
        case subscriptions
        /// `failed`, which makes the message of an effect that has failed.
        case failed
        /// The check of what a visitor has sent, against the view: the decoding of the message's values is the program's.
        case input
        /// The reading of a stored model. What a page reads is a ``Observation/read(_:)``.
        case read
    }

    /// Where the program is mounted.
    public var program: String
    /// The function. An update includes the subscriptions of the model that it has led to.
    public var function: Function
    /// How long it took.
    public var duration: Duration

    /// Creates an event.
    public init(program: String, function: Function, duration: Duration) {
        self.program = program
        self.function = function
        self.duration = duration
    }
}

/// A transaction of a session: messages that change the model together.
public struct ObservedTurn: Sendable {
    /// Where the program is mounted.
    public var program: String
    /// Names the session within this process; nil if it begins with this transaction. It is no id, and gives no access.
    public var session: Int?
    /// How long the update and the view of its result took.
    public var duration: Duration
    /// Whether it failed, so that nothing changed.
    public var hasFailed: Bool
    private let first: (any Sendable)?

    /// Creates an event.
    ///
    /// - Parameter message: the first message; nil if there was none.
    public init(program: String, session: Int?, duration: Duration, hasFailed: Bool, message: (any Sendable)?) {
        self.program = program
        self.session = session
        self.duration = duration
        self.hasFailed = hasFailed
        first = message
    }

    /// The name of the first message, without its values; `start` for the start of a session.
    public var message: String { first.map { caseName($0) } ?? "start" }
}

/// An operation of the store of sessions.
public struct ObservedStore: Sendable {
    /// The operation.
    public enum Operation: String, CaseIterable, Sendable {
        /// Changed sessions were written together.
        case commit
        /// A session was read.
        case load
    }

    /// The operation.
    public var operation: Operation
    /// How many sessions it concerned.
    public var sessions: Int
    /// How long it took.
    public var duration: Duration
    /// Whether it failed.
    public var hasFailed: Bool

    /// Creates an event.
    public init(operation: Operation, sessions: Int, duration: Duration, hasFailed: Bool) {
        self.operation = operation
        self.sessions = sessions
        self.duration = duration
        self.hasFailed = hasFailed
    }
}

/// Returns only the name of a case: `signIn(name: "bob", password: "…")` becomes `signIn`. Its values may be a visitor's.
package func caseName(_ value: some Any) -> String {
    String(String(describing: value).prefix { $0 != "(" })
}
