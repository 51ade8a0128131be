import ElmwoodThreads
import Synchronization

/// One connection of a pool. What it does blocks, so it is done on a thread that may block.
package final class Connection: Sendable {
    package let wakeup: Wakeup
    /// Statements of one transaction may be begun side by side: they run one after another.
    private let session: Mutex<ConnectionSession>
    private let isClosed = Atomic(false)

    init(limits: DatabaseLimits) throws(DatabaseError) {
        wakeup = try Wakeup()
        session = Mutex(ConnectionSession(limits: limits))
    }

    /// Whether it can be used for nothing more.
    var isBroken: Bool { isClosed.load(ordering: .acquiring) }

    /// Uses the connection: at once if this thread may block, such as that of a page's read, otherwise on another one.
    func use<Result: Sendable, Failure>(
        _ body: (inout ConnectionSession) throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        if BlockingThreads.isCurrent { return try useHere(body) }
        return try await withTaskExecutorPreference(BlockingThreads.shared) { () async throws(Failure) -> Result in
            try useHere(body)
        }
    }

    private func useHere<Result: Sendable, Failure>(
        _ body: (inout ConnectionSession) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try session.withLock { session throws(Failure) in
            defer { if session.isClosed { isClosed.store(true, ordering: .releasing) } }
            return try body(&session)
        }
    }
}
