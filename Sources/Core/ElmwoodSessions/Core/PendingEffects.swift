import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodSupervisor

/// The pending tasks of one request. Its answer is sent when all have ended, or at the deadline. It is known also afterwards whether all have
/// ended: see ``SessionCore/overdueAnswer(at:)``.
final class PendingEffects: Sendable {
    /// Whether the answer is the page to which the tasks lead, rather than a redirect to it.
    let showsPage: Bool

    private struct State {
        /// The number of pending tasks, plus one until the request itself has begun all its tasks.
        var unfinished = 1
        var isAnswered = false
        var outcome: RequestOutcome
        var finish: (@Sendable (RequestOutcome) -> Void)?
        var timer: ScheduledCall?
        /// Called when all tasks have ended.
        var whenEnded: [@Sendable () -> Void] = []

        /// Returns what is to be done when the last task has ended, or at the deadline.
        mutating func answer() -> Work {
            defer { (finish, timer) = (nil, nil) }
            var work = Work(outcome: outcome, finish: isAnswered ? nil : finish, timer: timer)
            isAnswered = true
            if unfinished == 0 { swap(&work.calls, &whenEnded) }
            return work
        }
    }

    /// The work that remains when the lock is released.
    private struct Work: Sendable {
        let outcome: RequestOutcome
        let finish: (@Sendable (RequestOutcome) -> Void)?
        let timer: ScheduledCall?
        var calls: [@Sendable () -> Void] = []

        func callAsFunction() {
            timer?.cancel()
            for call in calls { call() }
            finish?(outcome)
        }
    }

    /// The number of pending tasks, and the outcome for the answer.
    private let state: OrderedMutex<State>

    init(outcome: RequestOutcome = RequestOutcome(), showsPage: Bool = false) {
        self.showsPage = showsPage
        state = OrderedMutex(.leaf, State(outcome: outcome))
    }

    /// Whether the answer has been sent.
    var isAnswered: Bool { state.withLock { $0.isAnswered } }

    /// Adds one task. Returns false if all have ended already.
    func join() -> Bool {
        state.withLock { state in
            guard state.unfinished > 0 else { return false }
            state.unfinished += 1
            return true
        }
    }

    /// Records that one task has ended.
    func leave() {
        let work: Work? = state.withLock { state in
            state.unfinished -= 1
            return state.unfinished == 0 ? state.answer() : nil
        }
        work?()
    }

    /// Adds the outcome of a later turn of the same request. Returns false if the answer has been sent already.
    func add(_ outcome: RequestOutcome) -> Bool {
        state.withLock { state in
            guard !state.isAnswered else { return false }
            state.outcome.add(outcome)
            return true
        }
    }

    /// Records that the request has begun all its tasks, and calls the function with the outcome when they have ended, but no later than
    /// after that time.
    func finish(
        within time: Duration,
        in environment: Environment,
        then finish: @escaping @Sendable (RequestOutcome) -> Void
    ) {
        // It may have been answered already, since the process ends.
        let answered: RequestOutcome? = state.withLock { state in
            if state.isAnswered { return state.outcome }
            state.finish = finish
            return nil
        }
        if let answered {
            leave()
            return finish(answered)
        }
        let timer = environment.schedule(time) { self.timeIsUp() }
        let isAnswered = state.withLock { state in
            if !state.isAnswered { state.timer = timer }
            return state.isAnswered
        }
        if isAnswered { timer.cancel() }
        leave()
    }

    /// Records that the request has begun all its tasks, and is answered now. Returns the outcome for the answer.
    func finish() -> RequestOutcome {
        let outcome = state.withLock { state in
            state.isAnswered = true
            return state.outcome
        }
        leave()
        return outcome
    }

    /// Calls a function when all tasks have ended.
    ///
    /// - Returns: false if they have already, so that it is not called.
    @discardableResult
    func whenEnded(_ call: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            guard state.unfinished > 0 else { return false }
            state.whenEnded.append(call)
            return true
        }
    }

    /// Whether all tasks have ended.
    var haveEnded: Bool { state.withLock { $0.unfinished <= 0 } }

    /// Answers the request now, if it was not.
    func timeIsUp() {
        let work: Work? = state.withLock { $0.isAnswered ? nil : $0.answer() }
        work?()
    }
}

/// The outcome of one request's turns for its answer, beside the model.
struct RequestOutcome: Sendable {
    /// The last path that was navigated to.
    var navigation: String?
    /// The commands to the page, performed when it shows the model.
    var pageCommands: [PageCommand] = []
    /// What is told to the visitor.
    var flash = Flash()
    /// Whether a new visitor's session that is not registered yet must get a new id.
    var renews = false
    /// What follows for the visitor's token, if the browser receives the session's new id.
    var tokenRenewal = TokenRenewal.none
    /// Whether the visitor's session has ended.
    var hasEnded = false
    /// The token that this request's answer sends: a new visitor's, or that of the id that has replaced the presented one.
    var created: SessionToken?
    /// The request, if its tasks may be pending when it is answered.
    var origin: RequestOrigin?
    /// The view of the model after the request's own transaction, and the session's version of that model.
    var view: (page: RenderedPage, version: UInt64)?
    /// Identifies that model in the record of faults until the new visitor knows the session's id.
    var faultKey: FaultKey?

    func followed(by later: RequestOutcome) -> RequestOutcome {
        var both = self
        both.add(later)
        return both
    }

    mutating func add(_ later: RequestOutcome) {
        navigation = later.navigation ?? navigation
        for command in later.pageCommands { pageCommands.add(command) }
        flash.add(later.flash)
        renews = renews || later.renews
        tokenRenewal = tokenRenewal.followed(by: later.tokenRenewal)
        hasEnded = hasEnded || later.hasEnded
        created = later.created ?? created
        origin = later.origin ?? origin
    }
}
