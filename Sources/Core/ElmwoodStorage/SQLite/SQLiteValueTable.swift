/// A change of a stored value.
struct ValueChange {
    struct OwnedKey: Hashable {
        var owner: [UInt8]
        var key: String
    }

    var ownedKey: OwnedKey
    /// The new value; nil to remove it.
    var value: [UInt8]?

    init(owner: [UInt8], key: String, value: [UInt8]?) {
        ownedKey = OwnedKey(owner: owner, key: key)
        self.value = value
    }
}

/// The table of a ``SQLiteStorage``. Used by one thread at a time, on the store's queue.
final class SQLiteValueTable: @unchecked Sendable {
    // Unchecked: SQLite's handles are pointers. They are used while the file is opened, on the store's serial queue, and by
    // `deinit`, which runs when no more work retains this object.
    private let connection: SQLiteConnection
    private let loading: SQLiteStatement
    private let saving: SQLiteStatement
    private let removing: SQLiteStatement
    private let removingAll: SQLiteStatement
    private let touching: SQLiteStatement
    /// The bytes of a visitor's other values.
    private let measuring: SQLiteStatement
    private let visitorLimit: Int
    private let tokens: SQLiteTokenTable
    private let begin: SQLiteStatement
    private let end: SQLiteStatement
    private let rollback: SQLiteStatement

    /// Opens the file, and creates its table.
    ///
    /// - Parameter today: the day, counted from the first of January 1970.
    init(path: String, limits: StorageLimits, today: Int) throws(StorageError) {
        connection = try SQLiteConnection(
            path: path,
            survives: .processEnd,
            limit: limits.total
        ) { connection throws(StorageError) in
            try connection.execute(
                """
                CREATE TABLE IF NOT EXISTS stored_values (
                    owner BLOB NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL,
                    used INTEGER NOT NULL, -- the day, counted from the first of 1970
                    PRIMARY KEY (owner, key)
                ) WITHOUT ROWID
                """
            )
            try connection.execute(
                "DELETE FROM stored_values WHERE owner <> x'' AND used < \(today - limits.days)"
            )
            try SQLiteTokenTable.create(connection, days: limits.days, today: today)
        }
        loading = try connection.prepare(
            "SELECT value, used FROM stored_values WHERE owner = ?1 AND key = ?2",
            or: "A value could not be loaded"
        )
        saving = try connection.prepare(
            """
            INSERT INTO stored_values (owner, key, value, used) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (owner, key) DO UPDATE SET value = excluded.value, used = excluded.used
            """,
            or: "A value could not be saved"
        )
        removing = try connection.prepare(
            "DELETE FROM stored_values WHERE owner = ?1 AND key = ?2",
            or: "A value could not be removed"
        )
        removingAll = try connection.prepare(
            "DELETE FROM stored_values WHERE owner = ?1",
            or: "A visitor's values could not be removed"
        )
        tokens = try SQLiteTokenTable(connection, limit: limits.tokens)
        touching = try connection.prepare(
            "UPDATE stored_values SET used = ?3 WHERE owner = ?1 AND key = ?2",
            or: "The use of a value could not be recorded"
        )
        visitorLimit = limits.visitor
        measuring = try connection.prepare(
            "SELECT coalesce(sum(length(value)), 0) FROM stored_values WHERE owner = ?1 AND key <> ?2",
            or: "A visitor's values could not be measured"
        )
        let notSaved = "Values could not be saved"
        begin = try connection.prepare("BEGIN IMMEDIATE", or: notSaved)
        end = try connection.prepare("COMMIT", or: notSaved)
        rollback = try connection.prepare("ROLLBACK", or: notSaved)
    }

    func load(_ key: String, _ owner: [UInt8], today: Int) throws -> [UInt8]? {
        let found = try loading.first(.bytes(owner), .text(key)) { (value: $0.bytes(0), used: $0.integer(1)) }
        // Once a day is enough to record the use; if that fails, nothing is lost today.
        if let found, found.used < today { _ = try? touching.run(.bytes(owner), .text(key), .integer(Int64(today))) }
        return found?.value
    }

    /// Carries out the changes in one commit, of each key the last. If the commit fails, each change has one of its own: one that
    /// does not fit does not prevent the others.
    ///
    /// - Returns: The result of each change.
    func commit(_ changes: [ValueChange], today: Int) -> [Result<Void, any Error>] {
        if changes.count > 1, (try? commitLast(of: changes, today: today)) != nil {
            return changes.map { _ in .success(()) }
        }
        return changes.map { change in
            Result {
                try onFullDisk { try inTransaction { try carryOut(change, today: today) } }
            }
        }
    }

    private func commitLast(of changes: [ValueChange], today: Int) throws {
        var last: [ValueChange.OwnedKey: Int] = [:]
        for (index, change) in changes.enumerated() { last[change.ownedKey] = index }
        try inTransaction {
            for (index, change) in changes.enumerated() where last[change.ownedKey] == index {
                try carryOut(change, today: today)
            }
        }
    }

    private func carryOut(_ change: ValueChange, today: Int) throws {
        let (owner, key) = (SQLiteValue.bytes(change.ownedKey.owner), SQLiteValue.text(change.ownedKey.key))
        if let value = change.value {
            if !change.ownedKey.owner.isEmpty {
                let others = try measuring.first(owner, key) { Int($0.integer(0)) } ?? 0
                guard others + value.count <= visitorLimit else { throw StorageError.visitor(limit: visitorLimit) }
                try tokens.addFirst(of: change.ownedKey.owner, today: today)
            }
            try saving.run(owner, key, .bytes(value), .integer(Int64(today)))
        } else {
            try removing.run(owner, key)
        }
    }

    // MARK: Visitors

    func visitor(of token: [UInt8], today: Int) throws -> VisitorID? { try tokens.visitor(of: token, today: today) }

    func removeAll(of visitor: [UInt8]) throws {
        try onFullDisk {
            try inTransaction {
                try removingAll.run(.bytes(visitor))
                try tokens.removeFirst(of: visitor)
            }
        }
    }

    func addToken(_ token: [UInt8], of visitor: [UInt8], today: Int) throws {
        try onFullDisk { try inTransaction { try tokens.add(token, of: visitor, today: today) } }
    }

    func revokeTokens(of visitor: [UInt8], today: Int) throws {
        try onFullDisk { try inTransaction { try tokens.revoke(of: visitor, today: today) } }
    }

    // MARK: Transactions

    /// Tries again once if the disk is full, when SQLite's log has been copied to the file and emptied.
    private func onFullDisk(_ change: () throws -> Void) throws {
        do {
            try change()
        } catch let error as StorageError where error.kind == .full {
            connection.emptyLog()
            try change()
        }
    }

    private func inTransaction(_ change: () throws -> Void) throws {
        try begin.run()
        do {
            try change()
            try end.run()
        } catch {
            // Some errors have rolled it back already.
            if connection.isInTransaction { _ = try? rollback.run() }
            throw error
        }
    }
}
