/// The table of a ``SQLiteStorage``. Used by one thread at a time, on the store's queue.
final class SQLiteValueTable: @unchecked Sendable {
    // Unchecked: SQLite's handles are pointers. They are used while the file is opened, on the store's serial queue, and by
    // `deinit`, which runs when no more work retains this object.
    private let loading: SQLiteStatement
    private let saving: SQLiteStatement
    private let removing: SQLiteStatement
    private let touching: SQLiteStatement

    /// Opens the file, and creates its table.
    ///
    /// - Parameter today: the day, counted from the first of January 1970.
    init(path: String, limits: StorageLimits, today: Int) throws(StorageError) {
        let connection = try SQLiteConnection(
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
        touching = try connection.prepare(
            "UPDATE stored_values SET used = ?3 WHERE owner = ?1 AND key = ?2",
            or: "The use of a value could not be recorded"
        )
    }

    func load(_ key: String, _ owner: [UInt8], today: Int) throws -> [UInt8]? {
        let found = try loading.first(.bytes(owner), .text(key)) { (value: $0.bytes(0), used: $0.integer(1)) }
        // Once a day is enough to record the use; if that fails, nothing is lost today.
        if let found, found.used < today { _ = try? touching.run(.bytes(owner), .text(key), .integer(Int64(today))) }
        return found?.value
    }

    func save(_ value: [UInt8], _ key: String, _ owner: [UInt8], today: Int) throws {
        try saving.run(.bytes(owner), .text(key), .bytes(value), .integer(Int64(today)))
    }

    func remove(_ key: String, _ owner: [UInt8]) throws {
        try removing.run(.bytes(owner), .text(key))
    }
}
