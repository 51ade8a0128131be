import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodStorage
import ElmwoodSupervisor
import ElmwoodViewTree

/// The sessions of a program where it is mounted on a site: it shows them and takes their posts. Whatever the program's types are,
/// this and all below it is the same code.
///
/// No call waits. What cannot be answered at once is answered through a ``Promise``.
package final class SessionHost: Sendable {
    let driver: any ProgramDriver
    /// What the log calls the program: where it is mounted.
    package let name: String
    /// The address that the program's paths are below: empty at the top of the site, else like `/counter`.
    package let base: String
    package let registry: SessionRegistry
    let sources: TurnSources
    /// The open pages whose views are kept.
    let pages: LivePages
    /// Told what views had to leave out.
    let diagnose: @Sendable ([String]) -> Void
    /// Told of each transaction that took place: a history is one of them, a test another.
    let observers: [@Sendable (TurnReport) -> Void]
    /// Whether every open page is told at once of what changes, by whatever it changes: an earlier moment may be shown.
    let keepsStreams: Bool
    /// Whether the sessions are stored, where those of the site are; else they live in memory alone.
    let storesSessions: Bool
    /// How long an answer waits for what its request began, at most.
    let effectWait: Duration
    /// Carries effects out: the program's own `perform`, unless a test stands in for it.
    let perform: @Sendable (EffectCall) async throws -> Void
    /// What has ended former processes; nil where no record of that is kept.
    let faults: ProgramFaults?

    /// Mounts a program on the site whose sessions the registry holds.
    init(
        _ driver: any ProgramDriver,
        name: String,
        base: String,
        registry: SessionRegistry,
        diagnose: @escaping @Sendable ([String]) -> Void,
        observers: [@Sendable (TurnReport) -> Void],
        keepsStreams: Bool,
        storesSessions: Bool,
        effectWait: Duration?,
        perform: @escaping @Sendable (EffectCall) async throws -> Void
    ) {
        faults = ProgramFaults(registry.environment.faults, program: name)
        let log = registry.environment.log
        self.driver =
            faults.map { GuardedProgram(driver, $0) { log(.faultAvoided(program: name)) } } ?? driver
        self.name = name
        self.base = base
        self.registry = registry
        self.diagnose = diagnose
        self.observers = observers
        self.keepsStreams = keepsStreams
        self.storesSessions = storesSessions
        self.effectWait = effectWait ?? registry.limits.effectWait
        self.perform = perform
        pages = LivePages(environment: registry.environment)
        sources = registry.environment.sources
        // Who can send nothing has no session.
        if driver.takesMessages { writer?.add(program: name) }
        writer?.lookForDue(of: self)
    }

    /// Brings the sessions to their store and back; nil where they live in memory alone.
    var writer: SessionWriter? { storesSessions ? registry.writer : nil }
    var limits: SessionLimits { registry.limits }
    var environment: Environment { registry.environment }

    func log(_ event: SessionEvent) { environment.log(event) }

    /// What the visitor is to see.
    ///
    /// A visitor without a session gets the program as it starts, and none is held, unless its start has a command.
    ///
    /// - Parameters:
    ///   - session: the id of the visitor's cookie, whether it still means anything or not.
    ///   - visitor: the id of the cookie that outlives sessions: whose stored values a new session has.
    ///   - ticket: what the browser was given by an answer whose request began something.
    ///   - visit: who comes, asked for only where no session is held.
    package func show(
        session: SessionID?,
        visitor: VisitorID? = nil,
        ticket: RenewalTicket? = nil,
        visit: @autoclosure () -> Visit
    ) -> Eventual<SessionReply<Never>> {
        show(Credentials(session: session, visitor: visitor, ticket: ticket), visit: visit())
    }

    private func show(_ credentials: Credentials, visit: @autoclosure () -> Visit) -> Eventual<SessionReply<Never>> {
        guard let id = credentials.session else {
            return startSession(visit(), presented: nil, visitor: credentials.visitor)
        }
        if let held = find(id) { return show(held, credentials, visit()) }
        if let credentials = registry.successor(of: credentials) { return show(credentials, visit: visit()) }
        guard registry.writer != nil else { return startSession(visit(), presented: id, visitor: credentials.visitor) }
        return withSession(id) { [visit = visit()] held in
            if let held { return self.show(held, credentials, visit) }
            if let credentials = self.registry.successor(of: credentials) {
                return self.show(credentials, visit: visit)
            }
            return self.startSession(visit, presented: id, visitor: credentials.visitor)
        }
    }

    private func show(
        _ held: SessionCore,
        _ credentials: Credentials,
        _ visit: @autoclosure () -> Visit
    ) -> Eventual<SessionReply<Never>> {
        let snapshot: SessionSnapshot
        switch held.snapshot(RequestOutcome(created: credentials.successor), for: credentials) {
        case .success(let taken): snapshot = taken
        case .failure(.ended) where !held.isUnloaded:
            return startSession(visit(), presented: credentials.session, visitor: credentials.visitor)
        case .failure:
            // It is in the store alone, or has another id by now.
            return show(credentials, visit: visit())
        }
        held.wasSeen(snapshot)
        let answer = Eventual.ready(SessionReply<Never>.shown(snapshot))
        guard held.waitsForStore || snapshot.cookie != .unchanged else { return answer }
        return held.onceStored(answer, isShow: true) { [visit = visit()] in self.show(credentials, visit: visit) }
    }

    /// Takes a post.
    ///
    /// `decide` is given the current model, and says which messages the post comes to. It is called on the thread that has the
    /// session's turn, so no other turn comes between the check and the messages: once, or once more where the session
    /// ended meanwhile; on this thread, or, where another request of the same session is at work, on another one.
    ///
    /// `verify` is given the model that the messages came to, and the path that they navigate to, before anything is in its
    /// place: where it throws, nothing was changed. So a model whose view fails is never anybody's. The view that it has run is the
    /// answer's, where that shows the same model.
    ///
    /// - Parameters:
    ///   - session: the id of the visitor's cookie, whether it still means anything or not. A visitor without a session gets
    ///     one with the first post whose messages are accepted.
    ///   - visitor: the id of the cookie that outlives sessions: whose stored values a new session has.
    ///   - ticket: what the browser was given by an answer whose request began something.
    ///   - form: what was posted: where it has ended a process before, it is not tried again.
    package func post<Refusal>(
        session: SessionID?,
        visitor: VisitorID? = nil,
        ticket: RenewalTicket? = nil,
        visit: Visit,
        form: FormData = FormData(),
        decide: @escaping @Sendable (AnyModel) throws -> Decision<AnyMessage, Refusal>,
        verify: @escaping @Sendable (AnyModel, _ navigation: String?) throws -> RenderedPage? = { _, _ in nil }
    ) -> Eventual<SessionReply<Refusal>> {
        let post = Post<Refusal>(
            credentials: Credentials(session: session, visitor: visitor, ticket: ticket),
            visit: visit,
            form: form,
            decide: decide,
            verify: verify
        )
        return take(post)
    }

    /// Takes a post by the visitor's session, where there is one.
    func take<Refusal>(_ post: Post<Refusal>) -> Eventual<SessionReply<Refusal>> {
        guard let id = post.credentials.session else { return startSession(post) }
        if let held = find(id) { return held.take(post) }
        if let credentials = registry.successor(of: post.credentials) { return take(post, by: credentials) }
        guard registry.writer != nil else { return startSession(post) }
        return withSession(id) { held in
            if let held { return held.take(post) }
            if let credentials = self.registry.successor(of: post.credentials) {
                return self.take(post, by: credentials)
            }
            return self.startSession(post)
        }
    }

    /// Takes a post under the id that has replaced the one of its cookie.
    private func take<Refusal>(_ post: Post<Refusal>, by credentials: Credentials) -> Eventual<SessionReply<Refusal>> {
        var post = post
        post.credentials = credentials
        return take(post)
    }

    func find(_ id: SessionID) -> SessionCore? {
        registry.find(id, of: self)
    }

    /// What a post comes to, by the check against the view.
    ///
    /// - Throws: what made the check impossible, which the log knows.
    func decide<Refusal>(
        _ post: Post<Refusal>,
        _ model: AnyModel
    ) throws(SessionFailure) -> Decision<AnyMessage, Refusal> {
        do {
            return try post.decide(model)
        } catch {
            throw viewFailed(error)
        }
    }

    /// The view of what turns have come to, before that is in its place; nil where there is nothing at the address any more, which is no
    /// failure: the turns may have removed it.
    func verify(_ model: AnyModel, on page: Page, previous: Rendering? = nil) throws -> RenderedPage? {
        do {
            return RenderedPage(try render(model, on: page, previous: previous), on: page)
        } catch is NotFound {
            return nil
        }
    }

    // MARK: Failures

    /// Logs a turn that failed, and says so to who asked for it.
    ///
    /// - Parameter isSecret: the log gets no more than the message's name.
    func failed(_ failure: TurnFailure, isSecret: Bool) -> SessionFailure {
        if failure.reason is EndedProcess { return SessionFailure(failure) }
        let message = isSecret ? SessionEvent.caseName(failure.message) : failure.message
        log(.turnFailed(program: name, message: message, error: failure.reason))
        return SessionFailure(failure)
    }

    /// Logs that a view failed, and says so to who asked for it.
    package func viewFailed(_ error: any Error) -> SessionFailure {
        if isToBeLogged(error) { log(.viewFailed(program: name, error: error)) }
        return .view(error)
    }

    func startFailed(_ error: any Error) -> SessionFailure {
        if isToBeLogged(error) { log(.startFailed(program: name, error: error)) }
        return .start(error)
    }

    /// That there is nothing at an address is no failure: anybody can ask for one. What was not tried, is logged as that.
    private func isToBeLogged(_ error: any Error) -> Bool { !(error is NotFound || error is EndedProcess) }
}
