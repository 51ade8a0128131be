/// Removes sessions, for a ``SQLiteSessionWriter``.
struct SQLiteSessionRemover {
    private let removing: SQLiteStatement
    private let ending: SQLiteStatement
    private let removingIdle: SQLiteStatement
    private let removingOfVisitor: SQLiteStatement
    private let removingOfAccount: SQLiteStatement
    private let seeking: SQLiteStatement
    private let forgetting: SQLiteStatement
    private let forgettingRenewals: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(StorageError) {
        func prepare(_ sql: String) throws(StorageError) -> SQLiteStatement { try connection.prepareSaving(sql) }
        removing = try prepare("DELETE FROM sessions WHERE id = ?1")
        ending = try prepare(
            """
            DELETE FROM sessions
            WHERE id = ?1 AND program = ?2 AND aside = 0 AND version = ?3 AND coalesce(token, 0) = ?4
            """
        )
        removingIdle = try prepare(
            "DELETE FROM sessions WHERE id = ?1 AND program = ?2 AND aside = 0 AND used <= ?3 AND due IS NULL"
        )
        func prepareRemoval(of owner: String) throws(StorageError) -> SQLiteStatement {
            // `UNION` drops ids that it has found already, so a cycle ends.
            try prepare(
                """
                WITH RECURSIVE kept (id) AS (
                    VALUES (?2) UNION SELECT successor FROM renewed_ids JOIN kept ON renewed_ids.id = kept.id
                )
                DELETE FROM sessions WHERE \(owner) = ?1 AND id NOT IN (SELECT id FROM kept)
                """
            )
        }
        removingOfVisitor = try prepareRemoval(of: "owner")
        removingOfAccount = try prepareRemoval(of: "account")
        let notRemoved = "Old sessions could not be removed"
        seeking = try connection.prepare(
            "SELECT number FROM sessions WHERE number > ?1 ORDER BY number LIMIT 1 OFFSET ?2",
            or: notRemoved
        )
        forgetting = try connection.prepare(
            "DELETE FROM sessions WHERE number > ?1 AND number <= ?2 AND (used < ?3 OR created < ?4) AND shared IS NULL",
            or: notRemoved
        )
        forgettingRenewals = try connection.prepare("DELETE FROM renewed_ids WHERE created < ?1", or: notRemoved)
    }

    func remove(_ id: SessionID) throws -> Bool { try removing.run(.bytes(id.bits.bytes)) > 0 }

    func end(_ key: SessionKey, _ version: StoredVersion) throws -> Bool {
        try ending.run(.bytes(key.id.bits.bytes), .text(key.path), version.numberValue, version.tokenValue) > 0
    }

    func removeIdle(_ key: SessionKey, used: Int64) throws -> Bool {
        try removingIdle.run(.bytes(key.id.bits.bytes), .text(key.path), .integer(used)) > 0
    }

    func removeAll(of owner: SessionOwner, except exception: SessionID?) throws -> Bool {
        let exception = SQLiteValue.bytes(exception?.bits.bytes ?? [])
        switch owner {
        case .visitor(let visitor): return try removingOfVisitor.run(.bytes(visitor.bits.bytes), exception) > 0
        case .account(let account): return try removingOfAccount.run(.text(account), exception) > 0
        }
    }

    /// Removes old sessions among about a thousand rows, those after the row of that number.
    ///
    /// - Returns: How many were removed, and the number of the last row that was examined; nil if no more follow.
    func remove(unusedSince: Int64, createdBefore: Int64, after number: Int64) throws -> (count: Int, last: Int64?) {
        if number == .min { _ = try forgettingRenewals.run(.integer(unusedSince)) }
        let last = try seeking.first(.integer(number), .integer(1_999)) { $0.integer(0) }
        let count = try forgetting.run(
            .integer(number),
            .integer(last ?? .max),
            .integer(unusedSince),
            .integer(createdBefore)
        )
        return (count, last)
    }
}
