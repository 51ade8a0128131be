import Elmwood
import ElmwoodHTTPServer
import ElmwoodSessions
import ElmwoodSessionTesting
import Synchronization

/// Describes the state of a served site, for a test whose wait fails.
final class SiteWitness: Sendable {
    private struct State {
        var registry: SessionRegistry?
        var log: [String] = []
    }
    private let state = Mutex(State())

    /// Starts the site.
    func start(_ site: inout Site, _ settings: Settings) throws -> RunningServer {
        let log = Log(level: .debug) { [self] level, line in note("\(level.rawValue): \(line)") }
        let handler = try site.handler(settings, log: log)
        state.withLock { $0.registry = handler.registry }
        return try site.start(settings, handler: handler, log: log)
    }

    private func note(_ line: String) {
        state.withLock { state in
            if state.log.count == 20 { state.log.removeFirst() }
            state.log.append(String(line.prefix(300)))
        }
    }

    /// The state of the server's sessions, and its last log entries.
    var report: [String] {
        let (registry, log) = state.withLock { ($0.registry, $0.log) }
        return (registry?.report ?? []) + log.map { "log: \($0)" }
    }
}
