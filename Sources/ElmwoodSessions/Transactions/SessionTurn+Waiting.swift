import ElmwoodArchitecture
import ElmwoodSupervisor

extension SessionTurn {
    /// Carries out one item of the inbox.
    borrowing func carryOut(_ item: Waiting) {
        if holdBack(item) { return }
        switch item {
        case .request(let take): take(self)
        case .work(let work):
            if model != nil { work(self) }
        case .message(let message, let task):
            guard !(task?.isCancelled ?? false) else { return }
            follow(message, from: task, as: task?.origin ?? .sent, isEnd: task?.endsWithItsMessage ?? false)
        case .sent(let message, let request):
            follow(message, from: nil, as: .sent, for: request)
        case .told(let source, let payload):
            carryOut(payload, from: source)
        case .page(let event):
            for message in model.map({ event.messages(in: $0) }) ?? [] { follow(message, from: nil, as: .page(event)) }
        case .look:
            session.state.withLock { $0.activity?.isToCompare = false }
            look()
        case .finished(let task, let thrown):
            finish(task, thrown)
        }
    }

    private borrowing func finish(_ task: EffectTask, _ thrown: (any Error)?) {
        if let thrown, !task.isCancelled, case .effect(let effect) = task.work {
            // The program's message for it, unless asking for that has ended a process before.
            let key = again(for: task) ?? model?.faultKey
            if let message = host.driver.failed(effect, thrown, identifiedBy: key) {
                follow(message, from: task, as: task.origin, isEnd: true)
            } else {
                host.log(.effectFailed(program: host.name, effect: session.name(of: task), error: thrown))
            }
        }
        // Where its message has had its turn, it is over with that.
        session.state.withLock { state in
            guard let activity = state.activity, activity.remove(task), task.endurance != nil else { return }
            // With no turn of its own: what is stored is another from now on.
            state.version += 1
        }
        guard !task.isCancelled else { return }
        if let source = task.source { session.performAgain(task, for: source, thrown) }
        task.leave()
    }

    /// The turn of a message that no request brought. Where it fails, the log says so.
    ///
    /// - Parameters:
    ///   - request: the request that led to it, where it comes of no run.
    ///   - isEnd: whether what it comes from is over with it.
    borrowing func follow(
        _ message: AnyMessage,
        from task: EffectTask?,
        as origin: TurnOrigin,
        for request: RequestOrigin? = nil,
        isEnd: Bool = false
    ) {
        var message = message
        if var key = again(for: task) {
            key.combine((try? JSON.encode(message.value)) ?? [])
            message.faultKey = key
        }
        let cause = Cause(origin, of: task?.request ?? request, ending: isEnd ? task : nil)
        do {
            guard let committed = try take(message, cause) else { return }
            begin(committed, by: task)
        } catch {}
    }

    /// Identifies what comes of a run that outlives the process. It comes again in the next one, on another version, since the
    /// session has been stored meanwhile: it has a name instead.
    private borrowing func again(for task: EffectTask?) -> FaultKey? {
        guard let name = task?.endurance?.name else { return nil }
        var key = host.faultKey(of: session.id, version: 0)
        key?.combine(name)
        return key
    }

    private borrowing func take(_ message: AnyMessage, _ cause: Cause) throws(SessionFailure) -> Committed? {
        // The turns of one item come one after the other.
        guard let model = session.current else { return nil }
        if let committed = try transact([message], on: model, from: cause) { return committed }
        guard let request = cause.request, !request.knows(session.id) else { return nil }
        // The id was renewed meanwhile for another browser: the message comes as one that no request has led to.
        return try take(message, Cause(cause.origin, ending: cause.task))
    }

    /// Tells the request or the page that it comes of what a turn has for them, and begins what it has begun.
    private borrowing func begin(_ committed: Committed, by task: EffectTask?) {
        let outcome = committed.outcome
        let pendingEffects = task?.pendingEffects
        if committed.ends {
            // Before the runs are cancelled: the request that waits for them is answered by that.
            if !(pendingEffects?.add(outcome) ?? false) { session.tellLast(outcome, on: task?.page) }
            launch(committed)
            return host.registry.end(session)
        }
        if outcome.isForPage || outcome.created != nil, !(pendingEffects?.add(outcome) ?? false) {
            session.tell(outcome, on: task?.page)
        }
        if let page = task?.page { for task in committed.begun { task.page = page } }
        launch(committed, for: pendingEffects)
    }
}
