import Synchronization

/// Answers one request, later and from any thread.
///
/// The first answer counts, others are ignored. If the last reference is released without an answer, the client gets 500. An answer
/// to a disconnected client is dropped.
///
/// ```swift
/// return .later { responder in
///     Task { responder.answer(.html(await page())) }
/// }
/// ```
public final class Responder: Sendable {
    private let pending: any AnswerReceiver

    init(_ pending: any AnswerReceiver) { self.pending = pending }

    deinit {
        if pending.isOpen { pending.answer(nil) }
    }

    /// Answers the request.
    ///
    /// - Returns: false if the request has been answered already, or the client has disconnected.
    @discardableResult
    public func answer(_ response: Response) -> Bool { pending.answer { response } }

    /// Answers the request with a response that is made on the thread of the connection's loop, as immediate responses are. It is
    /// not made if the client has disconnected.
    package func answer(making response: @escaping @Sendable () -> Response) { pending.answer(response) }

    /// Whether the request still waits for its answer.
    public var isOpen: Bool { pending.isOpen }

    /// Calls a closure on the loop's thread after a time, if the request still waits for its answer.
    ///
    /// ```swift
    /// responder.ifOpen(after: .milliseconds(100)) { $0.answer(.html(pageSoFar)) }
    /// ```
    public func ifOpen(after time: Duration, _ action: @escaping @Sendable (Responder) -> Void) {
        pending.schedule(after: time) { [self] in
            if isOpen { action(self) }
        }
    }
}

/// Receives the answer of a responder.
protocol AnswerReceiver: AnyObject, Sendable {
    /// Whether it still waits for the answer.
    var isOpen: Bool { get }

    /// Receives a function that makes the response; nil if nobody will answer. Returns whether it is the first.
    @discardableResult
    func answer(_ response: (@Sendable () -> Response)?) -> Bool

    /// Calls a function after a time.
    func schedule(after time: Duration, _ action: @escaping @Sendable () -> Void)
}

/// Passes a responder's answer to the loop.
final class PendingAnswer: AnswerReceiver {
    private enum State {
        /// The handler's closure is running on the loop's thread, which checks for the answer right after it.
        case beginning
        /// The connection waits, and the loop has to be notified of the answer.
        case open
        /// Answered with a function that makes the response; nil if nobody will answer.
        case answered((@Sendable () -> Response)?)
        /// The loop has received the answer, or the client has disconnected.
        case closed
    }

    private let request: RequestNumber
    private let mailbox: Mailbox
    private let state = Mutex(State.beginning)

    init(_ request: RequestNumber, mailbox: Mailbox) {
        self.request = request
        self.mailbox = mailbox
    }

    var isOpen: Bool {
        state.withLock { state in
            switch state {
            case .beginning, .open: true
            case .answered, .closed: false
            }
        }
    }

    @discardableResult
    func answer(_ response: (@Sendable () -> Response)?) -> Bool {
        let (isFirst, isAwaited) = state.withLock { state in
            switch state {
            case .beginning:
                state = .answered(response)
                return (true, false)
            case .open:
                state = .answered(response)
                return (true, true)
            case .answered, .closed:
                return (false, false)
            }
        }
        if isAwaited { mailbox.post(.answered(request)) }
        return isFirst
    }

    /// Ends the phase in which the handler's closure runs. To be called only on the loop's thread, which makes the response here.
    ///
    /// - Returns: the answer, if it exists already; else nil, and the loop will be notified.
    func takeOrAwait() -> Response?? {
        let response: (@Sendable () -> Response)?? = state.withLock { state in
            switch state {
            case .answered(let response):
                state = .closed
                return response
            case .beginning, .open, .closed:
                state = .open
                return nil
            }
        }
        return response.map { $0?() }
    }

    /// Removes and returns the answer, if there is one; `.some(nil)` if there will be none. To be called only on the loop's thread.
    func take() -> Response?? {
        let response: (@Sendable () -> Response)?? = state.withLock { state in
            guard case .answered(let response) = state else { return nil }
            state = .closed
            return response
        }
        return response.map { $0?() }
    }

    /// Closes the request: no answer is needed any more.
    func close() { state.withLock { $0 = .closed } }

    func schedule(after time: Duration, _ action: @escaping @Sendable () -> Void) {
        mailbox.post(.schedule(currentInstant() &+ time.nanoseconds, action))
    }
}
