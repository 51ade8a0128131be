import CElmwoodSQLite
import Glibc

/// A file of SQLite, as it is opened.
struct SQLiteFile: Sendable {
    /// Absolute, so that a change of the working directory leads to no other file; or what SQLite takes for memory.
    let path: String
    let durability: SQLiteDurability
    let isInMemory: Bool

    init(path: String, durability: SQLiteDurability) {
        isInMemory = path.isEmpty || path == ":memory:"
        if isInMemory {
            self.path = ":memory:"
        } else if path.hasPrefix("/") {
            self.path = path
        } else {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let folder = getcwd(&buffer, buffer.count).map { String(cString: $0) } ?? "."
            self.path = folder + "/" + path
        }
        self.durability = durability
    }

    /// Opens a connection, creating the file for its owner only if it does not exist.
    func open() throws(DatabaseError) -> OpaquePointer {
        // SQLite gives its other files the permissions of this one. The file is created or left unchanged, but not opened for that:
        // closing it would drop the locks that this process has on it.
        if !isInMemory { mknod(path, S_IFREG | 0o600, 0) }
        var handle: OpaquePointer?
        // One thread at a time uses it.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let result = sqlite3_open_v2(path, &handle, flags, nil)
        guard result == SQLITE_OK, let handle else {
            let reason = handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "out of memory"
            sqlite3_close_v2(handle)
            var error = SQLiteFailure.error(result, message: reason, statement: nil)
            error.message = "The database \(path) cannot be opened: \(reason)."
            throw error
        }
        return handle
    }
}
