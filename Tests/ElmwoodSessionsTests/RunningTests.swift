import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodTestSupport
import Testing

/// Effects that run while they are subscribed to.
@Suite struct RunningTests {
    @Test func `An effect runs until it is unsubscribed, and each of its messages has its turn`() async throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.want([.running("prices", id: nil)])))
        let running = await fixture.heldEffects.next()
        running.send(.note("1"))
        running.send(.note("2"))
        _ = fixture.post(id, .note("a"))
        running.send(.note("3"))
        #expect(fixture.seen(id) == ["want 1", "1", "2", "a", "3"])
        _ = fixture.post(id, .want([]))
        await running.cancelled()
        running.send(.note("too late"))
        #expect(fixture.seen(id) == ["want 1", "1", "2", "a", "3", "want 0"])
        #expect(fixture.environment.log.isEmpty)
    }

    @Test func `No page waits for a running effect`() throws {
        let fixture = SessionFixture()
        #expect(fixture.post(nil, .want([.running("prices", id: nil)])).snapshot != nil)
    }

    @Test func `An effect that returns is performed again, after a longer pause each time`() async throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.want([.running("prices", id: nil)])))
        let sentence = "play: the subscription's effect fetch returned, and is begun again"
        for (count, pause) in [1, 2, 4].enumerated() {
            await fixture.heldEffects.next().finish()
            // The pause is scheduled after the log entry of the effect's return.
            await eventually("it is to be performed again") {
                fixture.environment.scheduled(after: .seconds(pause)) > 0
            }
            #expect(fixture.environment.log.count == count + 1)
            fixture.environment.advance(by: .seconds(pause) - .milliseconds(1))
            #expect(fixture.seen(id) == ["want 1"])
            fixture.environment.advance(by: .milliseconds(1))
        }
        #expect(fixture.environment.log == [sentence, sentence, sentence])
        let last = await fixture.heldEffects.next()
        last.send(.note("here"))
        #expect(fixture.seen(id) == ["want 1", "here"])
    }

    @Test func `An error of the effect becomes the program's message or is logged, and the effect is performed again`()
        async throws
    {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.want([.running("prices", id: nil)])))
        let first = await fixture.heldEffects.next()
        first.send(.note("1"))
        first.finish(throwing: Play.Failure())
        await eventually("it is to be performed again") { fixture.environment.scheduled(after: .seconds(1)) > 0 }
        #expect(fixture.seen(id)?.last == "failed: it did not work")
        fixture.environment.advance(by: .seconds(1))
        let second = await fixture.heldEffects.next()
        #expect(second.effect == .fetch("prices"))
        #expect(fixture.environment.log.isEmpty)
        _ = fixture.post(id, .want([.running("quiet", id: nil)]))
        await second.cancelled()
        await fixture.heldEffects.next().finish(throwing: Play.Failure())
        await eventually("that is logged") { !fixture.environment.log.isEmpty }
        #expect(fixture.environment.log == ["play: the effect quiet failed: it did not work"])
    }

    @Test func `Another effect, or the same one under another id, is a separate subscription`() async throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.want([.running("a", id: nil)])))
        let first = await fixture.heldEffects.next()
        _ = fixture.post(id, .want([.running("b", id: nil), .running("b", id: "x"), .running("b", id: nil)]))
        await first.cancelled()
        let (second, third) = (await fixture.heldEffects.next(), await fixture.heldEffects.next())
        #expect([second.effect, third.effect] == [.fetch("b"), .fetch("b")])
        _ = fixture.post(id, .want([]))
        await second.cancelled()
        await third.cancelled()
    }

    @Test func `An effect that sends faster than its messages are processed is cancelled, and performed again`()
        async throws
    {
        let fixture = SessionFixture { $0.messages = 3 }
        let id = try #require(fixture.enter(.want([.running("quiet flood", id: nil)])))
        let running = await fixture.heldEffects.next()
        _ = fixture.host.post(session: id, visit: Visit()) { _ in
            for number in 0..<10 { running.send(.note("\(number)")) }
            return Decision<Play.Message, String>.apply([.note("done")])
        }
        await running.cancelled()
        fixture.environment.work()
        #expect(fixture.seen(id) == ["want 1", "done", "0", "1", "2"])
        fixture.environment.advance(by: .seconds(1))
        _ = await fixture.heldEffects.next()
    }

    @Test func `The effect stops if no page is connected, and is performed again with the next request`() async throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.want([.running("prices", id: nil)])))
        let running = await fixture.heldEffects.next()
        fixture.environment.pass(.seconds(61), by: .seconds(1))
        await running.cancelled()
        #expect(fixture.seen(id) == ["want 1"])
        _ = await fixture.heldEffects.next()
    }
}
