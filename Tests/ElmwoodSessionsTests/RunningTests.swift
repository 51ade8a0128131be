import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodTestSupport
import Testing

/// Effects that go on for as long as they are subscribed to.
@Suite struct RunningTests {
    @Test func `An effect goes on, and each of its messages has its turn`() async throws {
        let theatre = Theatre()
        let id = try #require(theatre.enter(.want([.running("prices", id: nil)])))
        let running = await theatre.stage.next()
        running.send(.note("1"))
        running.send(.note("2"))
        _ = theatre.post(id, .note("a"))
        running.send(.note("3"))
        #expect(theatre.seen(id) == ["want 1", "1", "2", "a", "3"])
        _ = theatre.post(id, .want([]))
        await running.cancelled()
        running.send(.note("too late"))
        #expect(theatre.seen(id) == ["want 1", "1", "2", "a", "3", "want 0"])
        #expect(theatre.world.log.isEmpty)
    }

    @Test func `No page waits for it`() throws {
        let theatre = Theatre()
        #expect(theatre.post(nil, .want([.running("prices", id: nil)])).snapshot != nil)
    }

    @Test func `One that returns is performed again, later each time`() async throws {
        let theatre = Theatre()
        let id = try #require(theatre.enter(.want([.running("prices", id: nil)])))
        let sentence = "play: the subscription's effect fetch returned, and is begun again"
        for (count, pause) in [1, 2, 4].enumerated() {
            await theatre.stage.next().finish()
            // The pause begins when it is asked for, which is after the log has said that the effect returned.
            await eventually("it is to be performed again") { theatre.world.scheduled(after: .seconds(pause)) > 0 }
            #expect(theatre.world.log.count == count + 1)
            theatre.world.advance(by: .seconds(pause) - .milliseconds(1))
            #expect(theatre.seen(id) == ["want 1"])
            theatre.world.advance(by: .milliseconds(1))
        }
        #expect(theatre.world.log == [sentence, sentence, sentence])
        let last = await theatre.stage.next()
        last.send(.note("here"))
        #expect(theatre.seen(id) == ["want 1", "here"])
    }

    @Test func `What it throws becomes the program's message or is logged, and it is performed again`() async throws {
        let theatre = Theatre()
        let id = try #require(theatre.enter(.want([.running("prices", id: nil)])))
        let first = await theatre.stage.next()
        first.send(.note("1"))
        first.finish(throwing: Play.Failure())
        await eventually("it is to be performed again") { theatre.world.scheduled(after: .seconds(1)) > 0 }
        #expect(theatre.seen(id)?.last == "failed: it did not work")
        theatre.world.advance(by: .seconds(1))
        let second = await theatre.stage.next()
        #expect(second.effect == .fetch("prices"))
        #expect(theatre.world.log.isEmpty)
        _ = theatre.post(id, .want([.running("quiet", id: nil)]))
        await second.cancelled()
        await theatre.stage.next().finish(throwing: Play.Failure())
        await eventually("that is logged") { !theatre.world.log.isEmpty }
        #expect(theatre.world.log == ["play: the effect quiet failed: it did not work"])
    }

    @Test func `Another effect, or the same under another id, is another source`() async throws {
        let theatre = Theatre()
        let id = try #require(theatre.enter(.want([.running("a", id: nil)])))
        let first = await theatre.stage.next()
        _ = theatre.post(id, .want([.running("b", id: nil), .running("b", id: "x"), .running("b", id: nil)]))
        await first.cancelled()
        let (second, third) = (await theatre.stage.next(), await theatre.stage.next())
        #expect([second.effect, third.effect] == [.fetch("b"), .fetch("b")])
        _ = theatre.post(id, .want([]))
        await second.cancelled()
        await third.cancelled()
    }

    @Test func `One that sends faster than its messages are taken is ended, and performed again`() async throws {
        let theatre = Theatre { $0.messages = 3 }
        let id = try #require(theatre.enter(.want([.running("quiet flood", id: nil)])))
        let running = await theatre.stage.next()
        _ = theatre.host.post(session: id, visit: Visit()) { _ in
            for number in 0..<10 { running.send(.note("\(number)")) }
            return Decision<Play.Message, String>.apply([.note("done")])
        }
        await running.cancelled()
        theatre.world.work()
        #expect(theatre.seen(id) == ["want 1", "done", "0", "1", "2"])
        theatre.world.advance(by: .seconds(1))
        _ = await theatre.stage.next()
    }

    @Test func `It stops when nobody looks, and is performed again when somebody does`() async throws {
        let theatre = Theatre()
        let id = try #require(theatre.enter(.want([.running("prices", id: nil)])))
        let running = await theatre.stage.next()
        theatre.world.pass(.seconds(61), by: .seconds(1))
        await running.cancelled()
        #expect(theatre.seen(id) == ["want 1"])
        _ = await theatre.stage.next()
    }
}
