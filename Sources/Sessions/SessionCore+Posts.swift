import Architecture
import FormData
import Storage

/// A post, and how it is checked.
struct Post<Refusal: Sendable>: Sendable {
    var credentials: Credentials
    let visit: Visit
    /// What was posted, as far as that is known.
    let form: FormData
    let decide: @Sendable (AnyModel) throws -> Decision<AnyMessage, Refusal>
    let verify: @Sendable (AnyModel, _ navigation: String?) throws -> Void
}

extension SessionCore {
    /// Takes a post: now, or in its turn where another is going on.
    func take<Refusal>(_ post: Post<Refusal>) -> Eventual<SessionReply<Refusal>> {
        var settlement: Settlement<SessionReply<Refusal>>?
        var model: AnyModel?
        let entry = enter(taking: &model) {
            let later = Settlement<SessionReply<Refusal>>()
            settlement = later
            return .post { self.apply(post, on: self.current, isReleased: true).deliver(to: later) }
        }
        switch entry {
        case .turning: return apply(post, on: model, isReleased: false)
        case .full: return .ready(.failed(.tooManyMessages(limit: host.limits.messages)))
        case .waiting: return settlement.map { .settling($0) } ?? .ready(.failed(.ended))
        }
    }

    /// Checks a post and applies it. The caller has the turn.
    ///
    /// - Parameters:
    ///   - model: the session's model; nil where it has ended.
    ///   - isReleased: whether the caller ends the turn; else this does.
    private func apply<Refusal>(
        _ post: Post<Refusal>,
        on model: AnyModel?,
        isReleased: Bool
    ) -> Eventual<SessionReply<Refusal>> {
        var isReleased = isReleased
        defer { if !isReleased { release() } }
        // A session that ended while the post waited, or got another id: it comes as it would have a moment later.
        guard let model, isFound(by: post.credentials) else { return takeElsewhere(post) }
        if isPaused { return .ready(.failed(.paused)) }
        let decision: Decision<AnyMessage, Refusal>
        do {
            decision = try post.decide(model)
        } catch {
            return .ready(.failed(host.viewFailed(error)))
        }
        let messages: [AnyMessage]
        let isSecret: Bool
        switch decision {
        case .refuse(let refusal): return .ready(.refused(refusal))
        case .apply(let accepted, let secret): (messages, isSecret) = (accepted, secret)
        }
        do {
            let result = try run(messages, on: model)
            if let failure = host.verify(post, result) { return .ready(.failed(failure)) }
            if result.commands.isEmpty {
                let model = result.model
                let isSubscribed = host.driver.subscriptions(model).isAnyRun
                // What is told of the turn is told under it, so in order.
                let goesOn = isSubscribed || !host.observers.isEmpty
                let id = post.credentials.session
                let committed = commitQuietly(result, foundBy: id, goesOn: goesOn, isReleased: &isReleased)
                guard let taken = committed else { return takeElsewhere(post) }
                tell(records(.visitor, result, isSecret: isSecret))
                if isSubscribed || taken.hasSources { compareSubscriptions() }
                if taken.hasPages { pagesChanged() }
                let outcome = RequestOutcome(created: post.credentials.successor)
                let reply: SessionReply<Refusal> =
                    isEntitled(post.credentials, outcome, to: taken.id)
                    ? .shown(snapshot(model, taken, outcome)) : .failed(.renewed)
                return onceStored(.ready(reply)) { self.host.take(post) }
            }
            let origin = RequestOrigin(page: nil, session: post.credentials.session, host.surroundings.bits)
            let turn = try commit(result, causedBy: messages.first, for: origin, isDone: true)
            guard var committed = turn else {
                return takeElsewhere(post)
            }
            committed.records = records(.visitor, result, isSecret: isSecret)
            if committed.outcome.created == nil { committed.outcome.created = post.credentials.successor }
            attribute(committed, to: origin, presenting: post.credentials.ticket)
            committed.outcome.origin = origin
            return onceStored(answer(committed, post.visit, post.credentials)) { self.host.take(post) }
        } catch {
            return .ready(.failed(host.failed(error, isSecret: isSecret)))
        }
    }

