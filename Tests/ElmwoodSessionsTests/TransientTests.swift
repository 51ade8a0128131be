import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodTestSupport
import Testing

/// Sessions of visitors who only look: their pages' scripts are connected, and the program subscribes to something.
@Suite struct TransientTests {
    private let fixture = SessionFixture(Play(wants: [.every(.seconds(1), .note("tick"))]))

    private func page(_ name: Character = "a") throws -> PageID {
        try #require(PageID(utf8: String(repeating: name, count: 22).utf8))
    }

    private func request(_ page: PageID, _ event: String? = nil) -> LiveRequest {
        LiveRequest(
            id: page,
            shows: nil,
            page: Page(),
            visit: Visit(),
            actions: event.map { [PageAction(sequence: 1, kind: .page($0))] } ?? []
        )
    }

    /// Loads a page, and answers with the id that the browser is given with it.
    private func load(_ session: SessionID? = nil) -> SessionID? {
        guard let snapshot = fixture.show(session).snapshot else { return nil }
        return fixture.host.idForNewcomer(snapshot, presented: session)
    }

    /// Connects a page's script; answers with what becomes of the cookie.
    private func connect(_ session: SessionID?, _ page: PageID) -> CookieChange? {
        guard case .ready(.patch(_, let cookie, _)) = fixture.host.live(session: session, request(page)) else {
            return nil
        }
        return cookie
    }

    @Test
    func `A browser is given an id with the page, and both of two pages opened at once have their session under it`()
        throws
    {
        let id = try #require(load())
        #expect(fixture.registry.count == 0)
        #expect(try connect(id, page("a")) == .unchanged)
        #expect(try connect(id, page("b")) == .unchanged)
        #expect(fixture.registry.count == 1)
        // Who has an id is given no other one.
        #expect(load(id) == nil)
    }

    @Test func `A program that subscribes to nothing gives no id`() throws {
        let fixture = SessionFixture()
        let snapshot = try #require(fixture.show(nil).snapshot)
        #expect(fixture.host.idForNewcomer(snapshot, presented: nil) == nil)
    }

    @Test func `An id that this server has not given is never a session's`() throws {
        let chosen = SessionID()
        guard case .set(let id)? = try connect(chosen, page()) else {
            Issue.record("The session is held under an id that the client chose.")
            return
        }
        #expect(id != chosen)
        #expect(fixture.seen(chosen) == nil)
    }

    @Test func `An id is good for a day, and no longer`() throws {
        let id = try #require(load())
        fixture.environment.advance(by: .seconds(86_400))
        #expect(try connect(id, page()) != .unchanged)
    }

    @Test func `An id that was renewed or ended is not good again`() throws {
        let id = try #require(load())
        #expect(try connect(id, page()) == .unchanged)
        fixture.environment.work()
        #expect(fixture.post(id, .end).snapshot?.cookie == .remove)
        #expect(try connect(id, page("b")) != .unchanged)
    }

    @Test func `Clients that take ids and use none push the oldest ones out`() throws {
        let first = try #require(load())
        for _ in 0..<10_000 { _ = load() }
        #expect(try connect(first, page()) != .unchanged)
        let last = try #require(load())
        #expect(try connect(last, page("b")) == .unchanged)
    }

    @Test
    func `The session ends when nobody has looked for a minute since the last page went, and its id is good still`()
        throws
    {
        let id = try #require(load())
        _ = try connect(id, page())
        let stream = try #require(fixture.host.stream(session: id, of: page()) {})
        fixture.environment.pass(.seconds(600), by: .seconds(1))
        #expect(fixture.registry.count == 1)
        stream.end()
        fixture.environment.pass(.seconds(50), by: .seconds(1))
        #expect(fixture.registry.count == 1)
        fixture.environment.pass(.seconds(100), by: .seconds(1))
        #expect(fixture.registry.count == 0)
        #expect(try connect(id, page()) == .unchanged)
    }

    @Test func `A page that never opened a stream leaves nothing behind`() throws {
        let id = try #require(load())
        _ = try connect(id, page())
        fixture.environment.pass(.seconds(150), by: .seconds(1))
        #expect(fixture.registry.count == 0)
        #expect(fixture.environment.scheduled <= 2)
    }

    @Test func `What the visitor does makes it a session like any other`() throws {
        let id = try #require(load())
        _ = try connect(id, page())
        _ = fixture.post(id, .note("done"))
        fixture.environment.pass(.seconds(300), by: .seconds(1))
        #expect(fixture.registry.count == 1)
        #expect(fixture.seen(id)?.contains("done") == true)
    }
}

/// The same where sessions are stored.
@Suite struct StoredTransientTests {
    private let store = HeldStore()

    @Test func `Nothing is written for who only looks, whatever time brings, and all of it with what the visitor does`()
        async throws
    {
        let fixture = StoredFixture(store, program: Play(wants: [.every(.seconds(1), .note("tick"))]))
        let page = try #require(PageID(utf8: String(repeating: "a", count: 22).utf8))
        let snapshot = try #require(await fixture.show(nil))
        let id = try #require(fixture.host.idForNewcomer(snapshot, presented: nil))
        let request = LiveRequest(id: page, shows: nil, page: Page(), visit: Visit())
        _ = await fixture.host.live(session: id, request).settled()
        // However much time passes until the turns have been carried out, somebody looks.
        let stream = try #require(fixture.host.stream(session: id, of: page) {})
        defer { stream.end() }
        // Its turns are another thread's, and a clock whose tick waits has no other one.
        await eventually("time has brought three turns") {
            fixture.environment.advance(by: .seconds(1))
            return fixture.host.currentState(of: id)?.version ?? 0 >= 3
        }
        await fixture.finish()
        #expect(try await store.load(SessionKey(id: id, program: "/notes")) == nil)
        _ = await fixture.post(id, .note("done"))
        await fixture.finish()
        #expect(try await store.load(SessionKey(id: id, program: "/notes"))?.version ?? 0 >= 4)
    }
}
