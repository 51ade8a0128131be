import Glibc

/// An HTTP/1.1 server.
///
/// ```swift
/// var configuration = ServerConfiguration()
/// configuration.port = 8080
/// let server = HTTPServer(configuration) { request in
///     .response(.text("You asked for \(request.path)\n"))
/// }
/// try server.runUntilSignal()
/// ```
public struct HTTPServer: Sendable {
    private let configuration: ServerConfiguration
    private let handler: any Handler

    /// Creates a server, which does not listen yet.
    public init(_ configuration: ServerConfiguration = ServerConfiguration(), handler: any Handler) {
        self.configuration = configuration
        self.handler = handler
    }

    /// Creates a server whose handler is a closure.
    public init(
        _ configuration: ServerConfiguration = ServerConfiguration(),
        _ respond: @escaping @Sendable (Request) -> Answer
    ) {
        self.init(configuration, handler: ClosureHandler(respond))
    }

    /// Begins to listen and to answer requests.
    ///
    /// - Throws: `HTTPServerError` if the address cannot be listened at, or the TLS files cannot be used.
    public func start() throws(HTTPServerError) -> RunningServer {
        let server = try listening()
        try server.begin()
        return server
    }

    /// Returns a listening server that accepts no request before `begin()`.
    private func listening() throws(HTTPServerError) -> RunningServer {
        var configuration = configuration
        let wanted = configuration.limits.connections
        let files = OpenFiles.raiseLimit(forConnections: wanted)
        let possible = OpenFiles.connections(wanted, within: files)
        if possible < wanted {
            configuration.limits.connections = possible
            configuration.log(
                "The system allows this process \(files) open files, so there can be \(possible) connections at a time "
                    + "instead of \(wanted)."
            )
        }
        var tls: TLSTexts?
        if let files = configuration.tls { tls = try TLSTexts(files) }
        let sockets: ListeningSockets
        if let given = configuration.sockets {
            sockets = given
        } else {
            let (host, port) = (configuration.host, configuration.port)
            let mode = configuration.socketMode
            sockets = try ListeningSockets(host: host, port: port, mode: mode, count: configuration.loops)
        }
        let shares = ClientShares(configuration.limits)
        var loops: [EventLoop] = []
        do throws(HTTPServerError) {
            for socket in sockets.descriptors {
                let copy = try SocketCopy(of: socket)
                do throws(HTTPServerError) {
                    loops.append(
                        try EventLoop(
                            configuration: configuration,
                            handler: handler,
                            listener: copy.descriptor,
                            tls: tls,
                            shares: shares
                        )
                    )
                } catch {
                    copy.close()
                    throw error
                }
            }
        } catch {
            for loop in loops { loop.abandon() }
            // Sockets of the configuration still belong to the caller.
            if configuration.sockets == nil {
                sockets.close()
                sockets.removeFile()
            }
            throw error
        }
        sockets.close()
        return RunningServer(sockets, removesFile: configuration.sockets == nil, loops: loops)
    }

    /// Serves until the process receives SIGTERM or SIGINT, then stops and returns.
    ///
    /// A further signal, while the server stops, ends the process at once, as signals do by default.
    ///
    /// - Parameters:
    ///   - time: how long current requests may take to finish.
    ///   - drainTime: how long the server continues to serve after SIGTERM, so that a load balancer can find out that it is about to
    ///     stop, and send no more requests. SIGINT, and a second signal, stop it at once.
    ///   - started: called when the server listens, before it accepts the first request. The server cannot be stopped there.
    ///   - draining: called when the drain time begins.
    ///   - stopping: called when the server is about to stop, and serves still.
    /// - Throws: `HTTPServerError` if the server could not be started.
    public func runUntilSignal(
        stoppingWithin time: Duration = .seconds(10),
        drainTime: Duration = .zero,
        started: (RunningServer) -> Void = { _ in },
        draining: () -> Void = {},
        stopping: () -> Void = {}
    ) throws(HTTPServerError) {
        let signals = try StopSignals()
        let server = try listening()
        started(server)
        try server.begin()
        signals.wait(draining: drainTime, draining)
        stopping()
        server.stop(within: time)
    }
}
