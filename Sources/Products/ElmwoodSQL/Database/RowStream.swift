extension Database {
    /// Returns the rows of a query as they are needed, in parts of a hundred. For results that are too long for the memory.
    ///
    /// ```swift
    /// for try await visit in database.stream("SELECT * FROM visits ORDER BY at", as: Visit.self) {
    ///     …
    /// }
    /// ```
    ///
    /// All rows are of one moment. From the first row to the last one, or until the loop is left, it has a connection of its own, in a
    /// read-only transaction: do not keep it open longer than needed. Each loop over it runs the query again.
    ///
    /// - Parameters:
    ///   - statement: The query.
    ///   - type: The type of its rows.
    ///   - timeLimit: How long each part may take; nil: ``DatabaseLimits/statement``.
    public func stream<Row: Decodable>(
        _ statement: SQL,
        as type: Row.Type = Row.self,
        timeLimit: Duration? = nil
    ) -> RowStream<Row> {
        RowStream(core: core, statement: statement, timeLimit: timeLimit)
    }
}

/// The rows of a query, decoded as they are needed.
public struct RowStream<Row: Decodable>: AsyncSequence, Sendable {
    let core: DatabaseCore
    let statement: SQL
    let timeLimit: Duration?

    /// Begins the query, at the first row.
    public func makeAsyncIterator() -> Iterator {
        Iterator(cursor: RowCursor(core: core, statement: statement, timeLimit: timeLimit))
    }

    /// Iterates over the rows. It gives its connection back at the end, after an error, and when it is released.
    public struct Iterator: AsyncIteratorProtocol {
        let cursor: RowCursor
        private var rows: [Row] = []
        private var place = 0

        init(cursor: RowCursor) { self.cursor = cursor }

        /// Returns the next row, or nil at the end.
        public mutating func next() async throws -> Row? {
            try await next(isolation: nil)
        }

        /// Returns the next row, or nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Row? {
            if place == rows.count {
                rows.removeAll(keepingCapacity: true)
                place = 0
                let result = try await cursor.fetch()
                do {
                    try result.decode(Row.self, of: cursor.statement) { rows.append($0) }
                } catch {
                    await cursor.finish()
                    throw error
                }
            }
            guard place < rows.count else { return nil }
            defer { place += 1 }
            return rows[place]
        }
    }
}

/// A query that is under way on a connection of its own.
actor RowCursor {
    private enum State {
        case idle
        case open(Connection, TransactionScope, cursor: Int)
        case ended
    }

    private let core: DatabaseCore
    let statement: SQL
    private let timeLimit: Duration?
    private var state = State.idle

    init(core: DatabaseCore, statement: SQL, timeLimit: Duration?) {
        self.core = core
        self.statement = statement
        self.timeLimit = timeLimit ?? core.limits.statement
    }

    deinit {
        guard case .open(let connection, let scope, _) = state else { return }
        let pool = core.readers
        Task.detached { await Self.end(connection, scope, pool) }
    }

    /// Returns the next rows, none at the end.
    func fetch() async throws -> SQLResult {
        do {
            if case .idle = state { try await open() }
            guard case .open(let connection, let scope, let cursor) = state else { return SQLResult() }
            let result = try await controlled(connection) { control in
                try await connection.use { try $0.fetch(cursor, count: 100, in: scope, control: control) }
            }
            if result.rowCount == 0 { await finish() }
            return result
        } catch {
            await finish()
            throw error
        }
    }

    func finish() async {
        let former = state
        state = .ended
        guard case .open(let connection, let scope, _) = former else { return }
        await Self.end(connection, scope, core.readers)
    }

    private func open() async throws {
        try TransactionMark.refuseUse(of: core)
        let rendered = try statement.rendered(for: core.dialect)
        for _ in 0...max(1, core.limits.connections) {
            let connection = try await core.readers.take()
            var begun: TransactionScope?
            do {
                let scope = try await controlled(connection) { control in
                    try await connection.use { try $0.begin(.readOnly(.repeatableRead), control: control) }
                }
                begun = scope
                let cursor = try await controlled(connection) { control in
                    try await connection.use { try $0.openCursor(rendered, in: scope, control: control) }
                }
                state = .open(connection, scope, cursor: cursor)
                return
            } catch {
                if let begun {
                    await Self.end(connection, begun, core.readers)
                } else {
                    core.readers.put(connection)
                }
                guard error is StaleConnection else { throw error }
            }
        }
        throw DatabaseError(.connection, "The database closes each connection before it can be used.")
    }

    private func controlled<Value: Sendable>(
        _ connection: Connection,
        _ operation: @Sendable (StatementControl) async throws -> Value
    ) async throws -> Value {
        let control = StatementControl(limit: timeLimit, wakeup: connection.wakeup)
        return try await withTaskCancellationHandler {
            try await operation(control)
        } onCancel: {
            control.cancel()
        }
    }

    private static func end(_ connection: Connection, _ scope: TransactionScope, _ pool: ConnectionPool) async {
        let control = StatementControl(limit: TransactionMark.endLimit, wakeup: connection.wakeup)
        await connection.use { $0.rollBack(scope, control: control) }
        pool.put(connection)
    }
}
