import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodTestSupport
import Testing

@testable import ElmwoodSessions
import ElmwoodSessionTesting

/// Sessions at places, which are removed from the store if a visitor has too many.
@Suite struct RemovedPlaceTests {
    @Test func `A process with a removed session does not save over the one that was begun again at its place`()
        async throws
    {
        let store = MemorySessionStore()
        func process() -> StoredFixture<Notes> { StoredFixture(store, program: Notes(), place: "/notes/1") }
        let first = process()
        let id = try #require(await first.enter(.note("a")))
        // Their id remains known by another program's session.
        let other = ProgramHost(Notes(), name: "/other", registry: first.host.registry)
        let reply: Reply<Notes, String> = await other.post(session: id, visit: Visit()) { _ in .apply([.note("o")]) }
            .settled()
        #expect(reply.snapshot?.cookie == .unchanged)
        await first.finish()
        let former = process()
        #expect(await former.show(id)?.model.notes == ["a"])

        let key = first.host.sessions.key(id)
        let stored = try #require(try await store.load(key))
        #expect(try await store.commit([.removeIdle(key, used: stored.used)]) == [true])
        let next = process()
        #expect(await next.post(id, .note("b")).snapshot?.model.notes == ["b"])
        await next.finish()
        #expect(await former.post(id, .note("c")).snapshot?.model.notes == ["b", "c"])
    }

    @Test func `An answer whose session is removed meanwhile leaves the browser the id of other sessions`()
        async throws
    {
        let store = MemorySessionStore()
        let site = StoredFixture(store, program: Notes(), place: "/notes/1") { $0.effectWait = .seconds(2) }
        let id = try #require(await site.enter(.note("a")))
        let other = ProgramHost(Notes(), name: "/other", registry: site.host.registry)
        let reply: Reply<Notes, String> = await other.post(session: id, visit: Visit()) { _ in .apply([.note("o")]) }
            .settled()
        #expect(reply.snapshot?.cookie == .unchanged)
        async let waiting = site.post(id, .later("b"))
        let key = site.host.sessions.key(id)
        await eventually("the turn is stored") { ((try? await store.load(key)) ?? nil)?.due != nil }
        let stored = try #require(try await store.load(key))
        #expect(try await store.commit([.end(key, over: stored.version, MessageExchange())]) == [true])
        let session = try #require(site.host.sessions.peek(id))
        await eventually("it is evicted") { session.unload(isForced: true) }
        site.host.registry.forget(session)
        #expect(await waiting.snapshot?.cookie == .unchanged)
    }
}
