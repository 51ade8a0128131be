import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import ElmwoodTestSupport
import Testing

/// Sessions of visitors who have not acted: their pages' scripts are connected, and the program has subscriptions.
@Suite struct TransientTests {
    private let fixture = SessionFixture(Play(wants: [.every(.seconds(1), .note("tick"))]))

    /// Loads a page, and returns the id that the browser gets with it.
    private func load(_ session: SessionID? = nil) -> SessionID? {
        guard let snapshot = fixture.show(session).snapshot else { return nil }
        return fixture.host.idForNewcomer(snapshot, presented: session)?.id
    }

    /// Connects a page's script, and returns what happens to the cookie.
    private func connect(_ session: SessionID?, _ name: Character = "a") throws -> CookieChange? {
        try OpenPage(fixture.host, name, session: session).send().reply?.cookie
    }

    @Test func `A browser gets an id with the page, and two pages opened at once share the session of that id`() throws
    {
        let id = try #require(load())
        #expect(fixture.registry.count == 0)
        #expect(try connect(id, "a") == .unchanged)
        #expect(try connect(id, "b") == .unchanged)
        #expect(fixture.registry.count == 1)
        // A browser that has an id gets no other one.
        #expect(load(id) == nil)
    }

    @Test func `A program without subscriptions gives no id`() throws {
        let fixture = SessionFixture()
        let snapshot = try #require(fixture.show(nil).snapshot)
        #expect(fixture.host.idForNewcomer(snapshot, presented: nil) == nil)
    }

    @Test func `An id that this server has not issued is never a session's`() throws {
        let chosen = SessionID()
        guard let id = try connect(chosen)?.newID else {
            Issue.record("The session is held under an id that the client chose.")
            return
        }
        #expect(id != chosen)
        #expect(fixture.seen(chosen) == nil)
    }

    @Test func `An id expires after a day if it is not used`() throws {
        let id = try #require(load())
        fixture.environment.advance(by: .seconds(86_400))
        #expect(try connect(id) != .unchanged)
    }

    @Test func `An id that has ended is not valid again`() throws {
        let id = try #require(load())
        #expect(try connect(id) == .unchanged)
        fixture.environment.work()
        #expect(fixture.post(id, .end).snapshot?.cookie == .remove)
        #expect(try connect(id, "b") != .unchanged)
    }

    @Test func `If many ids are issued and not used, the oldest ones expire`() throws {
        let first = try #require(load())
        for _ in 0..<10_000 { _ = load() }
        #expect(try connect(first) != .unchanged)
        let last = try #require(load())
        #expect(try connect(last, "b") == .unchanged)
    }

    @Test func `The session ends a minute after the last page has gone, and its id stays valid`() throws {
        let id = try #require(load())
        let page = try OpenPage(fixture.host, session: id)
        try page.connect()
        let stream = try #require(page.stream)
        fixture.environment.pass(.seconds(600), by: .seconds(1))
        #expect(fixture.registry.count == 1)
        stream.end()
        fixture.environment.pass(.seconds(50), by: .seconds(1))
        #expect(fixture.registry.count == 1)
        fixture.environment.pass(.seconds(100), by: .seconds(1))
        #expect(fixture.registry.count == 0)
        #expect(try connect(id) == .unchanged)
    }

    @Test func `The session of a page that never opened a stream ends, and leaves nothing scheduled`() throws {
        let id = try #require(load())
        _ = try connect(id)
        fixture.environment.pass(.seconds(150), by: .seconds(1))
        #expect(fixture.registry.count == 0)
        #expect(fixture.environment.scheduled <= 2)
    }

    @Test func `An action of the visitor makes it an ordinary session`() throws {
        let id = try #require(load())
        _ = try connect(id)
        _ = fixture.post(id, .note("done"))
        fixture.environment.pass(.seconds(300), by: .seconds(1))
        #expect(fixture.registry.count == 1)
        #expect(fixture.seen(id)?.contains("done") == true)
    }
}

/// Transient sessions if sessions are stored.
@Suite struct StoredTransientTests {
    private let store = HeldStore()

    @Test func `Nothing is stored for a visitor who has not acted; with their first action the whole session is`()
        async throws
    {
        let fixture = StoredFixture(store, program: Play(wants: [.every(.seconds(1), .note("tick"))]))
        let snapshot = try #require(await fixture.show(nil))
        let id = try #require(fixture.host.idForNewcomer(snapshot, presented: nil)).id
        let page = try OpenPage(fixture.host, session: id)
        _ = await page.send().settled()
        // A page stays connected, however much time passes until the turns have been carried out.
        let stream = try page.openStream()
        defer { stream.end() }
        // The turns run in another thread, and a clock whose tick waits sends no other one.
        await eventually("time has brought three turns") {
            fixture.environment.advance(by: .seconds(1))
            return fixture.host.currentState(of: id)?.version ?? 0 >= 3
        }
        await fixture.finish()
        #expect(try await store.load(SessionKey(id: id, program: "/notes")) == nil)
        _ = await fixture.post(id, .note("done"))
        await fixture.finish()
        #expect(try await store.load(SessionKey(id: id, program: "/notes"))?.version.number ?? 0 >= 4)
    }
}
