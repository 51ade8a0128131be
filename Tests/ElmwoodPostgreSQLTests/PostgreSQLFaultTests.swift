import ElmwoodPostgreSQL
import ElmwoodPostgreSQLTestSupport
import ElmwoodSQLBehavior
import ElmwoodTestSupport
import Foundation
import Glibc
import Testing

/// Connections that are lost, servers that crash, hang or are not there.
@Suite(.needsServer) struct PostgreSQLFaultTests {
    private func makeDatabase(_ change: (inout DatabaseLimits) -> Void = { _ in }) async throws -> Database {
        var limits = DatabaseLimits.patient
        change(&limits)
        return try await PostgreSQLServer.shared.value.makeDatabase(limits: limits)
    }

    /// Ends the server's side of the connections that run a statement with that text.
    private func terminate(_ text: String, by database: Database) async throws {
        let statement: SQL = """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE \("%\(text)%") AND state = 'active'
            AND pid <> pg_backend_pid() AND wait_event = 'PgSleep'
            """
        // While it is prepared it is active too, and has changed nothing yet.
        try await eventually("the statement runs") { try await database.value(statement, as: Bool.self) == true }
    }

    /// Begins a transaction that inserts into the table `t`. Returns its task, and the process of the server that carries it out.
    private func insertAndCommit(in database: Database) async throws -> (Task<Void, any Error>, Int) {
        let (pids, send) = AsyncStream.makeStream(of: Int?.self)
        let task = Task {
            defer { send.finish() }
            try await database.transaction { transaction in
                try await transaction.execute("INSERT INTO t VALUES (1)")
                send.yield(try await transaction.value("SELECT pg_backend_pid()", as: Int.self))
            }
        }
        for await pid in pids { return (task, try #require(pid)) }
        try await task.value
        throw CancellationError()
    }

    @Test func `Connections that the server has closed while they were idle are replaced`() async throws {
        let database = try await makeDatabase { $0.connections = 4 }
        let administration = try await makeDatabase()
        let pids = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask { try #require(await database.value("SELECT pg_backend_pid()", as: Int.self)) }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        try await administration.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid IN \(list: pids)"
        )
        await eventually("they have ended") {
            (try? await administration.value(
                "SELECT count(*) FROM pg_stat_activity WHERE pid IN \(list: pids)",
                as: Int.self
            )) == 0
        }
        try await database.execute("CREATE TABLE t (id BIGINT)")
        try await database.transaction { try await $0.execute("INSERT INTO t VALUES (1)") }
        var count = 0
        for try await id in database.stream("SELECT id FROM t", as: Int.self) { count += id }
        #expect(count == 1)
        let now = try #require(await database.value("SELECT pg_backend_pid()", as: Int.self))
        #expect(!pids.contains(now))
    }

    @Test func `A statement whose connection is lost has an unknown outcome, and a transaction none`() async throws {
        let database = try await makeDatabase()
        try await database.execute("CREATE TABLE t (id BIGINT)")
        let alone = Task { try await database.execute("INSERT INTO t SELECT 1 FROM pg_sleep(611)") }
        try await terminate("pg_sleep(611)", by: database)
        await expectError(.unknownOutcome) { try await alone.value }
        for (readOnly, text) in [(false, "pg_sleep(612)"), (true, "pg_sleep(613)")] {
            let task = Task {
                try await database.transaction(readOnly: readOnly) { transaction in
                    _ = try await transaction.execute("SELECT \(raw: text)")
                }
            }
            try await terminate(text, by: database)
            let error = await expectError(.connection) { try await task.value }
            #expect(error?.code == "57P01")
        }
        #expect(try await database.value("SELECT count(*) FROM t", as: Int.self) == 0)
    }

    @Test func `A connection that is lost during the commit leaves an unknown outcome`() async throws {
        let database = try await makeDatabase()
        try await database.execute("CREATE TABLE t (id BIGINT)")
        try await database.execute(
            "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(614); RETURN NULL; END'"
        )
        try await database.execute(
            """
            CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW EXECUTE FUNCTION slow()
            """
        )
        let (task, pid) = try await insertAndCommit(in: database)
        try await eventually("it commits") {
            let end: SQL = """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE pid = \(pid) AND query = 'COMMIT' AND state = 'active'
                """
            return try await database.value(end, as: Bool.self) == true
        }
        let error = await expectError(.unknownOutcome) { try await task.value }
        #expect(error?.message.hasSuffix("What was sent may be stored or not.") == true)
        await eventually("all connections are idle") { database.isIdle }
    }

    @Test func `A commit that has begun is not ended by its task`() async throws {
        let database = try await makeDatabase()
        let other = try await makeDatabase()
        let key = Int.random(in: 0..<(.max))
        try await database.execute("CREATE TABLE t (id BIGINT)")
        try await database.execute(
            """
            CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql
            AS 'BEGIN PERFORM pg_advisory_xact_lock(\(raw: "\(key)")); RETURN NULL; END'
            """
        )
        try await database.execute(
            """
            CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW EXECUTE FUNCTION wait()
            """
        )
        let task = try await other.transaction { transaction in
            try await transaction.execute("SELECT pg_advisory_xact_lock(\(key))")
            let (task, pid) = try await insertAndCommit(in: database)
            try await eventually("it commits") {
                let query: SQL = "SELECT query FROM pg_stat_activity WHERE pid = \(pid)"
                return try await database.value(query, as: String.self) == "COMMIT"
            }
            task.cancel()
            return task
        }
        try await task.value
        #expect(try await database.value("SELECT count(*) FROM t", as: Int.self) == 1)
    }

    @Test func `A constraint that fails at the commit rolls back, with its own error`() async throws {
        let database = try await makeDatabase { $0.connections = 1 }
        try await database.execute("CREATE TABLE t (id BIGINT UNIQUE DEFERRABLE INITIALLY DEFERRED)")
        let error = await expectError(.uniqueViolation) {
            try await database.transaction { try await $0.execute("INSERT INTO t VALUES (1), (1)") }
        }
        #expect(error?.constraint == "t_id_key")
        #expect(try await database.value("SELECT count(*) FROM t", as: Int.self) == 0)
    }

    @Test func `A server that crashes and comes back is used again`() async throws {
        let server = try await offThePool { try PostgreSQLServer() }
        let database = Database(.postgresql(server.address()), limits: .patient)
        try await database.execute("CREATE TABLE t (id BIGINT)")
        try await database.execute("INSERT INTO t VALUES (1)")
        let running = Task { try await database.execute("SELECT pg_sleep(600)") }
        try await eventually("it runs") {
            let count: SQL = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'"
            return try await database.value(count, as: Int.self) == 1
        }
        try await offThePool { try server.stop("QUIT") }
        await expectError(.unknownOutcome) { try await running.value }
        let error = await expectError(.connection) { try await database.execute("INSERT INTO t VALUES (2)") }
        #expect(error?.message.hasPrefix("The database cannot be reached: ") == true)
        try await offThePool { try server.start() }
        try await database.execute("INSERT INTO t VALUES (3)")
        #expect(try await database.values("SELECT id FROM t", as: Int.self) == [1, 3])
        await database.close()
    }

    @Test func `A server that hangs does not keep the task beyond its limit and a grace`() async throws {
        let server = try await offThePool { try PostgreSQLServer() }
        let database = Database(.postgresql(server.address()), limits: .patient)
        let pid = try #require(await database.value("SELECT pg_backend_pid()", as: Int.self))
        let statement: SQL = "SELECT 2"
        try await database.execute(statement)
        let main = try String(contentsOfFile: server.folder + "/data/postmaster.pid", encoding: .utf8)
        let pids = [try #require(main.split(separator: "\n").first.flatMap { Int32($0) }), Int32(pid)]
        for pid in pids { kill(pid, SIGSTOP) }
        // The request to cancel hangs as well.
        await expectError(.unknownOutcome) { try await database.execute(statement, timeLimit: .milliseconds(20)) }
        for pid in pids { kill(pid, SIGCONT) }
        #expect(try await database.value("SELECT 1", as: Int.self) == 1)
        await database.close()
    }

    @Test func `A statement that ends before the server hears that it should has its whole result`() async throws {
        let server = try await offThePool { try PostgreSQLServer() }
        let database = Database(.postgresql(server.address()), limits: .patient)
        // It takes longer than the limit, and not as long as the grace.
        let slow: SQL = "SELECT i FROM generate_series(1, 2000) AS i WHERE pg_sleep(0.0002) IS NOT NULL"
        #expect(try await database.rows(slow, as: Int.self) == Array(1...2_000))
        // Requests to cancel go to the first process of the server.
        let main = try String(contentsOfFile: server.folder + "/data/postmaster.pid", encoding: .utf8)
        let pid = try #require(main.split(separator: "\n").first.flatMap { Int32($0) })
        kill(pid, SIGSTOP)
        #expect(try await database.rows(slow, as: Int.self, timeLimit: .milliseconds(20)) == Array(1...2_000))
        kill(pid, SIGCONT)
        // The request is still under way, and must not meet another statement.
        #expect(try await database.rows(slow, as: Int.self) == Array(1...2_000))
        await database.close()
    }

    @Test func `A transaction that fails as it begins leaves no connection that is in one`() async throws {
        let database = try await makeDatabase()
        let schema = try #require(await database.value("SELECT current_schema()", as: String.self))
        // In place of the server's own, which takes the lock of migrations.
        try await database.execute(
            """
            CREATE FUNCTION pg_try_advisory_xact_lock(bigint) RETURNS boolean LANGUAGE plpgsql
            AS 'BEGIN RAISE EXCEPTION ''not now''; END'
            """
        )
        var limits = DatabaseLimits.patient
        limits.connections = 1
        let server = try await PostgreSQLServer.shared.value
        let shadowed = Database(.postgresql(server.address(schema: schema + ",pg_catalog")), limits: limits)
        let error = await expectError(.other) { try await shadowed.migrate([]) }
        #expect(error?.message == "The database refused the statement: not now.")
        #expect(try await shadowed.value("SELECT 1", as: Int.self) == 1)
        await shadowed.close()
    }

    @Test func `A user whom the server does not know is an error with their name`() async throws {
        let server = try await PostgreSQLServer.shared.value
        let database = Database(.postgresql(server.address() + "&user=nobody"), limits: .patient)
        let error = await expectError(.connection) { try await database.execute("SELECT 1") }
        #expect(error?.message.contains("nobody") == true)
        #expect(database.isIdle)
    }
}

/// Addresses of PostgreSQL, for which no server is needed.
@Suite struct PostgreSQLAddressTests {
    @Test(arguments: [
        "postgresql://ann:secret@db:port/shop", "postgresql://ann:secret/1@db/shop",
        "postgresql://ann:pa@secret@db/shop", "postgresql://ann:%zzsecret@db/shop",
        "host=db password='secret", "secret",
    ])
    func `An address that is none is refused without quoting it`(address: String) async {
        let error = await expectError(.configuration) {
            try await Database(.postgresql(address), limits: .patient).execute("SELECT 1")
        }
        #expect(error?.description.contains("secret") == false)
    }

    @Test func `A server that is not there is an error, without the password`() async {
        let address = "postgresql://ann:secret@/shop?host=/nowhere"
        let error = await expectError(.connection) {
            try await Database(.postgresql(address), limits: .patient).execute("SELECT 1")
        }
        #expect(error?.message.contains("/nowhere") == true)
        #expect(error?.description.contains("secret") == false)
    }

    @Test(arguments: ["postgresql:", "postgres:", "PostgreSQL:"])
    func `A setting may name PostgreSQL`(scheme: String) async throws {
        let database = try Database(url: scheme + "///shop?host=/nowhere", schemes: [.postgresql])
        await expectError(scheme == "PostgreSQL:" ? .configuration : .connection) {
            try await database.execute("SELECT 1")
        }
        await expectError(.configuration) { try Database(url: "mysql://db", schemes: [.postgresql]) }
    }

    @Test func `A server that does not answer keeps nobody longer than the limit for waiting`() async throws {
        // A socket that accepts, and never says a word.
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length)
                listen(listener, 10)
                getsockname(listener, pointer, &length)
            }
            return UInt16(bigEndian: pointer.pointee.sin_port)
        }
        var limits = DatabaseLimits.patient
        limits.wait = .milliseconds(50)
        limits.connect = .seconds(600)
        let database = Database(.postgresql("postgresql://ann@127.0.0.1:\(port)/shop"), limits: limits)
        await expectError(.noConnection) { try await database.execute("SELECT 1") }
        let cancelled = Task { try await database.execute("SELECT 1") }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
    }
}
