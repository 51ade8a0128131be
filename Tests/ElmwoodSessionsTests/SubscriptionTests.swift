import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import Testing

@Suite struct SubscriptionTests {
    private let tick = Play.Message.note("tick")

    /// Starts a session with these subscriptions.
    private func session(_ fixture: SessionFixture, _ wants: Play.Want...) throws -> SessionID {
        try #require(fixture.enter(.want(wants)))
    }

    /// Returns what the session has received from its subscriptions, without a request of the visitor.
    private func heard(_ fixture: SessionFixture, _ id: SessionID) -> [String] {
        (fixture.seen(id) ?? []).filter { !$0.hasPrefix("want") }
    }

    @Test func `A clock ticks each time its interval has passed`() throws {
        let fixture = SessionFixture()
        let id = try session(fixture, .every(.seconds(1), tick))
        fixture.environment.pass(.milliseconds(900))
        #expect(heard(fixture, id) == [])
        fixture.environment.pass(.milliseconds(2_100))
        #expect(heard(fixture, id) == ["tick", "tick", "tick"])
    }

    @Test func `A removed subscription stops, a retained one continues with its new message, and a new one starts`()
        throws
    {
        let fixture = SessionFixture()
        let id = try session(fixture, .every(.seconds(10), tick), .every(.seconds(4), .note("four")))
        fixture.environment.pass(.seconds(6))
        _ = fixture.post(id, .want([.every(.seconds(10), .note("new")), .every(.seconds(3), .note("three"))]))
        fixture.environment.pass(.seconds(5))
        #expect(heard(fixture, id) == ["four", "three", "new"])
        _ = fixture.post(id, .want([]))
        let calls = fixture.environment.scheduled
        fixture.environment.pass(.seconds(20))
        #expect(heard(fixture, id) == ["four", "three", "new"])
        // Only the sweep of all sessions is left.
        #expect(calls == 1)
    }

    @Test func `Two subscriptions of the same identity run once, and both messages are sent`() throws {
        let fixture = SessionFixture()
        let before = fixture.environment.scheduled
        let id = try session(fixture, .every(.seconds(1), .note("a")), .every(.seconds(1), .note("b")))
        // A clock, the check whether a page is connected, and the sweep.
        #expect(fixture.environment.scheduled - before == 3)
        fixture.environment.pass(.seconds(2))
        #expect(heard(fixture, id) == ["a", "b", "a", "b"])
    }

    @Test func `Of one client's sessions without a page a bounded number have running clocks, and the others wait`()
        throws
    {
        let fixture = SessionFixture { $0.unattendedSessions = 10 }
        func enter(from client: UInt32) throws -> SessionID {
            var visit = Visit()
            visit.client = client
            let answer = fixture.host.post(session: nil, visit: visit) { _ in
                Decision<Play.Message, String>.apply([.want([.every(.seconds(1), tick)])])
            }
            guard let id = answer.snapshot?.cookie.newID else { throw CancellationError() }
            return id
        }
        let other = try enter(from: 2)
        let ids = try (0..<50).map { _ in try enter(from: 1) }
        fixture.environment.pass(.seconds(1))
        let ticked = ids.map { fixture.host.currentState(of: $0)?.version ?? 0 > 1 }
        #expect(ticked == (0..<50).map { $0 >= 40 })
        #expect(heard(fixture, other).contains("tick"))
        // With their visitor's next request they continue.
        #expect(heard(fixture, ids[0]) == [])
        fixture.environment.pass(.seconds(1))
        #expect(heard(fixture, ids[0]) == ["tick"])
    }

    @Test func `Ticks do not accumulate during a slow turn`() throws {
        let fixture = SessionFixture()
        let id = try session(fixture, .every(.seconds(1), tick))
        fixture.environment.advance(by: .seconds(5), threadsAreBusy: true)
        fixture.environment.work()
        #expect(heard(fixture, id) == ["tick"])
        fixture.environment.pass(.seconds(1))
        #expect(heard(fixture, id) == ["tick", "tick"])
    }

    @Test func `A clock whose own tick ends it sends nothing more`() throws {
        let fixture = SessionFixture()
        let id = try session(fixture, .every(.seconds(1), .want([])), .every(.seconds(1), tick))
        fixture.environment.pass(.seconds(3))
        #expect(heard(fixture, id) == [])
    }

    @Test func `Intervals below 10 milliseconds, and negative ones, are raised to 10 milliseconds`() throws {
        let fixture = SessionFixture()
        let id = try session(fixture, .every(.zero, tick), .every(.seconds(-1), .note("b")))
        fixture.environment.pass(.milliseconds(30), by: .milliseconds(10))
        #expect(heard(fixture, id) == ["tick", "b", "tick", "b", "tick", "b"])
    }

