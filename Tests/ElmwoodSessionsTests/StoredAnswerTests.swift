import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodTestSupport
import Testing

/// What is shown is stored.
@Suite(.timeLimit(.minutes(20)))
struct StoredAnswerTests {
    private let store = HeldStore()

    /// Whether a reply is there at once.
    private func isThere<Reply: Sendable>(_ reply: Eventual<Reply>) -> Bool {
        switch reply {
        case .ready: true
        case .promised: false
        }
    }

    @Test func `An answer that waits for an effect leaves once the effect's message is stored`() async throws {
        let process = HeldEffectsProcess(store) { $0.effectWait = .seconds(1) }
        let id = try #require(await process.enter(.note("a")))
        async let answer = process.fixture.post(id, .run("b", isDurable: false))
        await process.runners.haveBegun(1)
        // The turn of the post itself is stored.
        await process.fixture.finish()
        store.hold()
        process.runners.send("b", .note("b"))
        process.runners.finish("b")
        await store.isHolding()
        await eventually("both notes are there") { process.notes(id) == ["a", "b"] }
        store.fail(true)
        store.goOn()
        // It is answered all the same: what was posted is stored, and whoever posted it again would do it twice.
        #expect(await answer.snapshot?.model.notes == ["a", "b"])
        #expect(store.failures > 0)
    }

    @Test func `Who asks for a page is shown what is stored`() async throws {
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

    @Test func `Where the store fails, a page is shown all the same`() async throws {
        let process = HeldEffectsProcess(store)
        let id = try #require(await process.enter(.note("a")))
        store.fail(true)
        _ = await process.fixture.post(id, .note("b"))
        #expect(await process.fixture.show(id)?.model.notes == ["a", "b"])
    }

    @Test func `A new id that an effect has asked for is told once it is stored`() async throws {
        let process = HeldEffectsProcess(store) { $0.effectWait = .seconds(1) }
        let id = try #require(await process.enter(.note("a")))
        async let answer = process.fixture.post(id, .run("b", isDurable: false))
        await process.runners.haveBegun(1)
        process.runners.send("b", .renew)
        process.runners.finish("b")
        guard case .set(let new)? = await answer.snapshot?.cookie else {
            Issue.record("not renewed")
            return
        }
        // Nothing more is written for it.
        #expect(try await store.load(SessionKey(id: new, program: "/notes")) != nil)
    }

    @Test func `Who waits for an effect while his session is let go of is shown it all the same, and keeps it`()
        async throws
    {
        let process = HeldEffectsProcess(store) { limits in
            limits.effectWait = .seconds(1)
            limits.sessions = 1
        }
        let id = try #require(await process.enter(.note("a")))
        async let answer = process.fixture.post(id, .run("b", isDurable: true))
        await process.runners.haveBegun(1)
        // The others' coming lets it go.
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
