import ElmwoodArchitecture
import ElmwoodClientScript
import Glibc
import ElmwoodHTTPServer
import ElmwoodMetrics
import ElmwoodObservation
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodSupervisor

extension Site {
    /// Serves the site until the process receives SIGTERM or SIGINT, with the settings of the environment.
    ///
    /// With one of these arguments it does something else instead, with the same settings, and ends with 0, or with 1 if that failed:
    ///
    /// - `health` requests the first page of a running server, as a container's health check.
    /// - `backup FOLDER` copies the data of the site, which may be running, to a new folder.
    /// - `restore FOLDER` replaces the data of the site, which must not be running, with a backup, and keeps what was there.
    ///
    /// An invalid setting, or an address that cannot be listened on, ends the process with 1 and a sentence.
    public func main() { Self.main { _ in self } }

    /// Makes a site of the settings of the environment, and serves it as ``main()`` does.
    ///
    /// ```swift
    /// static func main() {
    ///     Site.main { settings in
    ///         var site = Site()
    ///         let key = try SealingKey.load(secret: settings.secret, folder: settings.data)
    ///         site.mount(Shop(key: key), at: "/")
    ///         return site
    ///     }
    /// }
    /// ```
    ///
    /// The folder of persistent data exists when the function is called. What it throws ends the process with 1 and a sentence, as
    /// an invalid setting does. The commands of the arguments do not call it.
    public static func main(_ make: (Settings) throws -> Site) {
        do {
            let settings = try settingsToServe()
            try make(settings).run(settings)
        } catch {
            end(error)
        }
    }

    /// The same, for a site whose making waits, as the migration of a database does.
    ///
    /// It runs on the process's first thread, since a worker ends with the thread that has started it.
    @MainActor
    public static func main(_ make: @Sendable (Settings) async throws -> Site) async {
        do {
            let settings = try settingsToServe()
            try await make(settings).run(settings)
        } catch {
            end(error)
        }
    }

    /// Returns the settings of the environment, once the folder of data exists. If the arguments are a command, it is run instead, and
    /// the process ends.
    private static func settingsToServe() throws -> Settings {
        let settings = try Settings(environment: .process)
        if let command = try SiteCommand(Array(CommandLine.arguments.dropFirst())) {
            exit(try command.run(settings) ? EXIT_SUCCESS : EXIT_FAILURE)
        }
        try DataFolder(settings.data).create()
        return settings
    }

    /// Serves as the settings say: as a worker, under a supervisor, or alone.
    private func run(_ settings: Settings) throws {
        let environment = [String: String].process
        if let worker = Worker(environment: environment) {
            try serve(settings, as: worker)
        } else if settings.isSupervised {
            exit(try supervise(settings, environment))
        } else {
            let sockets = try ListeningSockets.activated(environment: environment)
            try serve(settings, sockets: sockets.map { SiteSockets(site: $0, admin: nil) }) {}
        }
    }

    private static func end(_ error: any Error) -> Never {
        Log(level: .error)(.error, "\(error)")
        exit(EXIT_FAILURE)
    }

    /// Serves the site until the process receives SIGTERM or SIGINT. Running requests are then completed, new ones are refused, and
    /// the function returns within ten seconds.
    ///
    /// - Throws: an error that describes itself in a sentence if the folders cannot be used or the address cannot be listened on.
    public func serve(_ settings: Settings) throws {
        try serve(settings, sockets: nil) {}
    }

