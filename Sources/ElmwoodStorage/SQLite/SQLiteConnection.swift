import CElmwoodSQLite
import Glibc

/// An open SQLite file in WAL mode. It and its statements are used by one thread at a time.
final class SQLiteConnection {
    private var handle: OpaquePointer?
    private let path: String
    private let limit: Int

    /// Opens the file at that path, creating it for its owner only if it does not exist, and sets it up.
    ///
    /// - Parameters:
    ///   - limit: The largest size of the file in bytes. It applies only after the setup, so that a full file can be opened.
    ///   - log: The size of the log in bytes at which it is copied to the file, unless the disk is small.
    ///   - isChecked: Whether the file is checked for damage. A large file is not read for that: it would take minutes.
    ///   - setUp: Creates the content of the file.
    init(
        path: String,
        survives durability: StorageDurability,
        limit: Int,
        log: Int = 4_000_000,
        isChecked: Bool = true,
        setUp: (SQLiteConnection) throws(StorageError) -> Void
    ) throws(StorageError) {
        self.path = path
        self.limit = limit
        // SQLite gives its other files the permissions of this one, so the first process creates it for its owner only. The file is
        // created or left unchanged, but not opened for that: closing it would drop the locks that this process has on it, if
        // another part of the process has opened it meanwhile.
        mknod(path, S_IFREG | 0o600, 0)
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
        guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK else {
            throw StorageError("The store \(path) cannot be opened: \(reason).")
        }
        sqlite3_busy_timeout(handle, 5_000)
        try execute("PRAGMA journal_mode = WAL")
        try execute("PRAGMA synchronous = \(durability == .powerLoss ? "FULL" : "NORMAL")")
        try execute("PRAGMA wal_autocheckpoint = \(min(log, max(400_000, Self.room(at: path) / 4)) / 4_096)")
        if isChecked, Self.size(of: path) <= Self.checkedSize { try check() }
        addHashFunction()
        try setUp(self)
        try execute("PRAGMA max_page_count = \(max(16, limit / 4_096))")
    }

    deinit {
        // Remaining statements keep it open until they are released.
        sqlite3_close_v2(handle)
    }

    /// Runs a statement without which the file cannot be used.
    func execute(_ sql: String) throws(StorageError) {
        let result = sqlite3_exec(handle, sql, nil, nil, nil)
        guard result == SQLITE_OK else {
            throw Self.error("The store \(path) cannot be used: \(reason).", result)
        }
    }

    /// The version of the file's content, which is 0 in a new file.
    func version() throws(StorageError) -> Int64 {
        let statement = try prepare("PRAGMA user_version", or: "The store \(path) cannot be used")
        return try statement.first { $0.integer(0) } ?? 0
    }

    /// Adds the function `elmwood_hash`, for migrations: the hash of 16 bytes, and any other bytes unchanged.
    private func addHashFunction() {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
        sqlite3_create_function_v2(
            handle,
            "elmwood_hash",
            1,
            flags,
            nil,
            { context, _, values in
                guard let value = values?[0] else { return }
                let count = Int(sqlite3_value_bytes(value))
                let bytes =
                    sqlite3_value_blob(value).map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
                let hash = RandomBits(bytes: bytes)?.hash.bytes ?? bytes
                hash.withUnsafeBytes { elmwood_result_blob(context, $0.baseAddress, $0.count) }
            },
            nil,
            nil,
            nil
        )
    }

    /// In bytes: a check takes less than a second.
    private static let checkedSize: off_t = 100_000_000

