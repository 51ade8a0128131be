import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodStorage
import ElmwoodViewTree

/// A post, and its check.
struct Post<Refusal: Sendable>: Sendable {
    var credentials: Credentials
    let visit: Visit
    /// The posted form, if known.
    let form: FormData
    let decide: @Sendable (AnyModel) throws -> Decision<AnyMessage, Refusal>
    let verify: @Sendable (AnyModel, _ navigation: String?) throws -> RenderedPage?

    /// Verifies the result of the post's turns, at the path that they navigate to.
    func verify(_ result: TurnResult) throws -> RenderedPage? {
        var path: String?
        for command in result.commands { if case .page(let command) = command.kind { path = command.path ?? path } }
        return try verify(result.model, path)
    }
}

extension SessionTurn {
    /// Checks a post, and applies it.
    borrowing func handle<Refusal>(_ post: Post<Refusal>) -> Eventual<SessionReply<Refusal>> {
        // If the session ended while the post waited, or received another id, the post is handled as if it had arrived later.
        guard let model, id == post.credentials.session else { return session.forward(post) }
        if isPaused { return .ready(.failed(.paused)) }
        do {
            let messages: [AnyMessage]
            let isSecret: Bool
            switch try host.decide(post, model) {
            case .refuse(let refusal): return .ready(.refused(refusal))
            case .apply(let accepted, let secret): (messages, isSecret) = (accepted, secret)
            }
            let request = RequestOrigin(page: nil, session: id, host.environment.bits)
            let cause = Cause(.visitor, of: request, isSecret: isSecret)
            guard var committed = try transact(messages, on: model, from: cause, verify: post.verify) else {
                return session.forward(post)
            }
            if committed.outcome.created == nil { committed.outcome.created = post.credentials.successor }
            let answer: Eventual<SessionReply<Refusal>> = answer(committed, post.visit, post.credentials, request)
            guard committed.isUnchanged else { return session.onceStored(answer) { [host] in host.handle(post) } }
            return session.onceConfirmed(answer) { [host] in host.handle(post) }
        } catch {
            return .ready(.failed(error))
        }
    }

    /// Begins the tasks of a request's transaction, and answers the request: at once, or when they have settled.
    ///
    /// - Parameter isLast: see ``SessionHost/startSession(_:presented:visitor:isLast:after:)``.
    borrowing func answer<Refusal>(
        _ committed: Committed,
        _ visit: Visit,
        _ credentials: Credentials,
        _ request: RequestOrigin,
        isLast: Bool = false
    ) -> Eventual<SessionReply<Refusal>> {
        var outcome = committed.outcome
        outcome.origin = request
        outcome.view = committed.view.map { ($0, committed.version) }
        if committed.ends {
            launch(committed)
            host.registry.end(session)
            return host.registry.onceWritten(
                host.startSession(visit, presented: nil, visitor: session.visitor, isLast: true, after: outcome)
            )
        }
        session.attribute(committed.begun, to: request, presenting: credentials.ticket)
        let time = host.effectWait
        guard committed.begun.contains(where: { $0.isAwaited(within: time) }) else {
            launch(committed)
            return session.shown(outcome, visit, credentials, isLast: isLast)
        }
        let pendingEffects = PendingEffects(deadline: host.environment.now() + time, outcome: outcome)
        launch(committed, for: pendingEffects)
        let promise = Promise<SessionReply<Refusal>>()
        pendingEffects.finish(within: time, in: host.environment) { [session] outcome in
            let answer: Eventual<SessionReply<Refusal>> = session.shown(outcome, visit, credentials, isLast: isLast)
            answer.deliver(to: promise)
        }
        return .promised(promise)
    }
}

extension SessionCore {
    /// Performs a post: now, or after the current turn.
    func handle<Refusal>(_ post: Post<Refusal>) -> Eventual<SessionReply<Refusal>> { inTurn { $0.handle(post) } }

    /// Passes on a post whose session has ended: to a new session, or to the session when it is restored from the store.
    fileprivate func forward<Refusal>(_ post: Post<Refusal>) -> Eventual<SessionReply<Refusal>> {
        guard isUnloaded || !isFound(by: post.credentials) else { return host.startSession(post) }
        return host.handle(post)
    }

    /// Returns the session's current state or, if it has ended, the program's start.
    fileprivate func shown<Refusal>(
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
        if isUnloaded {
            // It was evicted while the answer waited for the request's tasks. Its turns have been stored.
            return host.withSession(id) { session in
                session?.shown(outcome, visit, credentials, isLast: isLast)
                    ?? self.host.startSession(
                        visit,
                        presented: nil,
                        visitor: self.visitor,
                        isLast: true,
                        after: outcome
                    )
            }
        }
        guard !isLast else { return .ready(.failed(.ended)) }
        return host.startSession(visit, presented: nil, visitor: visitor, isLast: true, after: outcome)
    }

    /// Returns the session's current state, with the outcome of its turns for an answer.
    ///
    /// - Returns: `.ended` if it has ended, and `.renewed` if it has an id that the request does not know.
    func snapshot(_ outcome: RequestOutcome, for credentials: Credentials) -> Result<SessionSnapshot, SessionFailure> {
        let taken = state.withLock { state -> Result<(SessionState, AnyModel), SessionFailure> in
            // Checked first: a request that does not know the id must not learn that the session has ended.
            guard state.id == credentials.session || state.id == outcome.created else { return .failure(.renewed) }
            guard !state.hasEnded else { return .failure(.ended) }
            return .success((state.takeState(), state.model))
        }
        return taken.map { snapshot($1, $0, outcome) }
    }

    private func snapshot(_ model: AnyModel, _ taken: SessionState, _ outcome: RequestOutcome) -> SessionSnapshot {
        var model = model
        if let key = outcome.faultKey { model.faultKey = key }
        // If another answer has sent a newer id, this late one must not set the old one again.
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
            ticket: ticket(of: outcome.origin),
            view: outcome.view.flatMap { $0.version == taken.version ? $0.page : nil }
        )
    }
}
