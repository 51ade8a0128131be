import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodStorage
import ElmwoodSupervisor
import ElmwoodViewTree

extension SessionHost {
    /// Carries out what was done on a live page, and brings the page up to date.
    ///
    /// Each thing done is a transaction of its own, checked against the view as it is by then. What was done on a page
    /// whose visitor has no session begins one, as a post does; a page that is only brought up to date has none, unless the
    /// program's start has a command, or the program subscribes to something: then it has a transient one.
    ///
    /// - Parameter session: the id of the visitor's cookie, whether it still means anything or not.
    package func live(session: SessionID?, _ request: LiveRequest) -> Eventual<LiveReply> {
        var request = request
        request.session = session
        return live(request)
    }

    func live(_ request: LiveRequest) -> Eventual<LiveReply> {
        guard let id = request.session else { return startSession(request) }
        if let held = find(id) { return held.take(request) }
        if let credentials = registry.successor(of: request.credentials) { return live(request.by(credentials)) }
        guard registry.writer != nil else { return startSession(request, presented: id) }
        return withSession(id) { held in
            if let held { return held.take(request) }
            if let credentials = self.registry.successor(of: request.credentials) {
                return self.live(request.by(credentials))
            }
            return self.startSession(request, presented: id)
        }
    }

    /// Begins the stream of a live page, which has just been brought up to date; nil where no session is held for it.
    ///
    /// - Parameter wake: called from any thread when the stream is to be asked again.
    package func stream(
        session: SessionID?,
        of page: PageID,
        wake: @escaping @Sendable () -> Void
    ) -> LiveStream? {
        guard let session = session.flatMap(find), let number = session.beginStream(page, wake) else { return nil }
        return LiveStream(session: session, page: page, number: number)
    }

    /// Whether the program asks to be told of anything while a page is open.
    package func isSubscribed(_ model: AnyModel) -> Bool { keepsStreams || !model.subscriptions.isEmpty }

    /// What a page is to be told beside its view.
    func notice(
        of model: AnyModel,
        on page: Page,
        hasTasks: Bool
    ) -> PageNotice {
        let subscriptions = model.subscriptions
        let keepsStream = keepsStreams || hasTasks || subscriptions.contains { $0.isPushed }
        return PageNotice(
            keepsStream: keepsStream,
            watched: subscriptions.watchedEvents(always: keepsStream ? [.closed] : []),
            problems: page.problems
        )
    }

    // MARK: Newcomers

    /// Takes what a visitor without a session did on a live page.
    ///
    /// - Parameters:
    ///   - isLast: the visitor's session ended for this same request.
    ///   - end: what the turn that ended it asks of the page: it starts anew where that leads to.
    func startSession(
        _ request: LiveRequest,
        presented: SessionID? = nil,
        isLast: Bool = false,
        after end: RequestOutcome = RequestOutcome()
    ) -> Eventual<LiveReply> {
        let request = end.navigation.map(request.moved) ?? request
        if let presented, registry.wasRenewed(presented) { return .ready(.failed(.renewed)) }
        do {
            let start = try start(request.visit)
            let session = SessionCore(host: self, model: start.model, visitor: request.visitor)
            if !start.hasCommand { session.state.withLock { $0.life = .transient } }
            return try session.inFirstTurn { turn throws(SessionFailure) in
                try startSession(request, start, turn, presented, isLast: isLast, after: end)
            }
        } catch {
            return .ready(.failed(error))
        }
    }

    private func startSession(
        _ request: LiveRequest,
        _ start: ProgramStart,
        _ turn: borrowing SessionTurn,
        _ presented: SessionID?,
        isLast: Bool,
        after end: RequestOutcome
    ) throws(SessionFailure) -> Eventual<LiveReply> {
        guard let started = try turn.begin(start), !started.ends else { return .ready(.failed(.ended)) }
        var work = LiveWork(model: started.model)
        work.isUnheld = true
        _ = turn.session.admit(request)
        turn.session.state.withLock { $0.page(request.id)?.commands = CommandQueue(end.pageCommands) }
        let isSubscribed = isSubscribed(started.model)
        if isSubscribed { turn.carryOut(.opened, of: request, in: &work) }
        turn.carryOut(request, isNew: true, in: &work)
        let committed = work.committed.map(started.followed) ?? started
        if committed.ends {
            turn.launch(committed)
            guard !isLast else { return .ready(.failed(.ended)) }
            registry.endOthers(of: presented)
            return registry.onceWritten(startSession(request.withoutActions, isLast: true, after: committed.outcome))
        }
        var order = work.order()
        guard start.hasCommand || isSubscribed || work.version != nil || turn.session.hasProblems(request.id) else {
            // A visitor who only reads is not held: what was rendered is forgotten.
            if isLast { order.cookie = .remove }
            return turn.session.renderPatch(request.id, order)
        }
        let origin = RequestOrigin(page: request.id, session: presented, environment.bits)
        switch registry.hold(turn.session, under: renewedID(of: presented, asBy: committed, for: origin)) {
        case .existing(let held):
            // Another request of the same visitor was faster; nothing of this one has begun.
            return held.take(request)
        case .held(let id):
            origin.learn(id)
            if let presented, presented != id {
                registry.given.withLock { $0.insert(id, insteadOf: presented, to: request.id, at: registry.now) }
            }
            turn.session.attribute(committed.begun, to: origin, presenting: request.ticket)
            turn.launch(committed, from: request.id)
            turn.session.watchIfTransient()
            if id != presented { order.cookie = .set(id) }
            order.origin = origin
            order.answered = request.actions.last?.sequence
            let answer = turn.session.renderPatch(request.id, order)
            return turn.session.onceStored(answer) { self.live(session: id, request) }
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
        request.page = page.place(at: path)
        request.visit = visit.place(at: path)
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
