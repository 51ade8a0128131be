import ElmwoodArchitecture
import FoundationEssentials
import ElmwoodSessions
import ElmwoodStorage
import Testing

@Suite struct PostTests {
    @Test func `A visitor who only reads gets no session`() {
        let fixture = SessionFixture()
        let snapshot = fixture.show(nil).snapshot
        #expect(snapshot?.isHeld == false)
        #expect(snapshot?.cookie == .unchanged)
        #expect(fixture.registry.count == 0)
        #expect(fixture.environment.scheduled == 0)
    }

    @Test func `The first message starts a session under a new id`() throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        #expect(fixture.registry.count == 1)
        #expect(fixture.seen(id) == ["a"])
        let snapshot = try #require(fixture.post(id, .note("b"), .note("c")).snapshot)
        #expect(snapshot.model.seen == ["a", "b", "c"])
        #expect(snapshot.cookie == .unchanged)
        #expect(snapshot.version == 3)
        #expect(fixture.registry.count == 1)
    }

    @Test func `An id that the visitor made up gets no session`() {
        let fixture = SessionFixture()
        let forged = SessionID()
        let snapshot = fixture.post(forged, .note("a")).snapshot
        guard let id = snapshot?.cookie.newID else {
            Issue.record("no cookie")
            return
        }
        #expect(id != forged)
        #expect(fixture.seen(forged) == nil)
        #expect(fixture.seen(id) == ["a"])
    }

    @Test func `A start with a command starts a session at once`() throws {
        let fixture = SessionFixture(Play(onStart: { _ in .roll }))
        let snapshot = try #require(fixture.show(nil).snapshot)
        #expect(snapshot.model.seen == ["start", "rolled 6"])
        guard let id = snapshot.cookie.newID else {
            Issue.record("no cookie")
            return
        }
        #expect(fixture.seen(id) == ["start", "rolled 6"])
        #expect(fixture.registry.count == 1)
    }

    @Test func `A post is checked against the current model, and a refusal changes nothing`() throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        let answer = fixture.host.post(session: id, visit: Visit()) { model -> Decision<Play.Message, String> in
            .refuse(model.seen.joined())
        }
        #expect(answer.reply?.refusal == "a")
        #expect(fixture.show(id).snapshot?.version == 1)
        let newcomers = fixture.host.post(session: nil, visit: Visit()) { _ -> Decision<Play.Message, String> in
            .refuse("no")
        }
        #expect(newcomers.reply?.refusal == "no")
        #expect(fixture.registry.count == 1)
    }

    @Test func `An update that throws rolls the whole post back and is logged, and the session continues`() throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        let failure = fixture.post(id, .note("b"), .fail, .note("c")).reply?.failure
        #expect(failure?.description == "it did not work")
        #expect(fixture.seen(id) == ["a"])
        #expect(fixture.environment.log == ["play: the update on fail failed and changed nothing: it did not work"])
        #expect(fixture.post(id, .note("d")).snapshot?.model.seen == ["a", "d"])
    }

    @Test func `A newcomer whose post fails gets no session`() {
        let fixture = SessionFixture()
        #expect(fixture.post(nil, .fail).reply?.failure != nil)
        #expect(fixture.registry.count == 0)
    }

    @Test func `A start that throws is logged and answered`() {
        let fixture = SessionFixture(Play(onStart: { _ in throw Play.Failure() }))
        #expect(fixture.show(nil).reply?.failure?.description == "it did not work")
        #expect(fixture.post(nil, .note("a")).reply?.failure != nil)
        #expect(fixture.environment.log.first == "play: start failed: it did not work")
        #expect(fixture.registry.count == 0)
    }

    @Test func `A check that throws is logged and changes nothing`() throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        let answer = fixture.host.post(session: id, visit: Visit()) { _ -> Decision<Play.Message, String> in
            throw Play.Failure()
        }
        #expect(answer.reply?.failure != nil)
        #expect(fixture.environment.log == ["play: the view failed: it did not work"])
        #expect(fixture.seen(id) == ["a"])
    }

    @Test func `A view or start that finds nothing at an address is answered, and not logged`() throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        for session in [id, nil] {
            let answer = fixture.host.post(session: session, visit: Visit()) { _ -> Decision<Play.Message, String> in
                throw NotFound()
            }
            guard case .view(let error)? = answer.reply?.failure else {
                Issue.record("it was taken")
                continue
            }
            #expect(error as? NotFound == NotFound())
        }
        let nowhere = SessionFixture(Play(onStart: { _ in throw NotFound() }))
        #expect(nowhere.show(nil).reply?.failure != nil)
        #expect(fixture.environment.log.isEmpty)
        #expect(nowhere.environment.log.isEmpty)
    }

    @Test func `A message that sends itself forever makes the post fail at the limit`() throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        guard case .tooManyMessages(1_000)? = fixture.post(id, .note("b"), .forever).reply?.failure else {
            Issue.record("no failure")
            return
        }
        #expect(fixture.seen(id) == ["a"])
        #expect(fixture.environment.log.count == 1)
    }

    @Test func `The log contains no more than the name of a message with a secret`() throws {
        let fixture = SessionFixture()
        let secret = Play.Message.several([.note("hunter2"), .fail])
        _ = fixture.host.post(session: nil, visit: Visit()) { _ -> Decision<Play.Message, String> in
            .apply([.begin("hunter2", id: nil), secret, .beginMany(70)], isSecret: true)
        }
        #expect(fixture.environment.log.count == 1)
        #expect(!fixture.environment.log.joined().contains("hunter2"))
    }

    @Test func `Input of a visitor cannot forge a line of the log`() {
        let event = SessionEvent.navigationRefused(
            program: "play",
            path: "//a\r\nplay: all is well" + String(repeating: "x", count: 10_000)
        )
        #expect(!event.description.contains("\n"))
        #expect(!event.description.contains("\r"))
        #expect(event.description.utf8.count < 700)
    }

    @Test func `Random numbers and dates come from the environment`() throws {
        let fixture = SessionFixture()
        fixture.environment.advance(by: .seconds(12))
        let id = try #require(fixture.enter(.roll, .time))
        #expect(fixture.seen(id) == ["rolled 6", "time 12"])
    }

    @Test func `The answer contains the last path that was navigated to, once`() throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        #expect(fixture.post(id, .navigate("/b"), .navigate("/c?d=%20e#f")).snapshot?.navigation == "/c?d=%20e#f")
        #expect(fixture.show(id).snapshot?.navigation == nil)
    }

    @Test(arguments: [
        "//evil.example", "/\\evil.example", "https://evil.example", "", "a", "/a\r\nb", "/\t/evil.example", "/a\\b",
    ])
    func `Navigation to anything but a path of this site is ignored and logged`(path: String) throws {
        let fixture = SessionFixture()
        let snapshot = try #require(fixture.post(nil, .note("a"), .navigate(path)).snapshot)
        #expect(snapshot.navigation == nil)
        #expect(snapshot.model.seen == ["a"])
        #expect(fixture.environment.log.count == 1)
    }
}
