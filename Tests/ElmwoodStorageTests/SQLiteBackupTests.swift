import CElmwoodSQLite
import ElmwoodStorage
import Glibc
import Testing

/// Copies of databases that are an app's own.
@Suite struct SQLiteBackupTests {
    private let folder: String

    init() throws {
        var template = Array("/tmp/elmwood-backup-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// A connection of an app, with a function and a collation of its own.
    private final class App {
        private var handle: OpaquePointer?

        init(_ path: String) throws {
            try #require(sqlite3_open(path, &handle) == SQLITE_OK)
            let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
            sqlite3_create_function_v2(
                handle,
                "even",
                1,
                flags,
                nil,
                { call, _, values in
                    sqlite3_result_int(call, sqlite3_value_int(values?[0]) % 2 == 0 ? 1 : 0)
                },
                nil,
                nil,
                nil
            )
            sqlite3_create_collation_v2(
                handle,
                "backwards",
                SQLITE_UTF8,
                nil,
                { _, leftCount, left, rightCount, right in
                    guard let left, let right else { return 0 }
                    return memcmp(right, left, Int(min(leftCount, rightCount)))
                },
                nil
            )
        }

        deinit { sqlite3_close_v2(handle) }

        func run(_ statements: String) throws {
            let result = sqlite3_exec(handle, statements, nil, nil, nil)
            try #require(result == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle)))")
        }
    }

    @Test(arguments: [
        "CREATE TABLE a (b INTEGER CHECK (even(b))); INSERT INTO a VALUES (2)",
        "CREATE TABLE a (b INTEGER CHECK (b > 1)); PRAGMA ignore_check_constraints = ON; INSERT INTO a VALUES (0)",
        "CREATE TABLE a (b TEXT COLLATE backwards); CREATE INDEX c ON a (b); INSERT INTO a VALUES ('d')",
        "PRAGMA journal_mode = WAL; CREATE TABLE a (b TEXT); INSERT INTO a VALUES ('c')",
    ])
    func `A database is copied that only its app can check`(statements: String) throws {
        defer { system("rm -rf \(folder)") }
        let app = try App(folder + "/shop")
        try app.run(statements)
        try SQLiteBackup.copy(folder + "/shop", to: folder + "/copy")
        #expect(SQLiteBackup.isDatabase(folder + "/copy"))
        try App(folder + "/copy").run("DELETE FROM a")
    }

    @Test func `A copy does not wait forever for a process that has locked the database`() throws {
        defer { system("rm -rf \(folder)") }
        let app = try App(folder + "/shop")
        try app.run("CREATE TABLE a (b); BEGIN EXCLUSIVE")
        #expect(throws: StorageError("\(folder)/shop cannot be copied to \(folder)/copy: database is locked.")) {
            try SQLiteBackup.copy(folder + "/shop", to: folder + "/copy", patience: .milliseconds(200))
        }
        try app.run("COMMIT")
        try SQLiteBackup.copy(folder + "/shop", to: folder + "/other")
    }

    @Test(arguments: ["", "SQLite", "SQLite format 3", "SQLite format 4\0", "text that is longer than sixteen bytes"])
    func `What does not begin as a database is none`(content: String) throws {
        defer { system("rm -rf \(folder)") }
        let file = try #require(fopen(folder + "/file", "w"))
        fwrite(content, 1, content.utf8.count, file)
        fclose(file)
        #expect(!SQLiteBackup.isDatabase(folder + "/file"))
        #expect(!SQLiteBackup.isDatabase(folder))
        #expect(!SQLiteBackup.isDatabase(folder + "/none"))
    }
}
