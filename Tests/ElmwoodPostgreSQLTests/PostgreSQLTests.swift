import ElmwoodCalendar
import ElmwoodPostgreSQL
import ElmwoodPostgreSQLTestSupport
import ElmwoodSQLBehavior
import ElmwoodTestSupport
import Foundation
import Synchronization
import Testing

/// What is PostgreSQL's own.
@Suite(.needsServer) struct PostgreSQLTests {
    private func makeDatabase(_ change: (inout DatabaseLimits) -> Void = { _ in }) async throws -> Database {
        var limits = DatabaseLimits.patient
        change(&limits)
        return try await PostgreSQLServer.shared.value.makeDatabase(limits: limits)
    }

    @Test func `Values fit columns of PostgreSQL's own types`() async throws {
        enum Mood: String, Codable { case happy, sad }
        struct Row: Codable, Equatable {
            var id: UUID
            var mood: Mood
            var day: Date
            var local: Date
            var price: Decimal
            var data: [String: Int]
            var small: Int
            var name: String
        }
        let database = try await makeDatabase()
        try await database.execute("CREATE TYPE mood AS ENUM ('happy', 'sad')")
        try await database.execute(
            """
            CREATE TABLE t (
                id UUID, mood mood, day DATE, local TIMESTAMP, price NUMERIC(10, 2), data JSONB, small SMALLINT, name VARCHAR(10)
            )
            """
        )
        let row = Row(
            id: UUID(),
            mood: .sad,
            day: Date(timeIntervalSince1970: 86_400 * 365),
            local: Date(timeIntervalSince1970: 0.000_001),
            price: try #require(Decimal(string: "12.34")),
            data: ["a": 1],
            small: -7,
            name: "ten chars!"
        )
        try await database.execute(
            """
            INSERT INTO t VALUES (\(row.id), \(row.mood), \(row.day), \(row.local), \(row.price), \(json: row.data),
            \(row.small), \(row.name))
            """
        )
        #expect(try await database.row("SELECT * FROM t") == row)
        let found: SQL = """
            SELECT count(*) FROM t WHERE id = \(row.id) AND id IN \(list: [row.id.uuidString]) AND mood = \(row.mood)
            AND day = \(row.day) AND price = \(row.price) AND data = \(json: row.data) AND small = \(row.small) LIMIT \(1)
            """
        #expect(try await database.value(found, as: Int.self) == 1)
        #expect(try await database.value("SELECT sum(i) FROM generate_series(1::bigint, 3) AS i", as: Int.self) == 6)
        #expect(try await database.value("SELECT price FROM t", as: String.self) == "12.34")
        await expectError(.decoding) { try await database.value("SELECT 'infinity'::timestamptz", as: Date.self) }
    }

    @Test func `Local dates and times fit columns of PostgreSQL's own types`() async throws {
        struct Row: Codable, Equatable {
            var day: LocalDate
            var time: LocalTime
            var local: LocalDateTime
        }
        let database = try await makeDatabase()
        try await database.execute("CREATE TABLE t (day DATE, time TIME, local TIMESTAMP, moment TIMESTAMPTZ)")
        let local = try #require(LocalDateTime("2026-03-29T02:30:00.5"))
        let row = Row(day: local.date, time: local.time, local: local)
        try await database.execute("INSERT INTO t VALUES (\(row.day), \(row.time), \(row.local), now())")
        #expect(try await database.row("SELECT * FROM t WHERE day = \(row.day) AND local >= \(row.local)") == row)
        // A moment is none of them.
        await expectError(.decoding) { try await database.value("SELECT moment FROM t", as: LocalDateTime.self) }
    }

    @Test func `A text with a zero in it is refused`() async throws {
        let database = try await makeDatabase()
        await expectError(.invalidValue) { try await database.value("SELECT \("a\0b")", as: String.self) }
    }

    @Test func `What the server says of a bound value is not in the error`() async throws {
        let database = try await makeDatabase()
        try await database.execute("CREATE TABLE t (id INTEGER UNIQUE, name VARCHAR(3), at TIMESTAMPTZ, data JSONB)")
        let statements: [SQL] = [
            "INSERT INTO t (id) VALUES (CAST(\("secret") AS INTEGER))", "INSERT INTO t (name) VALUES (\("secret"))",
            "INSERT INTO t (at) VALUES (\("secret"))", "INSERT INTO t (data) VALUES (\("secret"))",
            "INSERT INTO t (id) VALUES (\(4_711_000_000_000))",
        ]
        for statement in statements {
            let error = await expectError(.invalidValue) { try await database.execute(statement) }
            #expect(error?.code.hasPrefix("22") == true)
            #expect(error.map { "\($0)".contains("secret") || "\($0)".contains("4711") } == false)
        }
    }

