import ElmwoodArchitecture
import Dispatch
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import Synchronization
import ElmwoodTestSupport
import Testing
import ElmwoodViewTree

/// Stored sessions whose ids are renewed.
@Suite(.timeLimit(.minutes(2)))
struct RenewedStoreTests {
    private let store = HeldStore()

    @Test(arguments: [false, true])
    func `A session that gets a new id while a commit is prepared is in the next commit, stored before or not`(
        isFirstSave: Bool
    ) async throws {
        let manual = ManualEnvironment()
        var environment = manual.forSessions
        environment.execute = { DispatchQueue.global().async(execute: $0) }
        // The date is the first thing that is read when a session is prepared for the store.
        let date = environment.date
        let interruption = Mutex<(@Sendable () -> Void)?>(nil)
        environment.date = {
            let call = interruption.withLock { call in
                defer { call = nil }
                return call
            }
            call?()
            return date()
        }
        var limits = SessionLimits.scripted
        limits.effectWait = .zero
        let registry = SessionRegistry(limits: limits, environment: environment, store: store)
        let hosts = ["/notes", "/other"].map { ProgramHost(Notes(), name: $0, registry: registry) }
        let post = {
            @Sendable (session: SessionID?, message: Notes.Message, index: Int) -> Eventual<Reply<Notes, String>> in
            hosts[index].post(session: session, visit: Visit()) { _ -> Decision<Notes.Message, String> in
                .apply([message])
            }
        }
        var ids: [SessionID] = []
        for name in ["a", "b", "c"] {
            guard let id = await post(nil, .note(name), 0).settled().snapshot?.cookie.newID else {
                Issue.record("no session")
                return
            }
            ids.append(id)
        }
        store.hold()
        let first = post(ids[0], .note("a"), 0)
        await store.isHolding()
        let second = post(ids[1], .note("b"), 0)
        let index = isFirstSave ? 1 : 0
        let third = post(ids[2], .note("c"), index)
        // Only its storage is left to do.
        await eventually("the third has had its turn") {
            hosts[index].currentState(of: ids[2])?.model.notes.last == "c"
        }
        let renewal = Mutex<Eventual<Reply<Notes, String>>?>(nil)
        interruption.withLock { [last = ids[2]] call in
            call = { renewal.withLock { $0 = post(last, .renew, 0) } }
        }
        store.goOn()
        for reply in [first, second] { #expect(await reply.settled().snapshot?.model.notes.count == 2) }
        #expect(await third.settled().snapshot?.model.notes == (isFirstSave ? ["c"] : ["c", "c"]))
        guard let new = await renewal.withLock({ $0 })?.settled().snapshot?.cookie.newID else {
            Issue.record("not renewed")
            return
        }
        #expect(manual.log.isEmpty)
        #expect(await StoredFixture(store).notes(new) == (isFirstSave ? ["c"] : ["c", "c"]))
        #expect(await StoredFixture(store).notes(ids[2]) == nil)
        let stored = try await store.load(SessionKey(id: new, program: "/other"))
        #expect((stored != nil) == isFirstSave)
    }

    @Test func `A session whose new id could not be stored yet is stored with its next turn`() async throws {
        let process = HeldEffectsProcess(store)
        let first = await process.fixture.post(nil, .several([.note("a"), .run("b", isDurable: false)])).snapshot
        guard let id = first?.cookie.newID, let ticket = first?.ticket else {
            Issue.record("no session, or no ticket")
            return
        }
        await process.runners.haveBegun(1)
        store.fail(true)
        process.runners.send("b", .renew)
        process.runners.send("b", .note("b"))
        // A page is shown nevertheless.
        let shown = process.fixture.host.show(session: id, ticket: ticket, visit: Visit())
        guard let new = await shown.settled().snapshot?.cookie.newID else {
            Issue.record("not renewed")
            return
        }
        // What follows from a renewal does not cause attempts of its own.
        #expect(store.failures <= 5)
        store.fail(false)
        #expect(await process.fixture.post(new, .note("c")).snapshot?.model.notes == ["a", "b", "c"])
        #expect(await HeldEffectsProcess(store).fixture.show(new)?.model.notes == ["a", "b", "c"])
    }

    @Test func `A newcomer to a program does not lose the others if another process has renewed the id meanwhile`()
        async throws
    {
        let memory = MemorySessionStore()
        let held = HeldStore(memory)
        let (first, second) = (StoredFixture(memory, program: Notes()), StoredFixture(held, program: Notes()))
        let id = try #require(await first.enter(.note("a")))
        let other = ProgramHost(Notes(), name: "/other", registry: second.host.registry)
        held.hold()
        // The visitor's first turn there renews the id. That is written after another process has renewed it.
        async let late: Reply<Notes, String> = other.post(session: id, visit: Visit()) { _ in .apply([.renew]) }
            .settled()
        await held.isHolding()
        let renewed = try #require(await first.post(id, .renew).snapshot?.cookie.newID)
        held.goOn()
        // This process does not know the token of the visitor's id, and a second id would separate the sessions.
        #expect(await late.snapshot == nil)
        #expect(try await memory.programs(of: renewed).map(\.key.program) == ["/notes"])
        #expect(await first.notes(renewed) == ["a"])
    }

    /// Notes with a button that renews the session's id.
    private struct Renewing: Program {
        typealias Model = Notes.Model
        typealias Message = Notes.Message

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            if case .note(let text) = message { model.notes.append(text) }
            return message == .renew ? .renewSession : .none
        }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Notes") {
                button("Renew", .renew)
                button("a", .note("a"))
            }
        }
    }

    @Test func `What follows a renewal that another process has made before is refused`() async throws {
        let memory = MemorySessionStore()
        let held = HeldStore(memory)
        let (first, second) = (StoredFixture(memory, program: Notes()), StoredFixture(held, program: Notes()))
        let id = try #require(await first.enter(.note("a")))
        let other = ProgramHost(Renewing(), name: "/other", registry: second.host.registry)
        let page = try OpenPage(other, session: id)
        held.hold()
        let renewing = page.send(.message("renew"))
        await held.isHolding()
        // The page follows the renewal of its own process, which is not stored yet.
        let following = page.send(.message(#"note("a")"#))
        let renewed = try #require(await first.post(id, .renew).snapshot?.cookie.newID)
        held.goOn()
        // It does not begin a session under an id that leads nowhere, again and again.
        for answer in [renewing, following] { #expect(await answer.settled().patch == nil) }
        #expect(try await memory.programs(of: renewed).map(\.key.program) == ["/notes"])
        #expect(await first.notes(renewed) == ["a"])
    }
}
