import CElmwoodPostgreSQL
import ElmwoodSQL
import Glibc

/// A connection to a PostgreSQL server on which many statements are under way at a time (libpq, "Pipeline Mode").
///
/// Its thread waits in `poll`, never in libpq.
final class PipelineConnection: @unchecked Sendable {
    // Unchecked: libpq's handle is a pointer. A connection is made by one thread and then used by another, never by two at once.
    private let socket: PostgreSQLSocket
    private var connection: OpaquePointer { socket.handle }
    /// What the server said of itself when it was connected.
    private(set) var server = ServerState()

    /// How long the server may be silent while something is expected of it.
    private static let silenceLimit = Duration.seconds(15)

    /// Connects, and blocks until then: on a thread that may.
    ///
    /// - Throws: `PipelineFailure`.
    init(address: PostgreSQLAddress) throws {
        do {
            socket = try PostgreSQLSocket(address, within: .seconds(3), defaults: Self.defaults)
        } catch {
            throw PipelineFailure(state: error.code, sentence: error.message, isLost: true)
        }
    }

    /// A network that drops everything is noticed within about ten seconds. The address can say otherwise.
    private static let defaults = [
        ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"),
        ("tcp_user_timeout", "10000"),
    ]

    /// Whether it can be used, as far as is known.
    func probe() -> Bool { socket.probe() }

    // MARK: Before the pipeline

    /// Runs statements without values, one after the other, and returns the rows of the last one.
    @discardableResult
    func script(_ text: String) throws -> StatementResult? {
        guard PQsendQuery(connection, text) == 1 else { throw loss() }
        return try collect()
    }

    /// Prepares statements, and enters the pipeline mode.
    func prepare(_ statements: [Statement]) throws {
        guard PQenterPipelineMode(connection) == 1 else { throw loss() }
        for statement in statements {
            guard PQsendPrepare(connection, statement.name, statement.text, 0, nil) == 1 else { throw loss() }
        }
        try sync()
        var failure: PipelineFailure?
        while true {
            guard let result = try next() else { continue }
            if result.isSync { break }
            failure = failure ?? result.failure
        }
        if let failure { throw noted(failure) }
    }

    /// Records what the server says of itself.
    func note(_ state: ServerState) { server = state }

    private func collect() throws -> StatementResult? {
        var last: StatementResult?
        var failure: PipelineFailure?
        while true {
            try flush()
            while PQisBusy(connection) != 0 { try wait() }
            guard let result = PQgetResult(connection) else { break }
            let taken = StatementResult(result)
            failure = failure ?? taken.failure
            last = taken
        }
        if let failure { throw noted(failure) }
        return last
    }

    // MARK: Sending

    /// Adds a prepared statement to what is sent.
    func send(_ query: Query) throws {
        let isSent = query.parameters.withPointers { count, values, lengths, formats in
            PQsendQueryPrepared(connection, query.statement.name, count, values, lengths, formats, 1)
        }
        guard isSent == 1 else { throw loss() }
    }

    /// Ends a unit: an error skips what follows it up to here.
    func sync() throws { guard PQpipelineSync(connection) == 1 else { throw loss() } }

    /// Sends the statements, and returns their results.
    ///
    /// - Parameter ends: Whether an error after them is their own, which it is at the end of a transaction.
    /// - Throws: `PipelineFailure`. Unless the connection is lost, it can be used again, and its transaction is rolled back.
    func exchange(_ queries: [Query], ends: Bool = false) throws -> [StatementResult] {
        for query in queries { try send(query) }
        if ends { try sync() } else { guard PQsendFlushRequest(connection) == 1 else { throw loss() } }
        var results: [StatementResult] = []
        results.reserveCapacity(queries.count)
        var failure: PipelineFailure?
        while results.count < queries.count {
            let result = try next()
            guard let result else { continue }
            failure = failure ?? result.failure
            results.append(result)
        }
        if let failure {
            if failure.isLost { throw noted(failure) }
            if !ends { try sync() }
            try passSync()
            try rollBack()
            throw failure
        }
        if ends { try passSync() }
        return results
    }