    @Test func `A table that changes is read with its new columns, also by a statement that is kept`() async throws {
        struct Wide: Decodable, Equatable { var id: Int, name: String? }
        let database = try await makeDatabase { $0.connections = 2 }
        try await database.execute("CREATE TABLE t (id BIGINT)")
        try await database.execute("INSERT INTO t VALUES (1)")
        let all: SQL = "SELECT * FROM t"
        for _ in 0..<3 { #expect(try await database.values(all, as: Int.self) == [1]) }
        try await database.execute("ALTER TABLE t ADD COLUMN name TEXT")
        #expect(try await database.rows(all) == [Wide(id: 1, name: nil)])
        try await database.execute("ALTER TABLE t DROP COLUMN name")
        // In a transaction the failure ends it, so that it is tried again as a whole.
        let attempts = Counter()
        let ids = try await database.transaction { transaction in
            attempts.increment()
            return try await transaction.values(all, as: Int.self)
        }
        #expect(ids == [1])
        #expect(attempts.count == 2)
    }

    @Test func `A statement whose kept form was dropped runs`() async throws {
        let database = try await makeDatabase { $0.connections = 1 }
        for _ in 0..<2 { #expect(try await database.value("SELECT \(1)", as: Int.self) == 1) }
        try await database.execute("DEALLOCATE ALL")
        #expect(try await database.value("SELECT \(1)", as: Int.self) == 1)
    }

    @Test func `No more statements are kept than allowed`() async throws {
        let database = try await makeDatabase {
            $0.connections = 1
            $0.preparedStatements = 3
        }
        for number in 0..<10 {
            #expect(try await database.value("SELECT \(raw: "\(number)")", as: Int.self) == number)
        }
        let count: SQL = "SELECT count(*) FROM pg_prepared_statements"
        #expect(try #require(await database.value(count, as: Int.self)) <= 3)
    }

    @Test(arguments: [TransactionIsolation.serializable, .repeatableRead, .readCommitted])
    func `A transaction has the isolation that is asked for`(isolation: TransactionIsolation) async throws {
        let database = try await makeDatabase()
        let name = try await database.transaction(isolation: isolation) { transaction in
            try await transaction.value("SHOW transaction_isolation", as: String.self)
        }
        let names: [TransactionIsolation: String] = [
            .serializable: "serializable", .repeatableRead: "repeatable read", .readCommitted: "read committed",
        ]
        #expect(name == names[isolation])
        let isReadOnly = try await database.transaction(readOnly: true, isolation: isolation) { transaction in
            try await transaction.value("SHOW transaction_read_only", as: String.self)
        }
        #expect(isReadOnly == "on")
    }

    @Test func `Two transactions that wait for each other both succeed`() async throws {
        let database = try await makeDatabase()
        try await database.execute("CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT NOT NULL)")
        try await database.execute("INSERT INTO t VALUES (1, 0), (2, 0)")
        let attempts = Counter()
        let arrivals = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for order in [[1, 2], [2, 1]] {
                group.addTask {
                    try await database.transaction(isolation: .readCommitted) { transaction in
                        attempts.increment()
                        try await transaction.execute("UPDATE t SET n = n + 1 WHERE id = \(order[0])")
                        arrivals.increment()
                        await eventually("both have their first row") { arrivals.count >= 2 }
                        try await transaction.execute("UPDATE t SET n = n + 1 WHERE id = \(order[1])")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await database.values("SELECT n FROM t", as: Int.self) == [2, 2])
        // The one that was tried again may be faster than the other, and wait for it once more.
        #expect(attempts.count >= 3)
    }

    @Test func `A conflict that does not end is an error after the allowed attempts`() async throws {
        let database = try await makeDatabase { $0.transactionAttempts = 3 }
        let attempts = Counter()
        await expectError(.serializationFailure) {
            try await database.transaction { transaction in
                attempts.increment()
                try await transaction.execute("DO $$ BEGIN RAISE serialization_failure; END $$")
            }
        }
        #expect(attempts.count == 3)
    }

    @Test func `A row that somebody else has locked is busy, or waited for up to the limit`() async throws {
        let database = try await makeDatabase { $0.transactionAttempts = 1 }
        try await database.execute("CREATE TABLE t (id BIGINT PRIMARY KEY)")
        try await database.execute("INSERT INTO t VALUES (1)")
        try await database.transaction { transaction in
            try await transaction.execute("SELECT id FROM t FOR UPDATE")
            await Task.detached {
                await expectError(.busy) { try await database.execute("SELECT id FROM t FOR UPDATE NOWAIT") }
                let limit = Duration.milliseconds(30)
                await expectError(.timeout) {
                    try await database.execute("SELECT id FROM t FOR UPDATE", timeLimit: limit)
                }
            }.value
        }
    }

    @Test func `The server ends what a cancelled task has asked`() async throws {
        let database = try await makeDatabase()
        let name = "elmwood-\(UUID())"
        let task = Task { try await database.execute("SELECT pg_sleep(600) WHERE \(name) <> ''") }
        let running: SQL = """
            SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(600)%' AND state = 'active'
            AND pid <> pg_backend_pid()
            """
        try await eventually("it runs") { try await database.value(running, as: Int.self) == 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await database.value(running, as: Int.self) == 0)
    }

    @Test func `COPY is refused, and the connection replaced`() async throws {
        let database = try await makeDatabase { $0.connections = 1 }
        await expectError(.misuse) { try await database.execute("COPY (SELECT 1) TO STDOUT") }
        #expect(try await database.value("SELECT 1", as: Int.self) == 1)
    }
}

private final class Counter: Sendable {
    private let value = Mutex(0)

    var count: Int { value.withLock { $0 } }

    func increment() { value.withLock { $0 += 1 } }
}
