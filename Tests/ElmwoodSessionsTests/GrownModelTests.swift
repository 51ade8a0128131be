import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodStorage
import Testing
import ElmwoodViewTree

/// A program whose model gains fields in its second version.
private struct Diary: Program {
    struct Model: Codable, Equatable, Sendable {
        var lines: [String] = []
        var limit = 10
        var address = ""
    }

    enum Message: Codable, Equatable, Sendable { case write(String), greeted }

    struct NoStart: Error {}

    var starts = true

    func start(_ visit: Visit) throws -> Start<Self> {
        guard starts else { throw NoStart() }
        let address = "\(visit.path) \(visit.query.parameters.count) \(visit.languages.map(\.tag))"
        return Start(Model(limit: 20, address: address), .send(.greeted))
    }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .write(let line): model.lines.append(line)
        case .greeted: model.lines.append("Welcome!")
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> { Document("Diary") { text("diary") } }
}

/// Stored sessions whose models have gained fields.
@Suite struct GrownModelTests {
    private let store = MemorySessionStore()

    private func store(_ model: String) async throws -> SessionKey {
        let key = SessionKey(id: SessionID(), program: "/notes")
        let session = StoredSession(
            version: 7,
            model: Array(model.utf8),
            visitor: VisitorID(),
            created: 0,
            used: 0
        )
        _ = try await store.commit([.save(key, session, over: nil)])
        return key
    }

    @Test func `A new property gets the start's value, stored ones stay, and the start's command does not run`()
        async throws
    {
        let key = try await store(#"{"lines":["a"]}"#)
        let process = StoredFixture(store, program: Diary())
        let visit = Visit(path: "/deep", query: ["q": "1"], languages: ["de"])
        let shown = await process.host.show(session: key.id, visit: visit).settled().snapshot
        #expect(shown?.isHeld == true)
        #expect(shown?.model == Diary.Model(lines: ["a"], limit: 20, address: "/ 0 []"))
        // Reading it does not write it: its next turn does.
        await process.finish()
        #expect(try await store.load(key)?.version.number == 7)
        #expect(await process.post(key.id, .write("b")).snapshot?.model.lines == ["a", "b"])
        await process.finish()
        let stored = try #require(try await store.load(key))
        #expect(stored.version.number == 8)
        #expect(
            try StoredModel(json: stored.model).decode(Diary.Model.self)
                == Diary.Model(lines: ["a", "b"], limit: 20, address: "/ 0 []")
        )
        #expect(process.environment.log.isEmpty)
    }

    @Test func `A stored model is set aside as undecodable if the start throws`() async throws {
        let key = try await store(#"{"lines":["a"]}"#)
        let process = StoredFixture(store, program: Diary(starts: false))
        #expect(await process.show(key.id) == nil)
        await process.finish()
        #expect(try await store.setAside(key).count == 1)
        #expect(
            process.environment.log.contains {
                $0.contains("a stored model cannot be read any more") && $0.contains("limit")
            }
        )
    }
}
