@testable import ElmwoodSQL
import ElmwoodSQLBehavior
import ElmwoodTestSupport
import Glibc
import Testing

/// The pool: its bounds, and who waits.
@Suite struct PoolTests {
    private let file = TemporaryFile()

    private func database(_ change: (inout DatabaseLimits) -> Void) -> Database {
        var limits = DatabaseLimits.patient
        change(&limits)
        return Database(.sqlite(file.path), limits: limits)
    }

    /// Holds the writer until the closure ends.
    private func holdingWriter(of database: Database, _ body: () async throws -> Void) async throws {
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let (held, hold) = AsyncStream.makeStream(of: Void.self)
        let holder = Task {
            defer { hold.finish() }
            try await database.transaction { _ in
                hold.finish()
                for await _ in released {}
            }
        }
        for await _ in held {}
        try await body()
        release.finish()
        try await holder.value
    }

    @Test func `Who waits too long for a connection gets an error, and leaves none behind`() async throws {
        let database = database { $0.wait = .milliseconds(20) }
        // To open it may take longer than that.
        await eventually("the connection is open") { (try? await database.execute("SELECT 1")) != nil }
        try await holdingWriter(of: database) {
            let error = await expectError(.noConnection) { try await database.execute("SELECT 1") }
            #expect(error?.message.contains("No connection of the database became free within 0.02 seconds") == true)
        }
        try await database.execute("CREATE TABLE t (id INTEGER)")
        #expect(database.core.writers.census == .init(open: 1, idle: 1, waiting: 0))
    }

    @Test func `More tasks than may wait fail at once`() async throws {
        let database = database { $0.waiting = 3 }
        try await holdingWriter(of: database) {
            let waiting = (0..<3).map { _ in Task { try await database.execute("SELECT 1") } }
            await eventually("three tasks wait") { database.core.writers.census.waiting == 3 }
            await expectError(.noConnection) { try await database.execute("SELECT 1") }
            for task in waiting { task.cancel() }
            for task in waiting { await #expect(throws: CancellationError.self) { try await task.value } }
        }
        #expect(database.core.writers.census.waiting == 0)
    }

    @Test func `Who waits gets the connection in order`() async throws {
        let database = database { _ in }
        try await database.execute("CREATE TABLE t (id INTEGER)")
        var waiting: [Task<Void, any Error>] = []
        try await holdingWriter(of: database) {
            for id in 0..<10 {
                waiting.append(Task { try await database.execute("INSERT INTO t VALUES (\(id))") })
                await eventually("it waits") { database.core.writers.census.waiting == id + 1 }
            }
        }
        for task in waiting { try await task.value }
        #expect(try await database.values("SELECT id FROM t ORDER BY rowid", as: Int.self) == Array(0..<10))
    }

    @Test func `There are never more connections than allowed`() async throws {
        let database = database { $0.connections = 4 }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { _ = try await database.value("SELECT 1", as: Int.self) } }
            try await group.waitForAll()
        }
        #expect(database.core.readers.census.open <= 3)
        // A connection that was begun for a task may be open only after another one has served that task.
        await eventually("all are idle") { database.isIdle }
    }

    @Test func `If a connection cannot be opened, all who wait for one get the reason`() async throws {
        let database = Database(.sqlite("/nowhere/at/all.sqlite"), limits: .patient)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask { await expectError(.connection) { try await database.execute("SELECT 1") } }
            }
        }
        #expect(database.core.writers.census == .init(open: 0, idle: 0, waiting: 0))
    }

    @Test func `Connections are closed with the last copy of the database`() async throws {
        weak var pool: ConnectionPool?
        do {
            let database = database { _ in }
            try await database.execute("CREATE TABLE t (id INTEGER)")
            pool = database.core.writers
            #expect(pool?.census.open == 1)
        }
        await eventually("the pool is released") { pool == nil }
        // SQLite removes the log with the last connection.
        await eventually("the file is closed") { access(file.path + "-wal", F_OK) != 0 }
    }
}
