import ElmwoodArchitecture
import ElmwoodObservation
import ElmwoodStorage
import ElmwoodViewTree

/// The cause of a transaction.
struct Cause {
    let origin: TurnOrigin
    /// The request that led to it, whose browser receives a new id; nil if there is none.
    var request: RequestOrigin?
    /// The task of its messages, if it ends with them.
    var task: EffectTask?
    /// The action of a live page, if it is the cause.
    var action: PageActionNumber?
    /// Whether a request's answer shows what came of the messages to shared programs.
    var awaitsDeliveries = false
    /// Whether the messages may contain the value of a secret field, such as a password.
    var isSecret = false
    /// The name of the request that led to it, for the log. A request without a session has no `request` here.
    let requestName: RequestName?

    init(
        _ origin: TurnOrigin,
        of request: RequestOrigin? = nil,
        named name: RequestName? = nil,
        ending task: EffectTask? = nil,
        isSecret: Bool = false
    ) {
        self.origin = origin
        self.request = request
        requestName = request?.name ?? name
        self.task = task
        self.isSecret = isSecret
    }

    /// Whether the session needs no new version if the model is unchanged and nothing begins: the cause leaves no other trace in
    /// what is stored. The number of a page's action and the end of work that outlives the process are such traces.
    var mayLeaveVersion: Bool {
        guard action == nil, task?.endurance == nil else { return false }
        return switch origin {
        case .visitor, .arrival, .effect, .storage, .clock, .topic, .sent: true
        case .start, .restored, .page, .delayed, .delivered, .watchers: false
        }
    }

    /// The message of another program, if it is the cause.
    var delivery: WaitingMessage? { if case .delivered(let message) = origin { message } else { nil } }

    /// Whether its messages come from the visitor's input, which the program may refuse.
    var isInput: Bool { if case .visitor = origin { true } else { false } }

    /// Whether the error only means that there is nothing at the address at which the visitor has arrived.
    func isMissingPage(_ error: any Error) -> Bool { if case .arrival = origin { error is NotFound } else { false } }

    /// Whether the error is a refusal of the visitor's input or of another program's message, rather than a failure.
    func isRefused(by error: any Error) -> Bool { (isInput || delivery != nil) && error.thrownProblems != nil }

    /// Whether the visitor caused it.
    var isDone: Bool {
        switch origin {
        case .visitor: true
        case .page(let event): event.isDone
        case .start, .restored, .arrival, .effect, .delayed, .storage, .clock, .topic, .sent: false
        case .delivered, .watchers: false
        }
    }
}

/// The number of an action of a page.
struct PageActionNumber {
    var page: PageID
    var sequence: UInt64
}

/// The result of a transaction. The session's model is replaced; the tasks are yet to begin (``SessionTurn/launch(_:for:)``).
///
/// An object, since it is large and passed through many functions.
final class Transaction {
    /// The session's model after it, and the version of that model.
    let model: AnyModel
    let version: UInt64
    /// The view of that model, if it was rendered already.
    var view: RenderedPage?
    var begun: [EffectTask]
    var cancelled: [EffectTask]
    var broadcasts: [Broadcast]
    /// The messages to shared programs, and what the answer waits for so that it shows what came of them.
    var deliveries: [Outgoing]
    var awaited: [AwaitedMessages]
    var outcome: RequestOutcome
    /// Whether the session has ended with it.
    let ends: Bool
    /// Whether the visitor's other sessions end with it.
    let endsEverywhere: Bool
    /// Whether it has changed nothing that is stored or shown, so that the session has the same version as before.
    let isUnchanged: Bool
    /// The running subscriptions, to be compared with those of the model.
    let sources: [Source]
    /// The reports to observers of turns.
    var reports: [TurnReport] = []

    /// Creates the result of the commands of a plan.
    init(
        _ plan: CommandPlan,
        model: AnyModel,
        version: UInt64,
        sources: [Source],
        awaited: AwaitedMessages?,
        isUnchanged: Bool
    ) {
        self.model = model
        self.version = version
        self.sources = sources
        self.awaited = awaited.map { [$0] } ?? []
        self.isUnchanged = isUnchanged
        begun = plan.begun
        cancelled = plan.cancelled
        broadcasts = plan.broadcasts
        deliveries = plan.deliveries
        ends = plan.ends
        endsEverywhere = plan.ends && plan.endsEverywhere
        outcome = RequestOutcome(
            flash: plan.flash,
            renews: plan.renews,
            tokenRenewal: plan.ends && plan.endsEverywhere ? .another : .none,
            hasEnded: plan.ends
        )
    }

