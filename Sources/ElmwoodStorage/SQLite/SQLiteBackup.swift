import CElmwoodSQLite
import Glibc

/// Copies of stores' files while processes use them.
package enum SQLiteBackup {
    /// Copies a file as it is at one moment, and checks the copy.
    ///
    /// Processes that write to the file meanwhile do not wait: all pages are copied in one step, which reads what was committed before
    /// it began. In several steps, each commit between two of them would begin the copy anew.
    ///
    /// - Parameter patience: how long to wait for a process that has locked the whole file.
    /// - Throws: ``StorageError`` if the file cannot be read, the copy cannot be written, or is damaged. A part of the copy may exist
    ///   then.
    package static func copy(
        _ path: String,
        to target: String,
        patience: Duration = .seconds(30)
    ) throws(StorageError) {
        // The copy is its owner's only from the beginning.
        mknod(target, S_IFREG | 0o600, 0)
        let source = try Database(path, SQLITE_OPEN_READWRITE)
        let copy = try Database(target, SQLITE_OPEN_READWRITE)
        guard let backup = sqlite3_backup_init(copy.handle, "main", source.handle, "main") else {
            throw copy.error("\(path) cannot be copied to \(target)")
        }
        // A process that has just opened the file may be recovering its log, for which SQLite itself does not wait.
        sqlite3_busy_timeout(source.handle, 0)
        let deadline = ContinuousClock.now + patience
        var result = sqlite3_backup_step(backup, -1)
        while result == SQLITE_BUSY || result == SQLITE_LOCKED, .now < deadline {
            usleep(pause)
            result = sqlite3_backup_step(backup, -1)
        }
        sqlite3_backup_finish(backup)
        guard result == SQLITE_DONE else {
            throw StorageError("\(path) cannot be copied to \(target): \(String(cString: sqlite3_errstr(result))).")
        }
        try copy.check()
    }

    /// Whether a file begins as every database of SQLite does (“Database File Format”, section 1.3.1).
    ///
    /// The process must not have the database open: closing a file ends all locks that the process has on it.
    package static func isDatabase(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        let beginning = Array("SQLite format 3\0".utf8)
        var bytes = [UInt8](repeating: 0, count: beginning.count)
        return read(file, &bytes, bytes.count) == bytes.count && bytes == beginning
    }

    /// Checks that a file is a database and undamaged.
    package static func check(_ path: String) throws(StorageError) {
        try Database(path, SQLITE_OPEN_READWRITE).check()
    }

    /// Returns those of some names that occur in what the sessions' file or the values' file at that path contains: in a model, in
    /// pending work, in a value.
    ///
    /// - Parameter names: of 32 small hexadecimal digits, as uploaded files have them.
    package static func names(in path: String, among names: Set<String>) throws(StorageError) -> Set<String> {
        let database = try Database(path, SQLITE_OPEN_READWRITE)
        var found: Set<String> = []
        for (table, columns) in [("sessions", "model, rest"), ("stored_values", "value, key")] {
            var statement: OpaquePointer?
            guard
                sqlite3_prepare_v2(database.handle, "SELECT \(columns) FROM \(table)", -1, &statement, nil) == SQLITE_OK
            else { continue }
            defer { sqlite3_finalize(statement) }
            while sqlite3_step(statement) == SQLITE_ROW {
                for column in [CInt(0), 1] {
                    guard let bytes = sqlite3_column_blob(statement, column) else { continue }
                    let count = Int(sqlite3_column_bytes(statement, column))
                    collect(names, in: UnsafeRawBufferPointer(start: bytes, count: count), to: &found)
                }
            }
        }
        return found
    }

    private static let nameLength = 32

    /// Finds runs of 32 hexadecimal digits.
    private static func collect(_ names: Set<String>, in bytes: UnsafeRawBufferPointer, to found: inout Set<String>) {
        var length = 0
        for index in 0...bytes.count {
            if index < bytes.count, case UInt8(ascii: "0")...UInt8(ascii: "9") = bytes[index] {
                length += 1
            } else if index < bytes.count, case UInt8(ascii: "a")...UInt8(ascii: "f") = bytes[index] {
                length += 1
            } else {
                // A longer run may end with a name: it has no separator if what precedes it is hexadecimal, too.
                if length >= nameLength {
                    for start in (index - length)...(index - nameLength) {
                        let name = String(decoding: bytes[start..<start + nameLength], as: UTF8.self)
                        if names.contains(name) { found.insert(name) }
                    }
                }
                length = 0
            }
        }
    }

    /// In microseconds.
    private static let pause: UInt32 = 50_000

    /// An open file.
    private final class Database {
        private(set) var handle: OpaquePointer?
        private let path: String

        init(_ path: String, _ flags: Int32) throws(StorageError) {
            self.path = path
            guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK else {
                throw error("\(path) cannot be opened")
            }
            sqlite3_busy_timeout(handle, 30_000)
        }

        deinit { sqlite3_close_v2(handle) }

        /// Throws if the file is damaged, or no database. One with a collation that only its app has cannot be checked.
        func check() throws(StorageError) {
            // A row that breaks a constraint is no damage, and a constraint may call functions that only the app has.
            sqlite3_exec(handle, "PRAGMA ignore_check_constraints = ON", nil, nil, nil)
            var statement: OpaquePointer?
            defer { sqlite3_finalize(statement) }
            let result = sqlite3_prepare_v2(handle, "PRAGMA quick_check(1)", -1, &statement, nil)
            if sqlite3_extended_errcode(handle) == elmwood_error_missing_collation { return }
            guard result == SQLITE_OK, sqlite3_step(statement) == SQLITE_ROW,
                let text = sqlite3_column_text(statement, 0)
            else { throw error("\(path) cannot be read") }
            let finding = String(cString: text)
            guard finding == "ok" else { throw StorageError("\(path) is damaged: \(finding).") }
        }

        func error(_ failure: String) -> StorageError {
            StorageError("\(failure): \(sqlite3_errmsg(handle).map { String(cString: $0) } ?? "out of memory").")
        }
    }
}
