import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting
import Testing

@Suite struct EffectTests {
    @Test func `The page waits for the effect that its request began, and for that effect's follow-ups`() async throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        let answer = fixture.post(id, .begin("first", id: nil))
        #expect(answer.reply == nil)
        let first = await fixture.heldEffects.next()
        first.send(.note("loaded"))
        first.send(.begin("second", id: nil))
        first.finish()
        let second = await fixture.heldEffects.next()
        second.send(.navigate("/done"))
        second.finish()
        let snapshot = await answer.settled(in: fixture.environment).snapshot
        #expect(snapshot?.model.seen == ["a", "begin first", "loaded", "begin second"])
        #expect(snapshot?.navigation == "/done")
    }

    @Test func `The page is answered when the wait time is over, and later messages still reach the model`()
        async throws
    {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        let answer = fixture.post(id, .begin("slow", id: nil))
        let effect = await fixture.heldEffects.next()
        fixture.environment.advance(by: .milliseconds(100))
        #expect(await answer.settled(in: fixture.environment).snapshot?.model.seen == ["a", "begin slow"])
        effect.send(.note("late"))
        #expect(fixture.seen(id) == ["a", "begin slow", "late"])
        effect.send(.noteAndGo("gone", path: "/later"))
        #expect(fixture.show(id).snapshot?.navigation == "/later")
        #expect(fixture.show(id).snapshot?.navigation == nil)
    }

    @Test func `A page that is loaded in advance leaves the navigation that waits for its visitor`() async throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        let answer = fixture.post(id, .begin("slow", id: nil))
        let effect = await fixture.heldEffects.next()
        fixture.environment.advance(by: .milliseconds(100))
        _ = await answer.settled(in: fixture.environment)
        effect.send(.navigate("/later"))
        var visit = Visit(path: "/")
        visit.answer = .preview
        let preview = await fixture.host.show(session: id, visit: visit).settled(in: fixture.environment)
        #expect(preview.snapshot?.navigation == nil)
        #expect(fixture.show(id).snapshot?.navigation == "/later")
    }

    @Test func `A newcomer's page shows what the program's start loads`() async {
        let fixture = SessionFixture(Play(onStart: { _ in .begin("load", id: nil) }))
        let answer = fixture.show(nil)
        let effect = await fixture.heldEffects.next()
        effect.send(.note("loaded"))
        effect.finish()
        let snapshot = await answer.settled(in: fixture.environment).snapshot
        #expect(snapshot?.model.seen == ["start", "begin load", "loaded"])
        #expect(snapshot?.isHeld == true)
        if case .set = snapshot?.cookie {} else { Issue.record("no cookie") }
    }

    @Test func `No page waits if the wait time is zero`() async throws {
        let fixture = SessionFixture { $0.effectWait = .zero }
        #expect(fixture.post(nil, .begin("a", id: nil)).snapshot?.model.seen == ["begin a"])
        _ = await fixture.heldEffects.next()
    }

    @Test func `A page waits for a delayed message only if it is due within the wait time`() async throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        #expect(fixture.post(id, .later(.milliseconds(100), "b", id: nil)).snapshot?.model.seen == ["a"])
        let answer = fixture.post(id, .later(.milliseconds(99), "c", id: nil))
        #expect(answer.snapshot == nil)
        fixture.environment.advance(by: .milliseconds(99))
        #expect(await answer.settled(in: fixture.environment).snapshot?.model.seen == ["a", "c"])
        fixture.environment.advance(by: .milliseconds(1))
        #expect(fixture.seen(id) == ["a", "c", "b"])
    }

    @Test func `Delayed messages are sent in the order of their times`() throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        _ = fixture.post(
            id,
            .later(.seconds(3), "third", id: nil),
            .later(.seconds(1), "first", id: nil),
            .later(.seconds(2), "second", id: nil),
            .later(.seconds(-1), "at once", id: nil),
            .later(.seconds(Int64.max), "never", id: nil)
        )
        fixture.environment.advance(by: .seconds(5))
        #expect(fixture.seen(id) == ["a", "at once", "first", "second", "third"])
    }

    @Test func `A delayed message has its turn on another thread than the timers', which all sessions share`() throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        _ = fixture.post(id, .later(.seconds(1), "b", id: nil), .later(.seconds(1), "c", id: nil))
        fixture.environment.advance(by: .seconds(2), threadsAreBusy: true)
        #expect(fixture.host.currentState(of: id)?.model.seen == ["a"])
        fixture.environment.work()
        #expect(fixture.seen(id) == ["a", "b", "c"])
    }

    @Test func `A later command replaces an earlier one with the same id`() async throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        for text in ["s", "se", "sea"] {
            _ = fixture.post(id, .later(.seconds(1), text, id: "search"))
            fixture.environment.advance(by: .milliseconds(500))
        }
        fixture.environment.advance(by: .seconds(5))
        #expect(fixture.seen(id) == ["a", "sea"])

        _ = fixture.post(id, .begin("one", id: "load"))
        let one = await fixture.heldEffects.next()
        let answer = fixture.post(id, .begin("two", id: "load"))
        await one.cancelled()
        one.send(.note("too late"))
        let two = await fixture.heldEffects.next()
        two.send(.note("in time"))
        two.finish()
        #expect(
            await answer.settled(in: fixture.environment).snapshot?.model.seen == [
                "a", "sea", "begin one", "begin two", "in time",
            ]
        )
        #expect(fixture.environment.log.isEmpty)
    }

    @Test func `Cancelling ends an effect or a delayed message, and the page is answered`() async throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        let waiting = fixture.post(id, .begin("load", id: "b"), .later(.seconds(1), "later", id: "c"))
        let effect = await fixture.heldEffects.next()
        _ = fixture.post(id, .cancel("b"), .cancel("c"), .cancel("unknown"))
        await effect.cancelled()
        #expect(await waiting.settled(in: fixture.environment).snapshot?.model.seen == ["a", "begin load"])
        effect.send(.note("late"))
        fixture.environment.advance(by: .seconds(10))
        #expect(fixture.seen(id) == ["a", "begin load"])
        #expect(fixture.environment.log.isEmpty)
    }

    @Test func `A delayed message that is scheduled and cancelled by the same post is never sent`() throws {
        let fixture = SessionFixture()
        let snapshot = fixture.post(nil, .later(.seconds(1), "b", id: "c"), .cancel("c")).snapshot
        #expect(snapshot?.model.seen == [])
        fixture.environment.advance(by: .seconds(2))
        guard let id = snapshot?.cookie.newID else {
            Issue.record("no cookie")
            return
        }
        #expect(fixture.seen(id) == [])
    }

    @Test func `An error thrown by an effect becomes the program's message, after the messages that it sent`()
        async throws
    {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        let answer = fixture.post(id, .begin("load", id: nil))
        let effect = await fixture.heldEffects.next()
        effect.send(.note("half"))
        effect.finish(throwing: Play.Failure())
        #expect(
            await answer.settled(in: fixture.environment).snapshot?.model.seen == [
                "a", "begin load", "half", "failed: it did not work",
            ]
        )
        #expect(fixture.environment.log.isEmpty)
    }

    @Test func `An error thrown by an effect is logged if the program makes no message of it`() async throws {
        let fixture = SessionFixture()
        let answer = fixture.post(nil, .begin("quiet hunter2", id: nil))
        let effect = await fixture.heldEffects.next()
        effect.finish(throwing: Play.Failure())
        _ = await answer.settled(in: fixture.environment)
        #expect(fixture.environment.log == ["play: the effect quiet failed: it did not work"])
    }

    @Test func `An effect's message whose update throws is logged, and the session continues`() async throws {
        let fixture = SessionFixture()
        let id = try #require(fixture.enter(.note("a")))
        let answer = fixture.post(id, .begin("load", id: nil))
        let effect = await fixture.heldEffects.next()
        effect.send(.fail)
        effect.send(.note("b"))
        effect.finish()
        #expect(await answer.settled(in: fixture.environment).snapshot?.model.seen == ["a", "begin load", "b"])
        #expect(fixture.environment.log == ["play: the update on fail failed and changed nothing: it did not work"])
    }

    @Test func `A post that would run too many effects fails as a whole`() async throws {
        let fixture = SessionFixture { $0.effects = 3 }
        let id = try #require(fixture.enter(.note("a")))
        _ = fixture.post(id, .beginMany(2))
        _ = await fixture.heldEffects.next()
        let second = await fixture.heldEffects.next()
        guard case .tooManyEffects(3)? = fixture.post(id, .note("b"), .beginMany(2)).reply?.failure else {
            Issue.record("it was taken")
            return
        }
        #expect(fixture.seen(id) == ["a"])
        #expect(fixture.environment.log.count == 1)
        let third = fixture.post(id, .begin("third", id: nil))
        second.finish()
        await fixture.heldEffects.next().finish()
        #expect(await third.settled(in: fixture.environment).snapshot?.model.seen == ["a", "begin third"])
    }

    @Test func `Effects that ignore their cancellation delay the next ones, so they do not pile up`() async throws {
        let fixture = SessionFixture { $0.effects = 1 }
        let id = try #require(fixture.enter(.note("a")))
        _ = fixture.post(id, .begin("stubborn 1", id: "x"))
        let first = await fixture.heldEffects.next()
        _ = fixture.post(id, .begin("stubborn 2", id: "x"))
        let second = await fixture.heldEffects.next()
        await first.cancelled()
        // Two tasks are running. Neither of these effects begins, and the later one replaces the earlier.
        _ = fixture.post(id, .begin("stubborn 3", id: "x"))
        await second.cancelled()
        let answer = fixture.post(id, .begin("stubborn 4", id: "x"))
        first.finish()
        let next = await fixture.heldEffects.next()
        #expect(next.effect == .fetch("stubborn 4"))
        second.send(.note("too late"))
        next.send(.note("in time"))
        next.finish()
        let begun = (1...4).map { "begin stubborn \($0)" }
        #expect(await answer.settled(in: fixture.environment).snapshot?.model.seen == ["a"] + begun + ["in time"])
        second.finish()
    }

    @Test func `A post that would delay too many messages fails as a whole`() throws {
        let fixture = SessionFixture { $0.messages = 10 }
        let id = try #require(fixture.enter(.note("a")))
        #expect(fixture.post(id, .laterMany(10)).snapshot != nil)
        guard case .tooManyMessages(10)? = fixture.post(id, .note("b"), .laterMany(1)).reply?.failure else {
            Issue.record("it was taken")
            return
        }
        #expect(fixture.seen(id) == ["a"])
    }

    @Test func `An evicted session cancels its effects, and answers the waiting requests`() async throws {
        let fixture = SessionFixture { $0.sessions = 1 }
        let id = try #require(fixture.enter(.note("a")))
        let waiting = fixture.post(id, .begin("load", id: nil))
        let effect = await fixture.heldEffects.next()
        fixture.environment.advance(by: .milliseconds(1))
        _ = fixture.enter(.note("somebody else"))
        await effect.cancelled()
        let snapshot = await waiting.settled(in: fixture.environment).snapshot
        #expect(snapshot?.isHeld == false)
        #expect(snapshot?.cookie == .remove)
        #expect(fixture.registry.count == 1)
    }
}
