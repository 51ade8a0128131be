import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodTesting
import Testing

/// What every store of sessions has to do, in memory and in a file.
@Suite struct SessionStoreTests {
    enum Kind: CaseIterable, Sendable {
        case memory, sqlite, sqliteForPowerLoss

        func make(limit: Int = 100_000_000) throws -> any SessionStore {
            // The files are removed at once, because an open file does not need its name.
            let file = TemporaryFile()
            return try withExtendedLifetime(file) {
                switch self {
                case .memory: MemorySessionStore(limit: limit)
                case .sqlite: try SQLiteSessionStore(path: file.path, limit: limit)
                case .sqliteForPowerLoss: try SQLiteSessionStore(path: file.path, survives: .powerLoss, limit: limit)
                }
            }
        }
    }

    @Test(arguments: Kind.allCases, SessionStoreBehavior.all)
    func `A store of sessions`(kind: Kind, behavior: SessionStoreBehavior) async throws {
        try await behavior.check(kind.make())
    }

    @Test(arguments: Kind.allCases, SessionStoreBehavior.limited)
    func `A store of sessions with a limit`(kind: Kind, behavior: SessionStoreBehavior) async throws {
        try await behavior.check(kind.make(limit: 1_000_000))
    }

    @Test func `Messages count towards the limit of a store in memory`() async throws {
        let store = MemorySessionStore(limit: 2_000)
        let key = SessionKey(id: SessionID(), program: "/")
        let large = StoredMessage(to: key, content: [UInt8](repeating: 1, count: 1_500))
        _ = try await store.commit([.send([large])])
        await #expect(throws: StorageError.self) { _ = try await store.commit([.send([large])]) }
        #expect(try await store.messages(to: key, limit: 10).count == 1)
    }
}
