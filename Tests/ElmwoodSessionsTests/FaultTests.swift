import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodTestSupport
import Testing
import ElmwoodViewTree

/// What is known of the processes before: with no process that ends.
@Suite("What has ended a process before", .timeLimit(.minutes(10)))
final class FaultTests {
    private let store = MemorySessionStore()
    private let fuse = Fuse()

    deinit { fuse.remove() }

    private func render(_ snapshot: Snapshot<Fused>?, at path: String, in process: StoredFixture<Fused>) throws {
        let snapshot = try #require(snapshot)
        _ = try process.host.sessions.render(snapshot.session.model, on: Page(path: path))
    }

    private func isAvoided(_ snapshot: Snapshot<Fused>?, at path: String, in process: StoredFixture<Fused>) -> Bool {
        do {
            try render(snapshot, at: path, in: process)
            return false
        } catch {
            return "\(error)".contains("has ended the server before")
        }
    }

    @Test("A view is not run again for the same model at the same address; it is for others")
    func view() async throws {
        let first = fuse.process(store)
        let id = try #require(await first.enter(.add))
        let other = try #require(await first.enter(.add))
        fuse.blow(at: "view /a 1")
        try render(await first.show(id), at: "/a", in: first)
        #expect(fuse.calls(of: "view /a 1") == 1)

        let second = fuse.process(store)
        let snapshot = await second.show(id)
        #expect(isAvoided(snapshot, at: "/a", in: second))
        #expect(fuse.calls(of: "view /a 1") == 0)
        #expect(second.world.log.contains { $0.contains("was asked for again, and not done") })
        try render(snapshot, at: "/b", in: second)
        try render(await second.show(other), at: "/a", in: second)
        #expect(fuse.calls(of: "view /a 1") == 1)
        _ = await second.post(id, .add)
        try render(await second.show(id), at: "/a", in: second)
        #expect(fuse.calls(of: "view /a 2") == 1)
    }

    @Test("For visitors without a session it is the same model at the same address, whoever they are")
    func newcomer() async throws {
        let first = fuse.process(store)
        fuse.blow(at: "view /a 0")
        try render(await first.show(nil), at: "/a", in: first)
        let second = fuse.process(store)
        for id in [nil, SessionID()] {
            let snapshot = await second.show(id)
            #expect(isAvoided(snapshot, at: "/a", in: second))
            try render(snapshot, at: "/b", in: second)
        }
    }

    @Test("A start is not run again for that address, and a post there is refused")
    func start() async throws {
        fuse.blow(at: "start /")
        _ = await fuse.process(store).show(nil)
        let second = fuse.process(store)
        #expect(await second.show(nil) == nil)
        #expect(await second.enter(.add) == nil)
        #expect(fuse.calls(of: "start /") == 0)
        let elsewhere = await second.host.show(session: nil, visit: Visit(path: "/a")).settled()
        #expect(elsewhere.snapshot != nil)
    }

    @Test("A stored model is not read again, but kept aside")
    func stored() async throws {
        let id = try #require(await fuse.process(store).enter(.add))
        fuse.blow(at: "read model")
        #expect(await fuse.process(store).show(id)?.model.count == 1)
        let third = fuse.process(store)
        #expect(await third.show(id)?.model.count == 0)
        #expect(fuse.calls(of: "read model") == 0)
        await third.finish()
        let key = SessionKey(id: id, program: "/notes")
        #expect(try await store.load(key) == nil)
        #expect(try await store.setAside(key).count == 1)
        #expect(third.world.log.contains { $0.contains("it is kept aside") })
    }

    @Test("So it is where nobody asks for it, but something is due")
    func waking() async throws {
        let id = try #require(await fuse.process(store).enter(.later))
        let key = SessionKey(id: id, program: "/notes")
        fuse.blow(at: "read model")
        // It ends there: nothing that comes of it is stored.
        let ended = HeldStore(store)
        ended.fail(true)
        let second = fuse.process(ended, at: .seconds(60))
        await second.pass(seconds: 1)
        await eventually("the model is read") { fuse.calls(of: "read model") > 0 }

        let third = fuse.process(store, at: .seconds(120))
        await third.pass(seconds: 1)
        try await eventually("the model is set aside") { try await !store.setAside(key).isEmpty }
        #expect(fuse.calls(of: "read model") == 0)
        #expect(try await store.due("/notes", by: .max, limit: 1) == [])
    }

    @Test("What waits with a model is dropped where reading it has ended a process; the model stays")
    func rest() async throws {
        let id = try #require(await fuse.process(store).enter(.add, .later))
        fuse.blow(at: "read note")
        #expect(await fuse.process(store).show(id) != nil)
        let third = fuse.process(store)
        #expect(await third.show(id)?.model.count == 1)
        #expect(fuse.calls(of: "read note") == 0)
        #expect(third.world.log.contains { $0.contains("was dropped") })
    }

    @Test("A session whose subscriptions have ended a process as it came back, comes back without any")
    func subscriptions() async throws {
        let id = try #require(await fuse.process(store).enter(.add))
        fuse.blow(at: "subscriptions 1")
        #expect(await fuse.process(store).show(id)?.isHeld == true)
        let third = fuse.process(store)
        #expect(await third.show(id)?.isHeld == true)
        #expect(fuse.calls(of: "subscriptions 1") == 0)
    }
}
