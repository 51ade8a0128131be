import ElmwoodArchitecture
import ElmwoodSessions
import Testing

/// Commands and navigation of a turn that ends the session: they reach the visitor's page.
@Suite struct EndingPageTests {
    private let fixture = SessionFixture(
        Play(onStart: { visit in visit.path == "/" ? nil : .note("at \(visit.path)") })
    )

    @Test func `A post that ends the session leads to the page that it navigates to, as a newcomer`() throws {
        let id = try #require(fixture.enter(.note("a")))
        let snapshot = try #require(fixture.post(id, .several([.end, .navigate("/goodbye?why=left")])).snapshot)
        #expect(snapshot.navigation == "/goodbye?why=left")
        // curl and JSON clients get the page of the session that starts there.
        #expect(snapshot.model.seen == ["start", "at /goodbye"])
    }

    @Test func `The cookie is removed if no session starts at once`() throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        let snapshot = try #require(fixture.post(id, .several([.navigate("/login"), .end])).snapshot)
        #expect(snapshot.navigation == "/login")
        #expect(snapshot.cookie == .remove)
        #expect(!snapshot.isHeld)
    }

    @Test func `A newcomer's post that ends its session still navigates`() throws {
        let fixture = SessionFixture()
        let snapshot = try #require(fixture.post(nil, .several([.navigate("/login"), .end])).snapshot)
        #expect(snapshot.navigation == "/login")
        #expect(fixture.registry.count == 0)
    }

    @Test func `A download and an external address reach the page as well`() throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        let asks = Play.Message.page([.download("text", as: "a.txt"), .leave("https://example.org/")])
        let snapshot = try #require(fixture.post(id, .several([asks, .end])).snapshot)
        #expect(snapshot.pageCommands.map { $0.words[0] } == ["download", "leave"])
        #expect(snapshot.cookie == .remove)
    }

    @Test func `An effect's turn that ends the session sets the navigation of the answer that waits for it`()
        async throws
    {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        let answer = fixture.post(id, .begin("slow", id: nil))
        await fixture.heldEffects.next().send(.several([.end, .navigate("/login")]))
        fixture.environment.work()
        let snapshot = try #require(await answer.settled(in: fixture.environment).snapshot)
        #expect(snapshot.navigation == "/login")
        #expect(snapshot.cookie == .remove)
    }

    @Test func `A start that ends the session and navigates to itself is shown`() {
        let fixture = SessionFixture(Play(onStart: { _ in .several([.end, .navigate("/")]) }))
        #expect(fixture.show(nil).snapshot?.navigation == nil)
        #expect(fixture.registry.count == 0)
    }

    // MARK: With script

    @Test func `An open page gets the navigation and the commands of its event that ends the session`() throws {
        let fixture = SessionFixture()
        let id = fixture.enter(.want([.event(.hidden, .several([.end, .page([.push("/login"), .focus("name")])]))]))
        let page = try OpenPage(fixture.host, session: id)
        try page.sync()
        let reply = page.send(.page("hidden")).reply
        #expect(reply?.patch?.commands == [.push("/login"), .focus("name")])
        #expect(reply?.cookie == .remove)
    }

    @Test func `The commands to a page whose session ends and begins anew are numbered after those it has obeyed`()
        throws
    {
        let fixture = SessionFixture(Play(onStart: { visit in visit.path == "/" ? nil : .note("at \(visit.path)") }))
        let end = Play.Message.several([.end, .page([.push("/goodbye"), .focus("name")])])
        let id = fixture.enter(.want([.event(.visible, .page([.focus("a")])), .event(.hidden, end)]))
        let page = try OpenPage(fixture.host, session: id)
        page.obeyed = 0
        try page.sync()
        #expect(page.send(.page("visible")).reply?.patch?.commandCount == 1)
        page.obeyed = 1
        let reply = page.send(.page("hidden")).reply
        #expect(reply?.patch?.commands == [.push("/goodbye"), .focus("name")])
        #expect(reply?.patch?.commandCount == 3)
    }

    @Test func `The stream of an open page sends the navigation of the turn that ends the session, and ends`() throws {
        let fixture = SessionFixture()
        let id = fixture.enter(.want([.every(.seconds(1), .several([.end, .page([.push("/login")])]))]))
        let page = try OpenPage(fixture.host, session: id)
        try page.connect()
        let stream = try #require(page.stream)
        #expect(stream.next().isWait)
        fixture.environment.advance(by: .seconds(1))
        fixture.environment.work()
        let patch = try #require(stream.next().patch)
        #expect(patch.from == patch.to)
        #expect(patch.commands == [.push("/login")])
        #expect(stream.next().isEnd)
        #expect(fixture.registry.count == 0)
    }
}
