import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodViewTree

/// A request to show the program. The program may be told of the visitor's arrival by it.
///
/// A post whose session has ended continues as such a request, which is why its reply is that of a post.
struct Show<Refusal: Sendable>: SessionRequest {
    typealias Reply = SessionReply<Refusal>

    var credentials: Credentials
    let request: any VisitorRequest
    let former: FormerSession?

    /// Shows the program at the path to which the end of the former session has navigated.
    init(_ request: any VisitorRequest, by credentials: Credentials, after former: FormerSession? = nil) {
        self.credentials = credentials
        self.request = former?.outcome.navigation.map { KnownVisit(request.visit.moved(to: $0)) } ?? request
        self.former = former
    }

    var visit: Visit { request.visit }
    var name: RequestName? { request.name }
    var client: UInt32 { request.client }
    var isChange: Bool { false }

    func by(_ credentials: Credentials) -> Show {
        var show = self
        show.credentials = credentials
        return show
    }

    func perform(in session: SessionCore) -> Eventual<Reply> {
        if let told = session.host.told(by: self) { return told.then { $0.performed(in: session) } }
        return performed(in: session)
    }

    private func performed(in session: SessionCore) -> Eventual<Reply> {
        let (tellsArrivals, hasOverdue) = session.state.withLock {
            ($0.model.subscriptions.tellArrivals, !($0.parts?.pages.overdue.isEmpty ?? true))
        }
        if tellsArrivals, !session.host.refusesChanges, session.isArrival(visit) {
            return session.inTurn(self) { $0.arrive(for: $1) }
        }
        if hasOverdue, let later = session.onceWorkHasEnded(for: visit, { shown(in: session) }) { return later }
        return shown(in: session)
    }

    private func shown(in session: SessionCore) -> Eventual<Reply> {
        guard let result = session.snapshot(outcome, for: credentials, visit: visit) else {
            // A notice that is told now is one that the session has no more.
            return session.inTurn(self) { turn, show in
                show.shown(turn.snapshot(show.outcome, for: show.credentials, visit: show.visit), in: turn.session)
            }
        }
        return shown(result, in: session)
    }

    private var outcome: RequestOutcome {
        RequestOutcome(tokenRenewal: credentials.tokenRenewal, created: credentials.successor)
    }

    private func shown(
        _ result: Result<SessionSnapshot, SessionFailure>,
        in session: SessionCore
    ) -> Eventual<Reply> {
        guard case .success(let snapshot) = result else { return session.forward(self) }
        session.resumeSubscriptions(snapshot)
        let answer = Eventual.ready(Reply.shown(snapshot))
        guard session.waitsForStore || snapshot.cookie != .unchanged else { return answer }
        return session.onceStored(answer, isShow: true) { session.host.serve(self) }
    }

    // MARK: Without a session

    /// Shows the program's start. No session is registered, unless the start or the arrival has a command, or the page is to tell the visitor
    /// something later.
    func start(on host: SessionHost) -> Eventual<Reply> {
        if let told = host.told(by: self) { return told.then { $0.started(on: host) } }
        return started(on: host)
    }

    private func started(on host: SessionHost) -> Eventual<Reply> {
        do {
            let beginning = try host.beginning(for: visit, of: credentials.session)
            if let model = beginning.model, !tellsLater { return .ready(.shown(unheld(model, on: host))) }
            return startSession(on: host, from: beginning.start)
        } catch {
            return .ready(.failed(error))
        }
    }

    /// Whether the answer is to tell the visitor something, but shows no page: it waits in a session for the next one. So does what another
    /// program tells on the page, until its script has connected.
    private var tellsLater: Bool {
        credentials.told != nil || !(former?.outcome.flash.isEmpty ?? true) && !showsPage
    }

    private var showsPage: Bool { request.answer != .redirect && request.answer != .preview }

    /// Returns the answer without a session.
    private func unheld(_ model: AnyModel, on host: SessionHost) -> SessionSnapshot {
        let end = former?.outcome ?? RequestOutcome()
        let renewing = end.tokenRenewal == .none ? nil : credentials.visitor.recognized
        let cookie: CookieChange = end.created.map { .set($0) } ?? .unchanged
        return SessionSnapshot(
            model: model,
            hasKnownID: credentials.session.map(host.registry.isGood) ?? false,
            cookie: isLast ? .remove : cookie,
            navigation: end.navigation,
            pageCommands: end.pageCommands,
            flash: showsPage ? end.flash : Flash(),
            visitor: renewing.map { .renew($0.id) } ?? .unchanged,
            hasEnded: end.hasEnded
        )
    }

    func begin(in turn: borrowing SessionTurn, after start: ProgramStart) throws(SessionFailure) -> FirstTurns<Reply> {
        let visit = visit
        guard
            let transaction = try turn.beginSession(
                with: start,
                at: visit.arrivalPage(base: turn.host.base),
                for: name
            ),
            !transaction.ends || !isLast
        else { return .answered(.ready(.shown(unheld(start.model, on: turn.host)))) }
        if transaction.ends, let path = transaction.outcome.navigation, visit.moved(to: path) == visit {
            // The visitor is there already. A navigation to the address at which each start ends would be repeated forever.
            transaction.outcome.navigation = nil
        }
        if let former { transaction.outcome = former.outcome.followed(by: transaction.outcome) }
        return .performed(transaction) { $0.answer(transaction, to: self, as: $1) { [] } }
    }

    func restart(on host: SessionHost, with credentials: Credentials, after former: FormerSession) -> Eventual<Reply> {
        Show(request, by: credentials, after: former).start(on: host)
    }
}

extension SessionHost {
    /// Returns the model to show to the visitor.
    ///
    /// A visitor without a session gets the program's start, and no session is registered, unless the start has a command.
    package func show(_ request: any VisitorRequest, by credentials: Credentials) -> Eventual<SessionReply<Never>> {
        answer(Show(request, by: credentials))
    }
}

extension SessionTurn {
    /// Tells the program of the visitor's arrival, and shows what it leads to.
    borrowing func arrive<Refusal>(for show: Show<Refusal>) -> Eventual<SessionReply<Refusal>> {
        // While the turn was waited for, the session may have ended, or have been paused.
        guard !hasEnded, id == show.credentials.session, !isPaused else { return host.serve(show) }
        session.note(client: show.client)
        let page = show.visit.page(base: host.base)
        // The visitor may have signed out meanwhile.
        let messages = model.subscriptions.arrivals(at: page, of: session.account())
        do {
            let applied = try apply(messages, from: .arrival, of: show) { [host] result in
                try host.verify(result.model, on: page.moved(by: result.commands))
            }
            guard let (answer, _) = applied else { return host.serve(show) }
            if host.writer == nil { return answer }
            // Without a store that works, the page is still shown.
            return session.onceStored(answer, isShow: true) { [host] in host.serve(show) }
        } catch {
            return .ready(.failed(error))
        }
    }
}
