import ElmwoodArchitecture
import ElmwoodClientScript
import Glibc
import ElmwoodHTTPServer
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodSupervisor

extension Site {
    /// Serves the site until the process receives SIGTERM or SIGINT, with the settings of the environment.
    ///
    /// With the argument `health`, it requests the first page of a running server with the same settings instead. It ends with 0 if
    /// the server answers, and otherwise with 1, as a container's health check requires.
    ///
    /// An invalid setting, or an address that cannot be listened on, ends the process with 1 and a sentence.
    public func main() {
        do {
            let environment = [String: String].process
            let settings = try Settings(environment: environment)
            if CommandLine.arguments.dropFirst().first == "health" {
                exit(HealthCheck.isHealthy(settings) ? EXIT_SUCCESS : EXIT_FAILURE)
            }
            if let worker = Worker(environment: environment) {
                try serve(settings, as: worker)
            } else if settings.isSupervised {
                exit(try supervise(settings))
            } else {
                try serve(settings)
            }
        } catch {
            Log(level: .error)(.error, "\(error)")
            exit(EXIT_FAILURE)
        }
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
    /// - Parameter started: called when the server answers.
    ///
    /// - Parameter started: called once the server answers.
    func serve(_ settings: Settings, sockets: ListeningSockets?, started: () -> Void) throws {
        let log = Log(level: settings.logLevel, format: settings.logFormat)
        // Without a supervisor there is no next process that could use the record.
        let faults = sockets == nil ? nil : try FaultRecord(path: DataFolder(settings.data).faults())
        let handler = try handler(settings, faults: faults, log: log)
        try server(settings, sockets: sockets, handler, log: log).runUntilSignal { running in
            let scheme = settings.tls == nil ? "http" : "https"
            let host = running.host.contains(":") ? "[\(running.host)]" : running.host
            log(.info, "serving at \(scheme)://\(host):\(running.port)")
            started()
        }
        // Stores the latest changes by effects and timers, which no answer has waited for.
        handler.handOver(within: .seconds(5))
        log(.info, "stopped")
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
        let storage = try self.storage ?? DataFolder(settings.data).storage(log)
        var environment = Environment.system(storage: storage) { log($0.level, kind: $0.kind, "\($0)") }
        environment.faults = faults
        // The first browser requests it right after its page. Its creation must not delay the page.
        environment.execute { [script] in _ = script() }
        let context = SiteContext(
            settings: settings,
            limits: sessionLimits,
            policy: securityPolicy,
            environment: environment,
            store: try sessionStore(settings, log),
            log: log
        )
        return SiteHandler(self, publicFolder: settings.publicFolder, in: context)
    }

    /// Starts the site in an existing environment with existing sessions, and returns at once: for the test kit.
    package func start(_ settings: Settings, in context: SiteContext) throws -> RunningServer {
        let handler = SiteHandler(self, publicFolder: settings.publicFolder, in: context)
        return try server(settings, handler, log: context.log).start()
    }

    private func sessionStore(_ settings: Settings, _ log: Log) throws -> (any SessionStore)? {
        if let sessionStore { return sessionStore }
        switch settings.sessions {
        case .memory: return nil
        case .sqlite:
            return try DataFolder(settings.data).sessions(survive: settings.durability, log)
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
        if let tls = settings.tls {
            configuration.tls = TLSFiles(certificate: tls.certificate, key: tls.key)
        }
        configuration.limits.connections = settings.connections
        configuration.limits.connectionsPerClient = settings.connectionsPerClient
        configuration.trustedProxies = settings.trustedProxies
        configuration.uploadFolder = try DataFolder(settings.data).uploads()
        configuration.log = { log(.warning, kind: "server", $0) }
        configuration.reportsAll = settings.accessLog
        configuration.served = handler.requestLog(isAccessLog: settings.accessLog).take
        configuration.headers = handler.headers
        configuration.refusal = { handler.refusal($0, $1) }
        return HTTPServer(configuration, handler: handler)
    }
}

extension App {
    /// Serves the program at the top of its address; see ``Site/main()`` for the settings and arguments.
    public static func main() {
        var site = Site()
        site.mount(Self(), at: "/")
        site.main()
    }
}

extension SessionEvent {
    /// The severity of the event.
    fileprivate var level: Log.Level {
        switch self {
        case .turnFailed, .startFailed, .viewFailed, .effectFailed, .storageFailed, .sessionsNotStored, .modelSetAside,
            .faultAvoided, .pendingLost:
            .error
        case .effectFlooded, .messageDropped, .payloadDropped, .broadcastDropped, .navigationRefused, .leavingRefused,
            .downloadRefused, .sourceEnded, .tooManySubscriptions, .visitorsEvicted, .sessionOvertaken:
            .warning
        case .repeated(let event, _): event.level
        }
    }

    /// What entries of a flood have in common.
    fileprivate var kind: String {
        // The name of the case, which has associated values.
        Mirror(reflecting: self).children.first?.label ?? "session"
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
