import CElmwoodSQLite
import Glibc

/// A file of SQLite in WAL mode that is open. It and its statements are used by one thread at a time.
final class SQLiteConnection {
    private var handle: OpaquePointer?
    private let path: String
    private let limit: Int

    /// Opens the file of that path, makes it where there is none, for its owner alone, and sets it up.
    ///
    /// - Parameters:
    ///   - limit: How many bytes the file may have. What sets it up is done before that holds, so that a full one can be opened.
    ///   - setUp: Makes what is to be in the file.
    init(
        path: String,
        survives durability: StorageDurability,
        limit: Int,
        setUp: (SQLiteConnection) throws(StorageError) -> Void
    ) throws(StorageError) {
        self.path = path
        self.limit = limit
        // SQLite gives its other files the rights of this one: so the first process makes it for its owner alone. It is made
        // or left alone, and not opened for that: closing it would drop the locks that this process has on it, be it that
        // somebody else here has opened it as soon as it was there.
        mknod(path, S_IFREG | 0o600, 0)
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
        guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK else {
            throw StorageError("The store \(path) cannot be opened: \(reason).")
        }
        sqlite3_busy_timeout(handle, 5_000)
        try execute("PRAGMA journal_mode = WAL")
        try execute("PRAGMA synchronous = \(durability == .powerLoss ? "FULL" : "NORMAL")")
        try setUp(self)
        try execute("PRAGMA max_page_count = \(max(16, limit / 4_096))")
    }

    deinit {
        // What statements are left keep it open until they go.
        sqlite3_close_v2(handle)
    }

    /// Carries out one statement, without which the file is of no use.
    func execute(_ sql: String) throws(StorageError) {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
            throw StorageError("The store \(path) cannot be used: \(reason).")
        }
    }

    /// - Parameter failure: What is told where the statement cannot be carried out: "A value could not be saved".
    func prepare(_ sql: String, or failure: String) throws(StorageError) -> SQLiteStatement {
        var statement: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        let result = sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil)
        guard result == SQLITE_OK, let statement else { throw error(failure, result) }
        return SQLiteStatement(statement, of: self, or: failure)
    }

    /// How many rows the last statement has changed.
    var changes: Int { Int(sqlite3_changes64(handle)) }

    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    func error(_ failure: String, _ result: CInt) -> StorageError {
        result & 0xFF == SQLITE_FULL
            ? StorageError("\(failure): the disk, or the \(limit) bytes of the store, are full.")
            : StorageError("\(failure): \(reason).")
    }

    /// What SQLite says is wrong.
    private var reason: String {
        sqlite3_errmsg(handle).map { String(cString: $0) } ?? "out of memory"
    }
}

/// What takes a place in a statement.
enum SQLiteValue {
    case bytes([UInt8])
    case text(String)
    case integer(Int64)
    case null

    /// The number; where there is none, that there is none.
    static func integer(orNull number: Int64?) -> SQLiteValue { number.map { .integer($0) } ?? .null }
}

/// A statement that is prepared once and carried out often.
final class SQLiteStatement {
    private let handle: OpaquePointer
    private let connection: SQLiteConnection
    private let failure: String

    fileprivate init(_ handle: OpaquePointer, of connection: SQLiteConnection, or failure: String) {
        self.handle = handle
        self.connection = connection
        self.failure = failure
    }

    deinit { sqlite3_finalize(handle) }

    /// Carries it out.
    ///
    /// - Returns: How many rows it has changed, where it is one that changes some.
    @discardableResult
    func run(_ values: SQLiteValue...) throws(StorageError) -> Int { try run(values) }

    /// The same with a list of values.
    func run(_ values: [SQLiteValue]) throws(StorageError) -> Int {
        defer { reset() }
        try bind(values)
        while try step() {}
        return connection.changes
    }

    /// The first row, read; nil where there is none.
    func first<Value>(_ values: SQLiteValue..., read: (SQLiteRow) -> Value) throws(StorageError) -> Value? {
        defer { reset() }
        try bind(values)
        return try step() ? read(SQLiteRow(handle: handle)) : nil
    }

    /// All rows, read.
    func all<Value>(_ values: SQLiteValue..., read: (SQLiteRow) -> Value) throws(StorageError) -> [Value] {
        defer { reset() }
        try bind(values)
        var all: [Value] = []
        while try step() { all.append(read(SQLiteRow(handle: handle))) }
        return all
    }

    private func step() throws(StorageError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let result: throw connection.error(failure, result)
        }
    }

    private func bind(_ values: [SQLiteValue]) throws(StorageError) {
        for (place, value) in zip(CInt(1)..., values) {
            let result =
                switch value {
                case .integer(let number):
                    sqlite3_bind_int64(handle, place, number)
                case .null:
                    sqlite3_bind_null(handle, place)
                case .bytes(let bytes):
                    bytes.withUnsafeBytes { elmwood_bind_blob(handle, place, $0.baseAddress, $0.count) }
                case .text(let text):
                    Array(text.utf8).withUnsafeBytes { bytes in
                        let characters = bytes.assumingMemoryBound(to: CChar.self)
                        return elmwood_bind_text(handle, place, characters.baseAddress, characters.count)
                    }
                }
            guard result == SQLITE_OK else { throw connection.error(failure, result) }
        }
    }

    private func reset() {
        sqlite3_reset(handle)
        // A large value is not kept until the next time.
        sqlite3_clear_bindings(handle)
    }
}

/// A row of a result, while it is read.
struct SQLiteRow {
    fileprivate let handle: OpaquePointer

    func integer(_ column: CInt) -> Int64 { sqlite3_column_int64(handle, column) }

    /// Nil where the column is null.
    func integerOrNull(_ column: CInt) -> Int64? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
    }

    func bytes(_ column: CInt) -> [UInt8] {
        let count = Int(sqlite3_column_bytes(handle, column))
        guard count > 0, let bytes = sqlite3_column_blob(handle, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }
}
