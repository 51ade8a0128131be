import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import ElmwoodTestSupport
import Synchronization
import Testing

/// Which visitors are evicted when more sessions are held than the limit.
@Suite struct EvictionTests {
    @Test func `A visitor who has returned outlives a flood of newcomers' posts`() throws {
        let fixture = SessionFixture { $0.sessions = 100 }
        let visitor = try #require(fixture.enter(.note("a")))
        fixture.environment.advance(by: .seconds(10))
        _ = fixture.post(visitor, .note("b"))
        fixture.environment.advance(by: .seconds(3_600))
        for _ in 0..<2_000 { _ = try #require(fixture.enter(.note("flood"))) }
        #expect(fixture.registry.count == 100)
        #expect(fixture.seen(visitor) == ["a", "b"])
    }

    @Test func `A page that is shown again counts as a return`() throws {
        let fixture = SessionFixture { $0.sessions = 10 }
        let visitor = try #require(fixture.enter(.note("a")))
        fixture.environment.advance(by: .seconds(10))
        #expect(fixture.seen(visitor) == ["a"])
        for _ in 0..<100 { _ = fixture.enter(.note("flood")) }
        #expect(fixture.seen(visitor) == ["a"])
    }

    @Test func `A post and the page that it redirects to are one visit, and the longest idle newcomer goes first`()
        throws
    {
        let fixture = SessionFixture { $0.sessions = 10 }
        let ids = try (0..<10).map { _ in
            let id = try #require(fixture.enter(.note("a")))
            fixture.environment.advance(by: .milliseconds(100))
            _ = fixture.seen(id)
            return id
        }
        let later = try (0..<5).map { _ in try #require(fixture.enter(.note("b"))) }
        #expect(ids.map { fixture.host.currentState(of: $0) != nil } == (0..<10).map { $0 >= 5 })
        #expect(later.allSatisfy { fixture.host.currentState(of: $0) != nil })
    }

    /// A site for one session, whose visitor is evicted just when a turn has renewed the session's id.
    private func siteThatEvictsTheRenewed() -> ProgramHost<Play> {
        let host = Mutex<ProgramHost<Play>?>(nil)
        var limits = SessionLimits.scripted
        limits.sessions = 1
        var environment = ManualEnvironment().forSessions
        environment.audit = { event in
            guard event.kind == .renewed else { return }
            let site = host.withLock { $0 }
            _ = site?.post(session: nil, visit: Visit()) { _ in Decision<Play.Message, String>.apply([.note("other")]) }
        }
        let site = ProgramHost(
            Play(),
            name: "play",
            registry: SessionRegistry(limits: limits, environment: environment)
        )
        host.withLock { $0 = site }
        return site
    }

    private func post(
        _ message: Play.Message,
        _ session: SessionID?,
        to host: ProgramHost<Play>
    ) -> Eventual<SessionFixture.Replied> {
        host.post(session: session, visit: Visit()) { _ in .apply([message]) }
    }

    @Test func `A post whose session is evicted just when its turn has renewed the id is a newcomer's`() throws {
        let site = siteThatEvictsTheRenewed()
        let id = try #require(post(.note("a"), nil, to: site).snapshot?.cookie.newID)
        let answer = post(.renew, id, to: site)
        #expect(answer.snapshot?.model.seen == ["renewed"])
        let new = try #require(answer.snapshot?.cookie.newID)
        #expect(post(.note("b"), new, to: site).snapshot?.model.seen == ["renewed", "b"])
    }

    @Test func `A browser whose session was evicted just when its page had renewed the id is served again`()
        async throws
    {
        let site = siteThatEvictsTheRenewed()
        let wants = Play.Message.want([.event(.opened, .renew)])
        let id = try #require(post(wants, nil, to: site).snapshot?.cookie.newID)
        _ = try await OpenPage(site, session: id).send().settled()
        #expect(post(.note("b"), id, to: site).snapshot?.model.seen == ["b"])
    }

    @Test func `Newcomers have room to return if everybody else has returned`() throws {
        let fixture = SessionFixture { $0.sessions = 100 }
        let ids = try (0..<100).map { _ in try #require(fixture.enter(.note("a"))) }
        fixture.environment.advance(by: .seconds(10))
        for id in ids {
            _ = fixture.seen(id)
            fixture.environment.advance(by: .milliseconds(1))
        }
        let newcomer = try #require(fixture.enter(.note("new")))
        fixture.environment.advance(by: .milliseconds(1))
        for _ in 0..<15 { _ = fixture.enter(.note("flood")) }
        #expect(fixture.seen(newcomer) == ["new"])
        // They replace those who have been idle longest.
        #expect(fixture.host.currentState(of: ids[0]) == nil)
        #expect(ids.suffix(80).allSatisfy { fixture.host.currentState(of: $0) != nil })
    }

    @Test func `A visitor whose page is connected stays, even if they have only come once`() throws {
        let fixture = SessionFixture { $0.sessions = 10 }
        let visitor = try #require(fixture.enter(.note("a")))
        let page = try #require(PageID(utf8: String(repeating: "a", count: 22).utf8))
        let request = LiveRequest(id: page, shows: nil, page: Page(), visit: Visit())
        _ = fixture.host.live(session: visitor, request)
        let stream = try #require(fixture.host.stream(session: visitor, of: page) {})
        for _ in 0..<100 { _ = fixture.enter(.note("flood")) }
        #expect(fixture.host.currentState(of: visitor)?.model.seen == ["a"])
        #expect(fixture.registry.count == 10)
        stream.end()
    }

    @Test func `A renewed id does not make a newcomer of the visitor`() throws {
        let fixture = SessionFixture { $0.sessions = 10 }
        let visitor = try #require(fixture.enter(.note("a")))
        fixture.environment.advance(by: .seconds(10))
        guard let renewed = fixture.post(visitor, .renew).snapshot?.cookie.newID else {
            Issue.record("not renewed")
            return
        }
        for _ in 0..<100 { _ = fixture.enter(.note("flood")) }
        #expect(fixture.seen(renewed) == ["a", "renewed"])
    }

    @Test func `A visitor who is loaded from the store has returned`() async throws {
        let store = MemorySessionStore()
        let visitor = try #require(await StoredFixture(store).enter(.note("a")))
        let fixture = StoredFixture(store) { $0.sessions = 10 }
        #expect(await fixture.notes(visitor) == ["a"])
        for _ in 0..<50 { _ = try #require(await fixture.enter(.note("flood"))) }
        #expect(fixture.host.currentState(of: visitor) != nil)
    }

    @Test func `The sessions of expired visitors end, whether they have returned or not`() throws {
        let fixture = SessionFixture { $0.idleLife = .seconds(100) }
        let returning = try #require(fixture.enter(.note("a")))
        fixture.environment.advance(by: .seconds(10))
        _ = fixture.seen(returning)
        _ = fixture.enter(.note("b"))
        fixture.environment.advance(by: .seconds(300))
        #expect(fixture.registry.count == 0)
    }

    /// Posts as a newcomer from a client.
    private func enter(_ fixture: SessionFixture, from client: UInt32) throws -> SessionID {
        var visit = Visit()
        visit.client = client
        let answer = fixture.host.post(session: nil, visit: visit) { _ in
            Decision<Play.Message, String>.apply([.note("a")])
        }
        guard let id = answer.snapshot?.cookie.newID else { throw CancellationError() }
        return id
    }

    @Test func `Of those who have returned, the longest idle of the client with the most goes first`() throws {
        let fixture = SessionFixture { $0.sessions = 1_600 }
        // They have been idle longer than all others.
        let visitors = try (0..<25).map { try enter(fixture, from: UInt32($0 + 1)) }
        fixture.environment.advance(by: .seconds(10))
        for id in visitors { _ = fixture.seen(id) }
        fixture.environment.advance(by: .seconds(3_600))
        var greedy: [SessionID] = []
        for _ in 0..<4_000 {
            let id = try enter(fixture, from: 1_000_000)
            greedy.append(id)
            fixture.environment.advance(by: .seconds(3))
            _ = fixture.seen(id)
        }
        #expect(fixture.registry.count <= 1_600)
        let kept = visitors.count { fixture.host.currentState(of: $0) != nil }
        #expect(kept == 25)
        // Of the client's own sessions, the latest are kept.
        #expect(greedy.suffix(600).allSatisfy { fixture.host.currentState(of: $0) != nil })
    }
}
