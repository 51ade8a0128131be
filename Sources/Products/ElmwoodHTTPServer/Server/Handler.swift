/// Answers requests.
///
/// It is called on the thread of the connection's loop and runs to its end there, while all other connections of that loop wait. So
/// requests that take long must be answered later.
///
/// ```swift
/// struct Greeter: Handler {
///     func respond(to request: Request) -> Answer { .response(.text("Hello\n")) }
/// }
/// ```
public protocol Handler: Sendable {
    /// Returns the response to a request that is refused before its body is read; nil for all others.
    ///
    /// It is called only if the body is long, or contains files. `request` has no body yet. The default is to refuse none.
    func refusal(of request: Request) -> Response?

    /// Returns how the body of a request is received, if it is no form: by default in memory. If it is a form, this says how large its files may
    /// be.
    ///
    /// `request` has no body yet.
    func storage(ofBodyOf request: Request) -> BodyStorage

    /// Returns the answer to a request.
    func respond(to request: Request) -> Answer

    /// Returns the response to a request that the server itself refuses after it has read the head, such as one whose body is too large;
    /// nil for that of the configuration.
    ///
    /// `request` has no body. The default is nil.
    func response(toRefused request: Request, _ status: HTTPStatus, _ sentence: String) -> Response?

    /// Returns the response to a request that the server itself refuses for its head, such as one whose target is too long; nil for that
    /// of the configuration.
    ///
    /// `headers` has the fields `Accept` and `Accept-Language`, as far as the server has read them. The default is nil.
    func response(toRefusedHead headers: HeaderFields, _ status: HTTPStatus, _ sentence: String) -> Response?
}

/// How the body of a request is received, if it is no form.
public enum BodyStorage: Equatable, Sendable {
    /// In memory, as ``Request/body``, up to ``ServerLimits/body``. A file of a form may have ``ServerLimits/file`` bytes.
    case memory
    /// In a file, as ``Request/file``, up to that many bytes, which the files of a form may have together.
    case file(upTo: Int)
    /// By a sink, as it arrives. The request then has no body. ``Handler/refusal(of:)`` is asked before, whatever its length.
    case sink(BodySink)
}

extension Handler {
    /// Refuses no request.
    public func refusal(of request: Request) -> Response? { nil }

    /// Has no responses of its own to what the server refuses.
    public func response(toRefused request: Request, _ status: HTTPStatus, _ sentence: String) -> Response? { nil }

    /// Has no responses of its own to what the server refuses.
    public func response(toRefusedHead headers: HeaderFields, _ status: HTTPStatus, _ sentence: String) -> Response? {
        nil
    }

    /// All bodies are received in memory.
    public func storage(ofBodyOf request: Request) -> BodyStorage { .memory }
}

/// How a request is answered.
public enum Answer {
    /// With this response, at once.
    case response(Response)
    /// Later: the closure is called at once, on the same thread, and passes the responder to the code that will answer. The
    /// connection waits, the thread does not. The tag is that of the answer, if it has none itself: see ``Response/tag``.
    case later(tag: Int = 0, (Responder) -> Void)
}

/// A handler made from a closure.
public struct ClosureHandler: Handler {
    private let closure: @Sendable (Request) -> Answer

    /// Creates a handler that calls a closure.
    public init(_ closure: @escaping @Sendable (Request) -> Answer) { self.closure = closure }

    /// Returns the closure's answer.
    public func respond(to request: Request) -> Answer { closure(request) }
}