    @Test func `All subscriptions stop a minute after the last request, and start again with the next`() throws {
        let fixture = SessionFixture()
        let id = try session(fixture, .every(.seconds(50), tick))
        fixture.environment.pass(.seconds(55), by: .seconds(1))
        #expect(heard(fixture, id) == ["tick"])
        // That was a request, at 55 seconds.
        fixture.environment.pass(.seconds(59), by: .seconds(1))
        fixture.environment.pass(.seconds(200), by: .seconds(1))
        #expect(fixture.environment.scheduled == 1)
        #expect(heard(fixture, id) == ["tick", "tick"])
        fixture.environment.pass(.seconds(50), by: .seconds(1))
        #expect(heard(fixture, id) == ["tick", "tick", "tick"])
    }

    @Test func `A post restarts the subscriptions that stopped without a connected page`() throws {
        let fixture = SessionFixture()
        let id = try session(fixture, .every(.seconds(50), tick))
        fixture.environment.pass(.seconds(200), by: .seconds(1))
        _ = fixture.post(id, .note("back"))
        fixture.environment.pass(.seconds(50), by: .seconds(1))
        #expect(heard(fixture, id) == ["tick", "back", "tick"])
    }

    @Test func `An effect's message starts no subscription while no page is connected`() async throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.later(.seconds(100), "late", id: nil)))
        _ = fixture.post(id, .want([.every(.seconds(25), tick)]))
        fixture.environment.pass(.seconds(95), by: .seconds(1))
        fixture.environment.pass(.seconds(100), by: .seconds(1))
        #expect(heard(fixture, id) == ["tick", "tick", "late"])
    }

    @Test func `A visitor who only reads gets no session, even if the program has subscriptions`() {
        let fixture = SessionFixture(Play(onStart: { _ in nil }, wants: [.every(.seconds(1), tick)]))
        #expect(fixture.show(nil).snapshot?.isHeld == false)
        #expect(fixture.registry.count == 0)
        #expect(fixture.environment.scheduled == 0)
    }

    @Test func `A post that is rolled back changes no subscription`() throws {
        let fixture = SessionFixture()
        let id = try session(fixture, .every(.seconds(1), tick))
        _ = fixture.post(id, .want([]), .fail)
        fixture.environment.pass(.seconds(1))
        #expect(heard(fixture, id) == ["tick"])
    }

    @Test func `All subscriptions end with the session`() async throws {
        let fixture = SessionFixture()
        let id = try session(fixture, .every(.seconds(1), tick), .words("t"), .running("long", id: nil))
        let running = await fixture.heldEffects.next()
        #expect(fixture.post(id, .end).snapshot?.isHeld == false)
        await running.cancelled()
        _ = fixture.enter(.tell("a", on: "t"))
        fixture.environment.pass(.seconds(5))
        #expect(fixture.registry.count == 1)
        #expect(fixture.environment.log.isEmpty)
    }

    @Test func `An evicted session ends its subscriptions`() async throws {
        let fixture = SessionFixture { $0.sessions = 1 }
        _ = try session(fixture, .every(.seconds(1), tick), .running("long", id: nil))
        let running = await fixture.heldEffects.next()
        fixture.environment.advance(by: .milliseconds(1))
        _ = fixture.enter(.note("somebody else"))
        await running.cancelled()
        fixture.environment.pass(.seconds(5))
        #expect(fixture.environment.scheduled == 1)
    }

    @Test func `Subscriptions beyond the limit are left out, and this is logged once`() throws {
        let fixture = SessionFixture { $0.subscriptions = 2 }
        let wants = (1...5).map { Play.Want.every(.seconds($0), .note("\($0)")) }
        let id = try #require(fixture.enter(.want(wants)))
        fixture.environment.pass(.seconds(3))
        #expect(heard(fixture, id) == ["1", "1", "2", "1"] || heard(fixture, id) == ["1", "2", "1", "1"])
        #expect(
            fixture.environment.log == [
                "play: more than 2 subscriptions would run in a session: those beyond are left out"
            ]
        )
    }

    @Test func `Subscriptions start before the commands of the same turn begin`() async throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        // The post that subscribes also receives its own topic message, and its effect begins after the subscribed effect.
        _ = fixture.post(
            id,
            .tell("hello", on: "t"),
            .begin("command", id: nil),
            .want([.words("t"), .running("source", id: nil)])
        )
        let first = await fixture.heldEffects.next()
        let second = await fixture.heldEffects.next()
        #expect([first.effect, second.effect].contains(.fetch("command")))
        #expect([first.effect, second.effect].contains(.fetch("source")))
        fixture.environment.work()
        #expect(fixture.seen(id)?.last == "heard hello")
    }
}
