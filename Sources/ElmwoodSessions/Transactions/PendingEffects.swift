import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodSupervisor

/// What one request began and has not seen the end of. Done when all of it is, or when its time is up.
final class PendingEffects: Sendable {
    /// When its time is up, on the environment's clock.
    let deadline: Duration

    private struct State {
        /// What runs, and one more until the request itself has begun all that it will.
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

    /// What is left to do at the end, once the lock is not held.
    private struct End: Sendable {
        let outcome: RequestOutcome
        let finish: (@Sendable (RequestOutcome) -> Void)?
        let timer: ScheduledCall?

        func callAsFunction() {
            timer?.cancel()
            finish?(outcome)
        }
    }

    /// How much is still under way, and what the answer is to tell.
    private let state: OrderedMutex<State>

    init(deadline: Duration, outcome: RequestOutcome) {
        self.deadline = deadline
        state = OrderedMutex(.leaf, State(outcome: outcome))
    }

    /// Counts one more thing to wait for. False where the answer has gone out already.
    func join() -> Bool {
        state.withLock { state in
            guard !state.isDone else { return false }
            state.unfinished += 1
            return true
        }
    }

    /// One thing less to wait for.
    func leave() {
        let end: End? = state.withLock { state in
            state.unfinished -= 1
            return state.unfinished == 0 && !state.isDone ? state.end() : nil
        }
        end?()
    }

    /// Adds what a later turn of the same request has for its answer. False where the answer has gone out already.
    func add(_ outcome: RequestOutcome) -> Bool {
        state.withLock { state in
            guard !state.isDone else { return false }
            state.outcome.add(outcome)
            return true
        }
    }

    /// The request has begun all that it will: from now on its end is awaited, for so long at most.
    func finish(
        within time: Duration,
        in environment: Environment,
        then finish: @escaping @Sendable (RequestOutcome) -> Void
    ) {
        state.withLock { $0.finish = finish }
        let timer = environment.schedule(time) { [weak self] in self?.timeIsUp() }
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

/// What the turns of one request have for its answer, beside the model.
struct RequestOutcome: Sendable {
    /// The last path that was navigated to.
    var navigation: String?
    /// What the page is to do once it shows the model.
    var pageCommands: [PageCommand] = []
    /// Whether the session of a newcomer, whom nobody holds yet, is to have an id of its own.
    var renews = false
    /// The id that this request's answer tells: a newcomer's, or one that has replaced the id that the request has presented.
    var created: SessionID?
    /// The request, where something that it began may be under way when it is answered.
    var origin: RequestOrigin?
    /// The view of the model that the request's own transaction came to, and which version of the session that is.
    var view: (page: RenderedPage, version: UInt64)?
    /// Identifies the model of that session in the record of faults until the newcomer knows its id.
    var faultKey: FaultKey?

    func followed(by later: RequestOutcome) -> RequestOutcome {
        var both = self
        both.add(later)
        return both
    }

    mutating func add(_ later: RequestOutcome) {
        navigation = later.navigation ?? navigation
        for command in later.pageCommands { pageCommands.add(command) }
        renews = renews || later.renews
        created = later.created ?? created
        origin = later.origin ?? origin
    }
}
