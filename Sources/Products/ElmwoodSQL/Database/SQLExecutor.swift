/// What runs statements: a ``Database``, or a ``DatabaseTransaction``. A function that takes one works with both:
///
/// ```swift
/// func article(_ slug: String, in database: some SQLExecutor) async throws -> Article? {
///     try await database.row("SELECT * FROM articles WHERE slug = \(slug)")
/// }
/// ```
///
/// A row is decoded into a `Decodable` type by the names of its columns. The property `createdAt` is read from the column
/// `createdAt`, or else from `created_at`; `CodingKeys` give other names. Columns without a property are ignored; a property without
/// a column is an error, also if it is optional. A property whose type is `Codable` and no single value is read from JSON.
///
/// All of these functions throw a ``DatabaseError`` with the statement, or a `CancellationError` if the task is cancelled, which
/// ends the statement.
public protocol SQLExecutor: Sendable {
    /// Runs a statement. The functions below call it.
    func result(of statement: SQL, _ request: StatementRequest) async throws -> SQLResult

    /// Runs a closure in a transaction. The function without the label, below, calls it.
    @discardableResult
    func transaction<Value>(
        on actor: isolated (any Actor)?,
        _ body: (DatabaseTransaction) async throws -> Value
    ) async throws -> Value
}

/// How a statement is run.
public struct StatementRequest: Sendable {
    /// Rows beyond this number are dropped.
    public var rowLimit: Int
    /// How long it may take; nil: as long as the database's limits say.
    public var timeLimit: Duration?
    /// Whether it is asked for its change, and not for its rows.
    public var writes: Bool

    /// Creates a request.
    public init(rowLimit: Int = .max, timeLimit: Duration? = nil, writes: Bool = false) {
        self.rowLimit = rowLimit
        self.timeLimit = timeLimit
        self.writes = writes
    }
}

extension SQLExecutor {
    /// Runs a closure in a transaction, or in a nested one of a transaction. ``Database`` and ``DatabaseTransaction`` tell what each does.
    @discardableResult
    public func transaction<Value>(
        isolation actor: isolated (any Actor)? = #isolation,
        _ body: (DatabaseTransaction) async throws -> Value
    ) async throws -> Value {
        try await transaction(on: actor, body)
    }

    /// Runs a statement for what it changes.
    ///
    /// ```swift
    /// let count = try await database.execute("DELETE FROM visits WHERE at < \(lastWeek)").changes
    /// ```
    ///
    /// - Parameters:
    ///   - statement: The statement.
    ///   - timeLimit: How long it may take; nil: ``DatabaseLimits/statement``.
    @discardableResult
    public func execute(_ statement: SQL, timeLimit: Duration? = nil) async throws -> SQLResult {
        try await result(of: statement, StatementRequest(rowLimit: 0, timeLimit: timeLimit, writes: true))
    }

    /// Returns all rows.
    ///
    /// - Parameters:
    ///   - statement: The query.
    ///   - type: The type of its rows.
    ///   - timeLimit: How long it may take; nil: ``DatabaseLimits/statement``.
    public func rows<Row: Decodable>(
        _ statement: SQL,
        as type: Row.Type = Row.self,
        timeLimit: Duration? = nil
    ) async throws -> [Row] {
        let result = try await result(of: statement, StatementRequest(timeLimit: timeLimit))
        var rows: [Row] = []
        rows.reserveCapacity(result.rowCount)
        try result.decode(type, of: statement) { rows.append($0) }
        return rows
    }

    /// Returns the first row, or nil if there is none. Others are dropped.
    ///
    /// - Parameters:
    ///   - statement: The query.
    ///   - type: The type of its rows.
    ///   - timeLimit: How long it may take; nil: ``DatabaseLimits/statement``.
    public func row<Row: Decodable>(
        _ statement: SQL,
        as type: Row.Type = Row.self,
        timeLimit: Duration? = nil
    ) async throws -> Row? {
        let result = try await result(of: statement, StatementRequest(rowLimit: 1, timeLimit: timeLimit))
        var row: Row?
        try result.decode(type, of: statement) { row = $0 }
        return row
    }

    /// Returns the value of the first row's only column. Nil if there is no row, or if the value is NULL.
    ///
    /// ```swift
    /// let count = try await database.value("SELECT count(*) FROM books", as: Int.self) ?? 0
    /// ```
    ///
    /// - Parameters:
    ///   - statement: The query.
    ///   - type: The type of the value.
    ///   - timeLimit: How long it may take; nil: ``DatabaseLimits/statement``.
    public func value<Value: Decodable>(
        _ statement: SQL,
        as type: Value.Type = Value.self,
        timeLimit: Duration? = nil
    ) async throws -> Value? {
        let result = try await result(of: statement, StatementRequest(rowLimit: 1, timeLimit: timeLimit))
        var value: Value?
        try result.decodeValues(type, of: statement) { value = $0 }
        return value
    }

    /// Returns the only column of all rows. None may be NULL.
    ///
    /// - Parameters:
    ///   - statement: The query.
    ///   - type: The type of the values.
    ///   - timeLimit: How long it may take; nil: ``DatabaseLimits/statement``.
    public func values<Value: Decodable>(
        _ statement: SQL,
        as type: Value.Type = Value.self,
        timeLimit: Duration? = nil
    ) async throws -> [Value] {
        let result = try await result(of: statement, StatementRequest(timeLimit: timeLimit))
        var values: [Value] = []
        var hasNull = false
        try result.decodeValues(type, of: statement) { value in
            if let value { values.append(value) } else { hasNull = true }
        }
        guard !hasNull else {
            let sentence = "The column “\(result.columns[0])” is NULL, and values of type \(Value.self) are asked for."
            throw DatabaseError(.decoding, sentence, statement: statement.outline)
        }
        return values
    }
}
