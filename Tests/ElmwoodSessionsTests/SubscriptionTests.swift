import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodStorage
import Testing

@Suite struct SubscriptionTests {
    private let tick = Play.Message.note("tick")

    /// A session that subscribes to that.
    private func session(_ theatre: Theatre, _ wants: Play.Want...) throws -> SessionID {
        try #require(theatre.enter(.want(wants)))
    }

    /// What the session has seen beside what it subscribed to, with no request of the visitor.
    private func heard(_ theatre: Theatre, _ id: SessionID) -> [String] {
        (theatre.seen(id) ?? []).filter { !$0.hasPrefix("want") }
    }

    @Test func `A clock ticks each time its time has passed`() throws {
        let theatre = Theatre()
        let id = try session(theatre, .every(.seconds(1), tick))
        theatre.world.pass(.milliseconds(900))
        #expect(heard(theatre, id) == [])
        theatre.world.pass(.milliseconds(2_100))
        #expect(heard(theatre, id) == ["tick", "tick", "tick"])
    }

    @Test func `What is gone stops, what stays goes on in its time with its newer message, what is new starts`() throws
    {
        let theatre = Theatre()
        let id = try session(theatre, .every(.seconds(10), tick), .every(.seconds(4), .note("four")))
        theatre.world.pass(.seconds(6))
        _ = theatre.post(id, .want([.every(.seconds(10), .note("new")), .every(.seconds(3), .note("three"))]))
        theatre.world.pass(.seconds(5))
        #expect(heard(theatre, id) == ["four", "three", "new"])
        _ = theatre.post(id, .want([]))
        let calls = theatre.world.scheduled
        theatre.world.pass(.seconds(20))
        #expect(heard(theatre, id) == ["four", "three", "new"])
        // The sweep of all sessions is all that is left.
        #expect(calls == 1)
    }

    @Test func `The same identity twice runs once, and each message is sent`() throws {
        let theatre = Theatre()
        let before = theatre.world.scheduled
        let id = try session(theatre, .every(.seconds(1), .note("a")), .every(.seconds(1), .note("b")))
        // A clock, the look whether anybody is there, and the sweep.
        #expect(theatre.world.scheduled - before == 3)
        theatre.world.pass(.seconds(2))
        #expect(heard(theatre, id) == ["a", "b", "a", "b"])
    }

    @Test func `Ticks do not pile up behind a slow turn`() throws {
        let theatre = Theatre()
        let id = try session(theatre, .every(.seconds(1), tick))
        // No thread is free for its turns.
        theatre.world.advance(by: .seconds(5))
        theatre.world.work()
        #expect(heard(theatre, id) == ["tick"])
        theatre.world.pass(.seconds(1))
        #expect(heard(theatre, id) == ["tick", "tick"])
    }

    @Test func `A clock whose own tick ends it sends nothing more`() throws {
        let theatre = Theatre()
        let id = try session(theatre, .every(.seconds(1), .want([])), .every(.seconds(1), tick))
        theatre.world.pass(.seconds(3))
        #expect(heard(theatre, id) == [])
    }

    @Test func `A very short time is 10 milliseconds, and a negative one too`() throws {
        let theatre = Theatre()
        let id = try session(theatre, .every(.zero, tick), .every(.seconds(-1), .note("b")))
        theatre.world.pass(.milliseconds(30), by: .milliseconds(10))
        #expect(heard(theatre, id) == ["tick", "b", "tick", "b", "tick", "b"])
    }

    @Test func `A minute after the last request all stops, and starts again with the next`() throws {
        let theatre = Theatre()
        let id = try session(theatre, .every(.seconds(50), tick))
        theatre.world.pass(.seconds(55), by: .seconds(1))
        #expect(heard(theatre, id) == ["tick"])
        // That was a request, at 55 seconds.
        theatre.world.pass(.seconds(59), by: .seconds(1))
        theatre.world.pass(.seconds(200), by: .seconds(1))
        #expect(theatre.world.scheduled == 1)
        #expect(heard(theatre, id) == ["tick", "tick"])
        theatre.world.pass(.seconds(50), by: .seconds(1))
        #expect(heard(theatre, id) == ["tick", "tick", "tick"])
    }