    /// Serves with the listening sockets, or opens new ones.
    ///
    /// - Parameters:
    ///   - sockets: those of a supervisor or of the system's service manager; nil to open new ones.
    ///   - isWorker: whether a supervisor has started this process.
    ///   - started: called once the server answers.
    func serve(
        _ settings: Settings,
        sockets: SiteSockets?,
        isWorker: Bool = false,
        started: () -> Void
    ) throws {
        let log = Log(level: settings.logLevel, format: settings.logFormat)
        let lock = try DataFolder(settings.data).lock()
        defer { lock.release() }
        // Without a supervisor there is no next process that could use the record.
        let faults = isWorker ? try FaultRecord(path: DataFolder(settings.data).faults()) : nil
        let handler = try handler(settings, faults: faults, log: log)
        handler.context.histories?.restore(from: settings.data + "/histories")
        let watch = WorkWatch(handler.context, endingProcessAfter: faults == nil ? nil : settings.callLimit)
        let admin = try AdminServer(handler, settings, socket: sockets?.admin, log: log)
        let server = try server(settings, sockets: sockets?.site, handler, log: log)
        try server.runUntilSignal(drainTime: settings.drainTime) { running in
            log(.info, "serving at \(Self.address(of: running, isSecure: settings.tls != nil))")
            if ListeningSockets.path(running.host) != nil, !settings.trustedProxies.trustsUnixSocket {
                log(
                    .warning,
                    "All visitors have the limits of one client, unless ELMWOOD_TRUSTED_PROXIES contains unix."
                )
            }
            watch.begin(running)
            admin?.readiness.isServing(running)
            handler.schedule?.begin()
            started()
        } draining: {
            admin?.readiness.isDraining()
            log(.info, "stopping in \(settings.drainTime.components.seconds) s")
        } stopping: {
            handler.context.registry.endWaits()
            // Before the pages open their streams to the next process, which continues the histories.
            handler.context.histories?.save()
        }
        watch.end()
        admin?.stop()
        handler.schedule?.end()
        // Stores the latest changes by effects and timers, which no answer has waited for.
        handler.handOver(within: .seconds(5))
        handler.leaveNodes(within: .seconds(2))
        log(.info, "stopped")
    }

    /// Returns the address of a server as people write it.
    static func address(of server: RunningServer, isSecure: Bool) -> String {
        guard ListeningSockets.path(server.host) == nil else { return server.host }
        let host = server.host.contains(":") ? "[\(server.host)]" : server.host
        return "\(isSecure ? "https" : "http")://\(host):\(server.port)"
    }

    /// Starts the site and returns at once: for tests, and for programs with other work to do.
    ///
    /// - Parameter handler: an existing handler; nil to create one.
    package func start(_ settings: Settings, handler: SiteHandler? = nil, log: Log) throws -> RunningServer {
        try server(settings, handler ?? self.handler(settings, log: log), log: log).start()
    }

    /// Creates the handler without a server: tests call it with their own requests.
    ///
    /// - Parameter faults: the record of what has ended former processes.
    package func handler(_ settings: Settings, faults: FaultRecord? = nil, log: Log) throws -> SiteHandler {
        try checkMounts()
        try settings.checkHistory()
        if settings.historyUse == .required, tools.isEmpty { throw SettingsError.noHistory }
        let stores = try stores(settings, log)
        let storage =
            try self.storage ?? stores?.values
            ?? DataFolder(settings.data).storage(settings.storageLimits(in: sessionLimits), log)
        let metrics = settings.admin == nil ? nil : Metrics.started()
        let observer = Observers.combining(observers + (metrics.map { [$0] } ?? []))
        let assets = Assets(settings.files, compression: settings.compression)
        let development = try settings.development.map { try DevelopmentChannel(folder: $0, assets: assets) }
        var environment = Environment.system(storage: storage, observer: observer) { event, context in
            development?.note(event, context)
            log(event.level, kind: event.kind, "\(event)", event.facts + context.facts)
        }
        environment.faults = faults
        environment.sentences = sentences
        environment.audit = { event in
            log(.info, kind: "audit \(event.kind.rawValue)", event.kind.rawValue, event.facts)
        }
        // The first browser requests it right after its page. Its creation must not delay the page.
        environment.execute { _ = ClientScript.shared }
        environment.assets = assets
        environment.execute { assets.prepare() }
        let context = SiteContext(
            settings: settings,
            limits: sessionLimits,
            policy: securityPolicy.adding(settings.contentSecurityPolicy),
            environment: environment,
            store: stores?.sessions,
            development: development,
            tools: tools,
            log: log
        )
        changes.connect(to: context.registry)
        return SiteHandler(self, assets, in: context, metrics: metrics)
    }

    /// Starts the site in an existing environment with existing sessions, and returns at once: for the test kit.
    package func start(_ settings: Settings, in context: SiteContext) throws -> RunningServer {
        let handler = SiteHandler(self, files: settings.files, in: context)
        return try server(settings, handler, log: context.log).start()
    }

