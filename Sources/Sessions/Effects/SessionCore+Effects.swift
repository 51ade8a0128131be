import Architecture
import Supervisor

extension SessionCore {
    /// Ends what was cancelled, compares the subscriptions, and begins what was begun. The caller has the turn.
    ///
    /// - Parameter settling: the request that waits for it, where one does.
    func launch(_ committed: Committed, for settling: Settling?) {
        tell(committed.records)
        for run in committed.cancelled { run.cancel() }
        if let settling {
            let time = settling.deadline - host.surroundings.now()
            for run in committed.begun where run.comes(within: time) { run.join(settling) }
        }
        compareSubscriptions()
        for (topic, payload) in committed.broadcasts where !host.registry.topics.tell(payload, on: topic) {
            host.log(.broadcastDropped(program: host.name, topic: topic))
        }
        for run in committed.begun { begin(run) }
    }

    func begin(_ run: Run) {
        switch run.work {
        case .message(let message, let duration):
            let call = host.surroundings.schedule(duration) { [weak self] in
                guard run.pass(to: .returned) else { return }
                self?.receive([.message(message, run), .finished(run, nil)])
            }
            run.began { call.cancel() }
        case .effect(let effect):
            // A durable one begins once it is stored.
            if !run.isDurable || host.keeper == nil { begin(effect, run) }
        case .storage:
            store(run)
        }
    }

    func begin(_ effect: AnyEffect, _ run: Run) {
        guard run.start() else { return }
        // Cancelled tasks that do not heed it still take memory: beyond as many again, the next waits for one to end.
        let begins = state.withLock { state in
            let activity = state.active()
            guard activity.tasks < 2 * host.limits.effects else {
                activity.postponed.append(run)
                return false
            }
            activity.tasks += 1
            return true
        }
        if begins { perform(effect, run) }
    }

    private func perform(_ effect: AnyEffect, _ run: Run) {
        let fault = fault(of: run, effect)
        let task = host.task(of: fault) { [host] in
            var thrown: (any Error)?
            do {
                if let fault, fault.isKnown {
                    host.log(.faultAvoided(program: host.name))
                    throw EndedProcess()
                }
                let attempt = run.attempt ?? Attempt(drawing: host.surroundings.bits)
                try await host.perform(
                    EffectCall(
                        effect: effect,
                        session: self,
                        isSubscribed: run.source != nil,
                        isDurable: run.isDurable,
                        attempt: attempt
                    ) { [weak self] in self?.receive($0, from: run) }
                )
            } catch {
                thrown = error
            }
            self.taskReturned(run, thrown)
        }
        run.began { task.cancel() }
    }

    private func taskReturned(_ run: Run, _ thrown: (any Error)?) {
        let next = state.withLock { state -> Run? in
            guard let activity = state.activity else { return nil }
            while let next = activity.postponed.first {
                activity.postponed.removeFirst()
                if !next.isCancelled { return next }
            }
            activity.tasks -= 1
            if !state.isTurning { state.rest() }
            return nil
        }
        if let next, case .effect(let effect) = next.work { perform(effect, next) }
        if run.pass(to: .returned) { receive([.finished(run, thrown)]) }
    }

    /// A message of an effect, which may come from any thread.
    private func receive(_ message: AnyMessage, from run: Run) {
        switch run.phase {
        case .cancelled, .flooded: return
        case .going, .returned: break
        }
        if receive([.message(message, run)]) { return }
        let limit = host.limits.messages
        if run.pass(to: .flooded) {
            host.log(.effectFlooded(program: host.name, effect: name(of: run), limit: limit))
            receive([.finished(run, SessionFailure.tooManyMessages(limit: limit))])
        }
        host.log(.messageDropped(program: host.name, message: SessionEvent.caseName(message), limit: limit))
    }

    /// Lets items wait for their turn, or carries them out where nobody has it.
    ///
    /// - Returns: false where too much waits already. That counts for messages alone of items given singly: what is given
    ///   with an end has been counted as a delayed message before.
    @discardableResult
    func receive(_ items: [Waiting]) -> Bool {
        let isBounded = if items.count == 1, case .message = items[0] { true } else { false }
        let (isTaken, hasTurn) = state.withLock { state -> (Bool, Bool) in
            guard !state.hasEnded else { return (true, false) }
            let activity = state.active()
            if isBounded, activity.waiting >= host.limits.messages { return (false, false) }
            for item in items where item.isCounted { activity.waiting += 1 }
            activity.inbox += items
            defer { state.isTurning = true }
            return (true, !state.isTurning)
        }
        if hasTurn { drain() }
        return isTaken
    }

    // MARK: What waited

