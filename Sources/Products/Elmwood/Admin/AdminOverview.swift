import ElmwoodHTTPServer
import ElmwoodMetrics
import ElmwoodSessions

/// The content of the operator's page.
struct AdminOverview: Codable, Equatable, Sendable {
    var metrics = MetricsOverview()
    var programs: [Usage] = []
    /// The nodes of the site, this one first; none if it has no nodes.
    var nodes: [Node] = []
    var reads = Reads()
    var connections = 0
    var clients = 0
    var residentBytes = 0
    /// Seconds of processors' time.
    var processorTime = 0.0
    /// Why the process is not ready for requests; nil if it is.
    var obstacle: String?

    /// What the sessions of one program have.
    struct Usage: Codable, Equatable, Sendable {
        var name: String
        var sessions: Int
        var pages: Int
        var streams: Int
        var effects: Int
        var waitingMessages: Int
    }

    /// What a node of the site has, as it has told this one.
    struct Node: Codable, Equatable, Sendable {
        var name: String
        var sessions: Int
        var pages: Int
    }

    /// The reads of all programs.
    struct Reads: Codable, Equatable, Sendable {
        var running = 0
        var waiting = 0
        var values = 0
    }

    init() {}

    init(_ metrics: Metrics, _ registry: SessionRegistry, _ readiness: Readiness) {
        self.metrics = metrics.overview
        let sessions = registry.statistics
        programs = sessions.sorted { $0.key < $1.key }.map { name, statistics in
            Usage(
                name: name,
                sessions: statistics.sessions,
                pages: statistics.pages,
                streams: statistics.streams,
                effects: statistics.effects,
                waitingMessages: statistics.waitingMessages
            )
        }
        nodes = (registry.loads(with: sessions) ?? []).map { node, load in
            Node(name: String(node, radix: 16), sessions: load.sessions, pages: load.pages)
        }
        let statistics = registry.reads.statistics
        reads = Reads(running: statistics.running, waiting: statistics.waiting, values: statistics.values)
        let load = readiness.server?.load ?? ServerLoad()
        connections = load.connections
        clients = load.clients
        let usage = ProcessUsage()
        residentBytes = usage.residentBytes
        processorTime = usage.processorTime
        obstacle = readiness.obstacle
    }
}
