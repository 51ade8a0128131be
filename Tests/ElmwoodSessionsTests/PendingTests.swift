import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodTestSupport
import Testing

/// Pending work of a stored session outlives the process.
@Suite(.timeLimit(.minutes(20)))
struct PendingTests {
    private let store = HeldStore()

    // MARK: Delayed messages

    @Test func `A delayed message is sent by the next process, at its time, once`() async throws {
        let first = HeldEffectsProcess(store)
        let id = try #require(await first.enter(.later("b", seconds: 60), .note("a")))

        let second = HeldEffectsProcess(store, at: .seconds(10))
        await second.pass(seconds: 49)
        #expect(second.notes(id) == nil)
        // Until a while after that time the first process might still be running.
        await second.pass(seconds: 6)
        await second.hasNotes(["a", "b"], in: id)

        let third = HeldEffectsProcess(store, at: .seconds(100))
        await third.pass(seconds: 10)
        #expect(third.notes(id) == nil)
        #expect(await third.fixture.show(id)?.model.notes == ["a", "b"])
        await third.pass(seconds: 100)
        #expect(third.notes(id) == ["a", "b"])
    }

    @Test func `What another process has added to a session that is in memory is sent once that process has ended`()
        async throws
    {
        let first = HeldEffectsProcess(store)
        let id = try #require(await first.enter(.note("a")))
        let second = HeldEffectsProcess(store)
        #expect(await second.fixture.show(id)?.model.notes == ["a"])
        _ = await first.fixture.post(id, .later("b", seconds: 10))
        await second.pass(seconds: 9)
        #expect(second.notes(id) == ["a"])
        await second.pass(seconds: 7)
        await second.hasNotes(["a", "b"], in: id)
    }

