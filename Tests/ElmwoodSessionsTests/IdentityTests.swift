import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodStorage
import Testing

@Suite struct IdentityTests {
    @Test func `Programs of one site share the visitor's id, and each has its own session`() throws {
        let theatre = Theatre()
        let other = ProgramHost(Play(), name: "other", registry: theatre.registry)
        let id = try #require(theatre.enter(.note("here")))
        let answer = other.post(session: id, visit: Visit()) { _ in
            Decision<Play.Message, String>.apply([.note("there")])
        }
        #expect(answer.snapshot?.cookie == .unchanged)
        #expect(answer.snapshot?.model.seen == ["there"])
        #expect(theatre.seen(id) == ["here"])
        #expect(other.show(session: id, visit: Visit()).snapshot?.model.seen == ["there"])
        #expect(theatre.registry.count == 2)
    }

    @Test func `Renewing gives a new id in all programs, and the old one is worth nothing`() throws {
        let theatre = Theatre()
        let other = ProgramHost(Play(), name: "other", registry: theatre.registry)
        let old = try #require(theatre.enter(.note("a")))
        _ = other.post(session: old, visit: Visit()) { _ in Decision<Play.Message, String>.apply([.note("b")]) }
        let cookie = theatre.post(old, .renew).snapshot?.cookie
        guard case .set(let new)? = cookie else {
            Issue.record("no new id")
            return
        }
        #expect(new != old)
        #expect(theatre.seen(old) == nil)
        #expect(theatre.seen(new) == ["a", "renewed"])
        #expect(other.show(session: new, visit: Visit()).snapshot?.model.seen == ["b"])
        #expect(theatre.registry.count == 2)
    }

    @Test func `A request that still has the old id sets no cookie over the new one`() throws {
        let theatre = Theatre()
        let old = try #require(theatre.enter(.note("a")))
        _ = theatre.post(old, .renew)
        guard case .renewed? = theatre.post(old, .note("late")).reply?.failure else {
            Issue.record("the old id was taken")
            return
        }
        #expect(theatre.show(old).snapshot?.cookie == .unchanged)
        theatre.world.advance(by: .seconds(61))
        #expect(theatre.post(old, .note("much later")).snapshot?.isHeld == true)
    }

    @Test func `Ending a session ends it in all programs, cancels what runs, and the visitor starts anew`() async throws
    {
        let theatre = Theatre()
        let other = ProgramHost(Play(), name: "other", registry: theatre.registry)
        let id = try #require(theatre.enter(.note("a")))
        _ = other.post(session: id, visit: Visit()) { _ in Decision<Play.Message, String>.apply([.begin("b", id: nil)])
        }
        let effect = await other.program.stage.next()
        let snapshot = try #require(theatre.post(id, .note("last"), .end).snapshot)
        #expect(snapshot.cookie == .remove)
        #expect(snapshot.isHeld == false)
        #expect(snapshot.model == Play.Model())
        #expect(theatre.registry.count == 0)
        await effect.cancelled()
        effect.send(.note("late"))
        #expect(theatre.seen(id) == nil)
        #expect(other.show(session: id, visit: Visit()).snapshot?.isHeld == false)
    }

    @Test func `A program that starts and ends and starts comes to an end`() {
        let theatre = Theatre(Play(onStart: { _ in .end }))
        #expect(theatre.show(nil).snapshot?.cookie == .remove)
        #expect(theatre.post(nil, .note("a")).reply?.snapshot?.isHeld == false)
        #expect(theatre.registry.count == 0)
    }

    @Test func `A session is over when its visitor was idle for too long`() throws {
        let theatre = Theatre { $0.idleLife = .seconds(10) }
        let id = try #require(theatre.enter(.note("a")))
        theatre.world.advance(by: .seconds(9))
        #expect(theatre.seen(id) == ["a"])
        theatre.world.advance(by: .seconds(9))
        #expect(theatre.seen(id) == ["a"])
        theatre.world.advance(by: .seconds(10))
        #expect(theatre.seen(id) == nil)
        #expect(theatre.registry.count == 0)
    }

    @Test func `Sessions of visitors who never come back are swept away`() throws {
        let theatre = Theatre { $0.idleLife = .seconds(7_200) }
        for _ in 0..<100 { _ = theatre.enter(.note("a")) }
        #expect(theatre.registry.count == 100)
        theatre.world.advance(by: .seconds(4 * 3_600))
        #expect(theatre.registry.count == 0)
        #expect(theatre.world.scheduled == 0)
        _ = theatre.enter(.note("b"))
        #expect(theatre.world.scheduled == 1)
    }

    @Test func `An id is over after its absolute life, however busy; renewing it begins anew`() throws {
        let theatre = Theatre { $0.absoluteLife = .seconds(10) }
        let id = try #require(theatre.enter(.note("a")))
        let renewing = try #require(theatre.enter(.note("b")))
        theatre.world.advance(by: .seconds(9))
        #expect(theatre.seen(id) == ["a"])
        guard case .set(let renewed)? = theatre.post(renewing, .renew).snapshot?.cookie else {
            Issue.record("no new id")
            return
        }
        theatre.world.advance(by: .seconds(1))
        #expect(theatre.seen(id) == nil)
        #expect(theatre.seen(renewed) == ["b", "renewed"])
    }

    @Test func `Beyond the limit of sessions whoever was idle longest is let go, and it is logged once in a while`()
        throws
    {
        let theatre = Theatre { $0.sessions = 100 }
        var ids: [SessionID] = []
        for number in 0..<100 {
            ids.append(try #require(theatre.enter(.note("\(number)"))))
            theatre.world.advance(by: .milliseconds(1))
        }
        #expect(theatre.seen(ids[0]) == ["0"])
        theatre.world.advance(by: .milliseconds(1))
        for number in 100..<110 {
            ids.append(try #require(theatre.enter(.note("\(number)"))))
            theatre.world.advance(by: .milliseconds(1))
        }
        #expect(theatre.registry.count == 100)
        #expect(theatre.world.log == ["more than 100 sessions are held: 1 idle visitors were let go"])
        #expect(theatre.seen(ids[0]) == ["0"])
        for number in 1...10 { #expect(theatre.seen(ids[number]) == nil) }
        for number in 11..<110 { #expect(theatre.seen(ids[number]) == ["\(number)"]) }
        theatre.world.advance(by: .seconds(60))
        _ = theatre.enter(.note("one more"))
        #expect(theatre.world.log.last == "more than 100 sessions are held: 10 idle visitors were let go")
    }
}
