import Elmwood
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage

/// The environment of a test's host, and the observers of its sessions.
package struct TestHostSetting<P: Program>: Sendable {
    package var environment: Environment
    /// Called with each transaction.
    package var observe: @Sendable (TurnRecord<P>) -> Void
    /// Performs effects.
    package var perform: @Sendable (BegunEffect<P>) async throws -> Void
    /// Called with what views had to omit.
    package var diagnose: @Sendable ([String]) -> Void
    /// Adds the shared programs to a site.
    package var share: @Sendable (SessionRegistry) -> Void
    /// Runs all work that has begun and waits neither for the clock nor for the test, until nothing is left.
    package var settle: @Sendable () -> Void

    package init(
        environment: Environment,
        observe: @escaping @Sendable (TurnRecord<P>) -> Void,
        perform: @escaping @Sendable (BegunEffect<P>) async throws -> Void,
        diagnose: @escaping @Sendable ([String]) -> Void = { _ in },
        share: @escaping @Sendable (SessionRegistry) -> Void = { _ in },
        settle: @escaping @Sendable () -> Void
    ) {
        self.environment = environment
        self.observe = observe
        self.perform = perform
        self.diagnose = diagnose
        self.share = share
        self.settle = settle
    }
}

/// Hosts a program for a test: in this process, or behind a separate server.
///
/// ```swift
/// let testHost = try TestHost(Counter(), in: .process, setting)
/// let visitor = TestVisitor()
/// let driver = testHost.open("/", for: visitor, script: .on)
/// ```
package final class TestHost<P: Program> {
    /// The program's host in the process that serves it now.
    package private(set) var host: ProgramHost<P>
    package let transport: TestTransport
    package let setting: TestHostSetting<P>
    let folder = TestHostFolder()
    let lastError = LastError()
    private var server: TestHostServer<P>?
    /// The browsers of its visitors: one without script and one with it.
    private var browsers: [Script: TestBrowser] = [:]

    /// Hosts a program.
    ///
    /// - Throws: if a server or a browser cannot be started.
    package init(_ program: P, in transport: TestTransport, _ setting: TestHostSetting<P>) throws(DriverFailure) {
        self.transport = transport
        self.setting = setting
        guard transport != .process else {
            host = Self.host(program, in: Self.registry(setting, lastError), setting)
            return
        }
        let (context, settings) = Self.context(setting, lastError, folder)
        host = Self.host(program, in: context.registry, setting)
        server = try TestHostServer(host, for: transport, in: context, settings)
    }

    /// Ends the process that serves the program, and starts another one, which has no sessions yet.
    ///
    /// - Parameter between: called when neither of the two can be reached.
    /// - Throws: if no server can be started.
    package func restart(between: (_ former: ProgramHost<P>, _ next: ProgramHost<P>) -> Void) throws(DriverFailure) {
        let former = host
        guard let server else {
            host = Self.host(former.program, in: Self.registry(setting, lastError), setting)
            return replace(former, between)
        }
        server.stop()
        let (context, settings) = Self.context(setting, lastError, folder)
        host = Self.host(former.program, in: context.registry, setting)
        replace(former, between)
        try server.start(host, in: context, settings)
    }

    private func replace(_ former: ProgramHost<P>, _ between: (ProgramHost<P>, ProgramHost<P>) -> Void) {
        let shared = former.registry.storedShared
        between(former, host)
        host.registry.takeOver(shared: shared)
    }

    /// Returns the current id of the visitor's session: see `ProgramHost.currentID(of:ticket:)`.
    func sessionID(of visitor: TestVisitor) -> SessionID? {
        host.sessions.currentID(of: visitor.session?.id, ticket: visitor.ticket)
    }

    /// Returns the model and the number of turns of the visitor's session; nil if there is none.
    func state(of visitor: TestVisitor) -> (model: P.Model, version: UInt64)? {
        host.currentState(of: sessionID(of: visitor))
    }

    /// Whether a message may come that the visitor's requests have led to.
    func mayReceiveMessage(_ visitor: TestVisitor) -> Bool { host.mayReceiveMessage(sessionID(of: visitor)) }

    /// Returns the session's model, or the one that the visitor would start with there.
    func model(of visitor: TestVisitor, at address: PageAddress) throws -> P.Model {
        try state(of: visitor)?.model ?? host.startModel(for: visitor.visit(address), of: sessionID(of: visitor))
    }

    /// Opens a page for a visitor. The outcome contains failures, like a start that throws.
    package func open(_ path: String, for visitor: TestVisitor, script: Script) -> (any PageDriver<P>, Outcome) {
        let driver: any PageDriver<P>
        if transport == .browser, let server {
            do {
                let browser = try browser(script: script)
                driver = RealBrowser(self, visitor, script: script, in: browser, port: server.port)
            } catch {
                driver = SimulatedBrowser(self, visitor, script: script, over: ProcessTransport(self, visitor))
                return (driver, Outcome(impossible: "No browser could be started: \(error)"))
            }
        } else if let server {
            driver = SimulatedBrowser(self, visitor, script: script, over: HTTPTransport(self, visitor, server))
        } else {
            driver = SimulatedBrowser(self, visitor, script: script, over: ProcessTransport(self, visitor))
        }
        return (driver, driver.act(.open(path)))
    }

    private func browser(script: Script) throws -> TestBrowser {
        if let browser = browsers[script] { return browser }
        let browser = try TestBrowser(script: script)
        browsers[script] = browser
        return browser
    }

    deinit {
        for (script, browser) in browsers { browser.giveBack(script) }
    }
}

// MARK: The parts of a process

extension TestHost {
    private static func host(
        _ program: P,
        in registry: SessionRegistry,
        _ setting: TestHostSetting<P>
    ) -> ProgramHost<P> {
        setting.share(registry)
        return ProgramHost(
            program,
            name: "/",
            registry: registry,
            diagnose: setting.diagnose,
            observers: [setting.observe],
            perform: setting.perform
        )
    }

    private static func registry(_ setting: TestHostSetting<P>, _ lastError: LastError) -> SessionRegistry {
        SessionRegistry(limits: limits, environment: environment(setting, lastError))
    }

    private static func context(
        _ setting: TestHostSetting<P>,
        _ lastError: LastError,
        _ folder: TestHostFolder
    ) -> (SiteContext, Settings) {
        var settings = Settings()
        // A test acts as fast as it can, and its time may stand still.
        (settings.postsPerVisitor, settings.postsPerClient, settings.sessionsPerClient) = (nil, nil, nil)
        (settings.storedPerVisitor, settings.storedPerClient) = (nil, nil)
        settings.port = 0
        settings.data = folder.path ?? settings.data
        settings.logLevel = .none
        let context = SiteContext(
            settings: settings,
            limits: limits,
            policy: SecurityPolicy(),
            environment: environment(setting, lastError),
            log: Log(level: .none)
        )
        return (context, settings)
    }

    private static var limits: SessionLimits {
        var limits = SessionLimits()
        // Effects wait for the test, so no answer may wait for them.
        limits.effectWait = .zero
        limits.effectWaitWithoutScript = .zero
        limits.watcherInterval = .zero
        // The attention of a visitor without script must not end while the test advances the clock by hours.
        limits.attention = .seconds(10 * 365 * 86_400)
        return limits
    }

    private static func environment(_ setting: TestHostSetting<P>, _ lastError: LastError) -> Environment {
        var environment = setting.environment
        environment.logged = { [logged = environment.logged] event, context in
            lastError.note(event)
            logged(event, context)
        }
        return environment
    }
}
