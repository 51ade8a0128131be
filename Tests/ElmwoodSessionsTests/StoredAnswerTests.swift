import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import ElmwoodTestSupport
import Testing

/// Pages and answers contain only what is stored.
@Suite(.timeLimit(.minutes(20)))
struct StoredAnswerTests {
    private let store = HeldStore()

    /// Whether a reply is available at once.
    private func isThere<Reply: Sendable>(_ reply: Eventual<Reply>) -> Bool {
        switch reply {
        case .ready: true
        case .promised: false
        }
    }

    @Test func `An answer that waits for an effect is sent once the effect's message is stored`() async throws {
        let process = HeldEffectsProcess(store) { $0.effectWait = .seconds(1) }
        let id = try #require(await process.enter(.note("a")))
        async let answer = process.fixture.post(id, .run("b", isDurable: false))
        await process.runners.haveBegun(1)
        // This is until the post's own turn is stored.
        await process.fixture.finish()
        store.hold()
        process.runners.send("b", .note("b"))
        process.runners.finish("b")
        await store.isHolding()
        await eventually("both notes are there") { process.notes(id) == ["a", "b"] }
        store.fail(true)
        store.goOn()
        // It is answered nevertheless: the post itself is stored, and posting it again would apply it twice.
        #expect(await answer.snapshot?.model.notes == ["a", "b"])
        #expect(store.failures > 0)
    }

    @Test func `A page shows what is stored`() async throws {
        let process = HeldEffectsProcess(store)
        let id = try #require(await process.enter(.note("a"), .later("b", seconds: 2)))
        store.hold()
        process.fixture.environment.advance(by: .seconds(2))
        await store.isHolding()
        let shown = process.fixture.host.show(session: id, visit: Visit())
        #expect(!isThere(shown))
        store.goOn()
        #expect(await shown.settled().snapshot?.model.notes == ["a", "b"])
        #expect(isThere(process.fixture.host.show(session: id, visit: Visit())))
    }

    @Test func `A page is shown even if the store fails`() async throws {
        let process = HeldEffectsProcess(store)
        let id = try #require(await process.enter(.note("a")))
        store.fail(true)
        _ = await process.fixture.post(id, .note("b"))
        #expect(await process.fixture.show(id)?.model.notes == ["a", "b"])
    }

    @Test func `A new id that an effect requested is sent once it is stored`() async throws {
        let process = HeldEffectsProcess(store) { $0.effectWait = .seconds(1) }
        let id = try #require(await process.enter(.note("a")))
        async let answer = process.fixture.post(id, .run("b", isDurable: false))
        await process.runners.haveBegun(1)
        process.runners.send("b", .renew)
        process.runners.finish("b")
        guard let new = await answer.snapshot?.cookie.newID else {
            Issue.record("not renewed")
            return
        }
        // No further commit is needed for it.
        #expect(try await store.load(SessionKey(id: new, program: "/notes")) != nil)
    }

    @Test
    func `A visitor whose session is evicted while they wait for an effect still gets the page, and retains their id`()
        async throws
    {
        let process = HeldEffectsProcess(store) { limits in
            limits.effectWait = .seconds(1)
            limits.sessions = 1
        }
        let id = try #require(await process.enter(.note("a")))
        async let answer = process.fixture.post(id, .run("b", isDurable: true))
        await process.runners.haveBegun(1)
        // The sessions of others evict it.
        var others = 0
        while process.fixture.host.currentState(of: id) != nil {
            others += 1
            _ = await process.enter(.note("\(others)"))
        }
        let shown = await answer.snapshot
        #expect(shown?.model.notes == ["a"])
        #expect(shown?.cookie == .unchanged)
    }
}
