import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodTestSupport
import Foundation
import Synchronization
import Testing

/// The stored session while its pages send events.
@Suite(.timeLimit(.minutes(2))) struct StoredNumberTests {
    @Test func `Each stored session contains the events of its pages together with their numbers`() async throws {
        let store = NumberedStore()
        let process = StoredFixture(store)
        let id = try #require(await process.enter(.note("x")))
        let names: [Character] = ["a", "b", "a", "b"]
        try await withThrowingTaskGroup { group in
            for (place, name) in names.enumerated() {
                // Two pages for each button.
                let page = try OpenPage(process.host, place < 2 ? name : Character(name.uppercased()), session: id)
                group.addTask {
                    for _ in 1...300 { _ = await page.send(.message(#"note("\#(name)")"#)).settled() }
                }
            }
            try await group.waitForAll()
        }
        #expect(await process.notes(id)?.count == 1_201)
        #expect(store.saves > 100)
        #expect(store.faults == 0)
    }
}

/// A store that compares the number of saved notes with the pages' event numbers.
private final class NumberedStore: SessionStore {
    private struct Rest: Decodable { var pages: [String: Int]? }

    private let memory = MemorySessionStore()
    private let counts = Mutex((saves: 0, faults: 0))

    var saves: Int { counts.withLock { $0.saves } }
    var faults: Int { counts.withLock { $0.faults } }

    func commit(_ writes: [SessionWrite]) async throws -> [Bool] {
        for case .save(_, let session, _, _) in writes {
            let model = try JSONDecoder().decode(Notes.Model.self, from: Data(session.model))
            let rest =
                session.activity.isEmpty ? Rest() : try JSONDecoder().decode(Rest.self, from: Data(session.activity))
            let counted = rest.pages?.values.reduce(0, +) ?? 0
            counts.withLock { counts in
                counts.saves += 1
                if model.notes.count - 1 != counted { counts.faults += 1 }
            }
        }
        return try await memory.commit(writes)
    }

    func load(_ key: SessionKey) async throws -> StoredSession? { try await memory.load(key) }

    func remove(unusedSince: Int64, createdBefore: Int64) async throws -> Int {
        try await memory.remove(unusedSince: unusedSince, createdBefore: createdBefore)
    }

    func due(_ program: String, by moment: Int64, limit: Int) async throws -> [SessionKey] {
        try await memory.due(program, by: moment, limit: limit)
    }

    func programs(of id: SessionID) async throws -> [StoredProgram] { try await memory.programs(of: id) }

    func renewal(of id: SessionID) async throws -> SessionRenewal? { try await memory.renewal(of: id) }

    func setAside(_ key: SessionKey) async throws -> [StoredSession] { try await memory.setAside(key) }

    func sessions(of owner: SessionOwner, limit: Int) async throws -> [OwnedSession] {
        try await memory.sessions(of: owner, limit: limit)
    }

    func messages(to key: SessionKey, limit: Int) async throws -> [WaitingMessage] {
        try await memory.messages(to: key, limit: limit)
    }

    func recipients(limit: Int) async throws -> [SessionKey] { try await memory.recipients(limit: limit) }
}
