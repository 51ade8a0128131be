import ElmwoodSQL
import ElmwoodStorage

/// The values that programs save, in a PostgreSQL database that any number of nodes share.
///
/// The tables are made at the first use, in the first schema of the connection's search path: `elmwood_values` and `elmwood_tokens`.
///
/// ```swift
/// let storage = try PostgreSQLStorage("postgresql://shop@db.example/shop?sslmode=verify-full")
/// ```
public final class PostgreSQLStorage: Storage {
    private let database: Database
    private let limits: StorageLimits
    private let tables: ValueTables

    /// Creates the store of the database at that address, and does not connect yet.
    ///
    /// - Parameters:
    ///   - address: A connection string of libpq: a URL, or `host=db.example dbname=shop`.
    ///   - limits: How much may be stored.
    ///   - connections: The most connections at a time.
    /// - Throws: `StorageError` if the address is no connection string.
    public convenience init(
        _ address: String,
        limits: StorageLimits = StorageLimits(),
        connections: Int = 4
    ) throws(StorageError) {
        var databaseLimits = DatabaseLimits()
        databaseLimits.connections = connections
        try self.init(address, limits, databaseLimits)
    }

    package init(_ address: String, _ limits: StorageLimits, _ databaseLimits: DatabaseLimits) throws(StorageError) {
        do { _ = try PostgreSQLAddress(address) } catch { throw StorageError(error) }
        self.limits = limits
        database = Database(.postgresql(address), limits: databaseLimits)
        tables = ValueTables(database, limits)
    }

    /// Ends the connections, after what is under way.
    public func close() async { await database.close() }

    // MARK: Values

    /// Returns the value at that key, or nil if there is none.
    public func load(_ key: String, of owner: StorageOwner) async throws -> [UInt8]? {
        try limits.check(key)
        return try await run { today in
            let row = try await database.row(
                "SELECT value, used FROM elmwood_values WHERE owner = \(owner.bytes) AND key = \(Array(key.utf8))",
                as: StoredValue.self
            )
            // Once a day is enough to record the use; if that fails, nothing is lost today.
            if let row, row.used < today {
                _ = try? await database.execute(
                    "UPDATE elmwood_values SET used = \(today) WHERE owner = \(owner.bytes) AND key = \(Array(key.utf8))"
                )
            }
            return row?.value
        }
    }

    private struct StoredValue: Decodable {
        var value: [UInt8]
        var used: Int
    }

    /// Stores bytes at that key, replacing the stored value.
    public func save(_ value: [UInt8], as key: String, of owner: StorageOwner) async throws {
        try limits.check(key, value)
        try await change { transaction, today in
            try await self.checkRoom(for: value, key, owner, transaction)
            try await transaction.execute(
                """
                INSERT INTO elmwood_values (owner, key, value, used) VALUES (\(owner.bytes), \(Array(key.utf8)), \(value), \(today))
                ON CONFLICT (owner, key) DO UPDATE SET value = excluded.value, used = excluded.used
                """
            )
            guard case .visitor(let visitor) = owner else { return }
            try await transaction.execute(
                """
                INSERT INTO elmwood_tokens (token, visitor, used) SELECT \(visitor.bytes), \(visitor.bytes), \(today)
                WHERE NOT EXISTS (SELECT 1 FROM elmwood_tokens WHERE visitor = \(visitor.bytes)) ON CONFLICT DO NOTHING
                """
            )
        }
    }

    /// Throws if the value is beyond a limit of all values together.
    private func checkRoom(
        for value: [UInt8],
        _ key: String,
        _ owner: StorageOwner,
        _ transaction: DatabaseTransaction
    ) async throws {
        if case .visitor(let visitor) = owner {
            // One change of a visitor at a time, or two that fit alone would not fit together. The changes of the tokens lock it, too.
            try await transaction.lock(visitor)
            let others = try await transaction.value(
                """
                SELECT coalesce(sum(length(value)), 0)::int8 FROM elmwood_values
                WHERE owner = \(owner.bytes) AND key <> \(Array(key.utf8))
                """,
                as: Int.self
            )
            guard (others ?? 0) + value.count <= limits.visitor else {
                throw StorageError.visitor(limit: limits.visitor)
            }
        }
        // The sizes of the files are known, and contain what was freed. Only close to the limit, the values are counted.
        let files = try await transaction.value("SELECT pg_total_relation_size('elmwood_values')", as: Int.self) ?? 0
        guard files + value.count > limits.total else { return }
        let others = try await transaction.value(
            """
            SELECT coalesce(sum(length(value)), 0)::int8 FROM elmwood_values
            WHERE NOT (owner = \(owner.bytes) AND key = \(Array(key.utf8)))
            """,
            as: Int.self
        )
        guard (others ?? 0) + value.count <= limits.total else { throw StorageError.full(limit: limits.total) }
    }

