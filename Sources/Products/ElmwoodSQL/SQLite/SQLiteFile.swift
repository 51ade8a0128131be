import CElmwoodSQLite
import ElmwoodSQLite
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
    func open() throws(DatabaseError) -> SQLiteHandle {
        // One thread at a time uses it.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        do throws(SQLiteError) {
            return try SQLiteHandle(path, flags, isCreated: !isInMemory)
        } catch {
            var failure = SQLiteFailure.error(error.result, message: error.message, statement: nil)
            failure.message = "The database \(path) cannot be opened: \(error.message)."
            throw failure
        }
    }
}
