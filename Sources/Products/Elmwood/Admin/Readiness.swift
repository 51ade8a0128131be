import ElmwoodHTTPServer
import ElmwoodSessions
import Synchronization

/// Whether the site's process is to be sent requests.
final class Readiness: Sendable {
    private enum Phase {
        case starting
        case serving(RunningServer)
        case draining(RunningServer)
    }

    private let phase = Mutex(Phase.starting)
    let registry: SessionRegistry

    init(_ registry: SessionRegistry) { self.registry = registry }

    func isServing(_ server: RunningServer) { phase.withLock { $0 = .serving(server) } }

    /// The process continues to serve, but is about to stop.
    func isDraining() {
        phase.withLock { phase in
            if case .serving(let server) = phase { phase = .draining(server) }
        }
    }

    /// The site's server; nil before it has started.
    var server: RunningServer? {
        phase.withLock { phase in
            switch phase {
            case .starting: nil
            case .serving(let server), .draining(let server): server
            }
        }
    }

    /// Why the process is not ready, in one sentence; nil if it is.
    var obstacle: String? {
        let isDraining = phase.withLock { phase -> Bool? in
            switch phase {
            case .starting: nil
            case .serving: false
            case .draining: true
            }
        }
        guard let isDraining else { return "The server is starting." }
        if isDraining { return "The server is about to stop." }
        let longest = max(longestWork, registry.calls.longest(at: registry.environment.now()))
        guard longest < RunningCalls.longestCall else {
            return "A call of a program has not returned for \(longest.components.seconds) seconds."
        }
        return nil
    }

    /// How long a thread that serves requests has not looked for others.
    var longestWork: Duration { server?.longestWork ?? .zero }
}
