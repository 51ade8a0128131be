import CElmwoodPostgreSQL
import ElmwoodSQL
import Synchronization

/// Asks servers to cancel statements, on a thread of its own: it makes a connection for that, which blocks.
actor StatementCanceller {
    private let executor: ThreadExecutor

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init() throws(DatabaseError) { executor = try ThreadExecutor() }

    /// Asks the server to cancel what a connection runs.
    nonisolated func cancel(_ connection: OpaquePointer, wakeup: Wakeup) -> CancelRequest {
        let request = CancelRequest()
        guard let copy = PQgetCancel(connection) else { return request }
        // The task is the only one that uses it: it is a copy of what a cancellation needs, not a part of the connection (libpq, "Canceling
        // Queries in Progress"). The compiler takes it for a part, since it is made from the connection.
        nonisolated(unsafe) let cancel = copy
        Task.detached { await self.send(cancel, request, wakeup) }
        return request
    }

    private func send(_ cancel: OpaquePointer, _ request: CancelRequest, _ wakeup: Wakeup) {
        // What is answered in the meantime needs none any more.
        if !request.isOver.load(ordering: .acquiring) {
            var message = [CChar](repeating: 0, count: 256)
            _ = PQcancel(cancel, &message, CInt(message.count))
        }
        PQfreeCancel(cancel)
        request.isDone.store(true, ordering: .releasing)
        wakeup.signal()
    }
}

/// A request to cancel a statement.
final class CancelRequest: Sendable {
    /// Whether the server has it, or cannot be reached.
    let isDone = Atomic(false)
    /// Whether nobody waits for it any more.
    let isOver = Atomic(false)
}
