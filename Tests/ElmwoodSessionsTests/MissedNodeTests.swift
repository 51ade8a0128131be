import ElmwoodStorage
import ElmwoodTestSupport
import Synchronization
import Testing

@testable import ElmwoodSessions
import ElmwoodSessionTesting

/// What a node knows of others after it was not told something, and while its own commits take long.
@Suite(.timeLimit(.minutes(2)))
struct MissedNodeTests {
    private let key = SessionKey(id: SessionID(), program: "/")

    @Test func `A visitor who was at another node is there no longer if that is not told again`() {
        let nodes = Nodes(MemoryNodes().node(3), isStrict: false)
        let other = SessionKey(id: SessionID(), program: "/")
        nodes.attend([key, other], true, by: 1)
        nodes.attend([key], true, by: 2)
        nodes.doubt(nil, at: .seconds(1))
        // Until the others have had time to tell, it counts.
        #expect(nodes.isLedByOther(key))
        nodes.attend([key], true, by: 2)
        #expect(nodes.removeUnconfirmed(since: .seconds(1))?.count == 2)
        #expect(nodes.isLedByOther(key))
        #expect(!nodes.isLedByOther(other))
        nodes.attend([key], false, by: 2)
        #expect(!nodes.isAttendedElsewhere(key))
    }

    @Test func `A node that misses something once more waits again`() {
        let nodes = Nodes(MemoryNodes().node(3), isStrict: false)
        nodes.attend([key], true, by: 1)
        nodes.doubt(nil, at: .seconds(1))
        nodes.doubt(nil, at: .seconds(4))
        #expect(nodes.removeUnconfirmed(since: .seconds(1)) == nil)
        #expect(nodes.isLedByOther(key))
        #expect(nodes.removeUnconfirmed(since: .seconds(4)) == [key])
        #expect(!nodes.isLedByOther(key))
    }

    @Test func `The alarm of a commit that has just ended in time refuses nothing`() async {
        let alarms = Mutex<[@Sendable () -> Void]>([])
        var environment = ManualEnvironment().forSessions
        // Each alarm is running already when it is cancelled.
        environment.schedule = { _, call in
            alarms.withLock { $0.append(call) }
            return ScheduledCall {}
        }
        let writer = SessionWriter(MemorySessionStore(), environment: environment, outdated: { _, _ in })
        writer.tell(.tell("topic", []))
        await withCheckedContinuation { continuation in writer.afterwards { continuation.resume() } }
        #expect(!alarms.withLock { $0 }.isEmpty)
        for alarm in alarms.withLock({ $0 }) { alarm() }
        #expect(!writer.refuses)
    }

    @Test func `That another node has stored a session is not forgotten while its own save is under way`() {
        let parts = SessionParts()
        #expect(parts.isIdle)
        parts.isOvertaken = true
        #expect(!parts.isIdle)
    }

    @Test func `A session that was never stored is older than a stored one`() async throws {
        let fixture = StoredFixture(MemorySessionStore(), program: Notes())
        let id = try #require(await fixture.enter(.note("a")))
        let session = try #require(fixture.host.sessions.peek(id))
        let stored = try #require(session.state.withLock { $0.stored })
        #expect(!session.isOlder(than: stored))
        session.state.withLock { $0.stored = nil }
        #expect(session.isOlder(than: stored))
    }
}

/// Sessions that begin while another request looks for them.
@Suite(.timeLimit(.minutes(2)))
struct SlowNewcomerTests {
    @Test func `A load that finds nothing is repeated if the session has begun and was evicted meanwhile`() async throws
    {
        let store = HeldStore()
        let fixture = StoredFixture(store) { $0.sessions = 1 }
        let id = try #require(fixture.host.sessions.registry.issueID(unlessGood: nil)?.id)
        store.holdNextLoad()
        async let slow = fixture.post(id, .note("b"))
        await eventually("the load is held back") { store.holdsLoad }
        #expect(await fixture.post(id, .note("a")).snapshot?.cookie == .unchanged)
        _ = await fixture.enter(.note("other"))
        await eventually("the visitor is evicted") { fixture.host.currentState(of: id) == nil }
        store.deliverLoad()
        let snapshot = await slow.snapshot
        #expect(snapshot?.cookie == .unchanged)
        #expect(snapshot?.model.notes == ["a", "b"])
    }
}
