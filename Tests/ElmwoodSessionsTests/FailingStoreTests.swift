import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodForms
@testable import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import ElmwoodTestSupport
import Synchronization
import Testing

/// What a store that fails for a while costs.
@Suite(.timeLimit(.minutes(2))) struct FailingStoreTests {
    private let store = HeldStore()

    /// Posts until the store is not tried any more for each post.
    private func exhaust(_ fixture: StoredFixture<Notes>, _ id: SessionID?) async {
        for _ in 0..<20 { _ = await fixture.post(id, .note("x")) }
    }

    @Test func `A store that fails is tried once a second, however many posts arrive`() async throws {
        let fixture = StoredFixture(store)
        let id = try #require(await fixture.enter(.note("a")))
        store.fail(true)
        await exhaust(fixture, id)
        let before = store.failures
        for _ in 0..<200 {
            let reply = await fixture.post(id, .note("refused"))
            guard case .failed(.notStored) = reply else {
                Issue.record("It was acknowledged.")
                return
            }
        }
        #expect(store.failures == before)
        for _ in 0..<3 {
            let failures = store.failures
            fixture.environment.advance(by: .seconds(1))
            await eventually("it is tried again") {
                if store.failures == failures + 1 { return true }
                // The next attempt may have been scheduled only after the second had passed.
                fixture.environment.advance(by: .milliseconds(1))
                return false
            }
        }
        // What was refused without an attempt has not changed the model.
        #expect(await fixture.notes(id)?.contains("refused") == false)
    }

    @Test func `While the store fails, newcomers get no session, and pages are shown`() async throws {
        let fixture = StoredFixture(store)
        let id = try #require(await fixture.enter(.note("a")))
        store.fail(true)
        await exhaust(fixture, id)
        let count = fixture.host.registry.count
        for _ in 0..<100 { #expect(await fixture.enter(.note("new")) == nil) }
        #expect(fixture.host.registry.count == count)
        #expect(await fixture.notes(id)?.first == "a")
        #expect(await fixture.show(nil)?.isHeld == false)
    }

    @Test func `A page that is shown a turn which is not stored yet gets the turn's commands once it is`() async throws
    {
        let fixture = StoredFixture(store, program: Play())
        let id = try #require(await fixture.enter(.want([.event(.hidden, .page([.focus("first")]))])))
        let page = try OpenPage(fixture.host, session: id)
        page.obeyed = 0
        _ = try #require(await page.send().settled().patch)
        store.fail(true)
        #expect(await page.send(.page("hidden")).settled().patch == nil)
        #expect(await page.send().settled().patch?.commands == [])
        store.fail(false)
        await eventually("it is stored") {
            fixture.environment.advance(by: .seconds(1))
            return await page.send().settled().patch?.commands == [.focus("first")]
        }
    }

    @Test func `While the store fails, the form of a page is refused before its turn`() async throws {
        let fixture = StoredFixture(store)
        let id = try #require(await fixture.enter(.note("a")))
        let form = FormData([.init(name: "message", value: .text(#"note("b")"#))])
        let send = { fixture.host.post(form, on: Page(), session: id, visitor: .none, visit: Visit()) }
        #expect(await send().settled().snapshot?.model.notes == ["a", "b"])
        store.fail(true)
        await exhaust(fixture, id)
        let notes = await fixture.notes(id)
        for _ in 0..<20 {
            guard case .failed(.notStored)? = send().reply else {
                Issue.record("It was not refused at once.")
                return
            }
        }
        #expect(await fixture.notes(id) == notes)
    }

    @Test func `Once the store works, everything is stored, and posts are accepted`() async throws {
        let fixture = StoredFixture(store)
        let id = try #require(await fixture.enter(.note("a")))
        store.fail(true)
        await exhaust(fixture, id)
        let other = try #require(await StoredFixture(HeldStore()).enter(.note("other")))
        #expect(await fixture.post(other, .note("b")).snapshot == nil)
        store.fail(false)
        fixture.environment.advance(by: .seconds(1))
        await eventually("posts are accepted") { await fixture.post(id, .note("z")).snapshot != nil }
        let shown = try #require(await fixture.notes(id))
        #expect(shown.last == "z")
        #expect(await StoredFixture(store).notes(id) == shown)
    }

    @Test func `If what failed is of no interest any more, the next post finds out that the store works`() async throws
    {
        let fixture = StoredFixture(store)
        let id = try #require(await fixture.enter(.note("a")))
        _ = await StoredFixture(store).post(id, .note("b"))
        store.fail(true)
        await exhaust(fixture, id)
        store.fail(false)
        // Another process has a later version: this one's changes are dropped by the attempt.
        fixture.environment.advance(by: .seconds(1))
        await eventually("posts are accepted") { await fixture.post(id, .note("c")).snapshot != nil }
        #expect(await StoredFixture(store).notes(id)?.prefix(2) == ["a", "b"])
    }

    @Test func `The end of the process tries the store even if it has just failed`() async throws {
        let fixture = StoredFixture(store)
        let id = try #require(await fixture.enter(.note("a")))
        store.fail(true)
        await exhaust(fixture, id)
        store.fail(false)
        await fixture.finish()
        #expect(await StoredFixture(store).notes(id) == fixture.host.currentState(of: id)?.model.notes)
    }

    @Test func `The end of the process tries the store once more if the last attempt is about to fail`() async throws {
        let fixture = StoredFixture(store)
        let id = try #require(await fixture.enter(.note("a")))
        store.fail(true)
        for _ in 0..<9 { _ = await fixture.post(id, .note("x")) }
        store.hold()
        async let tenth = fixture.post(id, .note("x"))
        await store.isHolding()
        let before = store.failures
        let writer = try #require(fixture.host.registry.writer)
        await withCheckedContinuation { continuation in
            writer.afterwards { continuation.resume() }
            store.goOn()
        }
        _ = await tenth
        // The attempt that was under way, and the one of the end.
        #expect(store.failures == before + 2)
    }

    @Test func `A page's events are refused as a whole, and carried out when they are sent again`() async throws {
        let fixture = StoredFixture(store)
        let id = try #require(await fixture.enter(.note("a")))
        store.fail(true)
        await exhaust(fixture, id)
        let page = try OpenPage(fixture.host, session: id)
        let request = page.request([.message(#"note("b")"#)])
        guard case .failed(.notStored) = await page.send(request).settled() else {
            Issue.record("It was acknowledged.")
            return
        }
        store.fail(false)
        fixture.environment.advance(by: .seconds(1))
        await fixture.finish()
        guard case .patch = await page.repeat(request).settled() else {
            Issue.record("It was not carried out.")
            return
        }
        #expect(await StoredFixture(store).notes(id)?.last == "b")
    }

    @Test func `Events of a failing store are logged once a second, with the number of the others`() async {
        let environment = ManualEnvironment()
        let lines = Mutex<[String]>([])
        let limiter = EventLimiter(schedule: environment.forSessions.schedule) { event, _ in
            lines.withLock { $0.append("\(event)") }
        }
        let failure = SessionEvent.sessionsNotStored(error: StorageError("The disk is full."))
        let saving = SessionEvent.storageFailed(program: "p", operation: "save", key: "k", error: StorageError("No."))
        for _ in 0..<1_000 { limiter(failure) }
        limiter(saving)
        for _ in 0..<3 { limiter(.sessionOvertaken(program: "p")) }
        let sentence = "\(failure)"
        #expect(lines.withLock { $0.count } == 5)
        environment.advance(by: .seconds(1))
        #expect(lines.withLock { $0.last } == "\(sentence) (and 998 more of this kind within a second)")
        environment.advance(by: .milliseconds(500))
        limiter(failure)
        limiter(saving)
        #expect(lines.withLock { $0.count } == 7)
        environment.advance(by: .milliseconds(500))
        #expect(lines.withLock { $0.last } == sentence)
        environment.advance(by: .seconds(2))
        limiter(failure)
        #expect(lines.withLock { $0.count } == 9)
        #expect(environment.scheduled == 1)
    }
}
