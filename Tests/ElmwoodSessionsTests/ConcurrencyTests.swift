import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodStorage
import Synchronization
import ElmwoodTestSupport
import Testing

@Suite struct ConcurrencyTests {
    /// Posts while another post of the same session has its turn.
    private func during(_ fixture: SessionFixture, _ id: SessionID, _ work: @escaping @Sendable () -> Void) -> [String]?
    {
        let answer = fixture.host.post(session: id, visit: Visit()) { _ -> Decision<Play.Message, String> in
            work()
            return .apply([.note("turn")])
        }
        return answer.snapshot?.model.seen
    }

    @Test func `A post that arrives during another post's turn waits for it, and blocks no thread`() async throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        let waiting = Mutex<Eventual<SessionFixture.Replied>?>(nil)
        let seen = during(fixture, id) {
            let answer = fixture.post(id, .note("waited"))
            waiting.withLock { $0 = answer }
            #expect(answer.reply == nil)
            #expect(fixture.seen(id) == ["a"])
        }
        #expect(seen == ["a", "turn"])
        fixture.environment.work()
        let answer = try #require(waiting.withLock { $0 })
        #expect(await answer.settled(in: fixture.environment).snapshot?.model.seen == ["a", "turn", "waited"])
    }

    @Test func `A post that waited is checked against the model that it is applied to`() async throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        let waiting = Mutex<Eventual<SessionFixture.Replied>?>(nil)
        _ = during(fixture, id) {
            let answer =
                fixture.host.post(session: id, visit: Visit()) { .refuse($0.seen.joined(separator: " ")) }
                as Eventual<SessionFixture.Replied>
            waiting.withLock { $0 = answer }
        }
        fixture.environment.work()
        let answer = try #require(waiting.withLock { $0 })
        #expect(await answer.settled(in: fixture.environment).refusal == "a turn")
    }

    @Test func `A post that waited while its session ended is handled as a newcomer's`() async throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        let waiting = Mutex<Eventual<SessionFixture.Replied>?>(nil)
        let answer = fixture.host.post(session: id, visit: Visit()) { _ -> Decision<Play.Message, String> in
            let answer = fixture.post(id, .note("b"))
            waiting.withLock { $0 = answer }
            return .apply([.end])
        }
        #expect(answer.snapshot?.cookie == .remove)
        fixture.environment.work()
        let waited = await waiting.withLock { $0 }?.settled(in: fixture.environment).snapshot
        #expect(waited?.model.seen == ["b"])
        #expect(waited?.cookie != .unchanged)
    }

    @Test func `Posts and messages wait up to the limit, and further ones are refused`() async throws {
        let fixture = SessionFixture { $0.messages = 10 }
        let id = try #require(fixture.enter(.note("a")))
        let refused = Mutex(0)
        _ = during(fixture, id) {
            for number in 0..<15 {
                if case .tooManyMessages(10)? = fixture.post(id, .note("\(number)")).reply?.failure {
                    refused.withLock { $0 += 1 }
                }
            }
        }
        #expect(refused.withLock { $0 } == 5)
        fixture.environment.work()
        let taken: [String] = (0..<10).map(String.init)
        #expect(fixture.seen(id) == ["a", "turn"] + taken)
        #expect(fixture.post(id, .note("again")).snapshot != nil)
    }

    @Test func `An effect that sends too many messages is cancelled; the first ones arrive, and then a failure`()
        async throws
    {
        let fixture = SessionFixture { $0.messages = 10 }
        let id = try #require(fixture.enter(.note("a")))
        _ = fixture.post(id, .begin("flood", id: nil))
        let effect = await fixture.heldEffects.next()
        _ = during(fixture, id) {
            for number in 0..<15 { effect.send(.note("\(number)")) }
        }
        await effect.cancelled()
        fixture.environment.work()
        let taken: [String] = (0..<10).map(String.init)
        let failed = "failed: More than 10 messages wait in this session."
        #expect(fixture.seen(id) == ["a", "begin flood", "turn"] + taken + [failed])
        #expect(fixture.environment.log.first == "play: the effect fetch was ended: more than 10 messages were waiting")
        #expect(fixture.environment.log.count == 2)
    }

    @Test func `An effect's messages have their turns in order, even if they are sent during another turn`()
        async throws
    {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        _ = fixture.post(id, .begin("b", id: nil))
        let effect = await fixture.heldEffects.next()
        effect.send(.note("1"))
        _ = during(fixture, id) {
            effect.send(.several([.note("2"), .note("3")]))
            effect.send(.note("4"))
        }
        fixture.environment.work()
        effect.send(.note("5"))
        #expect(fixture.seen(id) == ["a", "begin b", "1", "turn", "2", "3", "4", "5"])
    }

    @Test func `A message whose effect is cancelled before the message's turn never has one`() async throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        _ = fixture.post(id, .begin("b", id: "b"))
        let effect = await fixture.heldEffects.next()
        _ = fixture.host.post(session: id, visit: Visit()) { _ -> Decision<Play.Message, String> in
            effect.send(.note("too late"))
            return .apply([.cancel("b")])
        }
        fixture.environment.work()
        #expect(fixture.seen(id) == ["a", "begin b"])
    }

    @Test func `Visitors in parallel never see messages of one another`() async throws {
        let fixture = RealFixture()
        await withTaskGroup(of: Void.self) { group in
            for visitor in 0..<200 {
                group.addTask {
                    var id: SessionID?
                    var expected: [String] = []
                    for number in 0..<20 {
                        let text = "\(visitor): \(number)"
                        expected.append(text)
                        let reply = await fixture.post(id, .note(text))
                        if let new = reply.snapshot?.cookie.newID { id = new }
                        #expect(reply.snapshot?.model.seen == expected)
                        guard number % 5 == 0 else { continue }
                        expected.append("echo \(text)")
                        let echo = await fixture.post(id, .echo(text))
                        #expect(echo.snapshot?.model.seen == expected)
                    }
                }
            }
        }
        #expect(fixture.host.registry.count == 200)
        #expect(fixture.log.all.isEmpty)
    }

    @Test func `Parallel requests of one visitor are all carried out, in one session`() async throws {
        let fixture = RealFixture()
        let id = try #require(await fixture.enter())
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<16 {
                group.addTask {
                    for step in 0..<25 {
                        let reply = await fixture.post(
                            id,
                            step % 5 == 0 ? .echo("\(number)") : .note("\(number).\(step)")
                        )
                        #expect(reply.snapshot != nil)
                        _ = fixture.host.show(session: id, visit: Visit())
                    }
                }
            }
        }
        let reply = await fixture.post(id, .note("end"))
        // The first note, 16 times 25 messages with their echoes, and the last note.
        #expect(reply.snapshot?.model.seen.count == 402)
        #expect(fixture.host.registry.count == 1)
        #expect(fixture.log.all.isEmpty)
    }

    @Test func `Renewing, ending, evicting and posting in parallel respect the limit of sessions`() async throws {
        // Only half of the visitors can have a session, so that they evict one another.
        let fixture = RealFixture { $0.sessions = 8 }
        await withTaskGroup(of: Void.self) { group in
            for visitor in 0..<16 {
                group.addTask {
                    var id: SessionID?
                    for number in 0..<50 {
                        let message: Echo.Message =
                            switch (visitor + number) % 7 {
                            case 0: .renew
                            case 3: .end
                            case 5: .echo("echo")
                            default: .note("note")
                            }
                        let reply = await fixture.post(id, message)
                        #expect(reply.failure == nil)
                        switch reply.snapshot?.cookie {
                        case .set(let new)?: id = new.id
                        case .remove?: id = nil
                        default: break
                        }
                    }
                }
            }
        }
        #expect((1...8).contains(fixture.host.registry.count))
        #expect(fixture.log.all.contains { $0.contains("evicted") })
        // Each session was counted once when it began, and once when it ended.
        fixture.host.registry.endAll()
        #expect(fixture.host.registry.count == 0)
    }

    @Test func `Parallel messages on a topic reach every session once, all in the same order`() async throws {
        let fixture = RealFixture()
        var ids: [SessionID] = []
        for _ in 0..<300 { ids.append(try #require(await fixture.enter())) }
        await withTaskGroup(of: Void.self) { [ids] group in
            for teller in 0..<8 {
                group.addTask {
                    for number in 0..<10 {
                        _ = await fixture.post(ids[teller * 10 + number], .tell("\(teller).\(number)"))
                    }
                }
            }
        }
        var heard: Set<[String]> = []
        for id in ids {
            await eventually("all is heard") {
                let seen = fixture.host.show(session: id, visit: Visit()).reply?.snapshot?.model.seen ?? []
                if seen.count >= 81 { heard.insert(seen) }
                return seen.count >= 81
            }
        }
        #expect(heard.count == 1)
        let told = (heard.first ?? []).dropFirst()
        #expect(told.count == 80)
        for teller in 0..<8 {
            #expect(told.filter { $0.hasPrefix("\(teller).") } == (0..<10).map { "\(teller).\($0)" })
        }
        #expect(fixture.log.all == [])
    }

    @Test func `Sessions that begin and end while others send on a topic leave no listener behind`() async throws {
        let fixture = RealFixture { $0.sessions = 10 }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    for number in 0..<30 {
                        let id = await fixture.enter()
                        _ = await fixture.post(id, number % 3 == 0 ? .end : .tell("\(number)"))
                    }
                }
            }
        }
        #expect((1...10).contains(fixture.host.registry.count))
        // A session that is evicted just as it begins to listen stops once it notices.
        await eventually("exactly the sessions that are left listen") {
            fixture.host.registry.listeners == fixture.host.registry.count
        }
        fixture.host.registry.endAll()
        await eventually("nobody listens") { fixture.host.registry.listeners == 0 }
    }
}
