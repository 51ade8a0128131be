import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import ElmwoodTestSupport
import FoundationEssentials
import Synchronization
import Testing

/// A clock that is set back by a day.
@Suite struct ClockTests {
    private let store = HeldStore()
    private static let day: Duration = .seconds(86_400)

    @Test func `The next process shows and changes what was stored, even if its clock is a day behind`() async throws {
        let before = StoredFixture(store, program: Notes(), at: Self.day * 10)
        let id = try #require(await before.enter(.note("a")))
        _ = await before.post(id, .note("b"))
        let fixture = StoredFixture(store, program: Notes(), at: Self.day * 9)
        #expect(await fixture.notes(id) == ["a", "b"])
        #expect(await fixture.post(id, .note("c")).snapshot?.model.notes == ["a", "b", "c"])
        fixture.host.registry.sweep()
        await fixture.finish()
        #expect(await StoredFixture(store, program: Notes(), at: Self.day * 9).notes(id) == ["a", "b", "c"])
    }

    @Test func `While a process runs, its sessions and delayed messages continue`() async throws {
        let manual = ManualEnvironment(at: Self.day * 10)
        let isSetBack = Mutex(false)
        var environment = manual.forSessions
        environment.date = { [date = environment.date] in
            isSetBack.withLock { $0 } ? date().addingTimeInterval(-86_400) : date()
        }
        let registry = SessionRegistry(limits: .scripted, environment: environment, store: store)
        let host = ProgramHost(Notes(), name: "/notes", registry: registry)
        func post(_ id: SessionID?, _ message: Notes.Message) async -> Snapshot<Notes>? {
            let answer: Eventual<Reply<Notes, String>> = host.post(session: id, visit: Visit()) { _ in
                .apply([message])
            }
            return await answer.settled(in: manual).snapshot
        }
        guard let id = await post(nil, .later("later"))?.cookie.newID else {
            Issue.record("no session")
            return
        }
        isSetBack.withLock { $0 = true }
        #expect(await post(id, .note("a"))?.model.notes == ["a"])
        manual.pass(.seconds(2))
        #expect(host.currentState(of: id)?.model.notes == ["a", "later"])
        registry.sweep()
        #expect(await post(id, .note("b"))?.model.notes == ["a", "later", "b"])
        let next = StoredFixture(store, program: Notes(), at: Self.day * 9)
        #expect(await next.notes(id) == ["a", "later", "b"])
    }

    @Test func `A durable effect that a process left unfinished is taken over by a visit`() async throws {
        let first = HeldEffectsProcess(store, at: Self.day * 10)
        let id = try #require(await first.enter(.run("a", isDurable: true)))
        await first.runners.haveBegun(1)
        let next = HeldEffectsProcess(store, at: Self.day * 9)
        _ = await next.fixture.show(id)
        await next.pass(seconds: 10)
        await next.haveBegun(1)
        #expect(next.runners.attempts.first?.isRepeat == true)
    }
}
