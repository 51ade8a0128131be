import CElmwoodPostgreSQL
import ElmwoodSQL
import ElmwoodThreads
import Synchronization

/// A request to the server to cancel what a connection runs. It needs a connection of its own, and blocks for that: it has a thread.
final class CancelRequest: Sendable {
    /// Whether the server has it, or cannot be reached.
    let isDone = Atomic(false)
    /// Whether nobody waits for it any more.
    let isOver = Atomic(false)

    /// Begins the request.
    init(_ connection: OpaquePointer, wakeup: Wakeup) {
        guard let copy = PQgetCancel(connection) else { return }
        // Only the thread uses it: it is a copy of what a cancellation needs, not a part of the connection (libpq, "Canceling Queries in
        // Progress"). The compiler takes it for a part, since it is made from the connection.
        nonisolated(unsafe) let cancel = copy
        BlockingThreads.shared.run { self.send(cancel, wakeup) }
    }

    private func send(_ cancel: OpaquePointer, _ wakeup: Wakeup) {
        // What is answered in the meantime needs none any more.
        if !isOver.load(ordering: .acquiring) {
            var message = [CChar](repeating: 0, count: 256)
            _ = PQcancel(cancel, &message, CInt(message.count))
        }
        PQfreeCancel(cancel)
        isDone.store(true, ordering: .releasing)
        wakeup.signal()
    }
}
