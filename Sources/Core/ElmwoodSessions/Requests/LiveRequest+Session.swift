import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodStorage
import ElmwoodViewTree

extension LiveRequest: SessionRequest {
    var name: RequestName? { visit.request }
    var client: UInt32 { visit.client }
    var isChange: Bool { !actions.isEmpty }

    func by(_ credentials: Credentials) -> LiveRequest {
        var request = self
        request.credentials = credentials
        return request
    }

    func perform(in session: SessionCore) -> Eventual<LiveReply> { session.handle(self) }

    // MARK: Without a session

    /// Performs the actions of a visitor without a session. A request that leads to nothing begins none: its page is rendered, and the
    /// session forgotten.
    func begin(
        in turn: borrowing SessionTurn,
        after start: ProgramStart
    ) throws(SessionFailure) -> FirstTurns<LiveReply> {
        let (host, session) = (turn.host, turn.session)
        if host.needsPreparation(self) {
            // Meanwhile its session may have begun, and even have been evicted.
            return .answered(host.prepare(self, start.model).then { host.serve($0) })
        }
        if !start.hasCommand { session.state.withLock { $0.life = .transient } }
        guard var started = try turn.beginSession(with: start, at: nil, for: name), !started.ends else { throw .ended }
        let arrived = try turn.arrive(at: page, on: started.model, for: nil)
        if let arrived { started = arrived.following(started) }
        guard !started.ends else { throw .ended }
        var work = LiveWork(model: started.model, visit: visit)
        work.isUnheld = true
        _ = session.attach(self)
        turn.show(former, on: id)
        let isSubscribed = host.isSubscribed(started.model)
        if isSubscribed { turn.carryOut(.opened, of: self, in: &work) }
        turn.carryOut(self, isNew: true, in: &work)
        turn.arriveAfterNavigation(of: self, in: &work)
        if let missing = work.missing { return .answered(try performed(afterReading: missing, on: host)) }
        let transaction = work.transaction?.following(started) ?? started
        var order = work.order()
        order.visitor = credentials.visitor
        order.hasEnded = former?.outcome.hasEnded ?? false
        order.tokenRenewal = former?.outcome.tokenRenewal ?? .none
        let needsSession =
            start.hasCommand || arrived?.beginsSession ?? false || isSubscribed || reads?.canChange ?? false
            || !(former?.outcome.flash.isEmpty ?? true) || work.transaction != nil || session.hasProblems(id)
        guard transaction.ends || needsSession else { return .answered(rendered(in: session, order)) }
        return .performed(transaction) { [order] in answer(transaction, order, in: $0, as: $1) }
    }

    /// Performs the request once what its view lacks has been read. Nothing of it has begun.
    private func performed(
        afterReading missing: MissingInputs,
        on host: SessionHost
    ) throws(SessionFailure) -> Eventual<LiveReply> {
        let reads = reads ?? PageReads(host.registry.reads, client: page.client)
        // Reading what is there already would change nothing, and the request would be performed without end.
        guard !reads.has(missing.requests) else { throw .ended }
        let request = reading(reads)
        return host.registry.reads.read(missing, for: reads).then { host.serve(request) }
    }

    /// Renders the page of a visitor who only reads, without a session.
    private func rendered(in session: SessionCore, _ order: PatchRequest) -> Eventual<LiveReply> {
        var order = order
        if isLast { order.cookie = .remove }
        return session.renderPatch(id, order).revised { reply in
            // Only the rendering has shown that the page reads something that can change.
            let found = session.state.withLock { $0.page(id)?.reads }
            guard reads == nil, let reads = found, reads.canChange else { return .ready(reply) }
            return session.host.serve(reading(reads))
        }
    }

    private func reading(_ reads: PageReads) -> LiveRequest {
        var request = self
        request.reads = reads
        return request
    }

    /// Begins the tasks of the first turns, and renders the page.
    private func answer(
        _ transaction: Transaction,
        _ order: PatchRequest,
        in turn: borrowing SessionTurn,
        as newcomer: Newcomer
    ) -> Eventual<LiveReply> {
        let (session, registry) = (turn.session, turn.host.registry)
        if let presented = credentials.session, let token = newcomer.token {
            let now = registry.now
            registry.identities.withLock { $0.given.insert(token, insteadOf: presented, to: id, at: now) }
        }
        session.attribute(transaction.begun, to: newcomer.origin, presenting: credentials.ticket)
        turn.launch(transaction, from: id)
        session.watchIfTransient()
        var order = order
        order.tokenRenewal = order.tokenRenewal.followed(by: transaction.outcome.tokenRenewal)
        if let token = newcomer.token { order.cookie = .set(token) }
        order.origin = newcomer.origin
        order.session = newcomer.id
        order.answered = actions.last?.sequence
        return session.renderPatch(id, order)
    }

    /// Shows the same page without its actions, at the path to which the end of the former session has navigated.
    func restart(
        on host: SessionHost,
        with credentials: Credentials,
        after former: FormerSession
    ) -> Eventual<LiveReply> {
        var request = self
        request.actions = []
        (request.credentials.session, request.credentials.visitor) = (nil, credentials.visitor)
        request.former = former
        if let path = former.outcome.navigation {
            request.page = page.moved(to: path)
            request.visit = visit.moved(to: path)
        }
        return request.start(on: host)
    }
}

extension SessionTurn {
    /// Adds to a page what the end of a former session has for it.
    fileprivate borrowing func show(_ former: FormerSession?, on id: PageID) {
        guard let former else { return }
        session.state.withLock { state in
            for command in former.outcome.pageCommands { state.page(id)?.commands.add(command) }
        }
        tell(former.outcome, on: id)
    }
}

extension SessionHost {
    /// Performs the actions of a live page, and returns the changes of the page.
    ///
    /// Each action is a transaction of its own, checked against the view at that time. An action of a visitor without a session
    /// begins a session, as a post does. A request without actions begins none, unless the program's start has a command, or the
    /// program has subscriptions: then it begins a transient session.
    package func live(_ request: LiveRequest) -> Eventual<LiveReply> { answer(request) }
}
