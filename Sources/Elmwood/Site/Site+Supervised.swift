import Glibc
import ElmwoodHTTPServer
import ElmwoodSupervisor

extension Site {
    /// Serves as a worker, with the sockets of the supervisor that started this process.
    func serve(_ settings: Settings, as worker: Worker) throws {
        let sockets = try ListeningSockets(host: settings.host, descriptors: worker.sockets)
        try serve(settings, sockets: sockets) { worker.isReady() }
    }

    /// Opens the listening sockets, and keeps a worker running that serves with them.
    ///
    /// - Returns: the exit status of the process.
    /// - Throws: an error that describes itself in a sentence if the address cannot be listened on.
    func supervise(_ settings: Settings) throws -> Int32 {
        let log = Log(level: settings.logLevel, format: settings.logFormat)
        let sockets = try ListeningSockets(host: settings.host, port: Int(settings.port))
        let supervisor = try Supervisor(
            sockets: sockets.descriptors,
            executable: try Supervisor.ownExecutable(),
            arguments: CommandLine.arguments,
            environment: .process
        ) { log(.warning, $0) }
        defer { sockets.close() }
        return supervisor.run()
    }
}
