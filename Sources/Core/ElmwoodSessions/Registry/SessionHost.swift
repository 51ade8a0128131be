import ElmwoodArchitecture
import ElmwoodObservation
import ElmwoodFormData
import ElmwoodStorage
import ElmwoodSupervisor
import ElmwoodViewTree
import Synchronization

/// The sessions of a program that is mounted on a site: it shows them and performs their posts. This code is the same for programs
/// of all types.
///
/// No call blocks. A reply that is not ready at once is delivered by a ``Promise``.
package final class SessionHost: Sendable {
    let driver: any ProgramDriver
    /// The program's name in the log and in the store: the path or the pattern that it is mounted at.
    package let name: String
    /// The path of the place, decoded, if the program is mounted at a pattern: see ``PlaceHosts``.
    package let place: String?
    /// The prefix of the program's addresses: empty at the top of the site, otherwise like `/counter`.
    package let base: String
    package let registry: SessionRegistry
    let sources: TurnSources
    /// The open pages whose views are retained.
    let pages: LivePages
    /// Called with what views had to omit.
    let diagnose: @Sendable ([String]) -> Void
    /// Called with each transaction that took place, for example by a history or a test.
    let observers: [@Sendable (TurnReport) -> Void]
    /// Called with each patch that was made for an open page, for example by a history; nil without one.
    let observePatch: (@Sendable (PatchReport) -> Void)?
    /// Whether every open page receives all changes at once, since an earlier moment may be shown.
    let keepsStreams: Bool
    /// Whether a view has read from outside.
    let hasRead = Atomic<Bool>(false)
    /// Whether the program has asked for a visitor's time zone.
    let readsTimeZone = Atomic<Bool>(false)
    /// Whether its sessions are the models of a shared program: one for all visitors.
    let isShared: Bool
    /// Whether the sessions are stored, if those of the site are; otherwise they are in memory only.
    let storesSessions: Bool
    /// The longest time that an answer waits for the effects of its request: see ``SessionLimits/effectWait``.
    let effectWait: Duration
    /// Performs effects: the program's own `perform`, unless a test replaces it.
    let perform: @Sendable (EffectCall) async throws -> Void
    /// The record of what has ended former processes; nil if none is kept.
    let faults: ProgramFaults?

    /// Mounts a program on the site of the registry.
    init(
        _ driver: any ProgramDriver,
        name: String,
        place: String?,
        base: String,
        registry: SessionRegistry,
        diagnose: @escaping @Sendable ([String]) -> Void,
        observers: [@Sendable (TurnReport) -> Void],
        observePatch: (@Sendable (PatchReport) -> Void)? = nil,
        keepsStreams: Bool,
        storesSessions: Bool,
        effectWait: Duration?,
        isShared: Bool,
        perform: @escaping @Sendable (EffectCall) async throws -> Void
    ) {
        faults = ProgramFaults(registry.environment.faults, program: place ?? name)
        self.driver = GuardedProgram(driver, name: name, in: registry, faults)
        self.name = name
        self.place = place
        self.base = base
        self.registry = registry
        self.diagnose = diagnose
        self.observers = observers
        self.observePatch = observePatch
        self.keepsStreams = keepsStreams
        self.storesSessions = storesSessions
        self.isShared = isShared
        self.effectWait = effectWait ?? registry.limits.effectWait
        self.perform = perform
        pages = LivePages(environment: registry.environment)
        sources = registry.environment.sources
        guard place == nil else { return }
        writer?.scheduleDueCheck(of: self)
        if storesSessions { registry.programs.add(self) }
    }

    /// Writes the sessions to the store and loads them; nil if they are in memory only.
    var writer: SessionWriter? { storesSessions ? registry.writer : nil }
    /// Whether the script of its pages states the visitor's time zone.
    package var asksForTimeZone: Bool { readsTimeZone.load(ordering: .relaxed) }

    var limits: SessionLimits { registry.limits }
    /// The same for an answer to whose page nothing can be pushed.
    var effectWaitWithoutScript: Duration { max(effectWait, limits.effectWaitWithoutScript) }
    var environment: Environment { registry.environment }

    func log(_ event: SessionEvent, _ context: EventContext = EventContext()) { environment.log(event, context) }

    /// Returns the model to show to the visitor.
    ///
    /// A visitor without a session gets the program's start, and no session is registered, unless the start has a command.
    ///
    /// - Parameters:
    ///   - session: the id of the session's cookie, valid or not.
    ///   - visitor: the visitor, by the cookie that outlives sessions: a new session has this visitor's stored values.
    ///   - ticket: the ticket of an answer whose request began a task.
    ///   - seen: what the browser has seen last.
    ///   - visit: evaluated only if the visitor has no session.
    package func show(
        session: SessionID?,
        visitor: VisitorClaim = .none,
        ticket: RenewalTicket? = nil,
        seen: NodePosition? = nil,
        visit: @autoclosure () -> Visit
    ) -> Eventual<SessionReply<Never>> {
        let credentials = Credentials(session: session, visitor: visitor, ticket: ticket, seen: seen)
        guard registry.notices.mayWait(at: registry.now) else { return issuingToken(show(credentials, visit: visit())) }
        return issuingToken(told(credentials, at: visit()) { self.show($0, visit: $1) })
    }

    private func show(_ credentials: Credentials, visit: @autoclosure () -> Visit) -> Eventual<SessionReply<Never>> {
        guard credentials.session != nil else {
            return startSession(visit(), credentials)
        }
        if let held = find(by: credentials) { return show(held, credentials, visit()) }
        if let credentials = registry.successor(of: credentials) { return show(credentials, visit: visit()) }
        guard registry.writer != nil else { return startSession(visit(), credentials) }
        return toldBefore(credentials, at: visit()) { credentials, visit in
            self.withSession(credentials) { held in
                if let held { return self.show(held, credentials, visit) }
                if let credentials = self.registry.successor(of: credentials, isUnheld: true) {
                    return self.show(credentials, visit: visit)
                }
                return self.startSession(visit, credentials)
            }
        }
    }

    private func show(
        _ held: SessionCore,
        _ credentials: Credentials,
        _ visit: @autoclosure () -> Visit
    ) -> Eventual<SessionReply<Never>> {
        let (tellsArrivals, hasOverdue) = held.state.withLock {
            ($0.model.subscriptions.tellArrivals, !($0.activity?.overdue.isEmpty ?? true))
        }
        if tellsArrivals, !refusesChanges {
            let visit = visit()
            if held.isArrival(visit) { return held.handle(arrival(visit, credentials, in: held)) }
        }
        if hasOverdue {
            let visit = visit()
            let later = held.onceWorkHasEnded(for: visit) { self.shown(held, credentials, visit) }
            if let later { return later }
        }
        return shown(held, credentials, visit())
    }

    private func shown(
        _ held: SessionCore,
        _ credentials: Credentials,
        _ visit: @autoclosure () -> Visit
    ) -> Eventual<SessionReply<Never>> {
        let outcome = RequestOutcome(tokenRenewal: credentials.tokenRenewal, created: credentials.successor)
        guard let result = held.snapshot(outcome, for: credentials, visit: visit()) else {
            // A notice that is told now is one that the session has no more.
            return held.inTurn(visit()) { turn, visit in
                self.shown(turn.session, turn.snapshot(outcome, for: credentials, visit: visit), credentials, visit)
            }
        }
        return shown(held, result, credentials, visit())
    }

    private func shown(
        _ held: SessionCore,
        _ result: Result<SessionSnapshot, SessionFailure>,
        _ credentials: Credentials,
        _ visit: @autoclosure () -> Visit
    ) -> Eventual<SessionReply<Never>> {
        let snapshot: SessionSnapshot
        switch result {
        case .success(let taken): snapshot = taken
        case .failure(.ended) where !held.isUnloaded:
            return startSession(visit(), credentials)
        case .failure:
            // It is in the store only, or has another id by now.
            return show(credentials, visit: visit())
        }
        held.resumeSubscriptions(snapshot)
        let answer = Eventual.ready(SessionReply<Never>.shown(snapshot))
        guard held.waitsForStore || snapshot.cookie != .unchanged else { return answer }
        return held.onceStored(answer, isShow: true) { [visit = visit()] in self.show(credentials, visit: visit) }
    }

    /// Returns what tells the program of a visitor's arrival, as a post that the visitor has not made.
    private func arrival(_ visit: Visit, _ credentials: Credentials, in held: SessionCore) -> Post<Never> {
        let page = Page(path: visit.path, query: visit.query, base: base)
        return Post(
            credentials: credentials,
            request: KnownVisit(visit),
            check: FunctionCheck(
                // The turn may have been waited for, and the visitor have signed out meanwhile.
                decide: { .apply($0.subscriptions.arrivals(at: page, of: held.account())) },
                verify: { model, path in try self.verify(model, at: path, from: page) },
                refuse: { _, _ in nil }
            ),
            arrival: { self.show($0.credentials, visit: $0.request.visit) }
        )
    }

    /// Performs a post.
    ///
    /// `decide` receives the current model, and returns the messages of the post. It runs on the thread that has the session's
    /// turn, so no other turn comes between the check and the messages. It is called once, or twice if the session ended in
    /// between; on this thread, or on another one if the session has a turn.
    ///
    /// `verify` receives the model after the messages, and the path that they navigate to, before the session's model is replaced.
    /// If it throws, nothing changes, so no session has a model whose view fails. The view that it has rendered is used for the
    /// answer, if that shows the same model.
    ///
    /// - Parameters:
    ///   - session: the id of the session's cookie, valid or not. A visitor without a session gets one with the first post whose
    ///     messages are accepted.
    ///   - visitor: the visitor, by the cookie that outlives sessions: a new session has this visitor's stored values.
    ///   - ticket: the ticket of an answer whose request began a task.
    ///   - seen: what the browser has seen last.
    ///   - refuse: returns the refusal for the problems that an update has thrown; nil if that is a failure.
    package func post<Refusal>(
        session: SessionID?,
        visitor: VisitorClaim = .none,
        ticket: RenewalTicket? = nil,
        seen: NodePosition? = nil,
        visit: Visit,
        decide: @escaping @Sendable (AnyModel) throws -> Decision<AnyMessage, Refusal>,
        verify: @escaping @Sendable (AnyModel, _ navigation: String?) throws -> RenderedPage? = { _, _ in nil },
        refuse: @escaping @Sendable ([Problem], AnyModel) -> Refusal? = { _, _ in nil }
    ) -> Eventual<SessionReply<Refusal>> {
        let post = Post<Refusal>(
            credentials: Credentials(session: session, visitor: visitor, ticket: ticket, seen: seen),
            request: KnownVisit(visit),
            check: FunctionCheck(decide: decide, verify: verify, refuse: refuse)
        )
        return refusesChanges ? .ready(.failed(.notStored)) : issuingToken(handle(post))
    }

    /// Whether nothing can be stored at present: what would have to be is refused before its turn.
    var refusesChanges: Bool { writer?.refuses ?? false }

    /// Performs a post in the visitor's session, or in a new one.
    func handle<Refusal>(_ post: Post<Refusal>) -> Eventual<SessionReply<Refusal>> {
        guard post.credentials.session != nil else { return startSession(post) }
        if let held = find(by: post.credentials) { return held.handle(post) }
        if let credentials = registry.successor(of: post.credentials) { return handle(Post(post, by: credentials)) }
        guard registry.writer != nil else { return startSession(post) }
        return withSession(post.credentials) { held in
            if let held { return held.handle(post) }
            if let credentials = self.registry.successor(of: post.credentials, isUnheld: true) {
                return self.handle(Post(post, by: credentials))
            }
            return self.startSession(post)
        }
    }

    func find(_ id: SessionID) -> SessionCore? {
        registry.find(id, of: self)
    }

    /// Returns the session of a request if it is in memory as the visitor has seen it last.
    func find(by credentials: Credentials) -> SessionCore? {
        guard let held = credentials.session.flatMap({ find($0) }), !isOutdated(held, for: credentials) else {
            return nil
        }
        return held
    }

    /// Whether the visitor may have seen a later turn than the session in memory has.
    func isOutdated(_ held: SessionCore, for credentials: Credentials) -> Bool {
        guard let nodes = registry.nodes else { return false }
        // This node may have been told of that turn, and not have loaded it yet.
        return nodes.isBehind(credentials.seen) || credentials.seen != nil && held.isRefreshing
    }

    /// Checks a post against the view.
    ///
    /// - Throws: the error of the view, which is logged.
    func decide<Refusal>(
        _ post: Post<Refusal>,
        _ model: AnyModel
    ) throws(SessionFailure) -> Decision<AnyMessage, Refusal> {
        do {
            return try post.check.decide(on: model)
        } catch {
            throw viewFailed(error, EventContext(session: post.credentials.session, request: post.request.name))
        }
    }

    /// Renders the view of the model after turns, before it replaces the session's model. Returns nil if there is no page at the
    /// address any more. That is no failure, since the turns may have removed it.
    func verify(_ model: AnyModel, on page: Page, previous: Rendering? = nil) throws -> RenderedPage? {
        do {
            let rendering = try render(model, on: page, previous: previous)
            // At once, so that the render's own memory serves the next one.
            return mayKeep(rendering, on: page)
                ? RenderedPage(compacting: rendering, on: page) : RenderedPage(rendering, on: page)
        } catch is NotFound {
            return nil
        } catch is MissingInputs {
            // What the turns led to is read for the answer.
            return nil
        }
    }

    /// The same, at the path that the turns navigate to from a page.
    func verify(_ model: AnyModel, at path: String?, from page: Page) throws -> RenderedPage? {
        guard let path else { return try verify(model, on: page) }
        return try verify(model, on: page.moved(to: path))
    }

    // MARK: Failures

    /// Logs a turn that failed, and returns the failure for the answer. What the program refuses of the visitor's input is no failure.
    func failed(_ failure: TurnFailure, from cause: Cause, of session: SessionID? = nil) -> SessionFailure {
        if failure.reason is EndedProcess || cause.isRefused(by: failure.reason)
            || cause.isMissingPage(failure.reason)
        {
            return SessionFailure(failure)
        }
        log(
            .turnFailed(program: name, message: caseName(failure.message), error: failure.reason),
            EventContext(session: session, request: cause.requestName)
        )
        return SessionFailure(failure)
    }

    /// Logs that a view failed, and returns the failure for the answer.
    package func viewFailed(_ error: any Error, _ context: EventContext = EventContext()) -> SessionFailure {
        if isToBeLogged(error) { log(.viewFailed(program: name, error: error), context) }
        return .view(error)
    }

    func startFailed(_ error: any Error, _ context: EventContext) -> SessionFailure {
        if isToBeLogged(error) { log(.startFailed(program: name, error: error), context) }
        return .start(error)
    }

    /// A missing page is not logged, since anybody can request any address. A call that was refused has an event of its own.
    private func isToBeLogged(_ error: any Error) -> Bool {
        !(error is NotFound || error is EndedProcess || error is MissingInputs)
    }
}

extension SessionHost: TimeZoneListener {
    package func noteThatTimeZoneIsRead() { readsTimeZone.store(true, ordering: .relaxed) }
}
