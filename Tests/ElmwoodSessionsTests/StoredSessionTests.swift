import ElmwoodArchitecture
import Dispatch
import ElmwoodForms
import ElmwoodSessions
import ElmwoodStorage
import Synchronization
import ElmwoodTestSupport
import Testing
import ElmwoodViewTree

/// Sessions that are stored.
@Suite struct StoredSessionTests {
    private let store = HeldStore()

    @Test func `Another process has the session as of the last answer, and continues it`() async throws {
        let first = StoredFixture(store)
        let id = try #require(await first.enter(.note("a")))
        _ = await first.post(id, .note("b"))
        let second = StoredFixture(store)
        #expect(await second.notes(id) == ["a", "b"])
        #expect(await second.post(id, .note("c")).snapshot?.model.notes == ["a", "b", "c"])
        let third = StoredFixture(store)
        #expect(await third.post(id, .note("d")).snapshot?.model.notes == ["a", "b", "c", "d"])
    }

    @Test func `An answer is sent once its turn is stored`() async throws {
        let fixture = StoredFixture(store)
        let id = try #require(await fixture.enter(.note("a")))
        store.hold()
        let isAnswered = Mutex(false)
        async let reply: Reply<Notes, String> = {
            let reply = await fixture.post(id, .note("b"))
            isAnswered.withLock { $0 = true }
            return reply
        }()
        await store.isHolding()
        #expect(!isAnswered.withLock { $0 })
        #expect(await StoredFixture(store).notes(id) == ["a"])
        store.goOn()
        #expect(await reply.snapshot?.model.notes == ["a", "b"])
        #expect(await StoredFixture(store).notes(id) == ["a", "b"])
    }

    @Test func `Changes of many sessions during a commit are stored in few commits`() async throws {
        let fixture = StoredFixture(store)
        let id = try #require(await fixture.enter(.note("first")))
        let before = store.commits.count
        store.hold()
        async let blocked = fixture.post(id, .note("second"))
        await store.isHolding()
        let replies = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<50 {
                group.addTask { await fixture.enter(.note("\(number)")) != nil }
            }
            // All of them wait for the commit that is blocked.
            await eventually("all are brought back") { fixture.host.registry.count >= 51 }
            store.goOn()
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        _ = await blocked
        #expect(replies == 50)
        let commits = store.commits.dropFirst(before)
        #expect(commits.first == 1)
        #expect(commits.dropFirst().reduce(0, +) == 50)
        #expect(commits.count <= 4)
    }

    @Test func `If another process had a turn in between, the post runs again on the newer model`() async throws {
        let first = StoredFixture(store)
        let second = StoredFixture(store)
        let id = try #require(await first.enter(.note("a")))
        #expect(await second.notes(id) == ["a"])
        _ = await second.post(id, .note("b"))
        #expect(await first.post(id, .note("c")).snapshot?.model.notes == ["a", "b", "c"])
        #expect(await second.post(id, .note("d")).snapshot?.model.notes == ["a", "b", "c", "d"])
        #expect(first.environment.log.contains { $0.contains("another process has changed a session") })
    }

