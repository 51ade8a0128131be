import Architecture

/// A post, and how it is checked.
struct Post<P: Program, Refusal: Sendable>: Sendable {
    let presented: SessionID?
    let visit: Visit
    let decide: @Sendable (P.Model) throws -> Decision<P.Message, Refusal>

    /// What the post comes to on that model.
    func decision(
        on model: P.Model,
        host: ProgramHost<P>
    ) -> Result<Decision<P.Message, Refusal>, SessionFailure> {
        do {
            return .success(try decide(model))
        } catch {
            // That there is nothing at an address is no failure: anybody can ask for one.
            if !(error is NotFound) { host.log(.viewFailed(program: host.name, error: error)) }
            return .failure(.view(error))
        }
    }
}

extension Session {
    /// Takes a post: now, or in its turn where another is going on.
    func take<Refusal>(_ post: Post<P, Refusal>) -> Eventual<Reply<P, Refusal>> {
        var settlement: Settlement<Reply<P, Refusal>>?
        let entry = enter {
            let later = Settlement<Reply<P, Refusal>>()
            settlement = later
            return .post { self.apply(post).deliver(to: later) }
        }
        if let settlement { return .settling(settlement) }
        guard entry == .turning else { return .ready(.failed(.tooManyMessages(limit: host.limits.messages))) }
        defer { release() }
        return apply(post)
    }

    /// Checks a post and applies it. The caller has the turn.
    private func apply<Refusal>(_ post: Post<P, Refusal>) -> Eventual<Reply<P, Refusal>> {
        // A session that ended while the post waited: it comes as one without a session, as it would have a moment later.
        guard let model = current else { return host.welcome(post) }
        let messages: [P.Message]
        let isSecret: Bool
        switch post.decision(on: model, host: host) {
        case .failure(let failure): return .ready(.failed(failure))
        case .success(.refuse(let refusal)): return .ready(.refused(refusal))
        case .success(.apply(let accepted, let secret)): (messages, isSecret) = (accepted, secret)
        }
        do {
            guard let committed = try transact(messages, on: model) else { return host.welcome(post) }
            return answer(committed, post.visit)
        } catch {
            return .ready(.failed(host.failed(error, isSecret: isSecret)))
        }
    }

    /// The answer to the request that caused this: at once, or once what it began has settled.
    ///
    /// - Parameter isLast: see `ProgramHost.welcome`.
    func answer<Refusal>(_ committed: Committed, _ visit: Visit, isLast: Bool = false) -> Eventual<Reply<P, Refusal>> {
        if committed.ends {
            launch(committed, for: nil)
            host.registry.end(self)
            return host.welcome(visit, presented: nil, isLast: true)
        }
        let time = host.limits.settlingTime
        guard committed.begun.contains(where: { $0.comes(within: time) }) else {
            launch(committed, for: nil)
            return shown(committed.outcome, visit, isLast: isLast)
        }
        let settling = Settling(deadline: host.surroundings.now() + time, outcome: committed.outcome)
        launch(committed, for: settling)
        let settlement = Settlement<Reply<P, Refusal>>()
        settling.finish(within: time, in: host.surroundings) { outcome in
            let answer: Eventual<Reply<P, Refusal>> = self.shown(outcome, visit, isLast: isLast)
            answer.deliver(to: settlement)
        }
        return .settling(settlement)
    }

    /// The session as it is now, or, where it has ended, the program as it starts.
    private func shown<Refusal>(
        _ outcome: RequestOutcome,
        _ visit: Visit,
        isLast: Bool
    ) -> Eventual<Reply<P, Refusal>> {
        if let snapshot = snapshot(outcome) { return .ready(.shown(snapshot)) }
        return isLast ? .ready(.failed(.ended)) : host.welcome(visit, presented: nil, isLast: true)
    }

    /// The session as it is now, with what its turns left for an answer; nil where it has ended.
    func snapshot(_ outcome: RequestOutcome) -> Snapshot<P>? {
        var outcome = outcome
        let taken = state.withLock { state -> (Snapshot<P>, SessionID)? in
            guard !state.hasEnded else { return nil }
            if let activity = state.activity {
                outcome.navigation = outcome.navigation ?? activity.navigation
                outcome.renews = outcome.renews || activity.renews
                activity.navigation = nil
                activity.renews = false
                if !state.isTurning { state.rest() }
            }
            let snapshot = Snapshot<P>(
                model: state.model,
                version: state.version,
                isHeld: true,
                cookie: .unchanged,
                navigation: outcome.navigation
            )
            return (snapshot, state.id)
        }
        guard case (var snapshot, let id)? = taken else { return nil }
        if outcome.renews, let renewed = host.registry.renew(self) {
            snapshot.cookie = .set(renewed)
        } else if outcome.created == id {
            // Where another answer has told a newer id meanwhile, this late one must not set the old one again.
            snapshot.cookie = .set(id)
        }
        return snapshot
    }
}
