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
    public func answer(_ response: Response) -> Bool { pending.answer { .response(response) } }

    /// Answers the request with what is made on the thread of the connection's loop, as immediate responses are. It is not made if
    /// the client has disconnected. Code that others wait for, such as a store's, is thus not delayed by a slow page.
    package func answer(making answer: @escaping @Sendable () -> Answer) { pending.answer(answer) }

    /// Whether the request still waits for its answer.
    public var isOpen: Bool { pending.isOpen }

    /// Calls a closure once if nobody waits for the answer any more: the client has disconnected, the answer took too long, or the
    /// server stops. To be called before the closure of ``Answer/later(tag:_:)`` returns.
    ///
    /// A client that has closed only its sending side counts as disconnected a second later, and still receives an answer.
    package func whenAbandoned(_ action: @escaping @Sendable () -> Void) { pending.whenAbandoned(action) }

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

    /// Receives a function that makes the answer; nil if nobody will answer. Returns whether it is the first.
    @discardableResult
    func answer(_ answer: (@Sendable () -> Answer)?) -> Bool

    /// Calls a function once if nobody waits for the answer any more.
    func whenAbandoned(_ action: @escaping @Sendable () -> Void)

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
        /// Answered with a function that makes the answer; nil if nobody will answer.
        case answered((@Sendable () -> Answer)?)
        /// The loop has received the answer, or the client has disconnected.
        case closed

        var isOpen: Bool {
            switch self {
            case .beginning, .open: true
            case .answered, .closed: false
            }
        }
    }

    private let request: RequestNumber
    private let mailbox: Mailbox
    private let state = Mutex(State.beginning)
    /// What is to be called if nobody waits for the answer any more.
    private let abandoned = Mutex<(@Sendable () -> Void)?>(nil)
    private let wasAbandoned = Atomic(false)

    init(_ request: RequestNumber, mailbox: Mailbox) {
        self.request = request
        self.mailbox = mailbox
    }

    var isOpen: Bool { state.withLock { $0.isOpen } }

    @discardableResult
    func answer(_ answer: (@Sendable () -> Answer)?) -> Bool {
        let (isFirst, isAwaited) = state.withLock { state in
            switch state {
            case .beginning:
                state = .answered(answer)
                return (true, false)
            case .open:
                state = .answered(answer)
                return (true, true)
            case .answered, .closed:
                return (false, false)
            }
        }
        if isAwaited { mailbox.post(.answered(request)) }
        return isFirst
    }

    /// Ends the phase in which the handler's closure runs. To be called only on the loop's thread, which makes the answer here.
    ///
    /// - Returns: the answer, if it exists already; else nil, and the loop will be notified.
    func takeOrAwait() -> Answer?? {
        let answer: (@Sendable () -> Answer)?? = state.withLock { state in
            switch state {
            case .answered(let answer):
                state = .closed
                return answer
            case .beginning, .open, .closed:
                state = .open
                return nil
            }
        }
        return answer.map { $0?() }
    }

    /// Removes and returns the answer, if there is one; `.some(nil)` if there will be none. To be called only on the loop's thread.
    func take() -> Answer?? {
        let answer: (@Sendable () -> Answer)?? = state.withLock { state in
            guard case .answered(let answer) = state else { return nil }
            state = .closed
            return answer
        }
        return answer.map { $0?() }
    }

    /// Closes the request: no answer is needed any more.
    func close() {
        let wasOpen = state.withLock { state in
            defer { state = .closed }
            return state.isOpen
        }
        if wasOpen { abandoned.withLock { $0.take() }?() }
    }

    /// Whether someone wants to know that nobody waits for the answer any more.
    var canBeAbandoned: Bool { abandoned.withLock { $0 != nil } }

    /// Whether the client had left before the answer.
    var isAbandoned: Bool { wasAbandoned.load(ordering: .relaxed) }

    /// Tells who wants to know it that nobody waits for the answer any more, if it has not come after that time. It is still accepted.
    func abandon(after time: Duration) {
        schedule(after: time) { [self] in
            guard isOpen, let action = abandoned.withLock({ $0.take() }) else { return }
            wasAbandoned.store(true, ordering: .relaxed)
            action()
        }
    }

    func whenAbandoned(_ action: @escaping @Sendable () -> Void) { abandoned.withLock { $0 = action } }

    func schedule(after time: Duration, _ action: @escaping @Sendable () -> Void) {
        mailbox.post(.schedule(currentInstant() &+ time.nanoseconds, action))
    }
}