    /// Adds what an earlier transaction began, if none of its tasks has begun yet. Returns this object, which is then the result of
    /// both.
    func following(_ earlier: Transaction) -> Transaction {
        begun = earlier.begun.filter { task in !cancelled.contains { $0 === task } } + begun
        cancelled = earlier.cancelled + cancelled
        broadcasts = earlier.broadcasts + broadcasts
        deliveries = earlier.deliveries + deliveries
        awaited = earlier.awaited + awaited
        outcome = earlier.outcome.followed(by: outcome)
        reports = earlier.reports + reports
        return self
    }
}

extension SessionTurn {
    /// Runs messages as one transaction, which is the only way in which a model changes.
    ///
    /// The turns of these messages, and of all immediate messages that follow from them, run on a copy of the model. Then their
    /// result is verified, and replaces the session's model as a whole, or not at all.
    ///
    /// - Parameters:
    ///   - start: the session's start: its command precedes the messages.
    ///   - verify: renders the view of the result. If it throws, nothing changes. No session therefore has a model that cannot be
    ///     shown: it would offer no control, and its visitor could not leave it.
    /// - Returns: nil if the session has ended, or has an id that the request's browser does not know: nothing was done.
    /// - Throws: the failure, which is logged.
    borrowing func transact(
        _ messages: [AnyMessage],
        on model: AnyModel,
        after start: ProgramStart? = nil,
        from cause: Cause,
        verify: (TurnResult) throws -> RenderedPage? = { _ in nil }
    ) throws(SessionFailure) -> Transaction? {
        guard let observer = host.environment.observer else {
            return try runAndPublish(messages, on: model, after: start, from: cause, verify: verify)
        }
        let begin = host.environment.now()
        do {
            let transaction = try runAndPublish(messages, on: model, after: start, from: cause, verify: verify)
            observer.observe(.turn(observedTurn(messages.first, since: begin, hasFailed: transaction == nil)))
            return transaction
        } catch {
            let hasFailed = !(cause.isInput && error.problems != nil)
            observer.observe(.turn(observedTurn(messages.first, since: begin, hasFailed: hasFailed)))
            throw error
        }
    }

    private borrowing func runAndPublish(
        _ messages: [AnyMessage],
        on model: AnyModel,
        after start: ProgramStart?,
        from cause: Cause,
        verify: (TurnResult) throws -> RenderedPage?
    ) throws(SessionFailure) -> Transaction? {
        var result: TurnResult
        do {
            result = try host.driver.run(
                messages,
                on: model,
                after: start,
                sources: host.sources,
                limit: host.limits.messages,
                isNoted: !host.observers.isEmpty,
                for: EventContext(session: id, request: cause.requestName)
            )
        } catch {
            throw host.failed(error, from: cause, of: id)
        }
        let reads = host.newReads()
        result.model.reads = reads
        let view: RenderedPage?
        do {
            view = try verify(result)
        } catch {
            throw host.viewFailed(error, EventContext(session: id, request: cause.requestName))
        }
        do {
            guard let transaction = try publish(&result, causedBy: messages.first, cause, shown: view) else {
                return nil
            }
            transaction.view = view
            transaction.reports = session.reports(cause, result, start: start, reads: reads)
            return transaction
        } catch {
            throw host.failed(error, from: cause, of: id)
        }
    }

    private borrowing func observedTurn(
        _ message: AnyMessage?,
        since start: Duration,
        hasFailed: Bool
    ) -> ObservedTurn {
        ObservedTurn(
            program: host.name,
            session: session.id == .unheld ? nil : session.id.hashValue,
            duration: host.environment.now() - start,
            hasFailed: hasFailed,
            message: message
        )
    }

    /// Runs the turns of a new session's start.
    ///
    /// - Parameters:
    ///   - page: the page at which the visitor has arrived, of which the program is told after the start; nil for none.
    ///   - name: the name of the visitor's request in the log.
    borrowing func begin(
        _ start: ProgramStart,
        at page: Page?,
        for name: RequestName?
    ) throws(SessionFailure) -> Transaction? {
        session.note(beginning: start.model.faultKey)
        var cause = Cause(.start, named: name)
        cause.awaitsDeliveries = true
        var arrival = Cause(.arrival, named: name)
        arrival.awaitsDeliveries = true
        guard let started = try transact([], on: start.model, after: start, from: cause) else { return nil }
        guard let page, !started.ends else { return started }
        // The start may have stated the visitor's account.
        let arrivals = started.model.subscriptions.arrivals(at: page, of: account)
        guard !arrivals.isEmpty else { return started }
        return try transact(arrivals, on: started.model, from: arrival)?.following(started)
    }

