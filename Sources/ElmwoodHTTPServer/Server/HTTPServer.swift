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

    /// Creates a server that answers by a closure.
    public init(
        _ configuration: ServerConfiguration = ServerConfiguration(),
        _ respond: @escaping @Sendable (Request) -> Answer
    ) {
        self.init(configuration, handler: ClosureHandler(respond))
    }

    /// Begins to listen and to answer.
    ///
    /// - Throws: `HTTPServerError` where the address cannot be listened at, or the TLS files cannot be used.
    public func start() throws(HTTPServerError) -> RunningServer {
        let server = try listening()
        try server.begin()
        return server
    }

    /// A server that listens, and takes no request before it begins.
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
            sockets = try ListeningSockets(host: host, port: port, count: configuration.loops)
        }
        let allConnections = ConnectionCount(most: configuration.limits.connections)
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
                            allConnections: allConnections
                        )
                    )
                } catch {
                    copy.close()
                    throw error
                }
            }
        } catch {
            for loop in loops { loop.abandon() }
            // Those that were given are still the caller's.
            if configuration.sockets == nil { sockets.close() }
            throw error
        }
        sockets.close()
        return RunningServer(host: sockets.host, port: sockets.port, loops: loops)
    }

    /// Serves until the process gets SIGTERM or SIGINT, then stops and returns.
    ///
    /// A second signal ends the process at once, as signals do by default.
    ///
    /// - Parameters:
    ///   - time: how long what runs may take to finish.
    ///   - started: called when the server listens, before it takes the first request: nothing that a request does comes
    ///     before that. The server cannot be stopped there.
    /// - Throws: `HTTPServerError` where the server could not be started.
    public func runUntilSignal(
        stoppingWithin time: Duration = .seconds(10),
        started: (RunningServer) -> Void = { _ in }
    ) throws(HTTPServerError) {
        let signals = try StopSignals()
        let server = try listening()
        started(server)
        try server.begin()
        signals.wait()
        server.stop(within: time)
    }
}
