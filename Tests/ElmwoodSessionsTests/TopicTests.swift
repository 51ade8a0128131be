import ElmwoodArchitecture
import ElmwoodSessions
import Testing

@Suite struct TopicTests {
    @Test func `What is told on a topic reaches all who subscribe, who told it among them, and nobody else`() throws {
        let theatre = Theatre()
        let one = try #require(theatre.enter(.want([.words("chat")])))
        let other = try #require(theatre.enter(.want([.words("chat")])))
        let stranger = try #require(theatre.enter(.want([.words("other")])))
        _ = theatre.post(one, .tell("hello", on: "chat"))
        // Not on the request's own thread.
        #expect(theatre.seen(one) == ["want 1"])
        theatre.world.work()
        #expect(theatre.seen(one) == ["want 1", "heard hello"])
        #expect(theatre.seen(other) == ["want 1", "heard hello"])
        #expect(theatre.seen(stranger) == ["want 1"])
    }

    @Test func `It reaches the sessions of all programs of the site`() throws {
        let theatre = Theatre()
        let other = ProgramHost(Play(), name: "other", registry: theatre.registry)
        let id = try #require(theatre.enter(.want([.words("chat")])))
        _ = other.post(session: nil, visit: Visit()) { _ in
            Decision<Play.Message, String>.apply([.tell("a", on: "chat")])
        }
        theatre.world.work()
        #expect(theatre.seen(id) == ["want 1", "heard a"])
    }

    @Test func `All hear all that is told in one order`() throws {
        let theatre = Theatre()
        let ids = try (0..<100).map { _ in try #require(theatre.enter(.want([.words("t")]))) }
        for number in 0..<20 { _ = theatre.post(ids[number], .tell("\(number)", on: "t")) }
        theatre.world.work()
        let expected = ["want 1"] + (0..<20).map { "heard \($0)" }
        for id in ids { #expect(theatre.seen(id) == expected) }
    }

    @Test func `A value of another type is converted by way of its JSON, or else dropped and logged`() throws {
        let theatre = Theatre()
        let id = try #require(theatre.enter(.want([.words("t"), .numbers("t")])))
        _ = theatre.post(id, .tellNumber(5, on: "t"))
        theatre.world.work()
        #expect(theatre.seen(id) == ["want 2", "counted 5"])
        #expect(theatre.world.log.count == 1)
        #expect(
            theatre.world.log.first?.hasPrefix("play: what was told on t was dropped: Int is not what it wants: ")
                == true
        )
    }

    @Test func `Who has left a topic hears nothing more of it`() throws {
        let theatre = Theatre()
        let id = try #require(theatre.enter(.want([.words("t")])))
        let other = try #require(theatre.enter(.note("a")))
        _ = theatre.post(other, .tell("too late", on: "t"))
        _ = theatre.post(id, .want([]))
        theatre.world.work()
        #expect(theatre.seen(id) == ["want 1", "want 0"])
    }

    @Test func `What is told while a session turns waits for it, and a slow one holds up nobody else`() throws {
        let theatre = Theatre()
        let slow = try #require(theatre.enter(.want([.words("t")])))
        let quick = try #require(theatre.enter(.want([.words("t")])))
        let teller = try #require(theatre.enter(.note("a")))
        let answer = theatre.host.post(session: slow, visit: Visit()) { _ in
            _ = theatre.post(teller, .tell("hello", on: "t"))
            theatre.world.work()
            return Decision<Play.Message, String>.apply([.note(theatre.seen(quick)?.last ?? "nothing")])
        }
        #expect(answer.snapshot?.model.seen == ["want 1", "heard hello"])
        theatre.world.work()
        #expect(theatre.seen(slow) == ["want 1", "heard hello", "heard hello"])
    }

    @Test func `A flood of what is told is bounded in each session, and logged`() throws {
        let theatre = Theatre { $0.messages = 3 }
        let id = try #require(theatre.enter(.want([.words("t")])))
        let teller = try #require(theatre.enter(.note("a")))
        _ = theatre.host.post(session: id, visit: Visit()) { _ in
            for number in 0..<5 { _ = theatre.post(teller, .tell("\(number)", on: "t")) }
            theatre.world.work()
            return Decision<Play.Message, String>.apply([.note("done")])
        }
        theatre.world.work()
        #expect(theatre.seen(id) == ["want 1", "done", "heard 0", "heard 1", "heard 2"])
        #expect(
            theatre.world.log
                == Array(repeating: "play: the message of the topic t was dropped: 3 messages were waiting", count: 2)
        )
    }

    @Test func `A session that tells what it hears goes on for ever, and holds up no request`() throws {
        let theatre = Theatre(Play(echoes: true))
        let id = try #require(theatre.enter(.want([.words("t")])))
        _ = theatre.post(id, .tell("x", on: "t"))
        for _ in 0..<100 { theatre.world.work(atMost: 3) }
        #expect((theatre.seen(id) ?? []).count > 10)
        #expect(theatre.post(id, .want([])).snapshot != nil)
        theatre.world.work()
    }
}
