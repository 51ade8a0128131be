import ElmwoodSQL
import ElmwoodStorage
import ElmwoodThreads
import Glibc
import Synchronization

/// Queries of one connection, of which many are under way at a time.
///
/// A thread sends them and receives the results, as long as there are any. It waits in `poll` for the socket and for further queries.
final class PipelinedReads: Sendable {
    private struct Request: Sendable {
        let query: Query
        let receive: @Sendable (Result<StatementResult, StorageError>) -> Void
        /// Whether it was sent on a connection that was lost. It changes nothing, so it is sent once more.
        var isRepeated = false
    }

    private struct State {
        var waiting: [Request] = []
        var isWorking = false
        var isClosed = false
    }

    private let state = Mutex(State())
    private let source: ConnectionSource
    private let wakeup: Wakeup

    /// The most queries that are under way at a time.
    private static let mostSent = 512

    init(_ source: ConnectionSource) throws(StorageError) {
        self.source = source
        do { wakeup = try Wakeup() } catch { throw StorageError(error) }
    }

    func close() {
        state.withLock { $0.isClosed = true }
        source.discard()
    }

    /// Runs a query, and returns what the function reads of its result.
    ///
    /// - Throws: `StorageError`.
    func run<Value: Sendable>(_ query: Query, read: @escaping @Sendable (StatementResult) -> Value) async throws
        -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            add(Request(query: query) { result in continuation.resume(with: result.map(read)) })
        }
    }

    private func add(_ request: Request) {
        enum Next { case start, wake, refuse }
        let next = state.withLock { state -> Next in
            if state.isClosed { return .refuse }
            state.waiting.append(request)
            defer { state.isWorking = true }
            return state.isWorking ? .wake : .start
        }
        switch next {
        case .start: BlockingThreads.shared.run { self.work() }
        case .wake: wakeup.signal()
        case .refuse: request.receive(.failure(StorageError("The store is closed.")))
        }
    }

    private func take(_ count: Int) -> [Request] {
        state.withLock { state in
            let taken = Array(state.waiting.prefix(count))
            state.waiting.removeFirst(taken.count)
            return taken
        }
    }

    /// Ends the work if nothing waits.
    private func isIdle() -> Bool {
        state.withLock { state in
            if state.waiting.isEmpty { state.isWorking = false }
            return state.waiting.isEmpty
        }
    }

    private func work() {
        var sent = Deque()
        while true {
            do {
                let connection = try source.connection()
                try serve(connection, &sent)
                return
            } catch {
                source.discard()
                fail(sent.removeAll(), by: error)
                if isIdle() { return }
            }
        }
    }

    /// Sends once more what was under way on a lost connection. Without a connection, all that waits fails.
    private func fail(_ sent: [Request], by error: any Error) {
        let isReached = error is PipelineFailure
        let repeated = isReached ? sent.filter { !$0.isRepeated } : []
        let failed = isReached ? sent.filter(\.isRepeated) : sent + take(.max)
        state.withLock { state in
            let again = repeated.map { Request(query: $0.query, receive: $0.receive, isRepeated: true) }
            state.waiting.insert(contentsOf: again, at: 0)
        }
        for request in failed { request.receive(.failure(StorageError(error))) }
    }

    /// Sends and receives until nothing is left.
    private func serve(_ connection: PipelineConnection, _ sent: inout Deque) throws {
        var result: StatementResult?
        while true {
            for request in take(Self.mostSent - sent.count) {
                sent.append(request)
                try connection.send(request.query)
                try connection.sync()
            }
            if sent.isEmpty, isIdle() { return }
            let isSent = try connection.flushSome()
            while let next = connection.arrived() {
                guard next.isSync else {
                    if let failure = next.failure, failure.isLost { throw failure }
                    result = result ?? next
                    continue
                }
                guard let request = sent.popFirst(), let received = result else { continue }
                result = nil
                request.receive(received.failure.map { .failure(StorageError($0)) } ?? .success(received))
            }
            guard !sent.isEmpty else { continue }
            let events = isSent ? POLLIN : POLLIN | POLLOUT
            guard try connection.wait(for: events, within: .seconds(15), wakeup: wakeup) else {
                throw PipelineFailure(state: "08006", sentence: "The database does not answer.", isLost: true)
            }
        }
    }

    /// The requests that are under way, the earliest first.
    private struct Deque {
        private var requests: [Request] = []
        private var first = 0

        var count: Int { requests.count - first }
        var isEmpty: Bool { count == 0 }

        mutating func append(_ request: Request) { requests.append(request) }

        mutating func popFirst() -> Request? {
            guard first < requests.count else { return nil }
            defer {
                first += 1
                if first > 256, first * 2 > requests.count {
                    requests.removeFirst(first)
                    first = 0
                }
            }
            return requests[first]
        }

        mutating func removeAll() -> [Request] {
            defer { (requests, first) = ([], 0) }
            return Array(requests[first...])
        }
    }
}