    /// Removes the value at that key. Does nothing if there is none.
    public func remove(_ key: String, of owner: StorageOwner) async throws {
        try limits.check(key)
        try await change { transaction, _ in
            try await transaction.execute(
                "DELETE FROM elmwood_values WHERE owner = \(owner.bytes) AND key = \(Array(key.utf8))"
            )
        }
    }

    /// Removes all values of a visitor, and the first token if no other one was ever added.
    public func removeAll(of visitor: VisitorID) async throws {
        try await change { transaction, _ in
            try await transaction.lock(visitor)
            try await transaction.execute("DELETE FROM elmwood_values WHERE owner = \(visitor.bytes)")
            try await transaction.execute(
                """
                DELETE FROM elmwood_tokens WHERE visitor = \(visitor.bytes) AND token = \(visitor.bytes)
                AND (SELECT count(*) FROM elmwood_tokens WHERE visitor = \(visitor.bytes)) = 1
                """
            )
        }
    }

    // MARK: Tokens

    /// Returns the visitor that a token belongs to, or nil if it is none of the stored tokens.
    public func visitor(of token: TokenHash) async throws -> VisitorID? {
        try await run { today in
            let row = try await database.row(
                "SELECT visitor, used FROM elmwood_tokens WHERE token = \(token.bytes)",
                as: StoredToken.self
            )
            guard let row else { return nil }
            if row.used < today {
                _ = try? await database.execute(
                    "UPDATE elmwood_tokens SET used = \(today) WHERE visitor = \(row.visitor)"
                )
            }
            return VisitorID(bytes: row.visitor)
        }
    }

    private struct StoredToken: Decodable {
        var visitor: [UInt8]
        var used: Int
    }

    /// Adds a token of a visitor. Of more than `StorageLimits.tokens`, the latest remain.
    public func addToken(_ token: TokenHash, of visitor: VisitorID) async throws {
        try await change { transaction, today in
            try await transaction.lock(visitor)
            try await transaction.execute(
                """
                INSERT INTO elmwood_tokens (token, visitor, used) VALUES (\(token.bytes), \(visitor.bytes), \(today))
                ON CONFLICT DO NOTHING
                """
            )
            try await transaction.execute(
                """
                DELETE FROM elmwood_tokens WHERE visitor = \(visitor.bytes) AND token IS NOT NULL AND number NOT IN (
                    SELECT number FROM elmwood_tokens WHERE visitor = \(visitor.bytes) AND token IS NOT NULL
                    ORDER BY number DESC LIMIT \(max(1, self.limits.tokens))
                )
                """
            )
        }
    }

    /// Makes all tokens of a visitor invalid, including the first one if it is not stored yet.
    public func revokeTokens(of visitor: VisitorID) async throws {
        try await change { transaction, today in
            try await transaction.lock(visitor)
            try await transaction.execute("DELETE FROM elmwood_tokens WHERE visitor = \(visitor.bytes)")
            // A row without a token: the visitor's first token is not added again.
            try await transaction.execute(
                "INSERT INTO elmwood_tokens (token, visitor, used) VALUES (NULL, \(visitor.bytes), \(today))"
            )
        }
    }

    // MARK: The database

    private func run<Value>(_ work: (_ today: Int) async throws -> Value) async throws -> Value {
        do {
            try await tables.prepare(today: StorageLimits.today)
            return try await work(StorageLimits.today)
        } catch let error as DatabaseError {
            throw StorageError(error)
        }
    }

    /// Runs a transaction. All of them may be repeated: if its outcome is unknown, it is tried once more.
    private func change(_ work: @Sendable (DatabaseTransaction, _ today: Int) async throws -> Void) async throws {
        try await run { today in
            do {
                try await database.transaction(isolation: .readCommitted) { try await work($0, today) }
            } catch let error as DatabaseError where error.kind == .unknownOutcome {
                try await database.transaction(isolation: .readCommitted) { try await work($0, today) }
            }
        }
    }
}

extension DatabaseTransaction {
    /// Locks what belongs to a visitor until the end of the transaction. There need not be a row of it.
    fileprivate func lock(_ visitor: VisitorID) async throws {
        try await execute("SELECT pg_advisory_xact_lock(731058400, hashtext(encode(\(visitor.bytes), 'hex')))")
    }
}
