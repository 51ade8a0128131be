import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting
import Synchronization
import Testing

@Suite struct TopicTests {
    @Test func `A message on a topic reaches all subscribers, including its sender, and nobody else`() throws {
        let fixture = SessionFixture()
        let one = try #require(fixture.enter(.want([.words("chat")])))
        let other = try #require(fixture.enter(.want([.words("chat")])))
        let stranger = try #require(fixture.enter(.want([.words("other")])))
        _ = fixture.post(one, .tell("hello", on: "chat"))
        // It is not delivered on the request's own thread.
        #expect(fixture.seen(one) == ["want 1"])
        fixture.environment.work()
        #expect(fixture.seen(one) == ["want 1", "heard hello"])
        #expect(fixture.seen(other) == ["want 1", "heard hello"])
        #expect(fixture.seen(stranger) == ["want 1"])
    }

    @Test func `A message on a topic reaches the sessions of all programs of the site`() throws {
        let fixture = SessionFixture()
        let other = ProgramHost(Play(), name: "other", registry: fixture.registry)
        let id = try #require(fixture.enter(.want([.words("chat")])))
        _ = other.post(session: nil, visit: Visit()) { _ in
            Decision<Play.Message, String>.apply([.tell("a", on: "chat")])
        }
        fixture.environment.work()
        #expect(fixture.seen(id) == ["want 1", "heard a"])
    }

    @Test func `All subscribers receive all messages in the same order`() throws {
        let fixture = SessionFixture()
        let ids = try (0..<100).map { _ in try #require(fixture.enter(.want([.words("t")]))) }
        for number in 0..<20 { _ = fixture.post(ids[number], .tell("\(number)", on: "t")) }
        fixture.environment.work()
        let expected = ["want 1"] + (0..<20).map { "heard \($0)" }
        for id in ids { #expect(fixture.seen(id) == expected) }
    }

    @Test func `A value of another type is converted through JSON, or dropped and logged`() throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.want([.words("t"), .numbers("t")])))
        _ = fixture.post(id, .tellNumber(5, on: "t"))
        fixture.environment.work()
        #expect(fixture.seen(id) == ["want 2", "counted 5"])
        #expect(fixture.environment.log.count == 1)
        #expect(
            fixture.environment.log.first?.hasPrefix("play: what was told on t was dropped: Int is not what it wants: ")
                == true
        )
    }

    @Test func `A session that has unsubscribed from a topic receives nothing more`() throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.want([.words("t")])))
        let other = try #require(fixture.enter(.note("a")))
        _ = fixture.post(other, .tell("too late", on: "t"))
        _ = fixture.post(id, .want([]))
        fixture.environment.work()
        #expect(fixture.seen(id) == ["want 1", "want 0"])
    }

    @Test func `A message that arrives during a session's turn waits for it, and a slow turn delays no other session`()
        throws
    {
        let fixture = SessionFixture()
        let slow = try #require(fixture.enter(.want([.words("t")])))
        let quick = try #require(fixture.enter(.want([.words("t")])))
        let teller = try #require(fixture.enter(.note("a")))
        let answer = fixture.host.post(session: slow, visit: Visit()) { _ in
            _ = fixture.post(teller, .tell("hello", on: "t"))
            fixture.environment.work()
            return Decision<Play.Message, String>.apply([.note(fixture.seen(quick)?.last ?? "nothing")])
        }
        #expect(answer.snapshot?.model.seen == ["want 1", "heard hello"])
        fixture.environment.work()
        #expect(fixture.seen(slow) == ["want 1", "heard hello", "heard hello"])
    }

    @Test func `The waiting messages of a topic are limited for each session, and dropped ones are logged`() throws {
        let fixture = SessionFixture { $0.messages = 3 }
        let id = try #require(fixture.enter(.want([.words("t")])))
        let teller = try #require(fixture.enter(.note("a")))
        _ = fixture.host.post(session: id, visit: Visit()) { _ in
            for number in 0..<5 { _ = fixture.post(teller, .tell("\(number)", on: "t")) }
            fixture.environment.work()
            return Decision<Play.Message, String>.apply([.note("done")])
        }
        fixture.environment.work()
        #expect(fixture.seen(id) == ["want 1", "done", "heard 0", "heard 1", "heard 2"])
        #expect(
            fixture.environment.log
                == Array(repeating: "play: the message of the topic t was dropped: 3 messages were waiting", count: 2)
        )
    }

    @Test func `A session that echoes its topic's messages forever delays no request`() throws {
        let fixture = SessionFixture(Play(echoes: true))
        let id = try #require(fixture.enter(.want([.words("t")])))
        _ = fixture.post(id, .tell("x", on: "t"))
        let answers = Atomic<Int>(0)
        for number in 1...100 {
            fixture.environment.work(atMost: 3)
            // A request waits for the turn that is about to begin, and for no later one.
            switch fixture.post(id, .note("a")) {
            case .ready: answers.add(1, ordering: .relaxed)
            case .promised(let answer): answer.whenFulfilled { _ in answers.add(1, ordering: .relaxed) }
            }
            fixture.environment.work(atMost: 1)
            #expect(answers.load(ordering: .relaxed) == number)
        }
        let heard = (fixture.seen(id) ?? []).count { $0 == "heard x" }
        #expect((100...400).contains(heard), "\(heard)")
        _ = fixture.post(id, .want([]))
        fixture.environment.work(atMost: 1)
        let seen = fixture.seen(id)
        #expect(seen?.last == "want 0")
        fixture.environment.work(atMost: 100)
        #expect(fixture.seen(id) == seen)
    }
}
