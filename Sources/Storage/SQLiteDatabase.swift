import CSQLite
import Glibc

/// The file of a ``SQLiteStorage``, and its statements. Used by one thread at a time: that of the store's queue.
final class SQLiteDatabase: @unchecked Sendable {
    // Unchecked: SQLite's handles are pointers. They are touched while the file is opened, on the store's serial queue, and
    // by `deinit`, which runs when no work is left that holds this.
    private var handle: OpaquePointer?
    private var loading: OpaquePointer?
    private var saving: OpaquePointer?
    private var removing: OpaquePointer?
    private var touching: OpaquePointer?
    private let limits: StorageLimits

    /// - Parameter today: the day, counted from the first of 1970.
    init(path: String, limits: StorageLimits, today: Int) throws {
        self.limits = limits
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
        // SQLite gives its other files the rights of this one: so the first process makes it for its owner alone.
        close(open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
        guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK else {
            throw StorageError("The store \(path) cannot be opened: \(reason).")
        }
        sqlite3_busy_timeout(handle, 5_000)
        do {
            try run("PRAGMA journal_mode = WAL")
            try run("PRAGMA synchronous = NORMAL")
            try run(
                """
                CREATE TABLE IF NOT EXISTS stored_values (
                    owner BLOB NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL,
                    used INTEGER NOT NULL, -- the day, counted from the first of 1970
                    PRIMARY KEY (owner, key)
                ) WITHOUT ROWID
                """
            )
            try run("DELETE FROM stored_values WHERE owner <> x'' AND used < \(today - limits.days)")
            try run("PRAGMA max_page_count = \(max(16, limits.total / 4_096))")
            loading = try prepare("SELECT value, used FROM stored_values WHERE owner = ?1 AND key = ?2")
            saving = try prepare(
                """
                INSERT INTO stored_values (owner, key, value, used) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (owner, key) DO UPDATE SET value = excluded.value, used = excluded.used
                """
            )
            touching = try prepare("UPDATE stored_values SET used = ?3 WHERE owner = ?1 AND key = ?2")
            removing = try prepare("DELETE FROM stored_values WHERE owner = ?1 AND key = ?2")
        } catch let error as StorageError {
            throw StorageError("The store \(path) cannot be used: \(error)")
        }
    }

    deinit {
        for statement in [loading, saving, removing, touching] { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    func load(_ key: String, _ owner: [UInt8], today: Int) throws -> [UInt8]? {
        guard let (value, used) = try load(key, owner) else { return nil }
        // Once a day is enough to know that it is still wanted; that it could not be noted loses nothing today.
        if used < today { try? touch(key, owner, today: today) }
        return value
    }

    private func load(_ key: String, _ owner: [UInt8]) throws -> (value: [UInt8], used: Int)? {
        defer { sqlite3_reset(loading) }
        try bind(owner, key, to: loading)
        switch sqlite3_step(loading) {
        case SQLITE_DONE:
            return nil
        case SQLITE_ROW:
            let used = Int(sqlite3_column_int64(loading, 1))
            let count = Int(sqlite3_column_bytes(loading, 0))
            guard count > 0, let bytes = sqlite3_column_blob(loading, 0) else { return ([], used) }
            return (Array(UnsafeRawBufferPointer(start: bytes, count: count)), used)
        default:
            throw StorageError("A value could not be loaded: \(reason).")
        }
    }

    private func touch(_ key: String, _ owner: [UInt8], today: Int) throws {
        defer { sqlite3_reset(touching) }
        try bind(owner, key, to: touching)
        guard sqlite3_bind_int64(touching, 3, Int64(today)) == SQLITE_OK, sqlite3_step(touching) == SQLITE_DONE else {
            throw StorageError("A value could not be noted as used: \(reason).")
        }
    }

    func save(_ value: [UInt8], _ key: String, _ owner: [UInt8], today: Int) throws {
        defer { sqlite3_reset(saving) }
        try bind(owner, key, to: saving)
        let bound = value.withUnsafeBytes { elmwood_bind_blob(saving, 3, $0.baseAddress, $0.count) }
        guard bound == SQLITE_OK, sqlite3_bind_int64(saving, 4, Int64(today)) == SQLITE_OK else {
            throw StorageError("A value could not be saved: \(reason).")
        }
        switch sqlite3_step(saving) {
        case SQLITE_DONE: return
        case SQLITE_FULL:
            throw StorageError(
                "A value could not be saved: the disk, or the \(limits.total) bytes of the store, are full."
            )
        default: throw StorageError("A value could not be saved: \(reason).")
        }
    }

    func remove(_ key: String, _ owner: [UInt8]) throws {
        defer { sqlite3_reset(removing) }
        try bind(owner, key, to: removing)
        guard sqlite3_step(removing) == SQLITE_DONE else {
            throw StorageError("A value could not be removed: \(reason).")
        }
    }

    private func bind(_ owner: [UInt8], _ key: String, to statement: OpaquePointer?) throws {
        let ownerBound = owner.withUnsafeBytes { elmwood_bind_blob(statement, 1, $0.baseAddress, $0.count) }
        var key = key
        let keyBound = key.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { elmwood_bind_text(statement, 2, $0.baseAddress, $0.count) }
        }
        guard ownerBound == SQLITE_OK, keyBound == SQLITE_OK else {
            throw StorageError("A key could not be used: \(reason).")
        }
    }

    private func run(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw StorageError("\(reason).") }
    }

    private func prepare(_ sql: String) throws -> OpaquePointer? {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil) == SQLITE_OK
        else {
            throw StorageError("\(reason).")
        }
        return statement
    }

    /// What SQLite says is wrong.
    private var reason: String {
        sqlite3_errmsg(handle).map { String(cString: $0) } ?? "out of memory"
    }
}
