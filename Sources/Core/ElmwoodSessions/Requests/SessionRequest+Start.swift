import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodViewTree

// Visitors without a session.

/// What the turns of a request in a new session have led to.
enum FirstTurns<Reply: RequestReply> {
    /// The request is answered, and the session discarded: nobody has found it.
    case answered(Eventual<Reply>)
    /// The session is to be registered. Then the function begins the tasks of the turns, and answers.
    case performed(Transaction, (borrowing SessionTurn, Newcomer) -> Eventual<Reply>)
}

/// A visitor whose session has just been registered.
struct Newcomer {
    /// The session's id.
    let id: SessionID
    /// The token of the id, if the browser has another one or none.
    let token: SessionToken?
    let origin: RequestOrigin
}

extension SessionRequest {
    /// Performs the request in a new session.
    ///
    /// - Parameter start: the program's start, if it is known already.
    func startSession(on host: SessionHost, from start: ProgramStart? = nil) -> Eventual<Reply> {
        if let id = credentials.session, host.registry.wasRenewed(id) { return .ready(.failed(.renewed)) }
        return host.recognizing(credentials) { credentials in
            do throws(SessionFailure) {
                return try by(credentials).beginSession(on: host, from: start)
            } catch {
                return .ready(.failed(error))
            }
        }
    }

    /// Begins the session of a newcomer, whose visitor is recognized.
    private func beginSession(
        on host: SessionHost,
        from start: ProgramStart?
    ) throws(SessionFailure) -> Eventual<Reply> {
        let presented = credentials.session
        let start =
            if let start { start } else { try host.start(visit.signedIn(to: host.registry.account(of: presented))) }
        let session = SessionCore(host: host, model: start.model, visitor: credentials.visitor.recognized)
        return try session.inFirstTurn(presenting: presented) { turn throws(SessionFailure) in
            switch try begin(in: turn, after: start) {
            case .answered(let answer): return answer
            case .performed(let transaction, let answer):
                return transaction.ends
                    ? restart(turn, after: transaction) : register(turn, after: transaction, answer)
            }
        }
    }

    /// Answers with another new session, or with none, since the first turns have ended the one that they began.
    private func restart(_ turn: borrowing SessionTurn, after transaction: Transaction) -> Eventual<Reply> {
        let host = turn.host
        turn.launch(transaction)
        guard !isLast else { return .ready(.failed(.ended)) }
        host.registry.endOthers(of: credentials.session, everywhere: transaction.endsEverywhere)
        let credentials = host.credentialsAfterEnd(of: turn.session, everywhere: transaction.endsEverywhere)
        let former = FormerSession(transaction.outcome)
        return host.registry.onceWritten(restart(on: host, with: credentials, after: former))
    }

    /// Registers the session, begins the tasks of its turns, and answers.
    private func register(
        _ turn: borrowing SessionTurn,
        after transaction: Transaction,
        _ answer: (borrowing SessionTurn, Newcomer) -> Eventual<Reply>
    ) -> Eventual<Reply> {
        let (host, session) = (turn.host, turn.session)
        if host.refusesChanges, !session.isTransient { return .ready(.failed(.notStored)) }
        guard host.environment.admitsSession(client) else { return .ready(.failed(.tooManySessions)) }
        guard host.admitsStorage(of: session, from: client) else { return .ready(.failed(.storageShare)) }
        let presented = credentials.session
        let origin = RequestOrigin(page: credentials.page, session: presented, name, host.environment.bits)
        let renewal = host.renewedID(of: presented, asBy: transaction, for: origin)
        switch host.registry.register(session, under: renewal.id, from: client) {
        case .existing(let held):
            // Another request of the same visitor was faster. Nothing of this one has begun.
            return perform(in: held)
        case .renewed: return host.serve(self)
        case .held(let id, let token):
            origin.learn(id)
            // A renewal of this request's own has revoked its token.
            guard renewal.token != .none || host.accept(credentials, session) else {
                return .ready(.failed(.renewed))
            }
            let isRenewed = transaction.outcome.renews
            transaction.outcome.tokenRenewal = renewal.token
            if isRenewed, renewal.token == .none { host.renewToken(of: session, id, in: &transaction.outcome) }
            let newcomer = Newcomer(id: id, token: token ?? renewal.session, origin: origin)
            // If another process has a session under that id by now, that session performs the request.
            return session.onceStored(answer(turn, newcomer)) { host.serve(self) }
        }
    }
}

extension SessionHost {
    /// Whether a new session may be stored for its visitor and client.
    fileprivate func admitsStorage(of session: SessionCore, from client: UInt32) -> Bool {
        session.note(client: client)
        return writer == nil || session.isTransient || environment.admitsStorage(client, session.visitor)
    }

    /// Returns the id for a new visitor's session: a new one if its first turns request that. The new one's token is returned with it,
    /// and what follows for the visitor's token.
    ///
    /// - Parameter presented: the id of the session's cookie, under which other programs may have sessions.
    fileprivate func renewedID(
        of presented: SessionID?,
        asBy transaction: Transaction,
        for origin: RequestOrigin
    ) -> (id: SessionID?, session: SessionToken?, token: TokenRenewal) {
        guard transaction.outcome.renews, let presented else { return (presented, nil, .none) }
        return registry.renew(presented, for: origin).map { ($0.session.id, $0.session, $0.token) } ?? (nil, nil, .none)
    }

    /// Whether a newcomer's visitor may still be theirs, now that others can find the session. If not, the session ends: the token
    /// was revoked after it was looked up.
    fileprivate func accept(_ credentials: Credentials, _ session: SessionCore) -> Bool {
        guard let visitor = credentials.visitor.recognized, registry.tokens.isRevoked(visitor) else { return true }
        environment.audit(AuditEvent(.tokenRefused, session.id))
        registry.end(session)
        return false
    }

    /// Replaces the token of a known visitor whose first turns have requested a new session id.
    fileprivate func renewToken(of session: SessionCore, _ id: SessionID, in outcome: inout RequestOutcome) {
        let visitor = session.state.withLock { $0.isVisitorKnown ? $0.visitor : nil }
        guard let visitor else { return }
        registry.revokeTokens(of: visitor, keeping: id)
        outcome.tokenRenewal = .another
    }

    /// Returns the credentials with which the visitor continues when the first turns of a new session have ended it.
    fileprivate func credentialsAfterEnd(of session: SessionCore, everywhere: Bool) -> Credentials {
        guard everywhere else { return session.credentialsAfterEnd }
        guard session.state.withLock({ $0.isVisitorKnown }) else { return Credentials() }
        registry.revokeTokens(of: session.visitor, keeping: nil)
        return session.credentialsAfterEnd
    }
}
