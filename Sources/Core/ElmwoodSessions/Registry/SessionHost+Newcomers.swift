import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodViewTree

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
        _ credentials: Credentials,
        isLast: Bool = false,
        after end: RequestOutcome = RequestOutcome()
    ) -> Eventual<SessionReply<Refusal>> {
        let visit = end.navigation.map(visit.moved) ?? visit
        let end = end.telling(credentials.told)
        do {
            let beginning = try begin(visit, of: credentials.session)
            let renewing = end.tokenRenewal == .none ? nil : credentials.visitor.recognized
            // What a redirect's page is to tell the visitor waits in a session.
            let isTold = !end.flash.isEmpty && visit.answer != .redirect && visit.answer != .preview
            let unheld = SessionSnapshot(
                model: beginning.model ?? beginning.start.model,
                hasKnownID: credentials.session.map(registry.isGood) ?? false,
                cookie: isLast ? .remove : end.created.map { .set($0) } ?? .unchanged,
                navigation: end.navigation,
                pageCommands: end.pageCommands,
                flash: isTold ? end.flash : Flash(),
                visitor: renewing.map { .renew($0.id) } ?? .unchanged,
                hasEnded: end.hasEnded
            )
            // So does what another program tells here, until the script of this page has connected.
            let isWaiting = !end.flash.isEmpty && !isTold || credentials.told != nil
            guard beginning.model == nil || isWaiting else { return .ready(.shown(unheld)) }
            if let presented = credentials.session, registry.wasRenewed(presented) {
                return .ready(.failed(.renewed))
            }
            return recognizing(credentials) {
                self.startSession(
                    beginning,
                    Newcomer(visit: visit, credentials: $0, isLast: isLast),
                    unheld,
                    after: end
                )
            }
        } catch {
            return .ready(.failed(error))
        }
    }

    /// Begins a session by a command of the start or of the arrival, or for what is to be told.
    ///
    /// - Parameter unheld: what is shown if the session ends at once.
    private func startSession<Refusal>(
        _ beginning: Beginning,
        _ newcomer: Newcomer,
        _ unheld: SessionSnapshot,
        after end: RequestOutcome
    ) -> Eventual<SessionReply<Refusal>> {
        let (visit, isLast) = (newcomer.visit, newcomer.isLast)
        do throws(SessionFailure) {
            return try session(beginning.start.model, newcomer.credentials).inFirstTurn(
                presenting: newcomer.credentials.session
            ) { turn throws(SessionFailure) in
                guard let transaction = try turn.begin(beginning.start, at: beginning.page, for: visit.request),
                    !transaction.ends || !isLast
                else { return .ready(.shown(unheld)) }
                if transaction.ends, let path = transaction.outcome.navigation, visit.moved(to: path) == visit {
                    // The visitor is there already. A navigation to the address at which each start ends would be repeated forever.
                    transaction.outcome.navigation = nil
                }
                transaction.outcome = end.followed(by: transaction.outcome)
                return registerSession(newcomer, turn, transaction, whenRenewed: { .ready(.failed(.renewed)) }) {
                    existing in
                    guard let existing else { return .ready(.shown(unheld)) }
                    return existing.inTurn(visit) { turn, visit in
                        let snapshot = turn.snapshot(RequestOutcome(), for: newcomer.credentials, visit: visit)
                        return .ready(.shown((try? snapshot.get()) ?? unheld))
                    }
                }
            }
        } catch {
            return .ready(.failed(error))
        }
    }

    /// Creates a session for a newcomer, whose visitor is recognized.
    private func session(_ model: AnyModel, _ credentials: Credentials) -> SessionCore {
        SessionCore(host: self, model: model, visitor: credentials.visitor.recognized)
    }

    /// Performs a post of a visitor without a session.
    func startSession<Refusal>(_ post: Post<Refusal>) -> Eventual<SessionReply<Refusal>> {
        if let presented = post.credentials.session, registry.wasRenewed(presented) {
            return .ready(.failed(.renewed))
        }
        return recognizing(post.credentials) { credentials in
            self.startRecognizedSession(Post(post, by: credentials))
        }
    }

    private func startRecognizedSession<Refusal>(_ post: Post<Refusal>) -> Eventual<SessionReply<Refusal>> {
        let credentials = post.credentials
        let visit = post.request.visit
        do {
            let start = try start(visit.signedIn(to: registry.account(of: credentials.session)))
            // The visitor has arrived at the page before they have posted.
            let page = Page(path: visit.path, query: visit.query, base: base)
            return try session(start.model, credentials).inFirstTurn(presenting: credentials.session) {
                turn throws(SessionFailure) in
                // The start's own turns come first, so that the post is checked against what the visitor would have seen.
                guard let started = try turn.begin(start, at: page, for: visit.request), !started.ends
                else {
                    return startSession(visit, credentials)
                }
                let messages: [AnyMessage]
                let isSecret: Bool
                switch try decide(post, started.model) {
                case .refuse(let refusal): return .ready(.refused(refusal))
                case .apply(let accepted, let secret): (messages, isSecret) = (accepted, secret)
                }
                var cause = Cause(.visitor, named: visit.request, isSecret: isSecret)
                cause.awaitsDeliveries = true
                let posted: Transaction?
                do throws(SessionFailure) {
                    posted = try turn.transact(messages, on: started.model, from: cause, verify: post.verify)
                } catch {
                    return .ready(post.reply(to: error, on: started.model))
                }
                guard var posted else { return startSession(visit, credentials) }
                if visit.answer == .page { posted = turn.arrive(after: posted, from: page, for: nil) }
                let model = started.model
                let newcomer = Newcomer(visit: visit, credentials: credentials) { post.check.sentFields(on: model) }
                return registerSession(
                    newcomer,
                    turn,
                    posted.following(started),
                    whenRenewed: { self.handle(post) },
                    orJoin: { $0?.handle(post) ?? self.handle(post) }
                )
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
        /// Returns the fields of the visitor's post.
        var sent: @Sendable () -> [FormOverlay.Field] = { [] }
    }

    /// Registers a new visitor's session, and begins the tasks of its turns.
    ///
    /// - Parameters:
    ///   - whenRenewed: what is answered if another request has renewed the visitor's id meanwhile.
    ///   - orJoin: what is answered if another request of the visitor has begun a session meanwhile, which may be one of another
    ///     process: nil.
    private func registerSession<Refusal>(
        _ newcomer: Newcomer,
        _ turn: borrowing SessionTurn,
        _ transaction: Transaction,
        whenRenewed: () -> Eventual<SessionReply<Refusal>>,
        orJoin: @escaping @Sendable (SessionCore?) -> Eventual<SessionReply<Refusal>>
    ) -> Eventual<SessionReply<Refusal>> {
        let (session, visit, credentials) = (turn.session, newcomer.visit, newcomer.credentials)
        if transaction.ends {
            turn.launch(transaction)
            registry.endOthers(of: credentials.session, everywhere: transaction.endsEverywhere)
            let credentials = credentialsAfterEnd(of: session, everywhere: transaction.endsEverywhere)
            return registry.onceWritten(startSession(visit, credentials, isLast: true, after: transaction.outcome))
        }
        if refusesChanges { return .ready(.failed(.notStored)) }
        guard environment.admitsSession(visit.client) else { return .ready(.failed(.tooManySessions)) }
        guard admitsStorage(of: session, from: visit.client) else { return .ready(.failed(.storageShare)) }
        let isRenewed = transaction.outcome.renews
        let origin = RequestOrigin(page: nil, session: credentials.session, visit.request, environment.bits)
        let renewal = renewedID(of: credentials.session, asBy: transaction, for: origin)
        switch registry.register(session, under: renewal.id, from: visit.client) {
        case .existing(let held):
            // Another request of the same visitor was faster. Nothing of this one has begun.
            return orJoin(held)
        case .renewed: return whenRenewed()
        case .held(let id, let token):
            origin.learn(id)
            // A renewal of this request's own has revoked its token.
            guard renewal.token != .none || accept(newcomer.credentials, session) else {
                return .ready(.failed(.renewed))
            }
            transaction.outcome.tokenRenewal = renewal.token
            if isRenewed, renewal.token == .none { renewToken(of: session, id, in: &transaction.outcome) }
            if id != credentials.session {
                transaction.outcome.created = token ?? renewal.session
                // Valid until the visitor knows the session's id.
                transaction.outcome.faultKey = transaction.model.faultKey
                // The messages of effects may depend on the visitor.
                if !transaction.begun.isEmpty, let visitor = credentials.visitor.recognized, visitor.newToken == nil {
                    transaction.outcome.faultKey?.combine(visitor.id)
                }
            }
            let answer: Eventual<SessionReply<Refusal>> = turn.answer(
                transaction,
                to: KnownVisit(visit),
                credentials,
                origin,
                isNewcomer: true,
                isLast: newcomer.isLast,
                sent: newcomer.sent
            )
            // If another process has a session under that id by now, that session performs the request.
            return session.onceStored(answer) { orJoin(nil) }
        }
    }

    /// Whether a new session may be stored for its visitor and client.
    func admitsStorage(of session: SessionCore, from client: UInt32) -> Bool {
        session.note(client: client)
        return writer == nil || session.isTransient || environment.admitsStorage(client, session.visitor)
    }

    /// Returns the id for a new visitor's session: a new one if its first turns request that. The new one's token is returned with it,
    /// and what follows for the visitor's token.
    ///
    /// - Parameter presented: the id of the session's cookie, under which other programs may have sessions.
    func renewedID(
        of presented: SessionID?,
        asBy transaction: Transaction,
        for origin: RequestOrigin
    ) -> (id: SessionID?, session: SessionToken?, token: TokenRenewal) {
        guard transaction.outcome.renews, let presented else { return (presented, nil, .none) }
        return registry.renew(presented, for: origin).map { ($0.session.id, $0.session, $0.token) } ?? (nil, nil, .none)
    }

    /// Whether a newcomer's visitor may still be theirs, now that others can find the session. If not, the session ends: the token
    /// was revoked after it was looked up.
    func accept(_ credentials: Credentials, _ session: SessionCore) -> Bool {
        guard let visitor = credentials.visitor.recognized, registry.isRevoked(visitor) else { return true }
        environment.audit(AuditEvent(.tokenRefused, session.id))
        registry.end(session)
        return false
    }

    /// Replaces the token of a known visitor whose first turns have requested a new session id.
    func renewToken(of session: SessionCore, _ id: SessionID, in outcome: inout RequestOutcome) {
        let visitor = session.state.withLock { $0.isVisitorKnown ? $0.visitor : nil }
        guard let visitor else { return }
        registry.revokeTokens(of: visitor, keeping: id)
        outcome.tokenRenewal = .another
    }

    /// Returns the credentials with which the visitor continues when the first turns of a new session have ended it.
    func credentialsAfterEnd(of session: SessionCore, everywhere: Bool) -> Credentials {
        guard everywhere else { return session.credentialsAfterEnd }
        guard session.state.withLock({ $0.isVisitorKnown }) else { return Credentials() }
        registry.revokeTokens(of: session.visitor, keeping: nil)
        return session.credentialsAfterEnd
    }
}

extension SessionCore {
    /// The credentials with which the visitor continues when the session has ended.
    var credentialsAfterEnd: Credentials {
        Credentials(session: nil, visitor: .recognized(RecognizedVisitor(visitor)))
    }
}