    @Test
    func `An event is applied in the same session even if another process has overtaken it during the event's turn`()
        async throws
    {
        let whenViewed = Mutex<(@Sendable () -> Void)?>(nil)
        let board = Board {
            let call = whenViewed.withLock { call in
                defer { call = nil }
                return call
            }
            call?()
        }
        let first = StoredFixture(store, program: board)
        let id = try #require(await first.enter(.add(1)))
        _ = await StoredFixture(store, program: Board()).post(id, .add(10))
        let page = try first.host.page(session: id)
        store.hold()
        let isPosted = DispatchSemaphore(value: 0)
        async let posted: Void = {
            _ = await first.post(id, .add(100))
            isPosted.signal()
        }()
        await store.isHolding()
        // The conflict is reported while the page's request is in its turn.
        whenViewed.withLock { [store] in
            $0 = {
                store.goOn()
                isPosted.wait()
            }
        }
        let request = page.request([.message("add(1)")])
        let reply: Eventual<LiveReply> = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: page.send(request)) }
        }
        guard case .patch(_, .unchanged, _) = await reply.settled() else {
            Issue.record("The page got another session.")
            return
        }
        await posted
        #expect(await first.show(id)?.model.number == 112)
    }

    @Test func `Two processes that handle posts in parallel lose none and apply none twice`() async throws {
        let theatres = [StoredFixture(store), StoredFixture(store)]
        let id = try #require(await theatres[0].enter(.note("start")))
        await withTaskGroup(of: Void.self) { group in
            for (index, fixture) in theatres.enumerated() {
                for number in 0..<40 {
                    group.addTask {
                        let text = "\(index).\(number)"
                        let reply = await fixture.post(id, .note(text))
                        #expect(reply.snapshot?.model.notes.contains(text) == true)
                    }
                }
            }
        }
        let notes = try #require(await StoredFixture(store).notes(id))
        #expect(notes.count == 81)
        #expect(Set(notes).count == 81)
    }

    @Test
    func `If the store fails, this is logged, nothing is acknowledged, and the change is stored once it works again`()
        async throws
    {
        let fixture = StoredFixture(store)
        let id = try #require(await fixture.enter(.note("a")))
        store.fail(true)
        guard case .failed(.notStored) = await fixture.post(id, .note("b")) else {
            Issue.record("acknowledged")
            return
        }
        // It is logged once for each attempt: the turn's end may have begun one before the answer asked for its own.
        #expect((1...2).contains(fixture.environment.log.count))
        #expect(Set(fixture.environment.log) == ["sessions could not be stored or loaded: The disk is full."])
        store.fail(false)
        fixture.environment.advance(by: .seconds(1))
        await fixture.finish()
        #expect(await StoredFixture(store).notes(id) == ["a", "b"])
    }

    @Test func `The end of a process stores what could not be stored just before`() async throws {
        let fixture = StoredFixture(store)
        let id = try #require(await fixture.enter(.note("a")))
        store.fail(true)
        _ = await fixture.post(id, .note("b"))
        store.fail(false)
        // The second after which it is tried again has not passed.
        await fixture.finish()
        #expect(await StoredFixture(store).notes(id) == ["a", "b"])
    }

    @Test func `The turn of a delayed message is stored too`() async throws {
        let fixture = StoredFixture(store)
        let id = try #require(await fixture.enter(.later("b")))
        fixture.environment.advance(by: .seconds(1))
        // Its turn runs on another thread.
        await eventually("it has had its turn") { await fixture.notes(id) == ["b"] }
        await fixture.finish()
        #expect(await StoredFixture(store).notes(id) == ["b"])
    }

    @Test func `An idle session leaves memory, and is loaded with the next request`() async throws {
        let fixture = StoredFixture(store) { $0.memoryLife = .seconds(60) }
        let id = try #require(await fixture.enter(.note("a")))
        #expect(fixture.host.registry.count == 1)
        fixture.environment.advance(by: .seconds(120))
        #expect(fixture.host.registry.count == 0)
        #expect(await fixture.post(id, .note("b")).snapshot?.model.notes == ["a", "b"])
        #expect(fixture.host.registry.count == 1)
        // A session with pending work stays in memory.
        _ = await fixture.post(id, .later("c"))
        fixture.host.registry.sweep()
        #expect(fixture.host.registry.count == 1)
    }

    @Test(.timeLimit(.minutes(20)))
    func `Each of many sessions that leave memory at the same time is loaded again, and sessions in use stay`()
        async throws
    {
        let fixture = StoredFixture(store) { $0.memoryLife = .seconds(60) }
        var ids: [SessionID] = []
        for number in 0..<2_000 { ids.append(try #require(await fixture.enter(.note("\(number)")))) }
        fixture.environment.advance(by: .seconds(50))
        for id in ids.prefix(10) { _ = await fixture.post(id, .note("again")) }
        fixture.environment.advance(by: .seconds(45))
        // Some sessions leave only after others have been written.
        while fixture.host.registry.count > 10 { await fixture.finish() }
        #expect(store.commits.allSatisfy { $0 < 500 })
        for number in [0, 9, 10, 1_000, 1_999] {
            #expect(await fixture.notes(ids[number]) == (number < 10 ? ["\(number)", "again"] : ["\(number)"]))
        }
        #expect(fixture.host.registry.count == 13)
    }

    @Test func `Sessions beyond the limit are evicted to the store and loaded again`() async throws {
        let fixture = StoredFixture(store) { $0.sessions = 3 }
        var ids: [SessionID] = []
        for number in 0..<10 {
            ids.append(try #require(await fixture.enter(.note("\(number)"))))
            fixture.environment.advance(by: .seconds(1))
        }
        #expect(fixture.host.registry.count == 3)
        for (number, id) in ids.enumerated() { #expect(await fixture.notes(id) == ["\(number)"]) }
        #expect(fixture.host.registry.count == 3)
    }

    @Test func `Requests that arrive while a session leaves memory still find it`() async throws {
        let fixture = StoredFixture(store) { $0.sessions = 1 }
        let ids = [try #require(await fixture.enter(.note("x"))), try #require(await fixture.enter(.note("y")))]
        await withTaskGroup(of: Void.self) { group in
            for id in ids {
                for number in 0..<60 {
                    group.addTask {
                        let reply = await fixture.post(id, .note("\(number)"))
                        #expect(reply.snapshot?.model.notes.contains("\(number)") == true)
                    }
                }
            }
        }
        for (id, first) in zip(ids, ["x", "y"]) {
            let notes = try #require(await fixture.notes(id))
            #expect(notes.first == first)
            #expect(notes.count == 61)
            #expect(Set(notes).count == 61)
        }
    }

    @Test func `Each of many simultaneous posts is answered once it is stored`() async throws {
        let fixture = StoredFixture(store)
        let id = try #require(await fixture.enter(.note("x")))
        let stored = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<250 where await fixture.post(id, .note("")).snapshot == nil { return false }
                    return true
                }
            }
            return await group.reduce(true) { $0 && $1 }
        }
        #expect(stored)
        #expect(await StoredFixture(store).notes(id)?.count == 2_001)
    }

    @Test func `A session that has ended is not found, and a renewed one only under its new id`() async throws {
        let fixture = StoredFixture(store)
        let ended = try #require(await fixture.enter(.note("a")))
        _ = await fixture.post(ended, .end)
        #expect(await StoredFixture(store).notes(ended) == nil)

        let old = try #require(await fixture.enter(.note("a")))
        guard let new = await fixture.post(old, .renew).snapshot?.cookie.newID else {
            Issue.record("not renewed")
            return
        }
        let other = StoredFixture(store)
        #expect(await other.notes(old) == nil)
        #expect(await other.notes(new) == ["a"])
    }

    @Test func `A stored session that has expired is not loaded`() async throws {
        let fixture = StoredFixture(store) { $0.idleLife = .seconds(1_000) }
        let id = try #require(await fixture.enter(.note("a")))
        let late = StoredFixture(store) { $0.idleLife = .seconds(1_000) }
        late.environment.advance(by: .seconds(900))
        #expect(await late.notes(id) == ["a"])
        let later = StoredFixture(store) { $0.idleLife = .seconds(1_000) }
        later.environment.advance(by: .seconds(1_100))
        #expect(await later.notes(id) == nil)
    }

    @Test func `A model of an old shape is migrated; one that cannot be migrated is set aside and logged`() async throws
    {
        let key = SessionKey(id: SessionID(), program: "/notes")
        let old = StoredSession(
            version: 7,
            model: Array(#"{"text":"x,y"}"#.utf8),
            visitor: VisitorID(),
            created: 0,
            used: 0
        )
        _ = try await store.commit([.save(key, old, over: nil)])
        let rigid = StoredFixture(store, Notes(migrates: false))
        let fixture = StoredFixture(store)
        #expect(await fixture.post(key.id, .note("z")).snapshot?.model.notes == ["x", "y", "z"])

        let other = SessionKey(id: SessionID(), program: "/notes")
        _ = try await store.commit([.save(other, old, over: nil)])
        #expect(await rigid.notes(other.id) == nil)
        await rigid.finish()
        #expect(try await store.load(other) == nil)
        #expect(try await store.setAside(other).map(\.model) == [old.model])
        #expect(rigid.environment.log.first?.contains("a stored model cannot be read any more") == true)
        #expect(await rigid.post(other.id, .note("new")).snapshot?.model.notes == ["new"])
    }

    @Test func `A model of an old shape is converted to the new shape without a type for the old one`() async throws {
        func session(_ model: String) -> StoredSession {
            StoredSession(version: 7, model: Array(model.utf8), visitor: VisitorID(), created: 0, used: 0)
        }
        let deep = String(repeating: "[", count: 100_000)
        let (key, other) = (
            SessionKey(id: SessionID(), program: "/notes"), SessionKey(id: SessionID(), program: "/notes")
        )
        _ = try await store.commit([
            .save(key, session(#"{"lines":["x","y"]}"#), over: nil),
            .save(other, session(deep), over: nil),
        ])
        let fixture = StoredFixture(store)
        #expect(await fixture.post(key.id, .note("z")).snapshot?.model.notes == ["x", "y", "z"])
        #expect(await StoredFixture(store).notes(key.id) == ["x", "y", "z"])
        // A model that cannot be read is set aside, and the process does not end.
        #expect(await fixture.notes(other.id) == nil)
        await fixture.finish()
        #expect(try await store.setAside(other).map(\.model) == [Array(deep.utf8)])
    }

    @Test func `A live page continues with another process, and repeated events are not applied twice`() async throws {
        let first = StoredFixture(store)
        let id = try #require(await first.enter(.note("start")))
        let page = try OpenPage(first.host, session: id)
        let note = PageAction.Kind.message(#"note("a")"#)
        _ = await page.send(note, note).settled()
        let third = page.request([note])
        _ = await page.send(third).settled()
        // The answer to the third event was lost, together with the process.
        let second = StoredFixture(store)
        page.move(to: second.host)
        let again = page.request([note], after: third.actions)
        let patch = try #require(await page.repeat(again).settled().patch)
        #expect(!String(decoding: patch.json, as: UTF8.self).contains(#""e""#))
        #expect(await second.notes(id) == ["start", "a", "a", "a", "a"])
    }
}
