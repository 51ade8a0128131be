import CElmwoodSQLite
import ElmwoodStorage

/// The write lock of a SQLite file, held as by another process: commits wait for its release.
final class FileLock {
    private var connection: OpaquePointer?

    init(_ path: String) throws {
        guard sqlite3_open(path, &connection) == SQLITE_OK,
            sqlite3_exec(connection, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK
        else { throw StorageError("The file \(path) could not be locked.") }
    }

    func release() { sqlite3_exec(connection, "ROLLBACK", nil, nil, nil) }

    deinit { sqlite3_close_v2(connection) }
}
