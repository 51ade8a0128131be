import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodTestSupport
import Testing
import ElmwoodViewTree

/// Recorded faults of earlier processes: what ended them is not done again. No process ends in these tests.
@Suite(.timeLimit(.minutes(10)))
final class FaultTests {
    private let store = MemorySessionStore()
    private let faults = FaultInjector()

    deinit { faults.remove() }

    private func render(
        _ snapshot: Snapshot<FaultingProgram>?,
        at path: String,
        in process: StoredFixture<FaultingProgram>
    ) throws {
        let snapshot = try #require(snapshot)
        _ = try process.host.sessions.render(snapshot.session.model, on: Page(path: path))
    }

    private func isAvoided(
        _ snapshot: Snapshot<FaultingProgram>?,
        at path: String,
        in process: StoredFixture<FaultingProgram>
    ) -> Bool {
        do {
            try render(snapshot, at: path, in: process)
            return false
        } catch {
            return "\(error)".contains("has ended the server before")
        }
    }

    @Test func `A view that faulted is not run again for the same model and path, but is for others`() async throws {
        let first = faults.process(store)
        let id = try #require(await first.enter(.add))
        let other = try #require(await first.enter(.add))
        faults.fault(at: "view /a 1")
        try render(await first.show(id), at: "/a", in: first)
        #expect(faults.calls(of: "view /a 1") == 1)

        let second = faults.process(store)
        let snapshot = await second.show(id)
        #expect(isAvoided(snapshot, at: "/a", in: second))
        #expect(faults.calls(of: "view /a 1") == 0)
        #expect(second.environment.log.contains { $0.contains("was asked for again, and not done") })
        try render(snapshot, at: "/b", in: second)
        try render(await second.show(other), at: "/a", in: second)
        #expect(faults.calls(of: "view /a 1") == 1)
        _ = await second.post(id, .add)
        try render(await second.show(id), at: "/a", in: second)
        #expect(faults.calls(of: "view /a 2") == 1)
    }

    @Test func `The log names the request whose view or start is not run again`() async throws {
        let first = faults.process(store)
        let id = try #require(await first.enter(.add))
        faults.fault(at: "view /a 1")
        try render(await first.show(id), at: "/a", in: first)
        faults.fault(at: "start /b")
        _ = await first.host.show(session: nil, visit: Visit(path: "/b")).settled()

        let second = faults.process(store)
        let request = RequestName(high: 1, low: 2)
        var page = Page(path: "/a")
        page.request = request
        let model = try #require(await second.show(id)).session.model
        #expect(throws: (any Error).self) { try second.host.sessions.render(model, on: page) }
        #expect(second.environment.facts.last == ["request": "\(request)"])

        var visit = Visit(path: "/b")
        visit.request = request
        let count = second.environment.log.count
        #expect(await second.host.show(session: nil, visit: visit).settled().snapshot == nil)
        let index = second.environment.log.dropFirst(count).firstIndex { $0.contains("not done") }
        #expect(index.map { second.environment.facts[$0] } == ["request": "\(request)"])
    }

    @Test func `A read that faulted is not tried again`() async throws {
        let first = faults.process(store)
        let id = try #require(await first.enter(.add))
        let model = try #require(await first.show(id)).session.model
        faults.fault(at: "read /row")
        _ = try await first.host.sessions.renderReading(model, on: Page(path: "/row")).settled().get()

        let second = faults.process(store)
        let result = await second.host.sessions.renderReading(model, on: Page(path: "/row")).settled()
        #expect("\(result)".contains("has ended the server before"))
        #expect(faults.calls(of: "read /row") == 0)
        _ = try await second.host.sessions.renderReading(model, on: Page(path: "/row/2")).settled().get()
    }

