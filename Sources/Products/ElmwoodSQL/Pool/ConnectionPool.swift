import ElmwoodThreads
import Synchronization

/// A bounded number of connections, and the tasks that wait for one, in their order.
final class ConnectionPool: Sendable {
    private struct Waiter {
        let number: Int
        let continuation: CheckedContinuation<Connection, any Error>
    }

    private struct State {
        /// The one used last is used next, so that those which are not needed stay idle.
        var idle: [Connection] = []
        /// Connections that are idle, in use, or being opened.
        var count = 0
        var opening = 0
        var waiters: [Waiter] = []
        var lastNumber = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    private let capacity: Int
    private let limits: DatabaseLimits
    private let openDriver: OpenDriver

    init(capacity: Int, limits: DatabaseLimits, openDriver: @escaping OpenDriver) {
        self.capacity = max(1, capacity)
        self.limits = limits
        self.openDriver = openDriver
    }

    /// What it consists of at this moment.
    struct Census: Equatable {
        var open: Int
        var idle: Int
        var waiting: Int
    }

    var census: Census {
        state.withLock { Census(open: $0.count, idle: $0.idle.count, waiting: $0.waiters.count) }
    }

    /// Returns a connection that nobody else has, within ``DatabaseLimits/wait``.
    func take() async throws -> Connection {
        try Task.checkCancellation()
        let idle = try state.withLock { state throws(DatabaseError) in
            guard !state.isClosed else { throw Self.closed }
            return state.idle.popLast()
        }
        if let idle { return idle }
        return try await wait()
    }

    private func wait() async throws -> Connection {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let deadline = ContinuousClock.now + min(limits.wait, StatementControl.longest)
        let timer = Task { [weak self] in
            try? await Task.sleep(until: deadline, clock: .continuous)
            self?.fail(number, with: self?.timeout ?? Self.closed)
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enqueue(Waiter(number: number, continuation: continuation))
                // Whichever of these came before it was enqueued has not found it.
                if Task.isCancelled { fail(number, with: CancellationError()) }
                if deadline <= .now { fail(number, with: timeout) }
            }
        } onCancel: {
            fail(number, with: CancellationError())
        }
    }

    private func enqueue(_ waiter: Waiter) {
        enum Outcome {
            case taken(Connection)
            case waits(opens: Bool)
            case refused(DatabaseError)
        }
        let outcome: Outcome = state.withLock { state in
            if state.isClosed { return .refused(Self.closed) }
            // One may have come back meanwhile. Then nobody waits.
            if let idle = state.idle.popLast() { return .taken(idle) }
            guard state.waiters.count < limits.waiting else {
                let sentence = "\(limits.waiting) tasks wait for a connection of the database already."
                return .refused(DatabaseError(.noConnection, sentence))
            }
            state.waiters.append(waiter)
            return .waits(opens: Self.reserveOpening(&state, capacity))
        }
        switch outcome {
        case .taken(let connection): waiter.continuation.resume(returning: connection)
        case .refused(let error): waiter.continuation.resume(throwing: error)
        case .waits(let opens): if opens { open() }
        }
    }

    /// Whether one more connection is to be opened: never more than there are tasks that wait.
    private static func reserveOpening(_ state: inout State, _ capacity: Int) -> Bool {
        guard !state.isClosed, state.count < capacity, state.opening < state.waiters.count else { return false }
        state.count += 1
        state.opening += 1
        return true
    }

    /// Opens a connection in a task of its own, since the caller may stop waiting meanwhile.
    private func open() {
        Task.detached(executorPreference: BlockingThreads.shared) { [self] in
            do {
                let connection = try Connection(limits: limits)
                do {
                    try await connection.use { try $0.open(openDriver, connection.wakeup) }
                } catch {
                    await connection.use { $0.close() }
                    throw error
                }
                state.withLock { $0.opening -= 1 }
                put(connection)
            } catch {
                failedToOpen(error)
            }
        }
    }

    private func failedToOpen(_ error: any Error) {
        let (waiter, opens) = state.withLock { state in
            state.opening -= 1
            state.count -= 1
            let waiter = state.waiters.isEmpty ? nil : state.waiters.removeFirst()
            return (waiter, Self.reserveOpening(&state, capacity))
        }
        waiter?.continuation.resume(throwing: error)
        if opens { open() }
    }

    /// Gives a connection back.
    func put(_ connection: Connection) {
        let (waiter, opens, isKept) = state.withLock { state -> (Waiter?, Bool, Bool) in
            guard !connection.isBroken, !state.isClosed else {
                state.count -= 1
                return (nil, Self.reserveOpening(&state, capacity), false)
            }
            guard state.waiters.isEmpty else { return (state.waiters.removeFirst(), false, true) }
            state.idle.append(connection)
            return (nil, false, true)
        }
        waiter?.continuation.resume(returning: connection)
        if opens { open() }
        if !isKept { Task.detached(executorPreference: BlockingThreads.shared) { await connection.use { $0.close() } } }
    }

    private func fail(_ number: Int, with error: any Error) {
        let waiter = state.withLock { state in
            state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0) }
        }
        waiter?.continuation.resume(throwing: error)
    }

    /// Closes idle connections now, and others when they come back.
    func close() async {
        for connection in shutDown() { await connection.use { $0.close() } }
    }

    private func shutDown() -> [Connection] {
        let (idle, waiters) = state.withLock { state in
            defer {
                state.count -= state.idle.count
                state.idle = []
                state.waiters = []
                state.isClosed = true
            }
            return (state.idle, state.waiters)
        }
        for waiter in waiters { waiter.continuation.resume(throwing: Self.closed) }
        return idle
    }

    deinit {
        let idle = shutDown()
        guard !idle.isEmpty else { return }
        Task.detached(executorPreference: BlockingThreads.shared) {
            for connection in idle { await connection.use { $0.close() } }
        }
    }

    private var timeout: DatabaseError {
        let sentence =
            "No connection of the database became free within \(limits.wait): all \(capacity) are in use, or cannot be opened."
        return DatabaseError(.noConnection, sentence)
    }

    private static var closed: DatabaseError { DatabaseError(.misuse, "The database was closed.") }
}
