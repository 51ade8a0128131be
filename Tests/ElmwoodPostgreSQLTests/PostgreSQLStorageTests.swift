import ElmwoodPostgreSQL
import ElmwoodPostgreSQLTestSupport
import ElmwoodSQLBehavior
import ElmwoodStorage
import ElmwoodTesting
import Testing

/// Values that programs save, in PostgreSQL.
@Suite(.needsServer) struct PostgreSQLStorageTests {
    private func make(_ limits: StorageLimits, at address: String? = nil) async throws -> PostgreSQLStorage {
        var database = DatabaseLimits.patient
        database.connections = 4
        let server = try await PostgreSQLServer.shared.value
        let schema: String
        if let address { schema = address } else { schema = try await server.makeSchema() }
        return try PostgreSQLStorage(schema, limits, database)
    }

    @Test(arguments: StorageBehavior.all)
    func `A store of values`(behavior: StorageBehavior) async throws {
        try await behavior.check { try await make($0) }
    }

    @Test func `Two nodes share their values and tokens, and each visitor's limit`() async throws {
        let address = try await PostgreSQLServer.shared.value.makeSchema()
        var limits = StorageLimits()
        limits.visitor = 100
        let nodes = [try await make(limits, at: address), try await make(limits, at: address)]
        let token = VisitorID()
        let visitor = StorageOwner.visitor(token)
        let saved = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let value = [UInt8](repeating: 1, count: 10)
                    return (try? await nodes[number % 2].save(value, as: "\(number)", of: visitor)) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(saved == 10)
        #expect(try await nodes[0].visitor(of: token.firstToken) == token)
        try await nodes[1].revokeTokens(of: token)
        #expect(try await nodes[0].visitor(of: token.firstToken) == nil)
    }

    @Test func `What a visitor has not used for long is removed when a node starts, and shared values remain`()
        async throws
    {
        let address = try await PostgreSQLServer.shared.value.makeSchema()
        let token = VisitorID()
        let storage = try await make(StorageLimits(), at: address)
        for owner in [.visitor(token), StorageOwner.shared] { try await storage.save([1], as: "a", of: owner) }
        var limits = StorageLimits()
        limits.days = 0
        // Used today.
        #expect(try await make(limits, at: address).load("a", of: .visitor(token)) == [1])
        limits.days = -1
        let later = try await make(limits, at: address)
        #expect(try await later.load("a", of: .visitor(token)) == nil)
        #expect(try await later.visitor(of: token.firstToken) == nil)
        #expect(try await later.load("a", of: .shared) == [1])
    }

    @Test func `Without a database a call is an error with a sentence`() async throws {
        let storage = try PostgreSQLStorage("host=/nowhere dbname=none")
        let error = await #expect(throws: StorageError.self) { _ = try await storage.load("a", of: .shared) }
        #expect(error?.description.contains("cannot be reached") == true)
    }
}
