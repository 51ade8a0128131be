import ElmwoodArchitecture
import ElmwoodObservation
import ElmwoodStorage
import ElmwoodViewTree

extension SessionTurn {
    /// Runs messages as one transaction. Beside it a model changes only with a row that was loaded, and with a moment of a history.
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
    borrowing func beginSession(
        with start: ProgramStart,
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

    // MARK: The order of a change

    /// Makes the result of turns the session's state, as a whole or not at all.
    ///
    /// - Parameter result: has the former model afterwards, so that this is released by the caller, with no lock held: it may be
    ///   large, or run code of the program.
    private borrowing func publish(
        _ result: inout TurnResult,
        causedBy message: AnyMessage?,
        _ cause: Cause,
        shown view: RenderedPage?
    ) throws(TurnFailure) -> Transaction? {
        // What the change means, and whether it may be. Nothing has changed yet, and only this turn can change it.
        try session.checkRoom(for: result, causedBy: message)
        let plan = try plan(host.admitting(result.commands, shown: view), causedBy: message, cause)
        // From the publication on, another thread may store and deliver the messages.
        let awaited = cause.awaitsDeliveries ? session.awaiting(plan.deliveries) : nil
        // Nobody may find the new model under the old id.
        let renewed = try session.renewID(asBy: plan, causedBy: message, cause)
        if let view, view.isCompact { result.model.view = view }
        var keepsView = false
        let published = session.state.withLock { state -> Transaction? in
            guard !state.hasEnded, cause.request?.knows(state.id) ?? true else { return nil }
            // Nothing can fail any more. It all counts at one moment, for readers and for the writer.
            let former = state.version
            state.publish(&result.model, as: state.version(after: result, plan, cause, in: host), in: host)
            keepsView = state.noteView()
            state.apply(plan, cause, in: host)
            return Transaction(
                plan,
                model: state.model,
                version: state.version,
                sources: plan.ends ? [] : state.parts?.sources.running ?? [],
                awaited: awaited,
                isUnchanged: state.version == former && former > 0
            )
        }
        if keepsView { host.registry.keptViews.add(session) }
        guard let transaction = published else {
            if let renewed { host.registry.forgetRenewal(of: renewed.former, to: renewed.session.id) }
            return nil
        }
        let context = EventContext(session: id, request: cause.requestName)
        guard renewed != nil || !plan.pageCommands.isEmpty else { return transaction }
        var outcome = transaction.outcome
        for command in plan.pageCommands { host.add(command, of: plan.ends ? nil : session, to: &outcome, context) }
        if let renewed {
            (outcome.created, outcome.tokenRenewal, outcome.renews) = (renewed.session, renewed.token, false)
        }
        transaction.outcome = outcome
        return transaction
    }

    /// Returns what commands mean for the session's tasks, messages and page.
    ///
    /// - Throws: the limit that they exceed.
    private borrowing func plan(
        _ commands: [SessionCommand],
        causedBy message: AnyMessage?,
        _ cause: Cause
    ) throws(TurnFailure) -> CommandPlan {
        var plan = CommandPlan()
        if !commands.isEmpty || cause.task != nil {
            // The task ends together with its turn: the store has both or neither.
            plan.begin(beside: session.state.withLock { $0.parts?.tasks.pending ?? [] }, ending: cause.task)
            for command in commands { plan.add(command, in: host) }
            if let failure = plan.failure(in: host.limits) { throw TurnFailure(of: message, reason: failure) }
        }
        if let answer = cause.delivery?.answer(.applied) { plan.deliver(answer) }
        if plan.ends { plan.endAll() }
        return plan
    }

    /// Changes what is stored of the session beside its model, without a message: an effect has ended, a lease is claimed.
    ///
    /// - Parameter body: makes the change, and returns whether anything that is stored has changed. It receives the version that the
    ///   session has then.
    borrowing func transact(_ body: (SessionParts, _ version: UInt64) -> Bool) {
        session.state.withLock { state in
            guard !state.hasEnded, body(state.activeParts(), state.version + 1) else { return }
            state.publish(in: session.host)
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
        session.beginWork(of: transaction)
    }
}

extension SessionCore.State {
    /// Returns the version of the session after turns. One that leaves no trace in what is stored or shown leaves the version.
    fileprivate func version(
        after result: TurnResult,
        _ plan: CommandPlan,
        _ cause: Cause,
        in host: SessionHost
    ) -> UInt64 {
        // A session without a version yet has to be stored, even if its model is that of the start.
        if result.isUnchanged, cause.mayLeaveVersion, version > 0 { return version }
        // A start has no turn, but its tasks must be stored.
        let turns = max(UInt64(result.turns), plan.beginsLasting ? 1 : 0)
        return turns > 0 && version == 0 ? host.originVersion() + turns : version + turns
    }

    /// Gives each feature what the turns mean for it. Nothing of it can fail.
    fileprivate mutating func apply(_ plan: CommandPlan, _ cause: Cause, in host: SessionHost) {
        if cause.isDone || plan.beginsLasting { life = .lasting }
        if plan.ends { life = host.isShared && host.writer != nil ? .ending : .ended }
        // Most turns give the parts of an idle session nothing.
        if parts != nil || plan.isLeft || cause.isFromOutside { activeParts().apply(plan, cause) }
    }
}