    @Test func `A view that faulted with a row is run again when the row was changed`() async throws {
        let first = faults.process(store)
        let id = try #require(await first.enter(.add))
        let page = Page(path: "/row")
        func render(in process: StoredFixture<FaultingProgram>) async throws -> Result<RenderedPage, any Error> {
            let model = try #require(await process.show(id)).session.model
            return await process.host.sessions.renderReading(model, on: page).settled()
        }
        faults.fault(at: "show row 1")
        _ = try await render(in: first).get()
        let second = faults.process(store)
        #expect("\(try await render(in: second))".contains("has ended the server before"))
        #expect(faults.calls(of: "show row 1") == 0)
        faults.row = 2
        _ = try await render(in: second).get()
        #expect(faults.calls(of: "show row 2") == 1)
    }

    @Test func `A view that faulted for one visitor without a session is not run for others without one`() async throws
    {
        let first = faults.process(store)
        faults.fault(at: "view /a 0")
        try render(await first.show(nil), at: "/a", in: first)
        let second = faults.process(store)
        for id in [nil, SessionID()] {
            let snapshot = await second.show(id)
            #expect(isAvoided(snapshot, at: "/a", in: second))
            try render(snapshot, at: "/b", in: second)
        }
    }

    @Test func `A start that faulted is not run again for that path, and a post there is refused`() async throws {
        faults.fault(at: "start /")
        _ = await faults.process(store).show(nil)
        let second = faults.process(store)
        #expect(await second.show(nil) == nil)
        #expect(await second.enter(.add) == nil)
        #expect(faults.calls(of: "start /") == 0)
        let elsewhere = await second.host.show(session: nil, visit: Visit(path: "/a")).settled()
        #expect(elsewhere.snapshot != nil)
    }

    @Test func `A stored model whose reading faulted is not read again, and is set aside`() async throws {
        let id = try #require(await faults.process(store).enter(.add))
        faults.fault(at: "read model")
        #expect(await faults.process(store).show(id)?.model.count == 1)
        let third = faults.process(store)
        #expect(await third.show(id)?.model.count == 0)
        #expect(faults.calls(of: "read model") == 0)
        await third.finish()
        let key = SessionKey(id: id, program: "/notes")
        #expect(try await store.load(key) == nil)
        #expect(try await store.setAside(key).count == 1)
        #expect(third.environment.log.contains { $0.contains("the model is set aside") })
    }

    @Test func `A stored model whose reading faulted for a due message is set aside too`() async throws {
        let id = try #require(await faults.process(store).enter(.later))
        let key = SessionKey(id: id, program: "/notes")
        faults.fault(at: "read model")
        // The process ends there: no later change is stored.
        let ended = HeldStore(store)
        ended.fail(true)
        let second = faults.process(ended, at: .seconds(60))
        await second.pass(seconds: 1)
        await eventually("the model is read") { faults.calls(of: "read model") > 0 }

        let third = faults.process(store, at: .seconds(120))
        await third.pass(seconds: 1)
        try await eventually("the model is set aside") { try await !store.setAside(key).isEmpty }
        #expect(faults.calls(of: "read model") == 0)
        #expect(try await store.due("/notes", by: .max, limit: 1) == [])
    }

    @Test func `Pending work whose reading faulted is dropped, and the model stays`() async throws {
        let id = try #require(await faults.process(store).enter(.add, .later))
        faults.fault(at: "read note")
        #expect(await faults.process(store).show(id) != nil)
        let third = faults.process(store)
        #expect(await third.show(id)?.model.count == 1)
        #expect(faults.calls(of: "read note") == 0)
        #expect(third.environment.log.contains { $0.contains("was dropped") })
    }

    @Test func `A session whose subscriptions faulted when it was loaded is loaded without subscriptions`() async throws
    {
        let id = try #require(await faults.process(store).enter(.add))
        faults.fault(at: "subscriptions 1")
        #expect(await faults.process(store).show(id)?.isHeld == true)
        let third = faults.process(store)
        #expect(await third.show(id)?.isHeld == true)
        #expect(faults.calls(of: "subscriptions 1") == 0)
    }
}
