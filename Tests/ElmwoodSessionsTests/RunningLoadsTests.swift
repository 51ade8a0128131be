import ElmwoodStorage
import ElmwoodTestSupport
import Testing

@testable import ElmwoodSessions
import ElmwoodSessionTesting

/// Loads that are slower than commits of the same process.
@Suite struct RunningLoadsTests {
    private let loads = RunningLoads()
    private let key = SessionKey(id: SessionID(), program: "/")
    private let other = SessionKey(id: SessionID(), program: "/")

    @Test func `A load is outdated if a later version was stored since it began, and only then`() {
        let load = loads.begin(key)
        let second = loads.begin(key)
        loads.stored(key, 3)
        loads.stored(other, 9)
        #expect(!loads.end(load, key, loaded: 2))
        #expect(loads.end(second, key, loaded: 3))
        // What was stored before a load began is what it finds.
        let later = loads.begin(key)
        #expect(loads.end(later, key, loaded: 1))
    }

    @Test func `A load that fails is never outdated, and a removed session makes each other one so`() {
        let load = loads.begin(key)
        loads.removed(key.id)
        #expect(!loads.end(load, key, loaded: 5))
        let failed = loads.begin(key)
        loads.removed(key.id)
        #expect(loads.end(failed, key, loaded: .max))
    }

    @Test func `Commits before a load, or of other sessions, leave nothing behind`() {
        for version in 0..<100 { loads.stored(key, UInt64(version)) }
        let load = loads.begin(key)
        #expect(loads.end(load, key, loaded: 0))
    }

    @Test(arguments: [true, false])
    func `A session that has returned to memory is not removed as an unused one`(isHeld: Bool) async throws {
        let store = MemorySessionStore()
        let session = StoredSession(version: 1, model: [], visitor: VisitorID(), created: 1, used: 1)
        _ = try await store.commit([.save(key, session, over: nil)])
        let writer = SessionWriter(store, environment: ManualEnvironment().forSessions) { _ in isHeld }
        writer.append(.removeIdle(key, used: 1))
        await withCheckedContinuation { continuation in writer.afterwards { continuation.resume() } }
        #expect((try await store.load(key) != nil) == isHeld)
    }

    @Test func `A slow load does not bring back an earlier state than the one that was stored meanwhile`() async throws
    {
        let store = HeldStore()
        let fixture = StoredFixture(store) { $0.sessions = 1 }
        /// Evicts the visitor, by another one's visit.
        func evict(_ id: SessionID) async {
            _ = await fixture.enter(.note("other"))
            await eventually("the visitor is evicted") { fixture.host.currentState(of: id) == nil }
        }
        let id = try #require(await fixture.enter(.note("a")))
        await evict(id)
        store.holdNextLoad()
        async let slow = fixture.notes(id)
        await eventually("the load is held back") { store.holdsLoad }
        #expect(await fixture.post(id, .note("b")).snapshot?.model.notes == ["a", "b"])
        await evict(id)
        store.deliverLoad()
        #expect(await slow == ["a", "b"])
        #expect(await fixture.notes(id) == ["a", "b"])
    }
}