    /// Ends a transaction that has failed.
    private func rollBack() throws {
        try send(Query(.rollback))
        try sync()
        try passSync()
    }

    private func passSync() throws {
        while true {
            guard let result = try next() else { continue }
            if result.isSync { return }
            if let failure = result.failure, failure.isLost { throw noted(failure) }
        }
    }

    /// Returns the next result; nil for the end of a statement's results.
    private func next() throws -> StatementResult? {
        try flush()
        while PQisBusy(connection) != 0 { try wait() }
        guard let result = PQgetResult(connection) else {
            guard PQstatus(connection) == CONNECTION_OK else { throw loss() }
            return nil
        }
        return StatementResult(result)
    }

    /// Begins to receive what nodes notify each other of.
    func listen() throws { _ = try exchange([Query(.listen)], ends: true) }

    // MARK: Waiting

    /// Sends what libpq has not sent yet, as far as the socket takes it.
    ///
    /// - Returns: Whether all of it is sent.
    @discardableResult
    func flushSome() throws -> Bool {
        switch PQflush(connection) {
        case 0: return true
        case 1: return false
        default: throw loss()
        }
    }

    private func flush() throws {
        while try !flushSome() { try wait(alsoToSend: true) }
    }

    private func wait(alsoToSend: Bool = false) throws {
        guard try wait(for: alsoToSend ? POLLIN | POLLOUT : POLLIN, within: Self.silenceLimit, wakeup: nil) else {
            throw loss("it did not answer for \(Self.silenceLimit.components.seconds) seconds")
        }
    }

    /// Waits for the socket or the wakeup, and reads what has arrived.
    ///
    /// - Returns: Whether anything has happened within that time.
    func wait(for events: Int32, within limit: Duration, wakeup: Wakeup?) throws -> Bool {
        switch socket.wait(for: events, milliseconds: limit.pollMilliseconds, wakeup: wakeup) {
        case .timeout: return false
        case .awake: return true
        case .lost: throw loss()
        }
    }

    /// Returns the next result if it has arrived, and nil at the end of a statement's results or if nothing has arrived.
    func arrived() -> StatementResult? {
        while PQisBusy(connection) == 0 {
            guard let result = PQgetResult(connection) else {
                // Between two statements there is an empty one; after it the next may have arrived.
                guard PQisBusy(connection) == 0, let following = PQgetResult(connection) else { return nil }
                return StatementResult(following)
            }
            return StatementResult(result)
        }
        return nil
    }

    /// Removes the notifications that have arrived, and returns whether another process has sent one.
    func takeNotifications() -> Bool {
        var isNotified = false
        while let notification = PQnotifies(connection) {
            if notification.pointee.be_pid != PQbackendPID(connection) { isNotified = true }
            PQfreemem(notification)
        }
        return isNotified
    }

    // MARK: Failures

    private func noted(_ failure: PipelineFailure) -> PipelineFailure {
        if failure.isLost { socket.isLost = true }
        return failure
    }

    private func loss(_ reason: String? = nil) -> PipelineFailure {
        socket.isLost = true
        var text = reason ?? PQerrorMessage(connection).map { String(cString: $0) } ?? ""
        while text.last?.isWhitespace == true { text.removeLast() }
        return PipelineFailure(
            state: "08006",
            sentence: "The connection to the database was lost: \(text).",
            isLost: true
        )
    }
}

/// What the server said of itself when it was connected.
struct ServerState {
    /// The process that serves the connection, and when it began: together they name it for ever.
    var process: Int64 = 0
    var start = ""
    /// The database system, and its line of history: after a fail-over it is another one.
    var timeline = ""
}

/// Why statements were not carried out.
struct PipelineFailure: Error {
    /// The SQLSTATE.
    var state: String
    var sentence: String
    /// Whether the connection cannot be used any more.
    var isLost: Bool
}
