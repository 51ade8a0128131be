import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodStorage
import ElmwoodSupervisor
import ElmwoodViewTree

extension SessionHost {
    /// Performs the actions of a live page, and returns the changes of the page.
    ///
    /// Each action is a transaction of its own, checked against the view at that time. An action of a visitor without a session
    /// begins a session, as a post does. A request without actions begins none, unless the program's start has a command, or the
    /// program has subscriptions: then it begins a transient session.
    ///
    /// - Parameter session: the id of the session's cookie, valid or not.
    package func live(session: SessionID?, _ request: consuming LiveRequest) -> Eventual<LiveReply> {
        if refusesChanges, !request.actions.isEmpty { return .ready(.failed(.notStored)) }
        request.session = session
        return issuingToken(live(request))
    }

    func live(_ request: LiveRequest) -> Eventual<LiveReply> {
        guard let id = request.session else { return startSession(request) }
        if let held = find(by: request.credentials) { return held.handle(request) }
        if let credentials = registry.successor(of: request.credentials) { return live(request.by(credentials)) }
        guard registry.writer != nil else { return startSession(request, presented: id) }
        return withSession(request.credentials) { held in
            if let held { return held.handle(request) }
            if let credentials = self.registry.successor(of: request.credentials, isUnheld: true) {
                return self.live(request.by(credentials))
            }
            return self.startSession(request, presented: id)
        }
    }

    /// Begins the stream of a live page that has just requested its changes; nil if it has no session.
    ///
    /// - Parameter wake: called on any thread when the stream must request the next patch.
    package func stream(
        session: SessionID?,
        of page: PageID,
        wake: @escaping @Sendable () -> Void
    ) -> LiveStream? {
        guard let session = session.flatMap(find), let number = session.beginStream(page, wake) else { return nil }
        return LiveStream(session: session, page: page, number: number)
    }

    /// Whether the program subscribes to anything while a page is open.
    package func isSubscribed(_ model: AnyModel) -> Bool {
        keepsStreams || model.subscriptions.contains { !$0.isArrival }
    }

    /// Returns the state that a page receives beside its view.
    ///
    /// - Parameter isToBePushed: whether the page can change without a request, apart from its subscriptions.
    func notice(
        of model: AnyModel,
        on page: Page,
        isToBePushed: Bool
    ) -> PageNotice {
        let subscriptions = model.subscriptions
        let keepsStream = keepsStreams || isToBePushed || subscriptions.contains { $0.isPushed }
        return PageNotice(
            keepsStream: keepsStream,
            watched: subscriptions.watchedEvents(always: keepsStream ? [.closed] : []),
            problems: page.problems
        )
    }

    // MARK: Newcomers

    /// Performs the actions of a visitor without a session.
    ///
    /// - Parameters:
    ///   - isLast: whether this same request has ended the visitor's session before.
    ///   - end: the outcome of the turn that ended it. The new session starts at the path that it navigates to.
    func startSession(
        _ request: LiveRequest,
        presented: SessionID? = nil,
        isLast: Bool = false,
        after end: RequestOutcome = RequestOutcome()
    ) -> Eventual<LiveReply> {
        let request = end.navigation.map(request.moved) ?? request
        if let presented, registry.wasRenewed(presented) { return .ready(.failed(.renewed)) }
        var credentials = request.credentials
        credentials.session = presented
        return recognizing(credentials) { credentials in
            var request = request
            request.visitor = credentials.visitor
            return self.startRecognizedSession(request, presented, isLast: isLast, after: end)
        }
    }

    private func startRecognizedSession(
        _ request: LiveRequest,
        _ presented: SessionID?,
        isLast: Bool,
        after end: RequestOutcome
    ) -> Eventual<LiveReply> {
        do {
            let start = try start(request.visit.signedIn(to: registry.account(of: presented)))
            if needsPreparation(request) {
                return prepare(request, start.model).then {
                    self.continueStart($0, presented, isLast: isLast, after: end)
                }
            }
            let session = SessionCore(host: self, model: start.model, visitor: request.visitor.recognized)
            if !start.hasCommand { session.state.withLock { $0.life = .transient } }
            return try session.inFirstTurn(presenting: presented) { turn throws(SessionFailure) in
                try startSession(request, start, turn, presented, isLast: isLast, after: end)
            }
        } catch {
            return .ready(.failed(error))
        }
    }

    /// Performs the request once what its view lacks has been read. Meanwhile its session may have begun, and even have been evicted.
    private func continueStart(
        _ request: LiveRequest,
        _ presented: SessionID?,
        isLast: Bool,
        after end: RequestOutcome
    ) -> Eventual<LiveReply> {
        isLast ? startSession(request, presented: presented, isLast: true, after: end) : live(request)
    }

