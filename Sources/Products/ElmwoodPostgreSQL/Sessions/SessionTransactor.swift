import ElmwoodStorage
import ElmwoodThreads
import Glibc
import Synchronization

/// Commits the writes of a store, one transaction at a time. Its calls block: they run on the store's queue.
final class SessionTransactor: Sendable {
    private let source: ConnectionSource
    private let clock: NodeClock
    private let settings: ClusterSettings
    /// The number of the latest transaction that this node has carried out, or has seen by what it has loaded.
    let position = Atomic<UInt64>(0)
    /// Whether the outcome of a transaction is being found out.
    private let isFindingOut = Atomic(false)
    private let isClosed = Atomic(false)

    init(_ connections: StoreConnections, _ settings: ClusterSettings) {
        source = connections.source(SessionWrites.all)
        clock = connections.clock
        self.settings = settings
    }

    func close() {
        isClosed.store(true, ordering: .releasing)
        source.discard()
    }

    /// Throws if there is no sense in waiting for the transactions before.
    func check() throws(StorageError) {
        if isClosed.load(ordering: .acquiring) { throw StorageError("The store is closed.") }
        guard isFindingOut.load(ordering: .acquiring) else { return }
        throw StorageError("The database cannot be reached: the outcome of a commit is being found out.")
    }

    func commit(_ writes: [SessionWrite]) throws -> [Bool] {
        try transact { transaction in
            try transaction.carryOut(writes)
            return transaction.done
        }
    }

    /// Removes old sessions, some at a time.
    func removeOld(unusedSince: Int64, createdBefore: Int64, after place: RemovalPlace) throws -> (
        count: Int, last: RemovalPlace?
    ) {
        try transact { try $0.removeOld(unusedSince: unusedSince, createdBefore: createdBefore, after: place) }
    }

    /// Runs a transaction, again if it met others in a way that only another attempt resolves.
    private func transact<Value>(_ body: (inout SessionTransaction) throws -> Value) throws -> Value {
        var attempt = 0
        while true {
            attempt += 1
            do {
                return try tryToTransact(body)
            } catch let failure as PipelineFailure {
                if failure.isLost || failure.state == "25006" { source.discard() }
                // Nothing was stored: two nodes have waited for each other, or the connection was lost before it was used for a commit.
                let isWorthAnother = ["40P01", "40001"].contains(failure.state) || failure.isLost && attempt == 1
                guard isWorthAnother, attempt < Self.mostAttempts else { throw StorageError(failure) }
            }
        }
    }

    private static let mostAttempts = 20

    /// - Throws: `PipelineFailure` if nothing is stored.
    private func tryToTransact<Value>(_ body: (inout SessionTransaction) throws -> Value) throws -> Value {
        try check()
        let connection = try source.connection()
        var transaction = SessionTransaction(connection, clock: clock)
        let value = try body(&transaction)
        let mark = UInt64.random(in: .min ... .max)
        settings.beforeCommit()
        do {
            let results = try connection.exchange(transaction.ending(node: settings.node, mark: mark), ends: true)
            if transaction.hasChanged, let told = results.dropLast().last { advance(to: told.bits(0, 0)) }
        } catch let failure as PipelineFailure where failure.isLost && transaction.hasChanged {
            source.discard()
            guard let number = try outcome(of: mark, on: connection.server) else { throw failure }
            advance(to: number)
        }
        return value
    }

    func advance(to number: UInt64) {
        _ = position.max(number, ordering: .acquiringAndReleasing)
    }

    /// Finds out whether a transaction is committed whose connection was lost when the commit was on its way. It waits for that as long
    /// as the database is away: any other answer may be wrong.
    ///
    /// A transaction's number does not do: if the server has crashed before the number reached its disk, it is used again.
    ///
    /// - Returns: The transaction's number; nil if it is not committed, and never will be.
    private func outcome(of mark: UInt64, on server: ServerState) throws -> UInt64? {
        isFindingOut.store(true, ordering: .releasing)
        defer { isFindingOut.store(false, ordering: .releasing) }
        while !isClosed.load(ordering: .acquiring) {
            do {
                let connection = try source.connection()
                // The server may not know yet that the connection is lost, and may still carry out the commit.
                let process = Query(SessionWrites.endProcess, [.integer(server.process), .text(server.start)])
                if let result = try connection.exchange([process], ends: true).first, result.count == 0 {
                    // A statement of its own, which sees what the other one has committed until its end.
                    let query = Query(SessionWrites.findMark, [.bits(settings.node), .bits(mark)])
                    let found = try connection.exchange([query], ends: true).first
                    guard let found, found.count > 0 else { return nil }
                    return found.bits(0, 0)
                }
            } catch let failure as PipelineFailure {
                if failure.isLost { source.discard() }
            } catch {
                // It cannot be reached yet.
            }
            usleep(20_000)
        }
        throw StorageError("The store was closed before the outcome of a commit was known: it may be stored or not.")
    }
}
