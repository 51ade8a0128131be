import ElmwoodEmbeddedFiles
import ElmwoodHTTPServer
import protocol ElmwoodHTTPServer.Handler
import ElmwoodMetrics
import ElmwoodSessions

/// Answers the operator's requests: `/metrics`, `/live` and `/ready`, and a page at `/`.
final class AdminHandler: Handler {
    private let metrics: Metrics
    private let readiness: Readiness
    private let registry: SessionRegistry
    private let pages: SiteHandler

    init(_ metrics: Metrics, _ readiness: Readiness, of registry: SessionRegistry, pages context: SiteContext) {
        self.metrics = metrics
        self.readiness = readiness
        self.registry = registry
        var site = Site()
        site.mount(
            AdminPage { AdminOverview(metrics, registry, readiness) },
            at: "/"
        )
        pages = SiteHandler(site, files: StaticFiles(folder: ""), in: context)
    }

    var headers: ResponseHeaders { pages.headers }

    func respond(to request: Request) -> Answer {
        guard request.method == .get || request.method == .head, pages.serves(request) else {
            return pages.respond(to: request)
        }
        switch request.path {
        case "/metrics":
            return .response(.bytes(text, type: MetricsText.type))
        case "/live":
            return .response(.text("live\n"))
        case "/ready":
            if let obstacle = readiness.obstacle {
                return .response(.text(obstacle + "\n", status: .serviceUnavailable))
            }
            return .response(.text("ready\n"))
        case AdminPage.styleAddress:
            let headers: ResponseHeaders = ["Content-Type": "text/css; charset=utf-8", "Cache-Control": "no-cache"]
            return .response(Response(.ok, headers: headers, body: .bytes(EmbeddedFile.adminStyle.bytes)))
        default:
            return pages.respond(to: request)
        }
    }

    private var text: [UInt8] {
        var text = MetricsText()
        metrics.write(to: &text)
        // It takes milliseconds where there are many sessions.
        let statistics = registry.statistics
        writeSessions(statistics, to: &text)
        writeReads(to: &text)
        writeNodes(statistics, to: &text)
        let load = readiness.server?.load ?? ServerLoad()
        text.add("elmwood_connections", .gauge, "Connections, including those of streams.", load.connections)
        text.add("elmwood_clients", .gauge, "Clients with connections.", load.clients)
        text.add("elmwood_unsent_bytes", .gauge, "Bytes of answers that wait to be read.", load.unsentBytes)
        text.add("elmwood_upload_bytes", .gauge, "Bytes that the uploads under way may have.", load.uploadBytes)
        text.add(
            "elmwood_event_loop_lag_seconds",
            .gauge,
            "How long the thread of a loop has been at work for one event, of the loop for which that is longest.",
            readiness.longestWork.inSeconds
        )
        text.add(
            "elmwood_longest_call_seconds",
            .gauge,
            "How long the oldest call of a program's function has run.",
            registry.calls.longest(at: registry.environment.now()).inSeconds
        )
        let usage = ProcessUsage()
        text.add("process_cpu_seconds_total", .counter, "Processor time.", usage.processorTime)
        text.add("process_resident_memory_bytes", .gauge, "Resident memory.", usage.residentBytes)
        text.add("process_open_fds", .gauge, "Open file descriptors.", usage.openFiles)
        return text.bytes
    }

    private func writeSessions(_ statistics: [String: SessionStatistics], to text: inout MetricsText) {
        let statistics = statistics.sorted { $0.key < $1.key }
        func write(_ name: String, _ help: String, _ value: (SessionStatistics) -> Int) {
            text.begin(name, .gauge, help)
            for (program, statistics) in statistics { text.add(name, [("program", program)], value(statistics)) }
        }
        write("elmwood_sessions", "Sessions in memory.") { $0.sessions }
        write("elmwood_pages", "Open pages whose scripts are connected.") { $0.pages }
        write("elmwood_streams", "Open pages with a stream.") { $0.streams }
        write("elmwood_effects", "Effects that have not returned.") { $0.effects }
        write("elmwood_tasks", "Pending effects and delayed messages.") { $0.tasks }
        write("elmwood_subscriptions", "Running subscriptions.") { $0.subscriptions }
        write("elmwood_waiting_messages", "Messages and posts that wait for their turn.") { $0.waitingMessages }
        write("elmwood_watchers", "Those of whom shared models were told that they watch.") { $0.watchers }
        write("elmwood_unwritten_sessions", "Sessions whose latest state is not stored yet.") { $0.unwritten }
    }
}

extension AdminHandler {
    private func writeNodes(_ statistics: [String: SessionStatistics], to text: inout MetricsText) {
        guard let loads = registry.loads(with: statistics) else { return }
        text.add("elmwood_nodes", .gauge, "Nodes of the site, as far as this one knows.", loads.count)
        text.add(
            "elmwood_all_sessions",
            .gauge,
            "Sessions in memory at all nodes, as the others have told.",
            loads.reduce(0) { $0 + $1.load.sessions }
        )
        text.add(
            "elmwood_all_pages",
            .gauge,
            "Open pages whose scripts are connected to any node, as the others have told.",
            loads.reduce(0) { $0 + $1.load.pages }
        )
    }

    private func writeReads(to text: inout MetricsText) {
        let reads = registry.reads.statistics
        text.add("elmwood_reads_begun_total", .counter, "Reads that have begun.", reads.begun)
        text.add("elmwood_running_reads", .gauge, "Reads that have begun and not returned.", reads.running)
        text.add("elmwood_waiting_reads", .gauge, "Reads that wait for their turn.", reads.waiting)
        text.add("elmwood_kept_values", .gauge, "Values that are kept, since open pages show them.", reads.values)
    }
}

extension Duration {
    fileprivate var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
