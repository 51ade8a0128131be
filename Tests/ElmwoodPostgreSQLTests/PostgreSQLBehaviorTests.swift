import ElmwoodPostgreSQL
import ElmwoodPostgreSQLTestSupport
import ElmwoodSQLBehavior
import Testing

/// What every database has to do, in PostgreSQL.
@Suite(.needsServer) struct PostgreSQLBehaviorTests {
    @Test(arguments: Behavior.all)
    func `A server`(behavior: Behavior) async throws {
        var limits = DatabaseLimits.patient
        limits.resultBytes = 5_000_000
        limits.connections = 4
        // Two hundred tasks that conflict with each other are more than an app has.
        limits.transactionAttempts = 100
        let database = try await PostgreSQLServer.shared.value.makeDatabase(limits: limits)
        try await behavior.check(database)
        await database.close()
    }

    @Test(arguments: Behavior.all)
    func `A server, without prepared statements`(behavior: Behavior) async throws {
        var limits = DatabaseLimits.patient
        limits.resultBytes = 5_000_000
        limits.connections = 4
        // Two hundred tasks that conflict with each other are more than an app has.
        limits.transactionAttempts = 100
        limits.preparedStatements = 0
        let database = try await PostgreSQLServer.shared.value.makeDatabase(limits: limits)
        try await behavior.check(database)
        await database.close()
    }
}
