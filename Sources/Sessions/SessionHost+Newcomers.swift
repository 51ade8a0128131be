import Architecture
import Storage

// Visitors without a session.

extension SessionHost {
    /// Shows the program to a visitor without a session.
    ///
    /// - Parameters:
    ///   - isLast: the visitor's session ended for this same request. Whoever starts anew and ends again is shown the start, so
    ///     that no request goes on for ever.
    ///   - end: what the turn that ended it asks of the page: the visitor starts anew where that leads to.
    func welcome<Refusal>(
        _ visit: Visit,
        presented: SessionID?,
        visitor: VisitorID?,
        isLast: Bool = false,
        after end: RequestOutcome = RequestOutcome()
    ) -> Eventual<SessionReply<Refusal>> {
        let visit = end.navigation.map(visit.place) ?? visit
        let start: ProgramStart
        do {
            start = try driver.start(visit)
        } catch {
            return .ready(.failed(startFailed(error)))
        }
        var unheld = SessionSnapshot(start.model, cookie: isLast ? .remove : .unchanged)
        unheld.navigation = end.navigation
        unheld.pageCommands = end.pageCommands
        guard start.hasCommand else { return .ready(.shown(unheld)) }
        if let presented, registry.wasRenewed(presented) { return .ready(.failed(.renewed)) }
        let session = SessionCore(host: self, model: start.model, visitor: visitor)
        do {
            guard var committed = try session.begin(start), !committed.ends || !isLast
            else { return .ready(.shown(unheld)) }
            if committed.ends, let path = committed.outcome.navigation, visit.place(at: path) == visit {
                // The visitor is there: whoever is sent to where each start ends would be sent there again and again.
                committed.outcome.navigation = nil
            }
            committed.outcome = end.followed(by: committed.outcome)
            let beginning = Beginning(visit: visit, visitor: visitor)
            let credentials = Credentials(session: presented, visitor: visitor)
            return admit(session, committed, beginning, credentials, isLast: isLast) { [unheld] existing in
                .ready(.shown((try? existing?.snapshot(RequestOutcome(), for: credentials).get()) ?? unheld))
            }
        } catch {
            return .ready(.failed(failed(error, isSecret: false)))
        }
    }

    /// Takes a post of a visitor without a session.
    func welcome<Refusal>(_ post: Post<Refusal>) -> Eventual<SessionReply<Refusal>> {
        if let presented = post.credentials.session, registry.wasRenewed(presented) {
            return .ready(.failed(.renewed))
        }
        let start: ProgramStart
        do {
            start = try driver.start(post.visit)
        } catch {
            return .ready(.failed(startFailed(error)))
        }
        let session = SessionCore(host: self, model: start.model, visitor: post.credentials.visitor)
        var isSecret = false
        do {
            // The start's own turns come first: the post is checked against what the visitor would have seen.
            guard let started = try session.begin(start), let model = session.current
            else { return welcome(post.visit, post.credentials) }
            let messages: [AnyMessage]
            let decision: Decision<AnyMessage, Refusal>
            do {
                decision = try post.decide(model)
            } catch {
                return .ready(.failed(viewFailed(error)))
            }
            switch decision {
            case .refuse(let refusal): return .ready(.refused(refusal))
            case .apply(let accepted, let secret): (messages, isSecret) = (accepted, secret)
            }
            let result = try session.run(messages, on: model)
            if let failure = verify(post, result) { return .ready(.failed(failure)) }
            guard var posted = try session.commit(result, causedBy: messages.first) else {
                return welcome(post.visit, post.credentials)
            }
            posted.records = session.records(.visitor, result, isSecret: isSecret)
            let beginning = Beginning(visit: post.visit, visitor: post.credentials.visitor)
            return admit(session, started.followed(by: posted), beginning, post.credentials) {
                $0?.take(post) ?? self.take(post)
            }
        } catch {
            return .ready(.failed(failed(error, isSecret: isSecret)))
        }
    }

    /// What a newcomer's session has come from.
    private struct Beginning {
        let visit: Visit
        let visitor: VisitorID?
    }

    /// Holds a newcomer's session, and begins what its turns began.
    private func admit<Refusal>(
        _ session: SessionCore,
        _ committed: SessionCore.Committed,
        _ beginning: Beginning,
        _ credentials: Credentials,
        isLast: Bool = false,
        orJoin: @escaping @Sendable (SessionCore?) -> Eventual<SessionReply<Refusal>>
    ) -> Eventual<SessionReply<Refusal>> {
        let visit = beginning.visit
        if committed.ends {
            session.tell(committed.records)
            registry.endOthers(of: credentials.session)
            return registry.onceWritten(
                welcome(visit, presented: nil, visitor: session.visitor, isLast: true, after: committed.outcome)
            )
        }
        var committed = committed
        let origin = RequestOrigin(page: nil, session: credentials.session, surroundings.bits)
        let presented = renewedID(of: credentials.session, asBy: committed, for: origin)
        // As long as the visitor does not know the session's id.
        let key = session.current?.faultKey
        switch registry.hold(session, under: presented) {
        case .existing(let held):
            // Another request of the same visitor was faster; nothing of this one has begun.
            return orJoin(held)
        case .held(let id):
            origin.learn(id)
            if id != credentials.session {
                committed.outcome.created = id
                committed.outcome.faultKey = key
                // What effects bring may be the visitor's own.
                if !committed.begun.isEmpty, let visitor = beginning.visitor {
                    committed.outcome.faultKey?.combine(visitor.text)
                }
            }
            defer { session.release() }
            session.attribute(committed, to: origin, presenting: credentials.ticket)
            committed.outcome.origin = origin
            let answer: Eventual<SessionReply<Refusal>> = session.answer(committed, visit, credentials, isLast: isLast)
            // Where another process holds a session under that id by now, it is that one's turn.
            return session.onceStored(answer) { orJoin(nil) }
        }
    }

    /// The id under which a newcomer's session is to be held: a new one where its first turns ask for that.
    ///
    /// - Parameter presented: the id of the visitor's cookie, under which other programs may have sessions.
    func renewedID(
        of presented: SessionID?,
        asBy committed: SessionCore.Committed,
        for origin: RequestOrigin
    ) -> SessionID? {
        guard committed.outcome.renews, let presented else { return presented }
        return registry.renew(presented, for: origin)
    }

    private func welcome<Refusal>(_ visit: Visit, _ credentials: Credentials) -> Eventual<SessionReply<Refusal>> {
        welcome(visit, presented: credentials.session, visitor: credentials.visitor)
    }
}
