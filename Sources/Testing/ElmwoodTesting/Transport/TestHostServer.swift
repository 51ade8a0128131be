import Elmwood
import ElmwoodHTTPServer
import ElmwoodSessions
import ElmwoodSessionTesting
import Synchronization
import ElmwoodWebDriver

/// The server of a test's host, on its own port. It stops with the host.
final class TestHostServer<P: Program> {
    let port: Int
    private var endpoint: ProgramEndpoint
    private var running: RunningServer
    /// Whether its pages contain the kit's script.
    private let isWatched: Bool

    /// Starts a server.
    ///
    /// - Throws: an error if it cannot be started.
    init(_ host: ProgramHost<P>, for transport: TestTransport, in context: SiteContext, _ settings: Settings)
        throws(DriverFailure)
    {
        isWatched = transport == .browser && !BrowserKind.chosen.can(.preloadScripts)
        (endpoint, running) = try Self.started(host, isWatched, in: context, settings)
        port = running.port
    }

    /// Stops the server, and returns when no request is answered any more.
    func stop() { running.stop(within: .zero) }

    /// Starts the server again, on the same port.
    ///
    /// - Throws: an error if it cannot be started.
    func start(_ host: ProgramHost<P>, in context: SiteContext, _ settings: Settings) throws(DriverFailure) {
        var settings = settings
        settings.port = UInt16(clamping: port)
        (endpoint, running) = try Self.started(host, isWatched, in: context, settings)
    }

    private static func started(
        _ host: ProgramHost<P>,
        _ isWatched: Bool,
        in context: SiteContext,
        _ settings: Settings
    ) throws(DriverFailure) -> (ProgramEndpoint, RunningServer) {
        let endpoint = ProgramEndpoint(host.sessions, in: context)
        var site = Site()
        site.mount(
            Mount(PathPattern(path: host.base)) { _ in
                { isWatched ? WatchedPages.answer($0, endpoint.answer) : endpoint.answer($0) }
            }
        )
        do {
            return (endpoint, try site.start(settings, in: context))
        } catch {
            throw DriverFailure("No server could be started for the test: \(error)", cause: error)
        }
    }

    deinit { stop() }

    /// Returns the expected page of a model.
    func html(_ rendering: Rendering, of model: P.Model, telling flash: Flash, mayReceiveMessage: Bool) -> [UInt8] {
        endpoint.html(
            rendering,
            of: endpoint.host.subscribed(AnyModel(model)),
            telling: flash,
            mayReceiveMessage: mayReceiveMessage
        )
    }
}

/// The last error of the sessions, since HTTP answers do not contain it.
final class LastError: Sendable {
    private let error = Mutex<(any Error)?>(nil)

    func note(_ event: SessionEvent) {
        switch event {
        case .turnFailed(_, _, let failure), .startFailed(_, let failure), .viewFailed(_, let failure):
            error.withLock { $0 = failure }
        default: break
        }
    }

    func take() -> (any Error)? {
        error.withLock { error in
            defer { error = nil }
            return error
        }
    }
}
