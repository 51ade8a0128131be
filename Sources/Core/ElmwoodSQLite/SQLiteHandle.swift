import CElmwoodSQLite
import Glibc

/// An open file of SQLite. It and its statements are used by one thread at a time.
package final class SQLiteHandle {
    package let pointer: OpaquePointer

    /// Opens a file by the flags of `sqlite3_open_v2`.
    ///
    /// - Parameter isCreated: Whether the file is created, for its owner only, if it does not exist.
    package init(_ path: String, _ flags: CInt, isCreated: Bool = false) throws(SQLiteError) {
        // SQLite gives its other files the permissions of this one. The file is created or left unchanged, but not opened for that:
        // closing it would drop the locks that this process has on it, if another part of the process has opened it meanwhile.
        if isCreated { mknod(path, S_IFREG | 0o600, 0) }
        var pointer: OpaquePointer?
        let result = sqlite3_open_v2(path, &pointer, flags, nil)
        guard result == SQLITE_OK, let pointer else {
            defer { sqlite3_close_v2(pointer) }
            throw SQLiteError(result, pointer)
        }
        self.pointer = pointer
    }

    // Statements that are left keep it open until they are released.
    deinit { sqlite3_close_v2(pointer) }

    /// Runs statements that return nothing.
    package func execute(_ sql: String) throws(SQLiteError) {
        let result = sqlite3_exec(pointer, sql, nil, nil, nil)
        guard result == SQLITE_OK else { throw SQLiteError(result, pointer) }
    }

    /// Prepares a statement, which may be kept for long.
    package func prepare(_ sql: String) throws(SQLiteError) -> PreparedStatement {
        var statement: OpaquePointer?
        let result = sqlite3_prepare_v3(pointer, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard result == SQLITE_OK, let statement else { throw SQLiteError(result, pointer) }
        return PreparedStatement(statement)
    }
}

/// Why SQLite did not do something.
package struct SQLiteError: Error {
    /// SQLite's result, which may be an extended one.
    package let result: CInt
    /// SQLite's own message. It may quote a value.
    package let message: String

    /// Creates the error of the connection's last function; nil if there was no memory for a connection.
    package init(_ result: CInt, _ connection: OpaquePointer?) {
        self.result = result
        message = connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "out of memory"
    }
}