    @Test func `Overdue delayed messages are sent at once, in the order of their times`() async throws {
        let first = HeldEffectsProcess(store)
        let id = try #require(
            await first.enter(.later("c", seconds: 30), .later("a", seconds: 10), .later("b", seconds: 20))
        )
        let second = HeldEffectsProcess(store, at: .seconds(3_600))
        await second.pass(seconds: 1)
        await eventually("all three have come") {
            second.fixture.environment.advance(by: .milliseconds(1))
            return second.notes(id)?.count == 3
        }
        #expect(second.notes(id) == ["a", "b", "c"])
    }

    @Test func `A visitor's request before the due time does not send the delayed message early`() async throws {
        let first = HeldEffectsProcess(store)
        let id = try #require(await first.enter(.later("b", seconds: 60)))
        let second = HeldEffectsProcess(store, at: .seconds(10))
        _ = await second.fixture.post(id, .note("a"))
        await second.pass(seconds: 49)
        #expect(second.notes(id) == ["a"])
        second.fixture.environment.advance(by: .seconds(1))
        await second.hasNotes(["a", "b"], in: id)
    }

    @Test func `A cancelled or replaced delayed message is not sent after the restart`() async throws {
        let first = HeldEffectsProcess(store)
        let id = try #require(
            await first.enter(
                .later("a", seconds: 60, id: "x"),
                .later("b", seconds: 60, id: "y"),
                .later("c", seconds: 60, id: "y")
            )
        )
        _ = await first.fixture.post(id, .cancel("x"))
        let second = HeldEffectsProcess(store, at: .seconds(100))
        await second.pass(seconds: 2)
        await second.hasNotes(["c"], in: id)
        await second.pass(seconds: 60)
        #expect(second.notes(id) == ["c"])
    }

    @Test func `A delayed message that is cancelled by its id after the restart is not sent`() async throws {
        let first = HeldEffectsProcess(store)
        let id = try #require(await first.enter(.later("a", seconds: 60, id: "x")))
        let second = HeldEffectsProcess(store, at: .seconds(10))
        _ = await second.fixture.post(id, .cancel("x"))
        await second.pass(seconds: 60)
        #expect(second.notes(id) == [])
    }

    @Test func `A delayed message whose update throws is dropped`() async throws {
        let key = SessionKey(id: SessionID(), program: "/notes")
        let activity = #"{"runs":[{"work":{"message":{"_0":{"refuse":{}},"due":1000}}}]}"#
        try await save(key, activity: activity)
        let process = HeldEffectsProcess(store, at: .seconds(10))
        await process.pass(seconds: 1)
        // It is logged before its turn has ended, which lists the session for the store.
        try await eventually("nothing is due any more") {
            process.fixture.environment.advance(by: .milliseconds(1))
            return try await store.load(key)?.due == nil
        }
        #expect(process.fixture.environment.log.contains { $0.contains("the update on refuse failed") })
        #expect(try await store.load(key)?.activity == [])
    }

    @Test
    func `A session with a delayed message leaves memory, and is loaded at its time, which does not count as use`()
        async throws
    {
        let process = HeldEffectsProcess(store) { limits in
            limits.memoryLife = .seconds(60)
            limits.idleLife = .seconds(7_200)
        }
        let id = try #require(await process.enter(.later("b", seconds: 3_600)))
        process.fixture.environment.advance(by: .seconds(120))
        #expect(process.fixture.host.registry.count == 0)
        await process.fixture.finish()
        process.fixture.environment.advance(by: .seconds(3_400))
        await process.pass(seconds: 81)
        await process.hasNotes(["b"], in: id)
        let stored = try #require(try await store.load(SessionKey(id: id, program: "/notes")))
        #expect(stored.due == nil)
        #expect(stored.used < 60)
        // It leaves memory again as other sessions do.
        process.fixture.environment.advance(by: .seconds(120))
        #expect(process.fixture.host.registry.count == 0)
        process.fixture.environment.advance(by: .seconds(3_600))
        #expect(await process.fixture.show(id)?.isHeld == false)
    }

    @Test func `Pending work that the program cannot decode is dropped and logged, and the remainder is carried out`()
        async throws
    {
        let key = SessionKey(id: SessionID(), program: "/notes")
        let activity = """
            {"runs":[{"work":{"message":{"_0":{"gone":{}},"due":1000}}},{"work":{"nonsense":1}},7,
            {"work":{"message":{"_0":{"note":{"_0":"a"}},"due":9000}}}]}
            """
        try await save(key, activity: activity)
        let process = HeldEffectsProcess(store, at: .seconds(8))
        await process.pass(seconds: 2)
        await process.hasNotes(["a"], in: key.id)
        #expect(process.fixture.environment.log.count == 3)
        #expect(process.fixture.environment.log.allSatisfy { $0.contains("cannot be read any more and was dropped") })
    }

    @Test(arguments: ["no JSON", "[]", #"{"runs":7}"#, "{}"])
    func `A record of pending work that cannot be read at all does not affect the model`(json: String) async throws {
        let key = SessionKey(id: SessionID(), program: "/notes")
        try await save(key, activity: json)
        let process = HeldEffectsProcess(store, at: .seconds(8))
        #expect(await process.fixture.post(key.id, .note("a")).snapshot?.model.notes == ["a"])
        #expect(process.fixture.environment.log.isEmpty == (json == "{}"))
    }

    @Test func `A session that has expired is not due again`() async throws {
        let process = HeldEffectsProcess(store) { $0.idleLife = .seconds(100) }
        let id = try #require(await process.enter(.later("b", seconds: 1_000)))
        let late = HeldEffectsProcess(store, at: .seconds(2_000)) { $0.idleLife = .seconds(100) }
        await late.pass(seconds: 2)
        await late.fixture.finish()
        #expect(late.notes(id) == nil)
        #expect(try await store.due("/notes", by: .max, limit: 10) == [])
    }

    @Test func `The pending work of a session that has ended is gone`() async throws {
        let first = HeldEffectsProcess(store)
        let id = try #require(await first.enter(.later("a", seconds: 60), .run("b", isDurable: true)))
        _ = await first.fixture.post(id, .end)
        let second = HeldEffectsProcess(store, at: .seconds(100))
        await second.pass(seconds: 20)
        #expect(second.runners.attempts.isEmpty)
        #expect(second.fixture.host.registry.count == 0)
    }

    @Test func `A session whose id was renewed retains its pending work`() async throws {
        let first = HeldEffectsProcess(store)
        let old = try #require(await first.enter(.later("a", seconds: 60)))
        guard let new = await first.fixture.post(old, .renew).snapshot?.cookie.newID else {
            Issue.record("not renewed")
            return
        }
        let second = HeldEffectsProcess(store, at: .seconds(100))
        await second.pass(seconds: 2)
        await second.hasNotes(["a"], in: new)
    }

    private func save(_ key: SessionKey, activity: String) async throws {
        let session = StoredSession(
            version: 1,
            model: Array(#"{"notes":[]}"#.utf8),
            activity: Array(activity.utf8),
            visitor: VisitorID(),
            created: 0,
            used: 0,
            due: 1_000
        )
        _ = try await store.commit([.save(key, session, over: nil)])
    }
}
