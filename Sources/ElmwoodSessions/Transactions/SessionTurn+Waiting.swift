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
        case .message(let message, let run):
            guard !(run?.isCancelled ?? false) else { return }
            follow(message, from: run, as: run?.origin ?? .sent, isEnd: run?.endsWithItsMessage ?? false)
        case .sent(let message, let request):
            follow(message, from: nil, as: .sent, for: request)
        case .told(let source, let payload):
            carryOut(payload, from: source)
        case .page(let event):
            for message in model.map({ event.messages(in: $0) }) ?? [] { follow(message, from: nil, as: .page(event)) }
        case .look:
            session.state.withLock { $0.activity?.isToCompare = false }
            look()
        case .finished(let run, let thrown):
            finish(run, thrown)
        }
    }

    private borrowing func finish(_ run: EffectTask, _ thrown: (any Error)?) {
        if let thrown, !run.isCancelled, case .effect(let effect) = run.work {
            // The program's message for it, unless asking for that has ended a process before.
            let key = again(for: run) ?? model?.faultKey
            if let message = host.driver.failed(effect, thrown, identifiedBy: key) {
                follow(message, from: run, as: run.origin, isEnd: true)
            } else {
                host.log(.effectFailed(program: host.name, effect: session.name(of: run), error: thrown))
            }
        }
        // Where its message has had its turn, it is over with that.
        session.state.withLock { state in
            guard let activity = state.activity, activity.remove(run), run.endurance != nil else { return }
            // With no turn of its own: what is stored is another from now on.
            state.version += 1
        }
        guard !run.isCancelled else { return }
        if let source = run.source { session.performAgain(run, for: source, thrown) }
        run.leave()
    }

    /// The turn of a message that no request brought. Where it fails, the log says so.
    ///
    /// - Parameters:
    ///   - request: the request that led to it, where it comes of no run.
    ///   - isEnd: whether what it comes from is over with it.
    borrowing func follow(
        _ message: AnyMessage,
        from run: EffectTask?,
        as origin: TurnOrigin,
        for request: RequestOrigin? = nil,
        isEnd: Bool = false
    ) {
        var message = message
        if var key = again(for: run) {
            key.combine((try? JSON.encode(message.value)) ?? [])
            message.faultKey = key
        }
        let cause = Cause(origin, of: run?.request ?? request, ending: isEnd ? run : nil)
        do {
            guard let committed = try take(message, cause) else { return }
            begin(committed, by: run)
        } catch {}
    }

    /// Identifies what comes of a run that outlives the process. It comes again in the next one, on another version, since the
    /// session has been stored meanwhile: it has a name instead.
    private borrowing func again(for run: EffectTask?) -> FaultKey? {
        guard let name = run?.endurance?.name else { return nil }
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
        return try take(message, Cause(cause.origin, ending: cause.run))
    }

    /// Tells the request or the page that it comes of what a turn has for them, and begins what it has begun.
    private borrowing func begin(_ committed: Committed, by run: EffectTask?) {
        let outcome = committed.outcome
        let pendingEffects = run?.pendingEffects
        if committed.ends {
            // Before the runs are cancelled: the request that waits for them is answered by that.
            if !(pendingEffects?.add(outcome) ?? false) { session.tellLast(outcome, on: run?.page) }
            launch(committed)
            return host.registry.end(session)
        }
        if outcome.isForPage || outcome.created != nil, !(pendingEffects?.add(outcome) ?? false) {
            session.tell(outcome, on: run?.page)
        }
        if let page = run?.page { for run in committed.begun { run.page = page } }
        launch(committed, for: pendingEffects)
    }
}
