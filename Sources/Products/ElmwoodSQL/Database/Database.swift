import Synchronization

/// A database: a pool of connections, on which statements and transactions run.
///
/// ```swift
/// let database = Database(.sqlite("shop.sqlite"))
/// try await database.migrate([Migration("books", "CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL)")])
/// try await database.execute("INSERT INTO books (title) VALUES (\(title))")
/// let books: [Book] = try await database.rows("SELECT * FROM books ORDER BY title")
/// ```
///
/// It can be used by any number of tasks at once, and copied: all copies are one database. No statement blocks a thread of Swift's
/// tasks. The first use connects, so a wrong path or address is an error there. A
/// connection that was lost is replaced when the next one is needed. Connections are closed with the last copy, or by ``close()``.
public struct Database: Sendable {
    let core: DatabaseCore

    /// Creates a database. Nothing is opened before it is used.
    public init(_ source: DatabaseSource, limits: DatabaseLimits = DatabaseLimits()) {
        core = DatabaseCore(source, limits: limits)
    }

    /// Closes the connections that are idle, and the others when their work is done. What is asked afterwards is an error.
    public func close() async {
        await core.readers.close()
        await core.writers.close()
    }
}

extension Database: Hashable {
    /// Whether both are copies of one database.
    public static func == (left: Self, right: Self) -> Bool { left.core === right.core }

    /// Adds what identifies the database.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(core)) }
}

/// What all copies of a database share.
final class DatabaseCore: Sendable {
    let dialect: SQLDialect
    let limits: DatabaseLimits
    let readers: ConnectionPool
    /// The same as the readers where all connections are equal.
    let writers: ConnectionPool
    /// Statements that were asked as queries and write, such as INSERT … RETURNING.
    private let writingQueries = Mutex<Set<String>>([])

    init(_ source: DatabaseSource, limits: DatabaseLimits) {
        dialect = source.dialect
        self.limits = limits
        let count = source.isSingle ? 1 : limits.connections
        if source.hasOneWriter {
            readers = ConnectionPool(capacity: count - 1, limits: limits, openDriver: source.openReader)
            writers = ConnectionPool(capacity: 1, limits: limits, openDriver: source.openWriter)
        } else {
            readers = ConnectionPool(capacity: count, limits: limits, openDriver: source.openWriter)
            writers = readers
        }
    }

    func pool(forWriting writes: Bool) -> ConnectionPool { writes ? writers : readers }

    func isWritingQuery(_ text: String) -> Bool { writingQueries.withLock { $0.contains(text) } }

    func noteWritingQuery(_ text: String) {
        writingQueries.withLock { queries in
            // As many as an app has; more are texts that were put together, and would only be tried twice.
            if queries.count < 1_000 { queries.insert(text) }
        }
    }

    /// Lends a connection to a closure, and another one if the server has closed the first while it was idle.
    func withConnection<Value>(
        writes: Bool,
        isolation: isolated (any Actor)? = #isolation,
        _ body: (Connection) async throws -> Value
    ) async throws -> Value {
        let pool = pool(forWriting: writes)
        // All of them may have been closed, by a restart of the server. Then the next one is new.
        for _ in 0...max(1, limits.connections) {
            let connection = try await pool.take()
            defer { pool.put(connection) }
            do {
                return try await body(connection)
            } catch is StaleConnection {
                continue
            }
        }
        throw DatabaseError(.connection, "The database closes each connection before it can be used.")
    }
}

extension Database: SQLExecutor {
    /// Runs a statement as described by the request. ``SQLExecutor`` has the functions that are used: `rows`, `row`, `value`,
    /// `values` and `execute`.
    public func result(of statement: SQL, _ request: StatementRequest) async throws -> SQLResult {
        try TransactionMark.refuseUse(of: core)
        let rendered = try statement.rendered(for: core.dialect)
        let writes = request.writes || core.isWritingQuery(rendered.text)
        do {
            return try await run(rendered, request, writes: writes)
        } catch is NeedsWriter {
            core.noteWritingQuery(rendered.text)
            return try await run(rendered, request, writes: true)
        }
    }

    private func run(
        _ statement: RenderedStatement,
        _ request: StatementRequest,
        writes: Bool
    ) async throws -> SQLResult {
        try await core.withConnection(writes: writes) { connection in
            let limit = request.timeLimit ?? core.limits.statement
            let control = StatementControl(limit: limit, wakeup: connection.wakeup)
            return try await withTaskCancellationHandler {
                try await connection.use {
                    try $0.run(statement, rowLimit: request.rowLimit, in: nil, control: control)
                }
            } onCancel: {
                control.cancel()
            }
        }
    }
}

extension Database {
    /// Whether nobody has or waits for a connection, for tests.
    package var isIdle: Bool {
        [core.readers, core.writers].allSatisfy { pool in
            let census = pool.census
            return census.waiting == 0 && census.open == census.idle
        }
    }
}
