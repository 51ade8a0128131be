import CElmwoodSQLite
import ElmwoodArchitecture
import ElmwoodSQLite
@testable import ElmwoodSessions
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodViewTree
import Testing

/// What becomes of a session whose content a store refuses, and of those that are written with it.
@Suite(.timeLimit(.minutes(2))) struct RefusedWriteTests {
    private let store = HeldStore()

    /// Posts a note to each of the sessions so that all are written in one commit, and returns whether each was acknowledged.
    private func postTogether(
        _ texts: [String],
        to ids: [SessionID],
        of fixture: StoredFixture<Notes>
    ) async -> [Bool] {
        // What is posted during a commit is the next one.
        store.hold()
        let former = Task { await fixture.enter(.note("former")) }
        await store.isHolding()
        return await withTaskGroup(of: (Int, Bool).self) { group in
            for (index, text) in texts.enumerated() {
                group.addTask { (index, await fixture.post(ids[index], .note(text)).snapshot != nil) }
            }
            await eventually("all have had their turns") {
                zip(ids, texts).allSatisfy { fixture.host.currentState(of: $0)?.model.notes.last == $1 }
            }
            store.goOn()
            _ = await former.value
            var acknowledged = texts.map { _ in false }
            for await (index, isAcknowledged) in group { acknowledged[index] = isAcknowledged }
            return acknowledged
        }
    }

    private func enter(_ count: Int, _ fixture: StoredFixture<Notes>) async throws -> [SessionID] {
        var ids: [SessionID] = []
        for number in 0..<count { ids.append(try #require(await fixture.enter(.note("\(number)")))) }
        return ids
    }

    @Test(arguments: [[5], [0], [15], [2, 3, 11]])
    func `A session that the store refuses fails alone`(places: [Int]) async throws {
        let fixture = StoredFixture(store)
        let ids = try await enter(16, fixture)
        let before = store.commits.count
        store.refuse("poison")
        let texts = ids.indices.map { places.contains($0) ? "poison" : "fine" }
        #expect(await postTogether(texts, to: ids, of: fixture) == texts.map { $0 == "fine" })
        // All at once, and then halves.
        #expect(store.commits.contains(16))
        #expect(store.commits.count - before <= 2 + 9 * places.count)
        let other = StoredFixture(store)
        for (index, id) in ids.enumerated() {
            #expect(await other.notes(id) == (places.contains(index) ? ["\(index)"] : ["\(index)", "fine"]))
        }
    }

    @Test func `A refused session is tried again with its next change, and not before`() async throws {
        let fixture = StoredFixture(store)
        let ids = try await enter(2, fixture)
        store.refuse("poison")
        #expect(await postTogether(["poison", "fine"], to: ids, of: fixture) == [false, true])
        let before = store.commits.count
        await fixture.pass(seconds: 5)
        #expect(await fixture.notes(ids[0]) == ["0", "poison"])
        await fixture.finish()
        #expect(store.commits.count == before)
        // The store is not taken for one that is away.
        #expect(fixture.host.registry.writer?.refuses == false)
        #expect(await fixture.post(ids[0], .note("more")).snapshot == nil)
        #expect(await fixture.post(ids[1], .note("more")).snapshot != nil)
        store.refuse(nil)
        #expect(await fixture.post(ids[0], .note("last")).snapshot != nil)
        #expect(await StoredFixture(store).notes(ids[0]) == ["0", "poison", "more", "last"])
    }

    @Test func `Nothing begins that a refused turn has asked for`() async throws {
        let fixture = StoredFixture(store, program: RefusedTeller())
        let id = try #require(await fixture.enter(.add("a")))
        let listener = try #require(await fixture.enter(.add("b")))
        store.refuse("poison")
        #expect(await fixture.post(id, .add("poison"), .tell("told")).snapshot == nil)
        await fixture.finish()
        #expect(fixture.host.currentState(of: listener)?.model.seen == ["b"])
        store.refuse(nil)
        #expect(await fixture.post(id, .add("c")).snapshot != nil)
        await eventually("it is told") { fixture.host.currentState(of: listener)?.model.seen == ["b", "told"] }
    }

    @Test func `A newcomer whose session is refused gets none, and it can be evicted`() async throws {
        let fixture = StoredFixture(store) { $0.sessions = 10 }
        store.refuse("poison")
        for _ in 0..<100 { #expect(await fixture.enter(.note("poison")) == nil) }
        #expect(fixture.host.registry.count <= 11)
        #expect(await fixture.enter(.note("fine")) != nil)
    }

    @Test func `A session that SQLite refuses fails alone`() async throws {
        let file = TemporaryFile()
        let store = try SQLiteSessionStore(path: file.path)
        let database = try SQLiteHandle(file.path, SQLITE_OPEN_READWRITE)
        for event in ["INSERT", "UPDATE"] {
            try database.execute(
                """
                CREATE TRIGGER refused_\(event) BEFORE \(event) ON sessions
                WHEN instr(new.model, x'706F69736F6E') > 0 BEGIN SELECT RAISE(ABORT, 'poison'); END
                """
            )
        }
        let fixture = StoredFixture(store)
        let ids = try await enter(8, fixture)
        let acknowledged = await withTaskGroup(of: Bool.self) { group in
            for (index, id) in ids.enumerated() {
                let text = index == 3 ? "poison" : "fine"
                group.addTask { (await fixture.post(id, .note(text)).snapshot != nil) == (text == "fine") }
            }
            return await group.reduce(true) { $0 && $1 }
        }
        #expect(acknowledged)
        let other = StoredFixture(try SQLiteSessionStore(path: file.path))
        for (index, id) in ids.enumerated() {
            #expect(await other.notes(id) == (index == 3 ? ["3"] : ["\(index)", "fine"]))
        }
    }
}

/// A program whose sessions hear what others tell.
private struct RefusedTeller: Program {
    struct Model: Codable, Equatable, Sendable { var seen: [String] = [] }
    enum Message: Codable, Equatable, Sendable { case add(String), tell(String) }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .add(let text): model.seen.append(text)
        case .tell(let text): return .broadcast("all", text)
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.topic("all", Message.add)] }

    func view(_ model: Model, on page: Page) -> Document<Message> { Document("Teller") { text("teller") } }
}
