import CElmwoodSQLite
import ElmwoodSQL

/// The write lock of a SQLite file, held as by another process.
final class FileLock {
    private var connection: OpaquePointer?

    struct LockError: Error {}

    init(_ path: String) throws {
        guard sqlite3_open(path, &connection) == SQLITE_OK,
            sqlite3_exec(connection, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK
        else { throw LockError() }
    }

    func release() { sqlite3_exec(connection, "ROLLBACK", nil, nil, nil) }

    deinit { sqlite3_close_v2(connection) }
}

extension FileLock {
    /// Turns the file's WAL mode off, and returns the mode it has then.
    static func plainFile(_ path: String) throws -> String {
        var connection: OpaquePointer?
        var statement: OpaquePointer?
        defer {
            sqlite3_finalize(statement)
            sqlite3_close_v2(connection)
        }
        guard sqlite3_open(path, &connection) == SQLITE_OK,
            sqlite3_prepare_v2(connection, "PRAGMA journal_mode = DELETE", -1, &statement, nil) == SQLITE_OK,
            sqlite3_step(statement) == SQLITE_ROW, let mode = sqlite3_column_text(statement, 0)
        else { throw LockError() }
        return String(cString: mode)
    }
}