    private func startSession(
        _ request: LiveRequest,
        _ start: ProgramStart,
        _ turn: borrowing SessionTurn,
        _ presented: SessionID?,
        isLast: Bool,
        after end: RequestOutcome
    ) throws(SessionFailure) -> Eventual<LiveReply> {
        guard var started = try turn.begin(start, at: nil, for: request.visit.request), !started.ends else {
            return .ready(.failed(.ended))
        }
        let arrived = try turn.arrive(at: request.page, on: started.model, for: nil)
        if let arrived { started = arrived.following(started) }
        guard !started.ends else { return .ready(.failed(.ended)) }
        var work = LiveWork(model: started.model, visit: request.visit)
        work.isUnheld = true
        _ = turn.session.attach(request)
        turn.session.state.withLock { state in
            for command in end.pageCommands { state.page(request.id)?.commands.add(command) }
        }
        turn.tell(end, on: request.id)
        let isSubscribed = isSubscribed(started.model)
        if isSubscribed { turn.carryOut(.opened, of: request, in: &work) }
        turn.carryOut(request, isNew: true, in: &work)
        turn.arriveAfterNavigation(of: request, in: &work)
        if let missing = work.missing {
            // Nothing is registered yet, so the request is performed anew.
            var request = request
            let reads = request.reads ?? PageReads(registry.reads, client: request.page.client)
            // Reading what is there already would change nothing, and the request would be performed without end.
            guard !reads.has(missing.requests) else { return .ready(.failed(.ended)) }
            request.reads = reads
            return registry.reads.read(missing, for: reads).then { [request] in
                self.continueStart(request, presented, isLast: isLast, after: end)
            }
        }
        let transaction = work.transaction?.following(started) ?? started
        if transaction.ends {
            turn.launch(transaction)
            guard !isLast else { return .ready(.failed(.ended)) }
            registry.endOthers(of: presented, everywhere: transaction.endsEverywhere)
            var request = request.withoutActions
            request.visitor = credentialsAfterEnd(of: turn.session, everywhere: transaction.endsEverywhere).visitor
            return registry.onceWritten(startSession(request, isLast: true, after: transaction.outcome))
        }
        var order = work.order()
        order.visitor = request.visitor
        order.hasEnded = end.hasEnded
        order.tokenRenewal = end.tokenRenewal
        guard
            start.hasCommand || arrived?.beginsSession ?? false || isSubscribed || request.reads?.canChange ?? false
                || !end.flash.isEmpty || work.transaction != nil || turn.session.hasProblems(request.id)
        else {
            // A visitor who only reads gets no session, and the rendering is discarded.
            if isLast { order.cookie = .remove }
            let session = turn.session
            return session.renderPatch(request.id, order).then { reply in
                // Only the rendering has shown that the page reads something that can change.
                let found = session.state.withLock { $0.page(request.id)?.reads }
                guard request.reads == nil, let reads = found, reads.canChange else { return .ready(reply) }
                var request = request
                request.reads = reads
                return self.continueStart(request, presented, isLast: isLast, after: end)
            }
        }
        if refusesChanges, !turn.session.isTransient { return .ready(.failed(.notStored)) }
        let client = request.visit.client
        guard environment.admitsSession(client) else { return .ready(.failed(.tooManySessions)) }
        guard admitsStorage(of: turn.session, from: client) else { return .ready(.failed(.storageShare)) }
        let isRenewed = transaction.outcome.renews
        let origin = RequestOrigin(page: request.id, session: presented, request.visit.request, environment.bits)
        let renewal = renewedID(of: presented, asBy: transaction, for: origin)
        switch registry.register(turn.session, under: renewal.id, from: client) {
        case .existing(let held):
            // Another request of the same visitor was faster. Nothing of this one has begun.
            return held.handle(request)
        case .renewed: return live(request)
        case .held(let id, let token):
            origin.learn(id)
            // A renewal of this request's own has revoked its token.
            guard renewal.token != .none || accept(request.credentials, turn.session) else {
                return .ready(.failed(.renewed))
            }
            transaction.outcome.tokenRenewal = renewal.token
            if isRenewed, renewal.token == .none { renewToken(of: turn.session, id, in: &transaction.outcome) }
            order.tokenRenewal = order.tokenRenewal.followed(by: transaction.outcome.tokenRenewal)
            let sent = token ?? renewal.session
            if let presented, let sent {
                registry.given.withLock { $0.insert(sent, insteadOf: presented, to: request.id, at: registry.now) }
            }
            turn.session.attribute(transaction.begun, to: origin, presenting: request.ticket)
            turn.launch(transaction, from: request.id)
            turn.session.watchIfTransient()
            if let sent { order.cookie = .set(sent) }
            order.origin = origin
            order.session = id
            order.answered = request.actions.last?.sequence
            let answer = turn.session.renderPatch(request.id, order)
            // If another process was faster with the renewal, only the presented id leads to the visitor's sessions.
            let again = renewal.session == nil ? id : presented
            return turn.session.onceStored(answer) { self.live(session: again, request) }
        }
    }
}

extension LiveRequest {
    /// The same page once what was done on it has ended the session.
    var withoutActions: LiveRequest {
        var request = self
        request.actions = []
        return request
    }

    /// The same page at another of the program's paths, which may have a query.
    func moved(to path: String) -> LiveRequest {
        var request = self
        request.page = page.moved(to: path)
        request.visit = visit.moved(to: path)
        return request
    }
}

/// The patches of one live page, asked for one at a time by their sender.
package struct LiveStream: Sendable {
    private let session: SessionCore
    private let page: PageID
    private let number: UInt64

    init(session: SessionCore, page: PageID, number: UInt64) {
        self.session = session
        self.page = page
        self.number = number
    }

    /// What is to be sent next.
    package func next() -> StreamStep { session.nextPatch(page, stream: number) }

    /// Nobody reads any more.
    package func end() { session.endStream(page, stream: number) }
}
