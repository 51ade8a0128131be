import ElmwoodArchitecture
import Dispatch
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import Testing

/// One process of a site of two programs, whose sessions are stored.
private final class TwoPrograms: Sendable {
    let environment = ManualEnvironment()
    let registry: SessionRegistry
    let first: ProgramHost<Notes>
    let second: ProgramHost<Notes>

    init(_ store: any SessionStore, storesSecond: Bool = true) {
        var limits = SessionLimits.scripted
        limits.effectWait = .zero
        var environment = environment.forSessions
        environment.execute = { DispatchQueue.global().async(execute: $0) }
        registry = SessionRegistry(limits: limits, environment: environment, store: store)
        first = ProgramHost(Notes(), name: "/first", registry: registry)
        second = ProgramHost(Notes(), name: "/second", registry: registry, storesSessions: storesSecond)
    }
}

extension ProgramHost<Notes> {
    fileprivate func post(_ id: SessionID?, _ message: Notes.Message) async -> Snapshot<Notes>? {
        await post(session: id, visit: Visit()) { _ in Decision<Notes.Message, String>.apply([message]) }
            .settled().snapshot
    }

    fileprivate func notes(_ id: SessionID) async -> [String]? {
        await show(session: id, visit: Visit()).settled().snapshot.flatMap { $0.isHeld ? $0.model.notes : nil }
    }
}

/// Visitors that only the store knows.
@Suite struct KnownVisitorTests {
    private let store = MemorySessionStore()

    private func enter() async throws -> SessionID {
        let entered = await TwoPrograms(store).first.post(nil, .note("a"))
        guard let id = entered?.cookie.newID else { throw StorageError("There is no session.") }
        return id
    }

    @Test(arguments: [true, false])
    func `After a restart a visitor who first asks for another program retains their id and their sessions`(
        isStored: Bool
    ) async throws {
        let id = try await enter()
        let site = TwoPrograms(store, storesSecond: isStored)
        #expect(await site.second.post(id, .note("b"))?.cookie == .unchanged)
        #expect(await site.first.notes(id) == ["a"])
        #expect(await site.second.notes(id) == ["b"])
        #expect(await site.first.post(id, .note("c"))?.model.notes == ["a", "c"])
    }

    @Test func `An id without a session in any program is not accepted`() async throws {
        _ = try await enter()
        let foreign = SessionID()
        guard let id = await TwoPrograms(store).second.post(foreign, .note("b"))?.cookie.newID else {
            Issue.record("There is no new id.")
            return
        }
        #expect(id != foreign)
    }

    @Test func `An id that has ended is not accepted, even if the store does not know yet`() async throws {
        let store = HeldStore()
        let site = TwoPrograms(store, storesSecond: false)
        guard let id = await site.first.post(nil, .note("a"))?.cookie.newID else {
            Issue.record("There is no session.")
            return
        }
        store.hold()
        let end = Task { await site.first.post(id, .end) }
        await store.isHolding()
        let other = Task { await site.second.post(id, .note("b")) }
        // Time for a lookup in the store, if one happened.
        for _ in 0..<1_000 { await Task.yield() }
        store.goOn()
        _ = await end.value
        guard let new = await other.value?.cookie.newID else {
            Issue.record("There is no new id.")
            return
        }
        #expect(new != id)
    }

    @Test func `The id is kept if the store does not answer, and nothing is lost`() async throws {
        let id = try await enter()
        let held = HeldStore(store)
        let site = TwoPrograms(held)
        held.failToLoad("/first")
        #expect(await site.second.post(id, .note("b")) == nil)
        held.failToLoad(nil)
        #expect(await site.second.post(id, .note("b"))?.cookie == .unchanged)
        #expect(await site.first.notes(id) == ["a"])
    }

    @Test func `An id that has ended in another process is not accepted`() async throws {
        let id = try await enter()
        let site = TwoPrograms(store)
        // A visitor who has not acted has no session here, but the id is known.
        _ = await site.second.notes(id)
        _ = await TwoPrograms(store).first.post(id, .end)
        guard let new = await site.second.post(id, .note("b"))?.cookie.newID else {
            Issue.record("There is no new id.")
            return
        }
        #expect(new != id)
    }

    @Test func `A session that is not stored does not exist in the next process`() async throws {
        let id = try await enter()
        _ = await TwoPrograms(store, storesSecond: false).second.post(id, .note("b"))
        #expect(await TwoPrograms(store).second.notes(id) == nil)
        #expect(await TwoPrograms(store).first.notes(id) == ["a"])
    }
}
