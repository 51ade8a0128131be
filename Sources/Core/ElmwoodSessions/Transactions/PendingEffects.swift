import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodSupervisor

/// The pending tasks of one request. Done when all have ended, or at the deadline.
final class PendingEffects: Sendable {
    /// The deadline, on the environment's clock.
    let deadline: Duration
    /// Whether the answer is the page to which the tasks lead, rather than a redirect to it.
    let showsPage: Bool

    private struct State {
        /// The number of pending tasks, plus one until the request itself has begun all its tasks.
        var unfinished = 1
        var isDone = false
        var outcome: RequestOutcome
        var finish: (@Sendable (RequestOutcome) -> Void)?
        var timer: ScheduledCall?

        mutating func end() -> End {
            isDone = true
            defer {
                finish = nil
                timer = nil
            }
            return End(outcome: outcome, finish: finish, timer: timer)
        }
    }

    /// The work that remains when the lock is released.
    private struct End: Sendable {
        let outcome: RequestOutcome
        let finish: (@Sendable (RequestOutcome) -> Void)?
        let timer: ScheduledCall?

        func callAsFunction() {
            timer?.cancel()
            finish?(outcome)
        }
    }

    /// The number of pending tasks, and the outcome for the answer.
    private let state: OrderedMutex<State>

    init(deadline: Duration, outcome: RequestOutcome, showsPage: Bool = false) {
        self.deadline = deadline
        self.showsPage = showsPage
        state = OrderedMutex(.leaf, State(outcome: outcome))
    }

    /// Adds one task to wait for. Returns false if the answer has been sent already.
    func join() -> Bool {
        state.withLock { state in
            guard !state.isDone else { return false }
            state.unfinished += 1
            return true
        }
    }

    /// Records that one task has ended.
    func leave() {
        let end: End? = state.withLock { state in
            state.unfinished -= 1
            return state.unfinished == 0 && !state.isDone ? state.end() : nil
        }
        end?()
    }

    /// Adds the outcome of a later turn of the same request. Returns false if the answer has been sent already.
    func add(_ outcome: RequestOutcome) -> Bool {
        state.withLock { state in
            guard !state.isDone else { return false }
            state.outcome.add(outcome)
            return true
        }
    }

    /// Records that the request has begun all its tasks, and waits for their end, but no longer than that.
    func finish(
        within time: Duration,
        in environment: Environment,
        then finish: @escaping @Sendable (RequestOutcome) -> Void
    ) {
        state.withLock { $0.finish = finish }
        let timer = environment.schedule(time) { self.timeIsUp() }
        let isDone = state.withLock { state in
            if !state.isDone { state.timer = timer }
            return state.isDone
        }
        if isDone { timer.cancel() }
        leave()
    }

    private func timeIsUp() {
        let end: End? = state.withLock { $0.isDone ? nil : $0.end() }
        end?()
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
