import ElmwoodSQL
import ElmwoodSQLBehavior
import ElmwoodTestSupport
import Foundation
import Testing

/// What is SQLite's own.
@Suite struct SQLiteTests {
    private let file = TemporaryFile()

    @Test func `The file is in WAL mode, for its owner only, and obeys foreign keys`() async throws {
        let database = Database(.sqlite(file.path), limits: .patient)
        #expect(try await database.value("PRAGMA journal_mode", as: String.self) == "wal")
        #expect(try await database.value("PRAGMA foreign_keys", as: Int.self) == 1)
        #expect(try await database.value("PRAGMA synchronous", as: Int.self) == 2)
        try await database.execute("CREATE TABLE t (id INTEGER)")
        for end in ["", "-wal"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path + end)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func `Readers and the writer do not wait for each other`() async throws {
        let database = Database(.sqlite(file.path), limits: .patient)
        try await database.execute("CREATE TABLE t (id INTEGER)")
        try await database.transaction { transaction in
            try await transaction.execute("INSERT INTO t VALUES (1)")
            // On another task, which is not in the transaction.
            let count = try await Task.detached { try await database.value("SELECT count(*) FROM t", as: Int.self) }
                .value
            #expect(count == 0)
            let inside = try await Task.detached {
                try await database.transaction(readOnly: true) {
                    try await $0.value("SELECT count(*) FROM t", as: Int.self)
                }
            }.value
            #expect(inside == 0)
        }
        #expect(try await database.value("SELECT count(*) FROM t", as: Int.self) == 1)
    }

    @Test func `An insert tells its rowid, and other statements none`() async throws {
        let database = Database(.sqlite(file.path), limits: .patient)
        #expect(try await database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)").insertedID == nil)
        #expect(try await database.execute("INSERT INTO t (name) VALUES ('a')").insertedID == 1)
        #expect(try await database.execute("INSERT INTO t VALUES (41, 'b')").insertedID == 41)
        #expect(try await database.execute("UPDATE t SET name = 'c'").insertedID == nil)
        #expect(try await database.execute("DELETE FROM t WHERE id = 7").changes == 0)
    }

    @Test func `A text with a zero in it is stored whole, and NaN is refused`() async throws {
        let database = Database(.sqlite(file.path), limits: .patient)
        #expect(try await database.value("SELECT \("a\0b")", as: String.self) == "a\0b")
        await expectError(.invalidValue) { try await database.execute("SELECT \(Double.nan)") }
    }

    @Test func `Bytes that are no UTF-8 are not read as a text`() async throws {
        let database = Database(.sqlite(file.path), limits: .patient)
        let statement: SQL = "SELECT CAST(x'ff41' AS TEXT)"
        await expectError(.decoding) { try await database.value(statement, as: String.self) }
        #expect(try await database.value(statement, as: [UInt8].self) == [0xFF, 0x41])
    }

    @Test func `A name in double quotes that is no column's is an error and no text`() async throws {
        let database = Database(.sqlite(file.path), limits: .patient)
        try await database.execute("CREATE TABLE t (name TEXT)")
        await expectError(.undefinedObject) { try await database.execute("SELECT \(identifier: "nmae") FROM t") }
    }

    @Test func `A placeholder in the text is refused`() async {
        let database = Database(.sqlite(file.path), limits: .patient)
        for statement: SQL in ["SELECT ?", "SELECT :name", "SELECT ?, \(1)"] {
            await expectError(.misuse) { try await database.execute(statement) }
        }
    }

    @Test func `What a function says of a bound value is not in the error`() async throws {
        let database = Database(.sqlite(file.path), limits: .patient)
        try await database.execute("CREATE VIRTUAL TABLE texts USING fts5 (body)")
        let error = await expectError(.other) {
            try await database.rows("SELECT body FROM texts WHERE texts MATCH \("secret:\"x")", as: String.self)
        }
        #expect(error.map { "\($0)".contains("secret") } == false)
    }

    @Test func `A table that changes is read with its new columns, also by a statement that is kept`() async throws {
        struct Row: Decodable, Equatable { var id: Int }
        struct Wide: Decodable, Equatable { var id: Int, name: String? }
        let database = Database(.sqlite(file.path), limits: .patient)
        try await database.execute("CREATE TABLE t (id INTEGER)")
        try await database.execute("INSERT INTO t VALUES (1)")
        #expect(try await database.rows("SELECT * FROM t") == [Row(id: 1)])
        try await database.execute("ALTER TABLE t ADD COLUMN name TEXT")
        #expect(try await database.rows("SELECT * FROM t") == [Wide(id: 1, name: nil)])
    }

    @Test func `More statements than are kept work, also while they are streamed`() async throws {
        var limits = DatabaseLimits.patient
        limits.preparedStatements = 2
        let database = Database(.sqlite(file.path), limits: limits)
        for number in 0..<10 {
            #expect(try await database.value("SELECT \(raw: "\(number)")", as: Int.self) == number)
        }
        var sum = 0
        for try await number in database.stream("SELECT 1 UNION ALL SELECT 2", as: Int.self) {
            for try await other in database.stream("SELECT 1 UNION ALL SELECT 2", as: Int.self) {
                sum += number * other
            }
        }
        #expect(sum == 9)
    }

    @Test func `A migration can rebuild a table that others refer to, and foreign keys are obeyed afterwards`()
        async throws
    {
        let database = Database(.sqlite(file.path), limits: .patient)
        try await database.execute("CREATE TABLE owners (id INTEGER PRIMARY KEY)")
        try await database.execute("CREATE TABLE cats (owner INTEGER REFERENCES owners (id) ON DELETE CASCADE)")
        try await database.execute("INSERT INTO owners VALUES (1)")
        try await database.execute("INSERT INTO cats VALUES (1)")
        let rebuild = Migration(
            "rebuild",
            """
            CREATE TABLE new (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO new (id) SELECT id FROM owners;
            DROP TABLE owners; ALTER TABLE new RENAME TO owners
            """
        )
        try await database.migrate([rebuild])
        #expect(try await database.value("SELECT count(*) FROM cats", as: Int.self) == 1)
        await expectError(.foreignKeyViolation) { try await database.execute("INSERT INTO cats VALUES (7)") }
        let breaking = Migration("break", "DELETE FROM owners")
        let error = await expectError(.foreignKeyViolation) { try await database.migrate([rebuild, breaking]) }
        #expect(error?.message.contains("“cats”") == true)
        await expectError(.foreignKeyViolation) { try await database.execute("INSERT INTO cats VALUES (7)") }
        #expect(try await database.value("SELECT count(*) FROM owners", as: Int.self) == 1)
    }

    @Test func `A statement that was ended by its limit in a transaction leaves nothing to be committed`() async throws
    {
        let database = Database(.sqlite(file.path), limits: .patient)
        try await database.execute("CREATE TABLE t (id INTEGER)")
        let endless: SQL = """
            INSERT INTO t WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000000)
            SELECT i FROM n
            """
        await expectError(.timeout) {
            try await database.transaction { transaction in
                try await transaction.execute("INSERT INTO t VALUES (0)")
                // SQLite has rolled back by itself. What comes now would be committed by itself.
                await expectError(.timeout) { try await transaction.execute(endless, timeLimit: .milliseconds(20)) }
                try await transaction.execute("INSERT INTO t VALUES (1)")
            }
        }
        #expect(try await database.value("SELECT count(*) FROM t", as: Int.self) == 0)
    }
}
