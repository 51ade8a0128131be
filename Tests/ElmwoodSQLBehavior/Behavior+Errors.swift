import ElmwoodSQL
import Testing

extension Behavior {
    static let errors: [Behavior] = [
        Behavior("Each constraint that does not hold is an error of its kind, without the values") {
            database async throws in
            try await database.execute("CREATE TABLE owners (id BIGINT PRIMARY KEY)")
            try await database.execute(
                """
                CREATE TABLE items (
                    id BIGINT PRIMARY KEY, name TEXT NOT NULL UNIQUE, owner BIGINT REFERENCES owners (id),
                    size BIGINT CONSTRAINT positive_size CHECK (size > 0)
                )
                """
            )
            func insert(_ id: Int, _ name: String?, owner: Int? = nil, size: Int = 1) async throws {
                try await database.execute("INSERT INTO items VALUES (\(id), \(name), \(owner), \(size))")
            }
            try await insert(1, "secret-4711")
            let unique = await expectError(.uniqueViolation) { try await insert(2, "secret-4711") }
            #expect(["items.name", "items_name_key"].contains(unique?.constraint))
            #expect(unique?.statement?.hasPrefix("INSERT INTO items VALUES (") == true)
            let key = await expectError(.uniqueViolation) { try await insert(1, "other") }
            #expect(["items.id", "items_pkey"].contains(key?.constraint))
            let null = await expectError(.notNullViolation) { try await insert(3, nil) }
            let check = await expectError(.checkViolation) { try await insert(4, "four", size: -4711) }
            #expect(check?.constraint == "positive_size")
            let foreign = await expectError(.foreignKeyViolation) { try await insert(5, "five", owner: 4711) }
            for error in [unique, key, null, check, foreign] {
                #expect(error?.code.isEmpty == false)
                #expect(error.map { !"\($0)".contains("4711") } == true)
            }
            #expect(try await database.value("SELECT count(*) FROM items", as: Int.self) == 1)
        },
        Behavior("What is no statement is refused, and what is several") { database async throws in
            await expectError(.syntax) { try await database.execute("SELEC 1") }
            await expectError(.syntax) { try await database.execute("") }
            await expectError(.syntax) { try await database.execute("SELECT 1; SELECT 2") }
            await expectError(.undefinedObject) { try await database.execute("SELECT * FROM nowhere") }
            await expectError(.undefinedObject) { try await database.execute("SELECT two FROM (SELECT 1 AS one) AS t") }
            await expectError(.misuse) { try await database.execute("SELECT 1\0") }
            // Whitespace and comments after a statement are no second one.
            #expect(try await database.value("SELECT 1; -- done\n ", as: Int.self) == 1)
        },
        Behavior("A statement that begins or ends a transaction is refused, and leaves none open") {
            database async throws in
            await expectError(.misuse) { try await database.execute("BEGIN") }
            try await database.execute("CREATE TABLE t (id BIGINT)")
            await expectError(.misuse) {
                try await database.transaction { transaction in
                    try await transaction.execute("INSERT INTO t VALUES (1)")
                    try await transaction.execute("ROLLBACK")
                }
            }
            #expect(try await database.value("SELECT count(*) FROM t", as: Int.self) == 0)
        },
        Behavior("A statement's time limit ends it") { database async throws in
            let endless: SQL = """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000000) SELECT max(i) FROM n
                """
            let error = await expectError(.timeout) {
                try await database.rows(endless, as: Int?.self, timeLimit: .milliseconds(30))
            }
            #expect(error?.statement == endless.description)
            #expect(try await database.value("SELECT 1", as: Int.self) == 1)
        },
        Behavior("A task that is cancelled ends its statement") { database async throws in
            let task = Task {
                try await database.value(
                    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000000) SELECT max(i) FROM n",
                    as: Int.self
                )
            }
            await Task.yield()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await database.value("SELECT 1", as: Int.self) == 1)
        },
        Behavior("A result that is too large is an error, and the connection can be used again") {
            database async throws in
            let statement: SQL = """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500000) SELECT i FROM n
                """
            await expectError(.tooLarge) { try await database.rows(statement, as: Int.self) }
            #expect(try await database.value("SELECT 1", as: Int.self) == 1)
            #expect(try await database.value(statement, as: Int.self) == 1)
        },
    ]
}
