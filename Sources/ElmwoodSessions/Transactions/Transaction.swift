import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodViewTree

/// What brings a transaction about.
struct Cause {
    let origin: TurnOrigin
    /// The request that led to it, whose browser is told a new id; nil where none did.
    var request: RequestOrigin?
    /// What its messages come from, where that is over with them.
    var task: EffectTask?
    /// What was done on a live page, where that is it.
    var action: PageActionNumber?
    /// Whether a field marked secret (a password) is among what the messages hold.
    var isSecret = false

    init(_ origin: TurnOrigin, of request: RequestOrigin? = nil, ending task: EffectTask? = nil, isSecret: Bool = false)
    {
        self.origin = origin
        self.request = request
        self.task = task
        self.isSecret = isSecret
    }

    /// Whether the visitor has done it.
    var isDone: Bool {
        switch origin {
        case .visitor: true
        case .page(let event): event.isDone
        case .start, .restored, .effect, .delayed, .storage, .clock, .topic, .sent: false
        }
    }
}

/// The number that a page gave to something done on it.
struct PageActionNumber {
    var page: PageID
    var sequence: UInt64
}

/// A view, and the page that it is of.
package struct RenderedPage: Sendable {
    package let rendering: Rendering
    package let page: Page

    package init(_ rendering: Rendering, on page: Page) {
        self.rendering = rendering
        self.page = page
    }
}

/// What a transaction comes to. Its model is in its place; the rest is to be begun (``SessionTurn/launch(_:for:)``).
struct Committed {
    /// The model that the session has with it, and which version that is.
    var model: AnyModel
    var version: UInt64
    /// The view of that model, where it has been run on the way.
    var view: RenderedPage?
    var begun: [EffectTask] = []
    var cancelled: [EffectTask] = []
    var broadcasts: [Broadcast] = []
    var outcome = RequestOutcome()
    /// Whether the session has ended with it.
    var ends = false
    /// The subscriptions that run still, to be compared with those of the model.
    var sources: [Source] = []
    /// What is told of it to who observes turns.
    var reports: [TurnReport] = []

    /// What two transactions come to, of which the second came before anything of the first was begun.
    func followed(by later: Committed) -> Committed {
        var both = later
        both.begun = begun.filter { task in !later.cancelled.contains { $0 === task } } + later.begun
        both.broadcasts = broadcasts + later.broadcasts
        both.outcome = outcome
        both.outcome.add(later.outcome)
        both.reports = reports + later.reports
        return both
    }
}

extension SessionTurn {
    /// The one way in which a model changes, whatever brings it about: the turns of these messages, and of all that follows from
    /// them at once, are worked out on a copy of the model, what comes of them is verified, and it is put in its place as a whole, or
    /// not at all.
    ///
    /// - Parameters:
    ///   - start: what the session begins with: its command comes before the messages.
    ///   - verify: runs the view of what the turns come to; where it throws, nothing is changed. So a model that cannot be shown is
    ///     never anybody's: it would offer no control, and its visitor could not leave it.
    /// - Returns: nil where the session has ended, or has an id by now that the request's browser is not told: nothing was done.
    /// - Throws: what made it impossible, which the log knows.
    borrowing func transact(
        _ messages: [AnyMessage],
        on model: AnyModel,
        after start: ProgramStart? = nil,
        from cause: Cause,
        verify: (TurnResult) throws -> RenderedPage? = { _ in nil }
    ) throws(SessionFailure) -> Committed? {
        let result: TurnResult
        do {
            result = try host.driver.run(
                messages,
                on: model,
                after: start,
                sources: host.sources,
                limit: host.limits.messages,
                isNoted: !host.observers.isEmpty
            )
        } catch {
            throw host.failed(error, isSecret: cause.isSecret)
        }
        let view: RenderedPage?
        do {
            view = try verify(result)
        } catch {
            throw host.viewFailed(error)
        }
        do {
            guard var committed = try commit(result, causedBy: messages.first, cause) else { return nil }
            committed.view = view
            committed.reports = session.reports(cause, result, start: start)
            return committed
        } catch {
            throw host.failed(error, isSecret: cause.isSecret)
        }
    }

