import Glibc
import ElmwoodHTTPServer
import ElmwoodSupervisor

extension Site {
    /// Serves as a worker, with the sockets of the supervisor that started this process.
    func serve(_ settings: Settings, as worker: Worker) throws {
        let sockets = try SiteSockets(worker.sockets, settings)
        try serve(settings, sockets: sockets, isWorker: true) { worker.isReady() }
    }

    /// Opens the listening sockets, unless the system's service manager has passed some, and keeps a worker running that serves with
    /// them.
    ///
    /// - Returns: the exit status of the process.
    /// - Throws: an error that describes itself in a sentence if the address cannot be listened on.
    func supervise(_ settings: Settings, _ environment: [String: String]) throws -> Int32 {
        let log = Log(level: settings.logLevel, format: settings.logFormat)
        // Also while no worker runs.
        let lock = try DataFolder(settings.data).lock()
        defer { lock.release() }
        let sockets = try SiteSockets(settings, environment)
        let (host, port) = (sockets.site.host, sockets.site.port)
        let supervisor = try Supervisor(
            sockets: sockets.descriptors,
            executable: try Supervisor.ownExecutable(),
            arguments: CommandLine.arguments,
            environment: [String: String].process.merging(["HOST": host, "PORT": "\(port)"]) { $1 },
            drainTime: settings.drainTime
        ) { log(.warning, $0) }
        defer { sockets.close() }
        return supervisor.run()
    }
}

/// The listening sockets of a site, opened before its server.
struct SiteSockets {
    /// Those of the site.
    let site: ListeningSockets
    /// The socket of the operator's pages; nil if there are none.
    let admin: ListeningSockets?

    init(site: ListeningSockets, admin: ListeningSockets?) {
        self.site = site
        self.admin = admin
    }

    /// Opens them, or takes those of the site from the system's service manager.
    init(_ settings: Settings, _ environment: [String: String]) throws {
        site =
            try ListeningSockets.activated(environment: environment)
            ?? ListeningSockets(host: settings.host, port: Int(settings.port), mode: settings.socketMode)
        do {
            admin = try settings.admin.map { try ListeningSockets(host: $0.host, port: Int($0.port), count: 1) }
        } catch {
            site.close()
            site.removeFile()
            throw error
        }
    }

    /// Takes those that a supervisor has opened with the same settings.
    init(_ descriptors: [Int32], _ settings: Settings) throws {
        let count = descriptors.count - (settings.admin == nil ? 0 : 1)
        site = try ListeningSockets(host: settings.host, descriptors: Array(descriptors.prefix(count)))
        admin = try settings.admin.map {
            try ListeningSockets(host: $0.host, descriptors: Array(descriptors.suffix(1)))
        }
    }

    /// All of them. The socket of the operator's pages is the last.
    var descriptors: [Int32] { site.descriptors + (admin?.descriptors ?? []) }

    /// Closes them, and removes the files of Unix sockets.
    func close() {
        for sockets in [site, admin].compactMap({ $0 }) {
            sockets.close()
            sockets.removeFile()
        }
    }
}
