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

    init(path: String) throws {
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
                    owner BLOB NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (owner, key)
                ) WITHOUT ROWID
                """
            )
            loading = try prepare("SELECT value FROM stored_values WHERE owner = ?1 AND key = ?2")
            saving = try prepare(
                """
                INSERT INTO stored_values (owner, key, value) VALUES (?1, ?2, ?3)
                ON CONFLICT (owner, key) DO UPDATE SET value = excluded.value
                """
            )
            removing = try prepare("DELETE FROM stored_values WHERE owner = ?1 AND key = ?2")
        } catch let error as StorageError {
            throw StorageError("The store \(path) cannot be used: \(error)")
        }
    }

    deinit {
        for statement in [loading, saving, removing] { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    func load(_ key: String, _ owner: [UInt8]) throws -> [UInt8]? {
        defer { sqlite3_reset(loading) }
        try bind(owner, key, to: loading)
        switch sqlite3_step(loading) {
        case SQLITE_DONE:
            return nil
        case SQLITE_ROW:
            let count = Int(sqlite3_column_bytes(loading, 0))
            guard count > 0, let bytes = sqlite3_column_blob(loading, 0) else { return [] }
            return Array(UnsafeRawBufferPointer(start: bytes, count: count))
        default:
            throw StorageError("A value could not be loaded: \(reason).")
        }
    }

    func save(_ value: [UInt8], _ key: String, _ owner: [UInt8]) throws {
        defer { sqlite3_reset(saving) }
        try bind(owner, key, to: saving)
        let bound = value.withUnsafeBytes { elmwood_bind_blob(saving, 3, $0.baseAddress, $0.count) }
        guard bound == SQLITE_OK, sqlite3_step(saving) == SQLITE_DONE else {
            throw StorageError("A value could not be saved: \(reason).")
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