    /// Returns the stores of the settings; nil if sessions are in memory.
    private func stores(_ settings: Settings, _ log: Log) throws -> SessionStoreScheme.Stores? {
        if let sessionStore { return .init(sessions: sessionStore) }
        switch settings.sessions {
        case .memory: return nil
        case .sqlite:
            return .init(sessions: try DataFolder(settings.data).sessions(survive: settings.durability, log))
        case .address(let address):
            let name = address.prefix { $0 != ":" }.lowercased()
            guard let scheme = storeSchemes.first(where: { $0.names.contains(name) }) else {
                let advice =
                    name.hasPrefix("postgres")
                    ? ": add the product ElmwoodPostgreSQL to the package, and site.use(.postgresql)." : "."
                throw SettingsError("ELMWOOD_SESSIONS is a \(name) address, and the site has no such store\(advice)")
            }
            let stores = try scheme.open(address, settings.storageLimits(in: sessionLimits)) { log(.warning, $0) }
            return stores
        }
    }

    private func server(
        _ settings: Settings,
        sockets: ListeningSockets? = nil,
        _ handler: SiteHandler,
        log: Log
    ) throws -> HTTPServer {
        var configuration = ServerConfiguration()
        configuration.sockets = sockets
        configuration.host = settings.host
        configuration.port = Int(settings.port)
        configuration.socketMode = settings.socketMode
        if let tls = settings.tls {
            configuration.tls = TLSFiles(certificate: tls.certificate, key: tls.key)
        }
        configuration.limits.connections = settings.connections
        configuration.limits.connectionsPerClient = settings.connectionsPerClient
        configuration.limits.file = settings.fileSize
        // The page with the form says which of its fields it is.
        configuration.passesLargeFiles = true
        configuration.trustedProxies = settings.trustedProxies
        configuration.compression = settings.compression
        configuration.uploadFolder = try DataFolder(settings.data).uploads(life: settings.resumableUploadLife)
        configuration.log = { log(.warning, kind: "server", $0) }
        configuration.reportsAll = settings.accessLog
        configuration.served = handler.requestLog(isAccessLog: settings.accessLog).take
        if let observer = handler.observer {
            configuration.counted = handler.counting(for: observer)
        }
        configuration.headers = handler.headers
        configuration.refusal = { handler.refusal($0, $1) }
        if handler.context.registry.environment.faults != nil {
            let answers = FaultAnswers(in: handler.context, headers: handler.headers)
            configuration.faultAnswer = { answers?.answer(to: $0) }
        }
        return HTTPServer(configuration, handler: handler)
    }
}

extension App {
    /// Serves the program at the top of its address; see ``Site/main()`` for the settings and arguments.
    public static func main() {
        var site = Site()
        for tool in tools { site.use(tool) }
        site.mount(Self(), at: "/")
        site.main()
    }
}

extension SessionEvent {
    /// The severity of the event.
    fileprivate var level: Log.Level {
        switch self {
        case .turnFailed, .startFailed, .viewFailed, .effectFailed, .storageFailed,
            .sessionsNotStored, .sessionRefused, .modelSetAside,
            .faultAvoided, .pendingLost, .endlessCall, .visitorNotFound, .tokensNotRevoked:
            .error
        case .effectFlooded, .messageDropped, .payloadDropped, .broadcastDropped, .navigationRefused, .leavingRefused,
            .downloadRefused, .dispatchRefused, .sourceEnded, .tooManySubscriptions, .visitorsEvicted,
            .sessionOvertaken, .slowCall:
            .warning
        case .repeated(let event, _): event.level
        }
    }

    /// What is known of it beside its sentence.
    var facts: [(name: String, value: String)] {
        var facts = [(name: "kind", value: kind)]
        if let program { facts.append((name: "program", value: program)) }
        if let message { facts.append((name: "message", value: message)) }
        if let effect { facts.append((name: "effect", value: effect)) }
        return facts
    }
}

extension [String: String] {
    /// The environment of this process.
    package static var process: [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if let equals = text.firstIndex(of: "=") {
                variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            next += 1
        }
        return variables
    }
}