    /// Carries out one item of the inbox. The caller has the turn.
    func carryOut(_ item: Waiting) {
        if holdBack(item) { return }
        switch item {
        case .post(let post):
            post()
        case .work(let work):
            if current != nil { work() }
        case .message(let message, let run):
            guard !(run?.isCancelled ?? false) else { return }
            follow(message, from: run, as: run?.origin ?? .sent, isEnd: run?.endsWithItsMessage ?? false)
        case .sent(let message, let request):
            follow(message, from: nil, as: .sent, for: request)
        case .told(let source, let payload):
            carryOut(payload, from: source)
        case .page(let event):
            carryOut(event)
        case .look:
            state.withLock { $0.activity?.isToCompare = false }
            compareSubscriptions(isLook: true)
        case .finished(let run, let thrown):
            if let thrown, !run.isCancelled, case .effect(let effect) = run.work {
                if let message = message(of: run, effect, thrown) {
                    follow(message, from: run, as: run.origin, isEnd: true)
                } else {
                    host.log(.effectFailed(program: host.name, effect: name(of: run), error: thrown))
                }
            }
            // Where its message has had its turn, it is over with that.
            state.withLock { state in
                guard let activity = state.activity, activity.remove(run), run.endurance != nil else { return }
                // With no turn of its own: what is stored is another from now on.
                state.version += 1
            }
            guard !run.isCancelled else { return }
            if let source = run.source { performAgain(run, for: source, thrown) }
            run.leave()
        }
    }

    /// The program's message for an effect that threw, unless asking for it has ended a process before.
    private func message(of run: Run, _ effect: AnyEffect, _ thrown: any Error) -> AnyMessage? {
        host.driver.failed(effect, thrown, identifiedBy: again(for: run) ?? current?.faultKey)
    }

    /// The turn of a message that no request brought.
    ///
    /// - Parameters:
    ///   - request: the request that led to it, where it comes from nothing that goes on.
    ///   - isEnd: whether what it comes from is over with it.
    func follow(
        _ message: AnyMessage,
        from run: Run?,
        as origin: TurnOrigin,
        for request: RequestOrigin? = nil,
        isEnd: Bool = false
    ) {
        var message = message
        if var key = again(for: run) {
            key.combine((try? JSON.encode(message.value)) ?? [])
            message.faultKey = key
        }
        do {
            try take(message, from: run, as: origin, for: run?.request ?? request, isEnd: isEnd)
        } catch {
            host.log(.turnFailed(program: host.name, message: error.message, error: error.reason))
        }
    }

    /// Identifies what comes of a run that outlives the process. It comes again in the next one, on another version, since the
    /// session has been stored meanwhile: it has a name instead.
    private func again(for run: Run?) -> FaultKey? {
        guard let name = run?.endurance?.name else { return nil }
        var key = host.faultKey(of: id, version: 0)
        key?.combine(name)
        return key
    }

    private func take(
        _ message: AnyMessage,
        from run: Run?,
        as origin: TurnOrigin,
        for request: RequestOrigin?,
        isEnd: Bool
    ) throws(TurnFailure) {
        guard let model = current else { return }
        let transaction = try transact([message], on: model, from: origin, by: isEnd ? run : nil, for: request)
        guard let committed = transaction else {
            guard let request, !request.knows(id) else { return }
            // Its id was renewed meanwhile for another browser: the message comes as one that no request has led to.
            return try take(message, from: run, as: origin, for: nil, isEnd: isEnd)
        }
        if committed.ends {
            // Before the runs are cancelled: the request that waits for them is answered by that.
            if !(run?.settling?.add(committed.outcome) ?? false) { tellLast(committed.outcome, on: run?.page) }
            launch(committed, for: nil)
            host.registry.end(self)
            return
        }
        let settling = run?.settling
        let outcome = committed.outcome
        if outcome.isForPage || outcome.created != nil, !(settling?.add(outcome) ?? false) {
            tell(outcome, on: run?.page)
        }
        if let page = run?.page { for run in committed.begun { run.page = page } }
        if let request { attribute(committed, to: request, presenting: nil) }
        launch(committed, for: settling)
    }

    /// The effect's name alone: what it holds may be secret.
    private func name(of run: Run) -> String {
        if case .effect(let effect) = run.work { SessionEvent.caseName(effect) } else { "" }
    }
}

/// An effect that a session begins, for what carries it out.
struct EffectCall: Sendable {
    let effect: AnyEffect
    let session: SessionCore
    /// Whether it is a subscription's, which goes on for as long as it is subscribed to.
    let isSubscribed: Bool
    /// Whether another process carries it out again where this one ends before it has.
    let isDurable: Bool
    let attempt: Attempt
    /// Takes its messages.
    let send: @Sendable (AnyMessage) -> Void
}
