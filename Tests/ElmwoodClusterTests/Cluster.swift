import ElmwoodHTTPClient
import ElmwoodPostgreSQLTestSupport
import ElmwoodTestSupport
import Foundation
import Synchronization

/// Three nodes of a site, each behind a proxy of its own before the database that they share.
final class Cluster: Sendable {
    static let size = 3

    let server: PostgreSQLServer
    let proxies: [CommitProxy]
    private let ports: [ReservedPort]
    private let folder: String
    /// The address of the database, without the proxies.
    private let address: String
    private let processes: Mutex<[NodeProcess?]>
    private let standby = Mutex<PostgreSQLServer?>(nil)

    struct NotStarted: Error, CustomStringConvertible {
        let description: String
    }

    init() async throws {
        let server = try PostgreSQLServer(waitingForDisk: true)
        self.server = server
        address = try await server.makeSchema()
        proxies = try (0..<Self.size).map { _ in try CommitProxy(before: server.folder) }
        ports = try (0..<Self.size).map { _ in try ReservedPort() }
        folder = "/tmp/elmwood-cluster-\(getpid())-\(ports[0].number)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        processes = Mutex(Array(repeating: nil, count: Self.size))
        for node in 0..<Self.size { try start(node) }
    }

    deinit {
        for node in 0..<Self.size { kill(node) }
        try? FileManager.default.removeItem(atPath: folder)
    }

    func port(of node: Int) -> Int { ports[node].number }

    /// Starts a node, and waits until it answers.
    func start(_ node: Int) throws {
        let process = try NodeProcess(
            errors: errors(of: node),
            [
                "PORT": "\(port(of: node))", "ELMWOOD_DATA": "\(folder)/data-\(node)", "ELMWOOD_SUPERVISOR": "off",
                "ELMWOOD_SESSIONS": address.replacingOccurrences(of: server.folder, with: proxies[node].folder)
                    + "&application_name=node-\(node)",
                // The load of a test is one client's.
                "ELMWOOD_POSTS_PER_VISITOR": "off", "ELMWOOD_POSTS_PER_CLIENT": "off",
                "ELMWOOD_SESSIONS_PER_CLIENT": "off", "ELMWOOD_LOG": "info", "SWIFT_BACKTRACE": "enable=no",
            ]
        )
        processes.withLock { $0[node] = process }
        let start = ContinuousClock.now
        while process.isRunning, start.duration(to: .now) < .seconds(60) {
            if (try? request("GET", "/", port: port(of: node)))?.status == 200 { return }
            usleep(10_000)
        }
        throw NotStarted(description: "Node \(node) does not answer:\n\(log(of: node))")
    }

    /// Kills a node.
    func kill(_ node: Int) {
        let process = processes.withLock { processes in
            defer { processes[node] = nil }
            return processes[node]
        }
        process?.kill()
    }

    /// Starts a synchronous standby of the database.
    func addStandby() throws {
        let server = try PostgreSQLServer(standbyOf: server)
        standby.withLock { $0 = server }
    }

    /// The database crashes, and its standby takes its place.
    func failOver() throws {
        try server.stop("QUIT")
        guard let standby = standby.withLock({ $0 }) else { return }
        try standby.promote()
        for proxy in proxies { proxy.move(to: standby.folder) }
    }

    func pause(_ node: Int) { processes.withLock { $0[node]?.pause() } }

    func resume(_ node: Int) { processes.withLock { $0[node]?.resume() } }

    /// Descriptions of nodes that have ended by themselves.
    var endedNodes: [String] {
        (0..<Self.size).filter { node in processes.withLock { !($0[node]?.isRunning ?? true) } }
            .map { "Node \($0) has ended:\n\(log(of: $0))" }
    }

    /// The last lines that a node has logged.
    func log(of node: Int) -> String {
        TestExecutable.text(of: errors(of: node)).split(separator: "\n").suffix(15).joined(separator: "\n")
    }

    private func errors(of node: Int) -> String { "\(folder)/log-\(node)" }
}
