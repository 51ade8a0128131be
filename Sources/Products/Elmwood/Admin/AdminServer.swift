import ElmwoodHTTPServer
import ElmwoodMetrics
import ElmwoodSessions
import ElmwoodStorage

/// The server for the site's operator. It has an address and a thread of its own, so it answers even if the site does not.
final class AdminServer: Sendable {
    let readiness: Readiness
    private let running: RunningServer

    /// Starts the server; nil if the settings have no address for it.
    ///
    /// - Parameter socket: the socket of a supervisor; nil to open one.
    init?(_ site: SiteHandler, _ settings: Settings, socket: ListeningSockets?, log: Log) throws {
        guard let address = settings.admin, let metrics = site.metrics else { return nil }
        var own = Settings()
        own.host = address.host
        own.port = address.port
        var limits = SessionLimits()
        // A page without script shows what was read, however busy the machine is.
        limits.effectWait = .seconds(5)
        let context = SiteContext(
            settings: own,
            limits: limits,
            policy: SecurityPolicy(),
            environment: .system(storage: MemoryStorage()) { event, _ in log(.warning, kind: event.kind, "\(event)") },
            cookies: "elmwood-admin",
            log: log
        )
        readiness = Readiness(site.registry)
        let handler = AdminHandler(metrics, readiness, of: site.registry, pages: context)
        var configuration = ServerConfiguration()
        configuration.host = own.host
        configuration.port = Int(own.port)
        configuration.sockets = socket
        configuration.loops = 1
        configuration.limits.connections = 200
        configuration.headers = handler.headers
        configuration.log = { log(.warning, kind: "admin", $0) }
        running = try HTTPServer(configuration, handler: handler).start()
        log(.info, "metrics and health at \(Site.address(of: running, isSecure: false))")
    }

    /// The port at which it listens.
    var port: Int { running.port }

    func stop() { running.stop(within: .seconds(1)) }
}