    @Test func `A post starts again what stopped when nobody looked`() throws {
        let theatre = Theatre()
        let id = try session(theatre, .every(.seconds(50), tick))
        theatre.world.pass(.seconds(200), by: .seconds(1))
        _ = theatre.post(id, .note("back"))
        theatre.world.pass(.seconds(50), by: .seconds(1))
        #expect(heard(theatre, id) == ["tick", "back", "tick"])
    }

    @Test func `An effect's message starts nothing while nobody looks`() async throws {
        let theatre = Theatre()
        let id = try #require(theatre.enter(.later(.seconds(100), "late", id: nil)))
        _ = theatre.post(id, .want([.every(.seconds(25), tick)]))
        theatre.world.pass(.seconds(95), by: .seconds(1))
        theatre.world.pass(.seconds(100), by: .seconds(1))
        #expect(heard(theatre, id) == ["tick", "tick", "late"])
    }

    @Test func `Who only reads is not held for a subscription's sake`() {
        let theatre = Theatre(Play(onStart: { _ in nil }, wants: [.every(.seconds(1), tick)]))
        #expect(theatre.show(nil).snapshot?.isHeld == false)
        #expect(theatre.registry.count == 0)
        #expect(theatre.world.scheduled == 0)
    }

    @Test func `A post that is rolled back changes no subscription`() throws {
        let theatre = Theatre()
        let id = try session(theatre, .every(.seconds(1), tick))
        _ = theatre.post(id, .want([]), .fail)
        theatre.world.pass(.seconds(1))
        #expect(heard(theatre, id) == ["tick"])
    }

    @Test func `All ends with the session`() async throws {
        let theatre = Theatre()
        let id = try session(theatre, .every(.seconds(1), tick), .words("t"), .running("long", id: nil))
        let running = await theatre.stage.next()
        #expect(theatre.post(id, .end).snapshot?.isHeld == false)
        await running.cancelled()
        _ = theatre.enter(.tell("a", on: "t"))
        theatre.world.pass(.seconds(5))
        #expect(theatre.registry.count == 1)
        #expect(theatre.world.log.isEmpty)
    }

    @Test func `A session that is let go ends its subscriptions`() async throws {
        let theatre = Theatre { $0.sessions = 1 }
        _ = try session(theatre, .every(.seconds(1), tick), .running("long", id: nil))
        let running = await theatre.stage.next()
        theatre.world.advance(by: .milliseconds(1))
        _ = theatre.enter(.note("somebody else"))
        await running.cancelled()
        theatre.world.pass(.seconds(5))
        #expect(theatre.world.scheduled == 1)
    }

    @Test func `What goes beyond the limit of subscriptions is left out, and logged once`() throws {
        let theatre = Theatre { $0.subscriptions = 2 }
        let wants = (1...5).map { Play.Want.every(.seconds($0), .note("\($0)")) }
        let id = try #require(theatre.enter(.want(wants)))
        theatre.world.pass(.seconds(3))
        #expect(heard(theatre, id) == ["1", "1", "2", "1"] || heard(theatre, id) == ["1", "2", "1", "1"])
        #expect(
            theatre.world.log == ["play: more than 2 subscriptions would run in a session: those beyond are left out"]
        )
    }

    @Test func `Subscriptions are compared before commands are begun`() async throws {
        let theatre = Theatre()
        let id = try #require(theatre.enter(.note("a")))
        // What is told by the same post that subscribes is heard, and so is the effect begun after the source.
        _ = theatre.post(
            id,
            .tell("hello", on: "t"),
            .begin("command", id: nil),
            .want([.words("t"), .running("source", id: nil)])
        )
        let first = await theatre.stage.next()
        let second = await theatre.stage.next()
        #expect([first.effect, second.effect].contains(.fetch("command")))
        #expect([first.effect, second.effect].contains(.fetch("source")))
        theatre.world.work()
        #expect(theatre.seen(id)?.last == "heard hello")
    }
}