    /// Takes a post whose session has ended: as one of a newcomer, or by the session as it comes back from the store.
    private func takeElsewhere<Refusal>(_ post: Post<Refusal>) -> Eventual<SessionReply<Refusal>> {
        guard hasBeenLetGo || !isFound(by: post.credentials) else { return host.welcome(post) }
        return host.take(post)
    }

    /// The answer to the request that caused this: at once, or once what it began has settled.
    ///
    /// - Parameter isLast: see `ProgramHost.welcome`.
    func answer<Refusal>(
        _ committed: Committed,
        _ visit: Visit,
        _ credentials: Credentials,
        isLast: Bool = false
    ) -> Eventual<SessionReply<Refusal>> {
        if committed.ends {
            launch(committed, for: nil)
            host.registry.end(self)
            return host.registry.onceWritten(
                host.welcome(visit, presented: nil, visitor: visitor, isLast: true, after: committed.outcome)
            )
        }
        let time = host.settlingTime
        guard committed.begun.contains(where: { $0.comes(within: time) }) else {
            launch(committed, for: nil)
            return shown(committed.outcome, visit, credentials, isLast: isLast)
        }
        let settling = Settling(deadline: host.surroundings.now() + time, outcome: committed.outcome)
        launch(committed, for: settling)
        let settlement = Settlement<SessionReply<Refusal>>()
        settling.finish(within: time, in: host.surroundings) { outcome in
            let answer: Eventual<SessionReply<Refusal>> = self.shown(outcome, visit, credentials, isLast: isLast)
            answer.deliver(to: settlement)
        }
        return .settling(settlement)
    }

    /// The session as it is now, or, where it has ended, the program as it starts.
    private func shown<Refusal>(
        _ outcome: RequestOutcome,
        _ visit: Visit,
        _ credentials: Credentials,
        isLast: Bool
    ) -> Eventual<SessionReply<Refusal>> {
        switch snapshot(outcome, for: credentials) {
        case .success(let snapshot): return .ready(.shown(snapshot))
        case .failure(.ended): break
        case .failure(let failure): return .ready(.failed(failure))
        }
        if hasBeenLetGo {
            // While the answer waited for what the request began. What was done has been stored.
            return host.withSession(id) { session in
                session?.shown(outcome, visit, credentials, isLast: isLast)
                    ?? self.host.welcome(visit, presented: nil, visitor: self.visitor, isLast: true, after: outcome)
            }
        }
        guard !isLast else { return .ready(.failed(.ended)) }
        return host.welcome(visit, presented: nil, visitor: visitor, isLast: true, after: outcome)
    }

    /// The session as it is now, with what its turns left for an answer.
    ///
    /// - Returns: `.ended` where it has ended, and `.renewed` where it has got an id meanwhile that the request is not told.
    func snapshot(_ outcome: RequestOutcome, for credentials: Credentials) -> Result<SessionSnapshot, SessionFailure> {
        var model: AnyModel?
        let taken = state.withLock { state -> Result<SessionState, SessionFailure> in
            // First: who is not told the id is nobody to whom the end of the session is anything.
            guard isEntitled(credentials, outcome, to: state.id) else { return .failure(.renewed) }
            guard !state.hasEnded else { return .failure(.ended) }
            model = state.model
            return .success(state.takeState())
        }
        guard let model else { return taken.flatMap { _ in .failure(.ended) } }
        return taken.map { snapshot(model, $0, outcome) }
    }

    /// Whether the request may be shown the session that has that id: it has presented the id, or is told it.
    private func isEntitled(_ credentials: Credentials, _ outcome: RequestOutcome, to id: SessionID) -> Bool {
        id == credentials.session || id == outcome.created
    }

    private func snapshot(_ model: AnyModel, _ taken: SessionState, _ outcome: RequestOutcome) -> SessionSnapshot {
        var model = model
        if let key = outcome.faultKey { model.faultKey = key }
        // Where another answer has told a newer id meanwhile, this late one must not set the old one again.
        let isTold = outcome.created == taken.id
        return SessionSnapshot(
            model: model,
            version: taken.version,
            isHeld: true,
            cookie: isTold ? .set(taken.id) : .unchanged,
            navigation: outcome.navigation ?? taken.navigation,
            pageCommands: taken.pageCommands + outcome.pageCommands,
            isPaused: taken.isPaused,
            visitor: taken.visitor,
            ticket: ticket(of: outcome.origin)
        )
    }
}
