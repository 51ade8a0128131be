import ElmwoodSQL
import ElmwoodStorage
import ElmwoodThreads
import Glibc
import Synchronization

/// Tells a node what the others commit, and the others that it is alive: one connection and one thread.
final class ClusterLog: Sendable {
    private struct State {
        /// Whether this node has committed since the others were last notified.
        var hasCommitted = false
        var isClosed = false
        /// Called when the node has left.
        var leaving: [CheckedContinuation<Void, Never>] = []
        var isStarted = false
    }

    /// The number up to which this node was told of all transactions of others.
    let received = Atomic<UInt64>(0)
    private let settings: ClusterSettings
    private let source: ConnectionSource
    private let clock: NodeClock
    private let wakeup: Wakeup
    private let state = Mutex(State())

    init(_ connections: StoreConnections, _ settings: ClusterSettings) throws(StorageError) {
        source = connections.source(ClusterStatements.all)
        clock = connections.clock
        self.settings = settings
        do { wakeup = try Wakeup() } catch { throw StorageError(error) }
    }

    // MARK: For other threads

    /// Starts the thread. Only the first call has an effect.
    func start(_ receive: @escaping @Sendable (NodeID, [ClusterEvent]) -> Void) {
        let isFirst = state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted && !state.isClosed
        }
        guard isFirst else { return }
        BlockingThreads.shared.run { self.run(receive) }
    }

    /// Tells the other nodes that there is something to read.
    func hasCommitted() {
        let isFirst = state.withLock { state in
            defer { state.hasCommitted = true }
            return !state.hasCommitted
        }
        if isFirst { wakeup.signal() }
    }

    /// Ends the thread, and tells the others that this node has left.
    func leave() async {
        await withCheckedContinuation { continuation in
            let isRunning = state.withLock { state in
                defer { state.isClosed = true }
                guard state.isStarted, !state.isClosed else { return false }
                state.leaving.append(continuation)
                return true
            }
            if isRunning { wakeup.signal() } else { continuation.resume() }
        }
    }

    /// Ends the thread without a word, as the end of the process does.
    func close() {
        state.withLock { $0.isClosed = true }
        wakeup.signal()
    }

    private var isClosed: Bool { state.withLock { $0.isClosed } }

    // MARK: The thread

    private func run(_ receive: (NodeID, [ClusterEvent]) -> Void) {
        var reader = LogReader(settings, clock: clock)
        while !isClosed {
            do {
                let connection = try source.connection()
                try serve(connection, &reader, receive)
            } catch {
                source.discard()
                if !isClosed { wakeup.wait(milliseconds: 50) }
            }
        }
        let leaving = state.withLock { state in
            defer { state.leaving = [] }
            return state.leaving
        }
        if !leaving.isEmpty, let connection = try? source.connection() { try? reader.leave(connection) }
        source.discard()
        for continuation in leaving { continuation.resume() }
    }

    /// Reads the log and beats until the store is closed, or the connection is lost.
    private func serve(
        _ connection: PipelineConnection,
        _ reader: inout LogReader,
        _ receive: (NodeID, [ClusterEvent]) -> Void
    )
        throws
    {
        if settings.notifies { try connection.listen() }
        try deliver(reader.begin(connection), &reader, receive)
        var nextBeat = ContinuousClock.now
        var nextRead = ContinuousClock.now
        // While something happens, more is expected.
        var lastEvent = ContinuousClock.now
        while !isClosed {
            let hasCommitted = state.withLock { state in
                defer { state.hasCommitted = false }
                return state.hasCommitted
            }
            if hasCommitted {
                lastEvent = .now
                if settings.notifies { _ = try connection.exchange([Query(ClusterStatements.notify)], ends: true) }
            }
            let isBeating = .now >= nextBeat
            if isBeating || .now >= nextRead {
                let commits = try reader.read(connection)
                if !commits.isEmpty { lastEvent = .now }
                try deliver(commits, &reader, receive)
                nextRead = .now + interval(behind: reader.readsBehind, since: lastEvent)
            }
            if isBeating {
                nextBeat = .now + .seconds(1)
                // After the log: what a node has committed comes before its end.
                try deliver(reader.beat(connection), &reader, receive)
            }
            // Some may have arrived together with the results.
            if connection.takeNotifications() { nextRead = .now }
            _ = try connection.wait(
                for: POLLIN,
                within: ContinuousClock.now.duration(to: min(nextBeat, nextRead)),
                wakeup: wakeup
            )
            if connection.takeNotifications() { nextRead = .now }
        }
    }

    private func deliver(
        _ commits: [ToldCommit],
        _ reader: inout LogReader,
        _ receive: (NodeID, [ClusterEvent]) -> Void
    )
        throws
    {
        for commit in commits { receive(commit.node, commit.events) }
        _ = received.max(reader.received, ordering: .acquiringAndReleasing)
    }

    /// Returns how long to wait before the log is read again.
    private func interval(behind: Int, since lastEvent: ContinuousClock.Instant) -> Duration {
        // What is committed already can be read once an older transaction has ended, of which nobody tells. It may last long.
        if behind > 0 { return .milliseconds(5) * min(behind, 20) }
        if settings.notifies { return .seconds(1) }
        let isActive = lastEvent.duration(to: .now) < .seconds(10)
        return isActive ? settings.pollInterval : min(settings.pollInterval * 10, .seconds(1))
    }
}