    /// The free bytes of the disk. A log that took all of them could not be copied to the file any more, since that may have to grow.
    private static func room(at path: String) -> Int {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return .max }
        return Int(clamping: status.f_bavail.multipliedReportingOverflow(by: UInt(status.f_frsize)).partialValue)
    }

    private static func size(of path: String) -> off_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_size : 0
    }

    /// Throws if the file is damaged.
    private func check() throws(StorageError) {
        let statement = try prepare("PRAGMA quick_check(1)", or: "The store \(path) cannot be used")
        let finding = try statement.first { String(decoding: $0.bytes(0), as: UTF8.self) }
        guard let finding, finding != "ok" else { return }
        throw Self.error("The store \(path) cannot be used: \(finding).", SQLITE_CORRUPT)
    }

    private static func error(_ sentence: String, _ result: CInt) -> StorageError {
        var error = StorageError(sentence)
        switch result & 0xFF {
        case SQLITE_FULL: error.kind = .full
        case SQLITE_CORRUPT, SQLITE_NOTADB: error.kind = .damaged
        default: break
        }
        return error
    }

    /// Copies the log to the file, and empties it: on a full disk, that makes room for what replaces former content.
    func emptyLog() { sqlite3_exec(handle, "PRAGMA wal_checkpoint(TRUNCATE)", nil, nil, nil) }

    /// Removes former content that SQLite has left in unused parts of the file and the log, as far as nobody else uses the file. A
    /// large file is not rewritten for that: it would take minutes.
    func removeRemnants() {
        if Self.size(of: path) <= Self.checkedSize { sqlite3_exec(handle, "VACUUM", nil, nil, nil) }
        emptyLog()
    }

    /// Prepares a statement.
    ///
    /// - Parameter failure: The beginning of the message if the statement fails: "A value could not be saved".
    func prepare(_ sql: String, or failure: String) throws(StorageError) -> SQLiteStatement {
        var statement: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        let result = sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil)
        guard result == SQLITE_OK, let statement else { throw error(failure, result) }
        return SQLiteStatement(statement, of: self, or: failure)
    }

    /// The number of rows that the last statement changed.
    var changes: Int { Int(sqlite3_changes64(handle)) }

    /// The number of the row that was inserted last.
    fileprivate var lastNumber: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    func error(_ failure: String, _ result: CInt) -> StorageError {
        let reason =
            result & 0xFF == SQLITE_FULL
            ? "the disk is full, or the store has reached its limit of \(limit) bytes" : reason
        return Self.error("\(failure): \(reason).", result)
    }

    /// SQLite's error message.
    private var reason: String {
        sqlite3_errmsg(handle).map { String(cString: $0) } ?? "out of memory"
    }
}

/// A parameter of a statement.
enum SQLiteValue {
    case bytes([UInt8])
    case text(String)
    case integer(Int64)
    case null

    /// Returns the number, or null for nil.
    static func integer(orNull number: Int64?) -> SQLiteValue { number.map { .integer($0) } ?? .null }

    /// Returns the text, or null for nil.
    static func text(orNull text: String?) -> SQLiteValue { text.map { .text($0) } ?? .null }
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

    /// Runs the statement.
    ///
    /// - Returns: The number of rows that it changed.
    @discardableResult
    func run(_ values: SQLiteValue...) throws(StorageError) -> Int { try run(values) }

    /// Runs the statement with a list of values.
    func run(_ values: [SQLiteValue]) throws(StorageError) -> Int {
        defer { reset() }
        try bind(values)
        while try step() {}
        return connection.changes
    }

    /// The number of the row that the connection has inserted last.
    var lastNumber: Int64 { connection.lastNumber }

    /// Returns the first row, converted, or nil if there is none.
    func first<Value>(_ values: SQLiteValue..., read: (SQLiteRow) -> Value) throws(StorageError) -> Value? {
        defer { reset() }
        try bind(values)
        return try step() ? read(SQLiteRow(handle: handle)) : nil
    }

    /// Returns all rows, converted.
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
        // A large value is not retained until the next run.
        sqlite3_clear_bindings(handle)
    }
}

/// A row of a result, while it is read.
struct SQLiteRow {
    fileprivate let handle: OpaquePointer

    func integer(_ column: CInt) -> Int64 { sqlite3_column_int64(handle, column) }

    /// Returns the integer, or nil if the column is null.
    func integerOrNull(_ column: CInt) -> Int64? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
    }

    /// Returns the text, or nil if the column is null.
    func textOrNull(_ column: CInt) -> String? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : String(decoding: bytes(column), as: UTF8.self)
    }

    func bytes(_ column: CInt) -> [UInt8] {
        let count = Int(sqlite3_column_bytes(handle, column))
        guard count > 0, let bytes = sqlite3_column_blob(handle, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }
}
