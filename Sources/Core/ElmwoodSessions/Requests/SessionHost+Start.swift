import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodViewTree

// Visitors without a session.

/// What the turns of a request in a new session have led to.
enum FirstTurns<Request: SessionRequest> {
    /// The request is answered, and the session discarded: nobody has found it.
    case answered(Eventual<Request.Reply>)
    case performed(Transaction, Request.Work)
}

/// A visitor whose session has just been registered.
struct Newcomer {
    /// The session's id.
    let id: SessionID
    /// The token of the id, if the browser has another one or none.
    let token: SessionToken?
    let origin: RequestOrigin
}

extension SessionHost {
    /// Performs a request in a new session.
    ///
    /// - Parameter start: the program's start, if it is known already.
    func startSession<Request: SessionRequest>(
        _ request: Request,
        from start: ProgramStart? = nil
    ) -> Eventual<Request.Reply> {
        if let presented = request.credentials.session, registry.wasRenewed(presented) {
            return .ready(.failed(.renewed))
        }
        return recognizing(request.credentials) { credentials in
            do throws(SessionFailure) {
                return try self.begin(request.by(credentials), from: start)
            } catch {
                return .ready(.failed(error))
            }
        }
    }

    /// Begins the session of a newcomer, whose visitor is recognized.
    private func begin<Request: SessionRequest>(
        _ request: Request,
        from start: ProgramStart?
    ) throws(SessionFailure) -> Eventual<Request.Reply> {
        let (presented, visitor) = (request.credentials.session, request.credentials.visitor.recognized)
        let start =
            if let start { start } else { try self.start(request.visit.signedIn(to: registry.account(of: presented))) }
        let session = SessionCore(host: self, model: start.model, visitor: visitor)
        return try session.inFirstTurn(presenting: presented) { turn throws(SessionFailure) in
            switch try request.begin(in: turn, after: start) {
            case .answered(let answer): return answer
            case .performed(let transaction, let work):
                return transaction.ends
                    ? restart(request, turn, after: transaction) : register(request, turn, transaction, work)
            }
        }
    }

    /// Answers with another new session, or with none, since the first turns have ended the one that they began.
    private func restart<Request: SessionRequest>(
        _ request: Request,
        _ turn: borrowing SessionTurn,
        after transaction: Transaction
    ) -> Eventual<Request.Reply> {
        turn.launch(transaction)
        guard !request.isLast else { return .ready(.failed(.ended)) }
        registry.endOthers(of: request.credentials.session, everywhere: transaction.endsEverywhere)
        let credentials = credentialsAfterEnd(of: turn.session, everywhere: transaction.endsEverywhere)
        let former = FormerSession(transaction.outcome)
        return registry.onceWritten(request.restart(on: self, with: credentials, after: former))
    }

    /// Registers a new visitor's session, begins the tasks of its turns, and answers.
    private func register<Request: SessionRequest>(
        _ request: Request,
        _ turn: borrowing SessionTurn,
        _ transaction: Transaction,
        _ work: Request.Work
    ) -> Eventual<Request.Reply> {
        let (session, credentials, client) = (turn.session, request.credentials, request.client)
        if refusesChanges, !session.isTransient { return .ready(.failed(.notStored)) }
        guard environment.admitsSession(client) else { return .ready(.failed(.tooManySessions)) }
        guard admitsStorage(of: session, from: client) else { return .ready(.failed(.storageShare)) }
        let presented = credentials.session
        let origin = RequestOrigin(page: credentials.page, session: presented, request.name, environment.bits)
        let renewal = renewedID(of: presented, asBy: transaction, for: origin)
        switch registry.register(session, under: renewal.id, from: client) {
        case .existing(let held):
            // Another request of the same visitor was faster. Nothing of this one has begun.
            return request.perform(in: held)
        case .renewed: return serve(request)
        case .held(let id, let token):
            origin.learn(id)
            // A renewal of this request's own has revoked its token.
            guard renewal.token != .none || accept(credentials, session) else { return .ready(.failed(.renewed)) }
            let isRenewed = transaction.outcome.renews
            transaction.outcome.tokenRenewal = renewal.token
            if isRenewed, renewal.token == .none { renewToken(of: session, id, in: &transaction.outcome) }
            let newcomer = Newcomer(id: id, token: token ?? renewal.session, origin: origin)
            // If another process has a session under that id by now, that session performs the request.
            return session.onceStored(request.answer(transaction, work, in: turn, as: newcomer)) {
                self.serve(request)
            }
        }
    }

    /// Whether a new session may be stored for its visitor and client.
    private func admitsStorage(of session: SessionCore, from client: UInt32) -> Bool {
        session.note(client: client)
        return writer == nil || session.isTransient || environment.admitsStorage(client, session.visitor)
    }

    /// Returns the id for a new visitor's session: a new one if its first turns request that. The new one's token is returned with it,
    /// and what follows for the visitor's token.
    ///
    /// - Parameter presented: the id of the session's cookie, under which other programs may have sessions.
    private func renewedID(
        of presented: SessionID?,
        asBy transaction: Transaction,
        for origin: RequestOrigin
    ) -> (id: SessionID?, session: SessionToken?, token: TokenRenewal) {
        guard transaction.outcome.renews, let presented else { return (presented, nil, .none) }
        return registry.renew(presented, for: origin).map { ($0.session.id, $0.session, $0.token) } ?? (nil, nil, .none)
    }

    /// Whether a newcomer's visitor may still be theirs, now that others can find the session. If not, the session ends: the token
    /// was revoked after it was looked up.
    private func accept(_ credentials: Credentials, _ session: SessionCore) -> Bool {
        guard let visitor = credentials.visitor.recognized, registry.isRevoked(visitor) else { return true }
        environment.audit(AuditEvent(.tokenRefused, session.id))
        registry.end(session)
        return false
    }

    /// Replaces the token of a known visitor whose first turns have requested a new session id.
    private func renewToken(of session: SessionCore, _ id: SessionID, in outcome: inout RequestOutcome) {
        let visitor = session.state.withLock { $0.isVisitorKnown ? $0.visitor : nil }
        guard let visitor else { return }
        registry.revokeTokens(of: visitor, keeping: id)
        outcome.tokenRenewal = .another
    }

    /// Returns the credentials with which the visitor continues when the first turns of a new session have ended it.
    private func credentialsAfterEnd(of session: SessionCore, everywhere: Bool) -> Credentials {
        guard everywhere else { return session.credentialsAfterEnd }
        guard session.state.withLock({ $0.isVisitorKnown }) else { return Credentials() }
        registry.revokeTokens(of: session.visitor, keeping: nil)
        return session.credentialsAfterEnd
    }
}
