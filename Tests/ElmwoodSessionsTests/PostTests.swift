import ElmwoodArchitecture
import FoundationEssentials
import ElmwoodSessions
import ElmwoodStorage
import Testing

@Suite struct PostTests {
    @Test func `A visitor who only reads is not held`() {
        let theatre = Theatre()
        let snapshot = theatre.show(nil).snapshot
        #expect(snapshot?.isHeld == false)
        #expect(snapshot?.cookie == .unchanged)
        #expect(theatre.registry.count == 0)
        #expect(theatre.world.scheduled == 0)
    }

    @Test func `The first message holds a session, under a new id`() throws {
        let theatre = Theatre()
        let id = try #require(theatre.enter(.note("a")))
        #expect(theatre.registry.count == 1)
        #expect(theatre.seen(id) == ["a"])
        let snapshot = try #require(theatre.post(id, .note("b"), .note("c")).snapshot)
        #expect(snapshot.model.seen == ["a", "b", "c"])
        #expect(snapshot.cookie == .unchanged)
        #expect(snapshot.version == 3)
        #expect(theatre.registry.count == 1)
    }

    @Test func `An id that the visitor made up holds nothing`() {
        let theatre = Theatre()
        let forged = SessionID()
        let snapshot = theatre.post(forged, .note("a")).snapshot
        guard case .set(let id)? = snapshot?.cookie else {
            Issue.record("no cookie")
            return
        }
        #expect(id != forged)
        #expect(theatre.seen(forged) == nil)
        #expect(theatre.seen(id) == ["a"])
    }

    @Test func `A start with a command holds a session at once`() throws {
        let theatre = Theatre(Play(onStart: { _ in .roll }))
        let snapshot = try #require(theatre.show(nil).snapshot)
        #expect(snapshot.model.seen == ["start", "rolled 6"])
        guard case .set(let id) = snapshot.cookie else {
            Issue.record("no cookie")
            return
        }
        #expect(theatre.seen(id) == ["start", "rolled 6"])
        #expect(theatre.registry.count == 1)
    }

    @Test func `A post is checked against the model as it is, and a refusal changes nothing`() throws {
        let theatre = Theatre()
        let id = try #require(theatre.enter(.note("a")))
        let answer = theatre.host.post(session: id, visit: Visit()) { model -> Decision<Play.Message, String> in
            .refuse(model.seen.joined())
        }
        #expect(answer.reply?.refusal == "a")
        #expect(theatre.show(id).snapshot?.version == 1)
        let newcomers = theatre.host.post(session: nil, visit: Visit()) { _ -> Decision<Play.Message, String> in
            .refuse("no")
        }
        #expect(newcomers.reply?.refusal == "no")
        #expect(theatre.registry.count == 1)
    }

    @Test func `An update that throws rolls the whole post back, is logged, and the session lives on`() throws {
        let theatre = Theatre()
        let id = try #require(theatre.enter(.note("a")))
        let failure = theatre.post(id, .note("b"), .fail, .note("c")).reply?.failure
        #expect(failure?.description == "it did not work")
        #expect(theatre.seen(id) == ["a"])
        #expect(theatre.world.log == ["play: the update on fail failed and changed nothing: it did not work"])
        #expect(theatre.post(id, .note("d")).snapshot?.model.seen == ["a", "d"])
    }

    @Test func `A newcomer whose post fails is not held`() {
        let theatre = Theatre()
        #expect(theatre.post(nil, .fail).reply?.failure != nil)
        #expect(theatre.registry.count == 0)
    }

    @Test func `A start that throws is logged and answered`() {
        let theatre = Theatre(Play(onStart: { _ in throw Play.Failure() }))
        #expect(theatre.show(nil).reply?.failure?.description == "it did not work")
        #expect(theatre.post(nil, .note("a")).reply?.failure != nil)
        #expect(theatre.world.log.first == "play: start failed: it did not work")
        #expect(theatre.registry.count == 0)
    }

    @Test func `A check that throws is logged and changes nothing`() throws {
        let theatre = Theatre()
        let id = try #require(theatre.enter(.note("a")))
        let answer = theatre.host.post(session: id, visit: Visit()) { _ -> Decision<Play.Message, String> in
            throw Play.Failure()
        }
        #expect(answer.reply?.failure != nil)
        #expect(theatre.world.log == ["play: the view failed: it did not work"])
        #expect(theatre.seen(id) == ["a"])
    }

    @Test func `That there is nothing at an address is answered, and is not logged`() throws {
        let theatre = Theatre()
        let id = try #require(theatre.enter(.note("a")))
        for session in [id, nil] {
            let answer = theatre.host.post(session: session, visit: Visit()) { _ -> Decision<Play.Message, String> in
                throw NotFound()
            }
            guard case .view(let error)? = answer.reply?.failure else {
                Issue.record("it was taken")
                continue
            }
            #expect(error as? NotFound == NotFound())
        }
        let nowhere = Theatre(Play(onStart: { _ in throw NotFound() }))
        #expect(nowhere.show(nil).reply?.failure != nil)
        #expect(theatre.world.log.isEmpty)
        #expect(nowhere.world.log.isEmpty)
    }

    @Test func `A message that sends itself for ever fails the post at the limit`() throws {
        let theatre = Theatre()
        let id = try #require(theatre.enter(.note("a")))
        guard case .tooManyMessages(1_000)? = theatre.post(id, .note("b"), .forever).reply?.failure else {
            Issue.record("no failure")
            return
        }
        #expect(theatre.seen(id) == ["a"])
        #expect(theatre.world.log.count == 1)
    }

    @Test func `The log has no more than the name of a message with something secret in it`() throws {
        let theatre = Theatre()
        let secret = Play.Message.several([.note("hunter2"), .fail])
        _ = theatre.host.post(session: nil, visit: Visit()) { _ -> Decision<Play.Message, String> in
            .apply([.begin("hunter2", id: nil), secret, .beginMany(70)], isSecret: true)
        }
        #expect(theatre.world.log.count == 1)
        #expect(!theatre.world.log.joined().contains("hunter2"))
    }

    @Test func `What a visitor typed cannot forge a line of the log`() {
        let event = SessionEvent.navigationRefused(
            program: "play",
            path: "//a\r\nplay: all is well" + String(repeating: "x", count: 10_000)
        )
        #expect(!event.description.contains("\n"))
        #expect(!event.description.contains("\r"))
        #expect(event.description.utf8.count < 700)
    }

    @Test func `Chance and dates come from the surroundings`() throws {
        let theatre = Theatre()
        theatre.world.advance(by: .seconds(12))
        let id = try #require(theatre.enter(.roll, .time))
        #expect(theatre.seen(id) == ["rolled 6", "time 12"])
    }

    @Test func `The last path navigated to is told with the answer, and only once`() throws {
        let theatre = Theatre()
        let id = try #require(theatre.enter(.note("a")))
        #expect(theatre.post(id, .navigate("/b"), .navigate("/c?d=%20e#f")).snapshot?.navigation == "/c?d=%20e#f")
        #expect(theatre.show(id).snapshot?.navigation == nil)
    }

    @Test(arguments: [
        "//evil.example", "/\\evil.example", "https://evil.example", "", "a", "/a\r\nb", "/\t/evil.example", "/a\\b",
    ])
    func `What is no path of this site is not navigated to, and logged`(path: String) throws {
        let theatre = Theatre()
        let snapshot = try #require(theatre.post(nil, .note("a"), .navigate(path)).snapshot)
        #expect(snapshot.navigation == nil)
        #expect(snapshot.model.seen == ["a"])
        #expect(theatre.world.log.count == 1)
    }
}