    /// Replaces the session's model, and adds the commands' tasks, or throws if they exceed a limit.
    ///
    /// - Parameter result: has the former model afterwards, so that this is released by the caller, with no lock held: it may be
    ///   large, or run code of the program.
    private borrowing func publish(
        _ result: inout TurnResult,
        causedBy message: AnyMessage?,
        _ cause: Cause,
        shown view: RenderedPage?
    ) throws(TurnFailure) -> Transaction? {
        try session.checkRoom(for: result, causedBy: message)
        let renewed = try session.renewID(asBy: result.commands, causedBy: message, cause)
        let session = session
        let host = host
        let commands = host.admitting(result.commands, shown: view)
        let awaited = cause.awaitsDeliveries ? session.awaiting(commands) : nil
        if let view, view.isCompact { result.model.view = view }
        var isToBeListed = false
        var pageCommands: [PageCommand] = []
        let placed = session.state.withLock { state -> Result<Transaction?, SessionFailure> in
            guard !state.hasEnded, cause.request?.knows(state.id) ?? true else { return .success(nil) }
            var plan = session.plan(commands, beside: state.activity?.tasks ?? [], by: cause.task)
            if let failure = plan.failure { return .failure(failure) }
            // A session without a version yet has to be stored, even if its model is that of the start.
            let isUnchanged = result.isUnchanged && cause.mayLeaveVersion && state.version > 0
            if !isUnchanged {
                state.activity?.retainShown(of: state.model)
                if host.isShared, host.writer != nil, state.activity?.storedModel == nil {
                    state.active().storedModel = state.model
                }
            }
            swap(&state.model, &result.model)
            isToBeListed = state.noteView()
            // A start has no turn, but its tasks must be stored.
            if !isUnchanged {
                let turns = max(UInt64(result.turns), plan.beginsLasting ? 1 : 0)
                if turns > 0, state.version == 0 { state.version = host.originVersion() }
                state.version += turns
            }
            state.identifyModel(by: host)
            // Recorded with the model, under the same lock. The session may be written at any moment, and an action that is stored
            // without its number would be performed again when the page repeats it.
            if let action = cause.action { state.noteSequence(action.sequence, of: action.page) }
            if let request = cause.request {
                for task in plan.begun where task.canProduceMessage { task.request = request }
            }
            if cause.isDone || plan.beginsLasting { state.life = .lasting }
            let delivery = cause.delivery
            if let answer = delivery?.answer(.applied) { plan.deliver(answer) }
            if delivery != nil || !plan.deliveries.isEmpty { state.addMail(plan.deliveries, applying: delivery) }
            if case .watchers(let watchers) = cause.origin { state.active().told = watchers }
            if plan.ends {
                state.life = host.isShared && host.writer != nil ? .ending : .ended
                plan.endAll()
            }
            if !plan.tasks.isEmpty || state.activity != nil { state.active().tasks = plan.tasks }
            let sources = plan.ends ? [] : state.activity?.sources ?? []
            pageCommands = plan.pageCommands
            return .success(
                Transaction(
                    plan,
                    model: state.model,
                    version: state.version,
                    sources: sources,
                    awaited: awaited,
                    isUnchanged: isUnchanged
                )
            )
        }
        if isToBeListed { host.registry.keptViews.add(session) }
        switch placed {
        case .failure(let failure):
            throw TurnFailure(message: message.map { String(describing: $0) } ?? "start", reason: failure)
        case .success(nil):
            if let renewed { host.registry.forgetRenewal(of: renewed.former, to: renewed.session.id) }
            return nil
        case .success(let transaction?):
            let owner = transaction.ends ? nil : session
            let context = EventContext(session: id, request: cause.requestName)
            for command in pageCommands { host.add(command, of: owner, to: &transaction.outcome, context) }
            if let renewed {
                transaction.outcome.created = renewed.session
                transaction.outcome.tokenRenewal = renewed.token
                transaction.outcome.renews = false
            }
            return transaction
        }
    }

    /// Cancels and begins the transaction's tasks, and compares the subscriptions.
    ///
    /// - Parameter pendingEffects: the request that waits for the tasks, if any.
    borrowing func launch(_ transaction: Transaction, for pendingEffects: PendingEffects? = nil) {
        notifyObservers(of: transaction.reports)
        for task in transaction.cancelled { task.cancel() }
        if let pendingEffects {
            for task in transaction.begun where task.isAwaited(delayedBelow: host.effectWait) {
                task.join(pendingEffects)
            }
        }
        if !transaction.ends { compareSubscriptions(of: transaction.model, with: transaction.sources) }
        session.begin(transaction)
    }
}

extension SessionCore {
    /// Returns the result of commands in addition to the session's tasks.
    func plan(_ commands: [SessionCommand], beside tasks: [EffectTask], by task: EffectTask?) -> CommandPlan {
        var tasks = tasks
        // The task ends together with its turn: the store has both or neither.
        if let task { tasks.removeAll { $0 === task } }
        var plan = CommandPlan(tasks, host)
        for command in commands { plan.add(command) }
        return plan
    }
}
