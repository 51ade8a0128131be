import ElmwoodStorage

/// The sessions whose subscriptions run although no page of the visitor is connected, by client.
///
/// Without script that is so for a minute after each request. Somebody who begins session after session would otherwise have all of
/// their clocks tick at once.
final class UnattendedSessions: Sendable {
    private struct Entry {
        weak var session: SessionCore?
        let end: Duration
    }

    private struct State {
        var clients: [UInt32: [Entry]] = [:]
        /// At how many clients those without such sessions are removed.
        var sweepSize = 1_024

        /// Removes the clients without such sessions. The next time is when there are twice as many as remain now.
        mutating func sweep(at now: Duration) {
            clients = clients.filter { $0.value.last.map { $0.end > now } ?? false }
            sweepSize = max(1_024, 2 * clients.count)
        }
    }

    private let state = OrderedMutex(.leaf, State())
    private let limits: SessionLimits

    init(_ limits: SessionLimits) { self.limits = limits }

    /// Adds a session whose subscriptions have just begun.
    ///
    /// - Parameter client: stands for the visitor's client; 0 if it is unknown.
    /// - Returns: the session of the same client whose subscriptions have to end for it; nil if none has to.
    func add(_ session: SessionCore, of client: UInt32, at now: Duration) -> SessionCore? {
        guard client != 0 else { return nil }
        return state.withLock { state -> SessionCore? in
            if state.clients.count >= state.sweepSize { state.sweep(at: now) }
            var entries = state.clients[client] ?? []
            entries.removeAll { $0.end <= now || $0.session == nil || $0.session === session }
            entries.append(Entry(session: session, end: now + limits.attention))
            let first = entries.count > limits.unattendedSessions ? entries.removeFirst().session : nil
            state.clients[client] = entries
            return first
        }
    }
}

extension SessionCore {
    /// Ends the subscriptions of another session of the same client, if these here have begun without a page and there are too many.
    func makeRoomForUnattended() {
        guard !isConnected else { return }
        let registry = host.registry
        let other = registry.unattended.add(self, of: registry.client(of: id), at: host.environment.now())
        other?.onTurn { turn in turn.endUnattendedSubscriptions() }
    }

    /// Whether a page of the visitor is connected.
    fileprivate var isConnected: Bool { state.withLock { $0.parts?.pages.open.contains { $0.isOpen } ?? false } }
}

extension SessionTurn {
    /// Ends the subscriptions until the visitor's next request, unless a page has been connected since.
    fileprivate borrowing func endUnattendedSubscriptions() {
        guard !session.isConnected else { return }
        let running = session.state.withLock { $0.parts?.sources.running ?? [] }
        session.change(running, to: [], isAttentionCheck: true)
    }
}
