import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import Testing

@Suite struct IdentityTests {
    @Test func `Programs of one site share the session id, and each has its own session`() throws {
        let fixture = SessionFixture()
        let other = ProgramHost(Play(), name: "other", registry: fixture.registry)
        let id = try #require(fixture.enter(.note("here")))
        let answer = other.post(session: id, visit: Visit()) { _ in
            Decision<Play.Message, String>.apply([.note("there")])
        }
        #expect(answer.snapshot?.cookie == .unchanged)
        #expect(answer.snapshot?.model.seen == ["there"])
        #expect(fixture.seen(id) == ["here"])
        #expect(other.show(session: id, visit: Visit()).snapshot?.model.seen == ["there"])
        #expect(fixture.registry.count == 2)
    }

    @Test func `Renewing sets a new id in all programs, and the old id is invalid`() throws {
        let fixture = SessionFixture()
        let other = ProgramHost(Play(), name: "other", registry: fixture.registry)
        let old = try #require(fixture.enter(.note("a")))
        _ = other.post(session: old, visit: Visit()) { _ in Decision<Play.Message, String>.apply([.note("b")]) }
        let cookie = fixture.post(old, .renew).snapshot?.cookie
        guard let new = cookie?.newID else {
            Issue.record("no new id")
            return
        }
        #expect(new != old)
        #expect(fixture.seen(old) == nil)
        #expect(fixture.seen(new) == ["a", "renewed"])
        #expect(other.show(session: new, visit: Visit()).snapshot?.model.seen == ["b"])
        #expect(fixture.registry.count == 2)
    }

    @Test func `A request with the old id does not overwrite the cookie of the new one`() throws {
        let fixture = SessionFixture()
        let old = try #require(fixture.enter(.note("a")))
        _ = fixture.post(old, .renew)
        guard case .renewed? = fixture.post(old, .note("late")).reply?.failure else {
            Issue.record("the old id was taken")
            return
        }
        #expect(fixture.show(old).snapshot?.cookie == .unchanged)
        fixture.environment.advance(by: .seconds(61))
        #expect(fixture.post(old, .note("much later")).snapshot?.isHeld == true)
    }

    @Test
    func `Ending a session ends it in all programs and cancels their effects, and the visitor is a newcomer again`()
        async throws
    {
        let fixture = SessionFixture()
        let other = ProgramHost(Play(), name: "other", registry: fixture.registry)
        let id = try #require(fixture.enter(.note("a")))
        _ = other.post(session: id, visit: Visit()) { _ in Decision<Play.Message, String>.apply([.begin("b", id: nil)])
        }
        let effect = await other.program.heldEffects.next()
        let snapshot = try #require(fixture.post(id, .note("last"), .end).snapshot)
        #expect(snapshot.cookie == .remove)
        #expect(snapshot.isHeld == false)
        #expect(snapshot.model == Play.Model())
        #expect(fixture.registry.count == 0)
        await effect.cancelled()
        effect.send(.note("late"))
        #expect(fixture.seen(id) == nil)
        #expect(other.show(session: id, visit: Visit()).snapshot?.isHeld == false)
    }

    @Test func `A program whose start ends the session does not loop`() {
        let fixture = SessionFixture(Play(onStart: { _ in .end }))
        #expect(fixture.show(nil).snapshot?.cookie == .remove)
        #expect(fixture.post(nil, .note("a")).reply?.snapshot?.isHeld == false)
        #expect(fixture.registry.count == 0)
    }

    @Test func `A session ends if its visitor is idle for too long`() throws {
        let fixture = SessionFixture { $0.idleLife = .seconds(10) }
        let id = try #require(fixture.enter(.note("a")))
        fixture.environment.advance(by: .seconds(9))
        #expect(fixture.seen(id) == ["a"])
        fixture.environment.advance(by: .seconds(9))
        #expect(fixture.seen(id) == ["a"])
        fixture.environment.advance(by: .seconds(10))
        #expect(fixture.seen(id) == nil)
        #expect(fixture.registry.count == 0)
    }

    @Test func `Sessions of visitors who never return are removed`() throws {
        let fixture = SessionFixture { $0.idleLife = .seconds(7_200) }
        for _ in 0..<100 { _ = fixture.enter(.note("a")) }
        #expect(fixture.registry.count == 100)
        fixture.environment.advance(by: .seconds(4 * 3_600))
        #expect(fixture.registry.count == 0)
        #expect(fixture.environment.scheduled == 0)
        _ = fixture.enter(.note("b"))
        #expect(fixture.environment.scheduled == 1)
    }

    @Test func `An id expires after its absolute life, even if it is used; renewing it starts a new life`() throws {
        let fixture = SessionFixture { $0.absoluteLife = .seconds(10) }
        let id = try #require(fixture.enter(.note("a")))
        let renewing = try #require(fixture.enter(.note("b")))
        fixture.environment.advance(by: .seconds(9))
        #expect(fixture.seen(id) == ["a"])
        guard let renewed = fixture.post(renewing, .renew).snapshot?.cookie.newID else {
            Issue.record("no new id")
            return
        }
        fixture.environment.advance(by: .seconds(1))
        #expect(fixture.seen(id) == nil)
        #expect(fixture.seen(renewed) == ["b", "renewed"])
    }

    @Test
    func `Beyond the limit of sessions the longest idle one is evicted, and this is logged at most once a minute`()
        throws
    {
        let fixture = SessionFixture { $0.sessions = 100 }
        var ids: [SessionID] = []
        for number in 0..<100 {
            ids.append(try #require(fixture.enter(.note("\(number)"))))
            fixture.environment.advance(by: .milliseconds(1))
        }
        #expect(fixture.seen(ids[0]) == ["0"])
        fixture.environment.advance(by: .milliseconds(1))
        for number in 100..<110 {
            ids.append(try #require(fixture.enter(.note("\(number)"))))
            fixture.environment.advance(by: .milliseconds(1))
        }
        #expect(fixture.registry.count == 100)
        #expect(fixture.environment.log == ["more than 100 sessions are held: 1 idle visitors were evicted"])
        #expect(fixture.seen(ids[0]) == ["0"])
        for number in 1...10 { #expect(fixture.seen(ids[number]) == nil) }
        for number in 11..<110 { #expect(fixture.seen(ids[number]) == ["\(number)"]) }
        fixture.environment.advance(by: .seconds(60))
        _ = fixture.enter(.note("one more"))
        #expect(fixture.environment.log.last == "more than 100 sessions are held: 10 idle visitors were evicted")
    }
}
