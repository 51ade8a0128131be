import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import ElmwoodTestSupport
import Testing

@Suite struct StorageCommandTests {
    private func seen(_ fixture: SessionFixture, _ id: SessionID?, _ messages: Play.Message...) async -> [String]? {
        let answer = fixture.host.post(session: id, visit: Visit()) { _ in
            Decision<Play.Message, String>.apply(messages)
        }
        return await answer.settled(in: fixture.environment).snapshot?.model.seen
    }

    @Test func `A saved value is loaded, and the page waits for it`() async throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        #expect(await seen(fixture, id, .load("draft", isShared: false, id: nil)) == ["a", "draft is nothing"])
        let after = await seen(
            fixture,
            id,
            .save("text", as: "draft", isShared: false),
            .load("draft", isShared: false, id: nil)
        )
        #expect(after == ["a", "draft is nothing", "draft is text"])
    }

    @Test func `Saves, loads and removals of one post are carried out in order`() async throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        let after = await seen(
            fixture,
            id,
            .save("1", as: "k", isShared: false),
            .load("k", isShared: false, id: nil),
            .save("2", as: "k", isShared: false),
            .load("k", isShared: false, id: nil),
            .remove("k"),
            .load("k", isShared: false, id: nil)
        )
        #expect(after == ["a", "k is 1", "k is 2", "k is nothing"])
        #expect(fixture.environment.storage.asked == ["save k", "load k", "save k", "load k", "remove k", "load k"])
    }

    @Test func `Of the changes of a key that wait together, only the last is carried out`() async throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        fixture.environment.storage.hold()
        _ = fixture.post(id, .load("x", isShared: false, id: nil))
        await eventually("the first load is asked for") { fixture.environment.storage.asked == ["load x"] }
        let answer = fixture.post(
            id,
            .save("1", as: "k", isShared: false),
            .save("other", as: "k", isShared: true),
            .remove("k"),
            .save("a", as: "j", isShared: false),
            .save("2", as: "k", isShared: false),
            .load("k", isShared: false, id: nil),
            .save("3", as: "k", isShared: false)
        )
        fixture.environment.storage.goOn()
        let seen = await answer.settled(in: fixture.environment).snapshot?.model.seen
        #expect(seen == ["a", "x is nothing", "k is 2"])
        #expect(fixture.environment.storage.asked == ["load x", "save k", "save k", "save j", "load k", "save k"])
        #expect(
            await self.seen(fixture, id, .load("k", isShared: false, id: nil), .load("k", isShared: true, id: nil))
                == ["a", "x is nothing", "k is 2", "k is 3", "k is other"]
        )
    }

    @Test func `If the last of several waiting changes of a key is refused, the one before it is retained`()
        async throws
    {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        fixture.environment.storage.hold()
        _ = fixture.post(id, .load("x", isShared: false, id: nil))
        await eventually("the first load is asked for") { fixture.environment.storage.asked == ["load x"] }
        let answer = fixture.post(
            id,
            .save("1", as: "k", isShared: false),
            .save("2", as: "k", isShared: false),
            .save(String(repeating: "x", count: 1_000_000), as: "k", isShared: false)
        )
        fixture.environment.storage.goOn()
        _ = await answer.settled(in: fixture.environment)
        #expect(await seen(fixture, id, .load("k", isShared: false, id: nil))?.last == "k is 2")
        #expect(fixture.environment.log.count == 1)
    }

    @Test func `Each visitor has their own values, and shared values are common to all`() async throws {
        let fixture = SessionFixture()
        let one = try #require(fixture.enter(.note("one")))
        let other = try #require(fixture.enter(.note("other")))
        _ = await seen(fixture, one, .save("mine", as: "a", isShared: false), .save("ours", as: "a", isShared: true))
        let seenByOther = await seen(
            fixture,
            other,
            .load("a", isShared: false, id: nil),
            .load("a", isShared: true, id: nil)
        )
        #expect(seenByOther == ["other", "a is nothing", "a is ours"])
    }

    @Test func `A visitor's values outlive the session, under the visitor's own token`() async throws {
        let fixture = SessionFixture()
        let first = fixture.post(nil, .save("kept", as: "a", isShared: false))
        let snapshot = await first.settled(in: fixture.environment).snapshot
        guard let id = snapshot?.cookie.newID, case .set(let token)? = snapshot?.visitor else {
            Issue.record("no cookies")
            return
        }
        let ended = fixture.post(id, .end)
        #expect(await ended.settled(in: fixture.environment).snapshot?.isHeld == false)
        let again = fixture.host.post(session: id, visitor: .token(token), visit: Visit()) { _ in
            Decision<Play.Message, String>.apply([.load("a", isShared: false, id: nil)])
        }
        let returned = await again.settled(in: fixture.environment).snapshot
        #expect(returned?.model.seen == ["a is kept"])
        #expect(returned?.visitor == .unchanged)
    }

    @Test(arguments: [true, false])
    func `Saves and topic messages of the turn that ends a session are carried out`(hasSession: Bool) async throws {
        let fixture = SessionFixture()
        let listener = try #require(fixture.enter(.want([.words("t")])))
        var id: SessionID?
        if hasSession, let given = fixture.post(nil, .note("a")).snapshot?.cookie.newID { id = given }
        let end = fixture.host.post(session: id, visit: Visit()) { _ in
            Decision<Play.Message, String>.apply([.save("kept", as: "k", isShared: true), .tell("bye", on: "t"), .end])
        }
        #expect(await end.settled(in: fixture.environment).snapshot?.isHeld == false)
        fixture.environment.work()
        await eventually("it is saved") { fixture.environment.storage.asked == ["save k"] }
        #expect(fixture.seen(listener) == ["want 1", "heard bye"])
    }

    @Test func `A newcomer has the same saved values in all programs of the site, and is told one token`() async throws
    {
        let fixture = SessionFixture()
        let other = ProgramHost(Play(), name: "other", registry: fixture.registry)
        #expect(fixture.show(nil).snapshot?.visitor == .unchanged)
        let first = fixture.post(nil, .note("a")).snapshot
        guard let id = first?.cookie.newID, case .set? = first?.visitor else {
            Issue.record("no cookies")
            return
        }
        let second = other.post(session: id, visitor: .token(VisitorToken()), visit: Visit()) { _ in
            Decision<Play.Message, String>.apply([.save("b", as: "k", isShared: false)])
        }
        #expect(await second.settled(in: fixture.environment).snapshot?.visitor == .unchanged)
        #expect(await seen(fixture, id, .load("k", isShared: false, id: nil)) == ["a", "k is b"])
    }

    @Test func `A stored value of another type loads as nil, and is logged`() async throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        _ = await seen(fixture, id, .save("text", as: "n", isShared: false))
        #expect(await seen(fixture, id, .loadNumber("n")) == ["a", "n is no number"])
        #expect(fixture.environment.log.count == 1)
        #expect(fixture.environment.log.first?.hasPrefix("play: could not load n: ") == true)
    }

    @Test func `A store that fails is logged, and a load still finishes`() async throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        fixture.environment.storage.fail(StorageError("The disk is full."))
        let after = await seen(
            fixture,
            id,
            .save("x", as: "k", isShared: false),
            .load("k", isShared: false, id: nil),
            .remove("k")
        )
        #expect(after == ["a", "k is nothing"])
        #expect(
            fixture.environment.log == ["save", "load", "remove"].map { "play: could not \($0) k: The disk is full." }
        )
    }

    @Test func `A value that is too large is logged, and the previous one is retained`() async throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        _ = await seen(fixture, id, .save("small", as: "k", isShared: false))
        _ = await seen(fixture, id, .save(String(repeating: "x", count: 1_000_000), as: "k", isShared: false))
        #expect(await seen(fixture, id, .load("k", isShared: false, id: nil)) == ["a", "k is small"])
        #expect(fixture.environment.log.count == 1)
    }

    @Test func `A load that is cancelled or replaced sends nothing`() async throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        fixture.environment.storage.hold()
        let waiting = fixture.post(id, .load("one", isShared: false, id: "x"))
        #expect(waiting.reply == nil)
        let replaced = fixture.post(id, .load("two", isShared: false, id: "x"))
        #expect(await waiting.settled(in: fixture.environment).snapshot?.model.seen == ["a"])
        _ = fixture.post(id, .load("three", isShared: false, id: "y"), .cancel("y"))
        fixture.environment.storage.goOn()
        #expect(await replaced.settled(in: fixture.environment).snapshot?.model.seen == ["a", "two is nothing"])
        #expect(!fixture.environment.storage.asked.contains("load three"))
    }

    @Test func `Pending saves are carried out even if the session has ended`() async throws {
        let fixture = SessionFixture()
        fixture.environment.storage.hold()
        let saving = fixture.host.post(session: nil, visit: Visit()) { _ in
            Decision<Play.Message, String>.apply([
                .save("1", as: "a", isShared: false), .save("2", as: "a", isShared: false),
            ])
        }
        fixture.environment.advance(by: .milliseconds(100))
        let snapshot = await saving.settled(in: fixture.environment).snapshot
        guard let id = snapshot?.cookie.newID, case .set(let token)? = snapshot?.visitor else {
            Issue.record("no cookies")
            return
        }
        _ = fixture.post(id, .end)
        fixture.environment.storage.goOn()
        let storage = fixture.environment.storage
        await eventually("the first value is stored") { (try? await storage.visitor(of: token.hash)) ?? nil != nil }
        let again = fixture.host.post(session: nil, visitor: .token(token), visit: Visit()) { _ in
            Decision<Play.Message, String>.apply([.note("again")])
        }
        guard let next = await again.settled(in: fixture.environment).snapshot?.cookie.newID else {
            Issue.record("no cookie")
            return
        }
        // Another session has its own queue, so this asks until the first one's is done.
        await eventually("the first session's value is stored") {
            await seen(fixture, next, .load("a", isShared: false, id: nil))?.last == "a is 2"
        }
    }

    @Test func `A live page's stream stays open for a load, but not for a save`() throws {
        let fixture = SessionFixture()
        fixture.environment.storage.hold()
        let session = fixture.enter(
            .want([
                .event(.hidden, .save("1", as: "a", isShared: false)),
                .event(.visible, .load("a", isShared: false, id: nil)),
            ])
        )
        let page = try OpenPage(fixture.host, session: session)
        for (event, keepsStream) in [("hidden", false), ("visible", true)] {
            try page.act(.page(event))
            switch try page.openStream().next() {
            case .wait: #expect(keepsStream)
            case .end: #expect(!keepsStream)
            default: Issue.record("it has something to tell")
            }
        }
        fixture.environment.storage.goOn()
    }

    @Test func `A post with more loads than messages may wait fails as a whole`() throws {
        let fixture = SessionFixture { $0.messages = 4 }
        let id = try #require(fixture.enter(.note("a")))
        fixture.environment.storage.hold()
        let loads = (0..<5).map { Play.Message.load("\($0)", isShared: false, id: nil) }
        guard case .tooManyMessages(4)? = fixture.post(id, .several(loads)).reply?.failure else {
            Issue.record("it was taken")
            return
        }
        #expect(fixture.seen(id) == ["a"])
        fixture.environment.storage.goOn()
    }
}
