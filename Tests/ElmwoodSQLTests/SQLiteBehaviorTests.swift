import ElmwoodSQL
import ElmwoodSQLBehavior
import Testing

/// What every database has to do, in a file of SQLite and in its memory.
@Suite struct SQLiteBehaviorTests {
    private var limits: DatabaseLimits {
        var limits = DatabaseLimits.patient
        limits.resultBytes = 5_000_000
        return limits
    }

    @Test(arguments: Behavior.all)
    func `A file`(behavior: Behavior) async throws {
        let file = TemporaryFile()
        let database = Database(.sqlite(file.path, durability: .process), limits: limits)
        try await behavior.check(database)
        await database.close()
    }

    // A stream has the only connection, so nothing runs within its loop.
    @Test(arguments: Behavior.all.filter { !$0.testDescription.hasPrefix("A long result is streamed") })
    func `Memory`(behavior: Behavior) async throws {
        let database = Database(.sqlite(":memory:"), limits: limits)
        try await behavior.check(database)
        await database.close()
    }
}
