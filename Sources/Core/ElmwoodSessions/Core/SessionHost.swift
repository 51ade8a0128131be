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
    let driver: GuardedProgram
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
    package let isShared: Bool
    /// Whether the sessions are stored, if those of the site are; otherwise they are in memory only.
    let storesSessions: Bool
    /// The longest time that an answer waits for the effects of its request: see ``SessionLimits/effectWait``.
    let effectWait: Duration
    /// Performs effects: the program's own `perform`, unless a test replaces it.
    let perform: @Sendable (EffectCall) async throws -> Void
    /// The record of what has ended former processes; nil if none is kept.
    let faults: ProgramFaults?

    /// Mounts a program on the site of the registry.
    ///
    /// - Parameters:
    ///   - name: the program's name in the log and in the store: the path or the pattern that it is mounted at.
    ///   - place: the path of the place, decoded, if the program is mounted at a pattern.
    ///   - base: the prefix of the program's addresses: empty at the top of the site, otherwise like `/counter`.
    ///   - diagnose: called with what views had to omit.
    ///   - observers: called with each transaction, in this order, under the session's turn. A history is one.
    ///   - observePatch: called with each patch that was made for an open page; no lock is held.
    ///   - keepsStreams: whether every open page receives changes at once, since an earlier moment may be shown.
    ///   - storesSessions: whether the sessions are stored, if those of the site are.
    ///   - effectWait: the longest time that an answer waits for the effects of its request; nil for the site's.
    ///   - isShared: whether the sessions are the models of a shared program.
    ///   - perform: performs effects in place of the program's own `perform`.
    package init<P: Program>(
        _ program: P,
        name: String,
        place: String? = nil,
        base: String = "",
        registry: SessionRegistry,
        diagnose: @escaping @Sendable ([String]) -> Void = { _ in },
        observers: [@Sendable (TurnRecord<P>) -> Void] = [],
        observePatch: (@Sendable (PatchReport) -> Void)? = nil,
        keepsStreams: Bool = false,
        storesSessions: Bool = true,
        effectWait: Duration? = nil,
        isShared: Bool = false,
        perform: (@Sendable (BegunEffect<P>) async throws -> Void)? = nil
    ) {
        let driver = Driver(program, assets: registry.environment.assets, pageSize: registry.limits.pageSize)
        let perform = perform ?? { try await program.perform($0.effect, send: $0.send) }
        faults = ProgramFaults(registry.environment.faults, program: place ?? name)
        self.driver = GuardedProgram(driver, name: name, in: registry, faults)
        self.name = name
        self.place = place
        self.base = base
        self.registry = registry
        self.diagnose = diagnose
        self.observers = observers.map { observe in { observe(TurnRecord<P>($0)) } }
        self.observePatch = observePatch
        self.keepsStreams = keepsStreams
        self.storesSessions = storesSessions
        self.isShared = isShared
        self.effectWait = effectWait ?? registry.limits.effectWait
        self.perform = { try await perform(BegunEffect($0)) }
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
