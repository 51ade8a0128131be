import ElmwoodArchitecture
import ElmwoodStorage

// Visitors without a session.

extension SessionHost {
    /// Shows the program to a visitor without a session.
    ///
    /// - Parameters:
    ///   - isLast: whether this same request has ended the visitor's session before. If the new session ends as well, the visitor
    ///     sees the start, so that a request always terminates.
    ///   - end: the outcome of the turn that ended the session. The new session starts at the path that it navigates to.
    func startSession<Refusal>(
        _ visit: Visit,
        presented: SessionID?,
        visitor: VisitorID?,
        isLast: Bool = false,
        after end: RequestOutcome = RequestOutcome()
    ) -> Eventual<SessionReply<Refusal>> {
        let visit = end.navigation.map(visit.place) ?? visit
        do {
            let start = try start(visit)
            var unheld = SessionSnapshot(start.model, cookie: isLast ? .remove : .unchanged)
            unheld.navigation = end.navigation
            unheld.pageCommands = end.pageCommands
            guard start.hasCommand else { return .ready(.shown(unheld)) }
            if let presented, registry.wasRenewed(presented) { return .ready(.failed(.renewed)) }
            let newcomer = Newcomer(
                visit: visit,
                credentials: Credentials(session: presented, visitor: visitor),
                isLast: isLast
            )
            return try SessionCore(host: self, model: start.model, visitor: visitor).inFirstTurn {
                turn throws(SessionFailure) in
                guard var committed = try turn.begin(start), !committed.ends || !isLast
                else { return .ready(.shown(unheld)) }
                if committed.ends, let path = committed.outcome.navigation, visit.place(at: path) == visit {
                    // The visitor is there already. A navigation to the address at which each start ends would be repeated forever.
                    committed.outcome.navigation = nil
                }
                committed.outcome = end.followed(by: committed.outcome)
                return registerSession(newcomer, turn, committed) { [unheld] existing in
                    let snapshot = existing?.snapshot(RequestOutcome(), for: newcomer.credentials)
                    return .ready(.shown((try? snapshot?.get()) ?? unheld))
                }
            }
        } catch {
            return .ready(.failed(error))
        }
    }

    /// Performs a post of a visitor without a session.
    func startSession<Refusal>(_ post: Post<Refusal>) -> Eventual<SessionReply<Refusal>> {
        let credentials = post.credentials
        if let presented = credentials.session, registry.wasRenewed(presented) { return .ready(.failed(.renewed)) }
        do {
            let start = try start(post.visit)
            return try SessionCore(host: self, model: start.model, visitor: credentials.visitor).inFirstTurn {
                turn throws(SessionFailure) in
                // The start's own turns come first, so that the post is checked against what the visitor would have seen.
                guard let started = try turn.begin(start), !started.ends else {
                    return startSession(post.visit, credentials)
                }
                let messages: [AnyMessage]
                let isSecret: Bool
                switch try decide(post, started.model) {
                case .refuse(let refusal): return .ready(.refused(refusal))
                case .apply(let accepted, let secret): (messages, isSecret) = (accepted, secret)
                }
                let cause = Cause(.visitor, isSecret: isSecret)
                guard let posted = try turn.transact(messages, on: started.model, from: cause, verify: post.verify)
                else { return startSession(post.visit, credentials) }
                let newcomer = Newcomer(visit: post.visit, credentials: credentials)
                return registerSession(newcomer, turn, started.followed(by: posted)) {
                    $0?.handle(post) ?? self.handle(post)
                }
            }
        } catch {
            return .ready(.failed(error))
        }
    }

    /// A visitor without a session, and their request.
    private struct Newcomer {
        let visit: Visit
        let credentials: Credentials
        var isLast = false
    }

    /// Registers a new visitor's session, and begins the tasks of its turns.
    private func registerSession<Refusal>(
        _ newcomer: Newcomer,
        _ turn: borrowing SessionTurn,
        _ committed: Committed,
        orJoin: @escaping @Sendable (SessionCore?) -> Eventual<SessionReply<Refusal>>
    ) -> Eventual<SessionReply<Refusal>> {
        let (session, visit, credentials) = (turn.session, newcomer.visit, newcomer.credentials)
        if committed.ends {
            turn.launch(committed)
            registry.endOthers(of: credentials.session)
            return registry.onceWritten(
                startSession(visit, presented: nil, visitor: session.visitor, isLast: true, after: committed.outcome)
            )
        }
        if refusesChanges { return .ready(.failed(.notStored)) }
        var committed = committed
        let origin = RequestOrigin(page: nil, session: credentials.session, environment.bits)
        let presented = renewedID(of: credentials.session, asBy: committed, for: origin)
        switch registry.register(session, under: presented) {
        case .existing(let held):
            // Another request of the same visitor was faster. Nothing of this one has begun.
            return orJoin(held)
        case .held(let id):
            origin.learn(id)
            if id != credentials.session {
                committed.outcome.created = id
                // Valid until the visitor knows the session's id.
                committed.outcome.faultKey = committed.model.faultKey
                // The messages of effects may depend on the visitor.
                if !committed.begun.isEmpty, let visitor = credentials.visitor {
                    committed.outcome.faultKey?.combine(visitor.text)
                }
            }
            let answer: Eventual<SessionReply<Refusal>> = turn.answer(
                committed,
                visit,
                credentials,
                origin,
                isLast: newcomer.isLast
            )
            // If another process has a session under that id by now, that session performs the request.
            return session.onceStored(answer) { orJoin(nil) }
        }
    }

    /// Returns the id for a new visitor's session: a new one if its first turns request that.
    ///
    /// - Parameter presented: the id of the session's cookie, under which other programs may have sessions.
    func renewedID(
        of presented: SessionID?,
        asBy committed: Committed,
        for origin: RequestOrigin
    ) -> SessionID? {
        guard committed.outcome.renews, let presented else { return presented }
        return registry.renew(presented, for: origin)
    }

    private func startSession<Refusal>(_ visit: Visit, _ credentials: Credentials) -> Eventual<SessionReply<Refusal>> {
        startSession(visit, presented: credentials.session, visitor: credentials.visitor)
    }
}
