import CElmwoodSQLite
import ElmwoodSQLite
import Glibc

/// An open SQLite file in WAL mode. It and its statements are used by one thread at a time.
final class SQLiteConnection {
    private let file: SQLiteHandle
    private var handle: OpaquePointer { file.pointer }
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
        do throws(SQLiteError) {
            let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
            file = try SQLiteHandle(path, flags, isCreated: true)
        } catch {
            throw StorageError("The store \(path) cannot be opened: \(error.message).")
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

    /// Runs a statement without which the file cannot be used.
    func execute(_ sql: String) throws(StorageError) {
        do throws(SQLiteError) {
            try file.execute(sql)
        } catch {
            throw Self.error("The store \(path) cannot be used: \(error.message).", error.result)
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
        case SQLITE_CONSTRAINT, SQLITE_TOOBIG, SQLITE_MISMATCH: error.kind = .refused
        default: break
        }
        return error
    }

    /// Copies the log to the file, and empties it: on a full disk, that makes room for what replaces former content.
    func emptyLog() { try? file.execute("PRAGMA wal_checkpoint(TRUNCATE)") }

    /// Removes former content that SQLite has left in unused parts of the file and the log, as far as nobody else uses the file. A
    /// large file is not rewritten for that: it would take minutes.
    func removeRemnants() {
        if Self.size(of: path) <= Self.checkedSize { try? file.execute("VACUUM") }
        emptyLog()
    }

    /// Prepares a statement.
    ///
    /// - Parameter failure: The beginning of the message if the statement fails: "A value could not be saved".
    func prepare(_ sql: String, or failure: String) throws(StorageError) -> SQLiteStatement {
        do throws(SQLiteError) {
            return SQLiteStatement(try file.prepare(sql), of: self, or: failure)
        } catch {
            throw self.error(failure, error)
        }
    }

    /// The number of rows that the last statement changed.
    var changes: Int { Int(sqlite3_changes64(handle)) }

    /// The number of the row that was inserted last.
    fileprivate var lastNumber: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Returns the error of a function that has just returned that result.
    fileprivate func error(_ failure: String, _ result: CInt) -> StorageError {
        error(failure, SQLiteError(result, handle))
    }

    private func error(_ failure: String, _ error: SQLiteError) -> StorageError {
        let reason =
            error.result & 0xFF == SQLITE_FULL
            ? "the disk is full, or the store has reached its limit of \(limit) bytes" : error.message
        return Self.error("\(failure): \(reason).", error.result)
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
    private let statement: PreparedStatement
    private let connection: SQLiteConnection
    private let failure: String

    fileprivate init(_ statement: PreparedStatement, of connection: SQLiteConnection, or failure: String) {
        self.statement = statement
        self.connection = connection
        self.failure = failure
    }

    /// Runs the statement.
    ///
    /// - Returns: The number of rows that it changed.
    @discardableResult
    func run(_ values: SQLiteValue...) throws(StorageError) -> Int { try run(values) }

    /// Runs the statement with a list of values.
    func run(_ values: [SQLiteValue]) throws(StorageError) -> Int {
        defer { statement.reset() }
        try bind(values)
        while try step() {}
        return connection.changes
    }

    /// The number of the row that the connection has inserted last.
    var lastNumber: Int64 { connection.lastNumber }

    /// Returns the first row, converted, or nil if there is none.
    func first<Value>(_ values: SQLiteValue..., read: (PreparedStatement) -> Value) throws(StorageError) -> Value? {
        defer { statement.reset() }
        try bind(values)
        return try step() ? read(statement) : nil
    }

    /// Returns all rows, converted.
    func all<Value>(_ values: SQLiteValue..., read: (PreparedStatement) -> Value) throws(StorageError) -> [Value] {
        defer { statement.reset() }
        try bind(values)
        var all: [Value] = []
        while try step() { all.append(read(statement)) }
        return all
    }

    private func step() throws(StorageError) -> Bool {
        switch sqlite3_step(statement.handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let result: throw connection.error(failure, result)
        }
    }

    private func bind(_ values: [SQLiteValue]) throws(StorageError) {
        for (place, value) in zip(CInt(1)..., values) {
            let result =
                switch value {
                case .integer(let number): sqlite3_bind_int64(statement.handle, place, number)
                case .null: sqlite3_bind_null(statement.handle, place)
                case .bytes(let bytes): bytes.withUnsafeBytes { statement.bind($0, at: place) }
                case .text(let text): statement.bind(text, at: place)
                }
            guard result == SQLITE_OK else { throw connection.error(failure, result) }
        }
    }
}
