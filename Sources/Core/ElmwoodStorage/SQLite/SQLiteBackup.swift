import CElmwoodSQLite
import ElmwoodSQLite
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
        let source = try open(path)
        let copy = try open(target)
        guard let backup = sqlite3_backup_init(copy.pointer, "main", source.pointer, "main") else {
            let reason = SQLiteError(SQLITE_ERROR, copy.pointer).message
            throw StorageError("\(path) cannot be copied to \(target): \(reason).")
        }
        // A process that has just opened the file may be recovering its log, for which SQLite itself does not wait.
        sqlite3_busy_timeout(source.pointer, 0)
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
        try check(copy, at: target)
    }

    /// Whether a file begins as every database of SQLite does (“Database File Format”, section 1.3.1).
    ///
    /// The process must not have the database open: closing a file ends all locks that the process has on it.
    package static func isDatabase(_ path: String) -> Bool {
        let file = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        let beginning = Array("SQLite format 3\0".utf8)
        var bytes = [UInt8](repeating: 0, count: beginning.count)
        return read(file, &bytes, bytes.count) == bytes.count && bytes == beginning
    }

    /// Checks that a file is a database and undamaged.
    package static func check(_ path: String) throws(StorageError) {
        try check(open(path), at: path)
    }

    /// Returns those of some names that occur in what the sessions' file or the values' file at that path contains: in a model, in
    /// pending work, in a value.
    ///
    /// - Parameter names: of 32 small hexadecimal digits, as uploaded files have them.
    package static func names(in path: String, among names: Set<String>) throws(StorageError) -> Set<String> {
        let file = try open(path)
        var found: Set<String> = []
        for (table, columns) in [("sessions", "model, rest"), ("stored_values", "value, key")] {
            guard let statement = try? file.prepare("SELECT \(columns) FROM \(table)") else { continue }
            while sqlite3_step(statement.handle) == SQLITE_ROW {
                for column in [CInt(0), 1] {
                    statement.bytes(column).withUnsafeBytes { collect(names, in: $0, to: &found) }
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

    private static func open(_ path: String) throws(StorageError) -> SQLiteHandle {
        do throws(SQLiteError) {
            let file = try SQLiteHandle(path, SQLITE_OPEN_READWRITE)
            sqlite3_busy_timeout(file.pointer, 30_000)
            return file
        } catch {
            throw StorageError("\(path) cannot be opened: \(error.message).")
        }
    }

    /// Throws if the file is damaged, or no database. One with a collation that only its app has cannot be checked.
    private static func check(_ file: SQLiteHandle, at path: String) throws(StorageError) {
        // A row that breaks a constraint is no damage, and a constraint may call functions that only the app has.
        try? file.execute("PRAGMA ignore_check_constraints = ON")
        let statement: PreparedStatement
        do throws(SQLiteError) {
            statement = try file.prepare("PRAGMA quick_check(1)")
        } catch {
            if sqlite3_extended_errcode(file.pointer) == elmwood_error_missing_collation { return }
            throw StorageError("\(path) cannot be read: \(error.message).")
        }
        let result = sqlite3_step(statement.handle)
        guard result == SQLITE_ROW, let finding = statement.textOrNull(0) else {
            throw StorageError("\(path) cannot be read: \(SQLiteError(result, file.pointer).message).")
        }
        guard finding == "ok" else { throw StorageError("\(path) is damaged: \(finding).") }
    }
}
