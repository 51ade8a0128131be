import ElmwoodPostgreSQL
import ElmwoodStorage
import ElmwoodTesting
import Testing

/// What every store of sessions has to do, over PostgreSQL.
@Suite(.needsServer) struct PostgreSQLSessionStoreTests {
    @Test(arguments: SessionStoreBehavior.all)
    func `A store of sessions`(behavior: SessionStoreBehavior) async throws {
        let store = try await PostgreSQLSessionStore(PostgreSQLServer.shared.value.makeSchema(), .patient)
        try await behavior.check(store)
    }
}

extension ClusterSettings {
    /// Settings with a limit that no test reaches which is not about it, however slow the machine is.
    static var patient: ClusterSettings {
        var settings = ClusterSettings()
        settings.patience = .seconds(60)
        return settings
    }
}
