import ElmwoodArchitecture
import ElmwoodStorage

// Visitors without a session.

extension SessionHost {
    /// Shows the program to a visitor without a session.
    ///
    /// - Parameters:
    ///   - isLast: the visitor's session ended for this same request. A visitor who starts anew and ends again is shown the start, so
    ///     that no request runs for ever.
    ///   - end: what the turn that ended it asks of the page: the visitor starts anew where that leads to.
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
                    // The visitor is there: who is sent to where each start ends would be sent there again and again.
                    committed.outcome.navigation = nil
                }
                committed.outcome = end.followed(by: committed.outcome)
                return admit(newcomer, turn, committed) { [unheld] existing in
                    let snapshot = existing?.snapshot(RequestOutcome(), for: newcomer.credentials)
                    return .ready(.shown((try? snapshot?.get()) ?? unheld))
                }
            }
        } catch {
            return .ready(.failed(error))
        }
    }

    /// Takes a post of a visitor without a session.
    func startSession<Refusal>(_ post: Post<Refusal>) -> Eventual<SessionReply<Refusal>> {
        let credentials = post.credentials
        if let presented = credentials.session, registry.wasRenewed(presented) { return .ready(.failed(.renewed)) }
        do {
            let start = try start(post.visit)
            return try SessionCore(host: self, model: start.model, visitor: credentials.visitor).inFirstTurn {
                turn throws(SessionFailure) in
                // The start's own turns come first: the post is checked against what the visitor would have seen.
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
                return admit(newcomer, turn, started.followed(by: posted)) { $0?.take(post) ?? self.take(post) }
            }
        } catch {
            return .ready(.failed(error))
        }
    }

    /// Who has come without a session.
    private struct Newcomer {
        let visit: Visit
        let credentials: Credentials
        var isLast = false
    }

    /// Holds a newcomer's session, and begins what its turns began.
    private func admit<Refusal>(
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
        var committed = committed
        let origin = RequestOrigin(page: nil, session: credentials.session, environment.bits)
        let presented = renewedID(of: credentials.session, asBy: committed, for: origin)
        switch registry.hold(session, under: presented) {
        case .existing(let held):
            // Another request of the same visitor was faster; nothing of this one has begun.
            return orJoin(held)
        case .held(let id):
            origin.learn(id)
            if id != credentials.session {
                committed.outcome.created = id
                // As long as the visitor does not know the session's id.
                committed.outcome.faultKey = committed.model.faultKey
                // What effects bring may be the visitor's own.
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
            // Where another process holds a session under that id by now, it is that one's turn.
            return session.onceStored(answer) { orJoin(nil) }
        }
    }

    /// The id under which a newcomer's session is to be held: a new one where its first turns ask for that.
    ///
    /// - Parameter presented: the id of the visitor's cookie, under which other programs may have sessions.
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