    /// The turns of a newcomer's start.
    borrowing func begin(_ start: ProgramStart) throws(SessionFailure) -> Committed? {
        session.note(beginning: start.model.faultKey)
        return try transact([], on: start.model, after: start, from: Cause(.start))
    }

    /// Puts the model in its place, and what the commands come to, or throws where that goes beyond a limit.
    private borrowing func commit(
        _ result: TurnResult,
        causedBy message: AnyMessage?,
        _ cause: Cause
    ) throws(TurnFailure) -> Committed? {
        let renewed = try session.renewID(asBy: result.commands, causedBy: message, cause)
        let session = session
        let host = host
        // The old model leaves with this variable, after the lock: what it frees may be large, or run code of the program.
        var model = result.model
        let placed = session.state.withLock { state -> Result<(Committed, [PageCommand])?, SessionFailure> in
            guard !state.hasEnded, cause.request?.knows(state.id) ?? true else { return .success(nil) }
            var plan = session.plan(result.commands, state, by: cause.task)
            if let failure = plan.failure { return .failure(failure) }
            state.activity?.keepShown(of: state.model)
            swap(&state.model, &model)
            // A start has no turn, and what it begins is to be stored all the same.
            state.version += max(UInt64(result.turns), plan.beginsLasting ? 1 : 0)
            state.identifyModel(by: host)
            // With the model, and under the same lock: the session may be written at any moment, and what is stored without its number
            // would be carried out again when the page asks again.
            if let action = cause.action, let page = state.page(action.page) {
                page.sequence = max(page.sequence, action.sequence)
            }
            if let request = cause.request {
                for task in plan.begun where task.mayTell { task.request = request }
            }
            if cause.isDone || plan.beginsLasting { state.life = .lasting }
            if plan.ends {
                state.life = .ended
                plan.endAll()
            }
            if !plan.tasks.isEmpty || state.activity != nil { state.active().tasks = plan.tasks }
            let sources = plan.ends ? [] : state.activity?.sources ?? []
            return .success((plan.committed(state.model, state.version, sources), plan.pageCommands))
        }
        switch placed {
        case .failure(let failure):
            throw TurnFailure(message: message.map { String(describing: $0) } ?? "start", reason: failure)
        case .success(nil):
            return nil
        case .success((var committed, let pageCommands)?):
            for command in pageCommands { host.add(command, to: &committed.outcome) }
            if let renewed {
                committed.outcome.created = renewed
                committed.outcome.renews = false
            }
            return committed
        }
    }

    /// Ends what was cancelled, compares the subscriptions, and begins what was begun.
    ///
    /// - Parameter pendingEffects: the request that waits for it, where one does.
    borrowing func launch(_ committed: Committed, for pendingEffects: PendingEffects? = nil) {
        tell(committed.reports)
        for task in committed.cancelled { task.cancel() }
        if let pendingEffects {
            let time = pendingEffects.deadline - host.environment.now()
            for task in committed.begun where task.comes(within: time) { task.join(pendingEffects) }
        }
        if !committed.ends { compareSubscriptions(of: committed.model, with: committed.sources) }
        session.begin(committed)
    }
}

extension SessionCore {
    /// What commands come to beside what runs already; with the caller's lock.
    func plan(_ commands: [SessionCommand], _ state: borrowing State, by task: EffectTask?) -> CommandPlan {
        var tasks = state.activity?.tasks ?? []
        // It is over in the same moment in which its turn is: the store has both or none.
        if let task { tasks.removeAll { $0 === task } }
        var plan = CommandPlan(tasks, host)
        for command in commands { plan.add(command) }
        return plan
    }
}
