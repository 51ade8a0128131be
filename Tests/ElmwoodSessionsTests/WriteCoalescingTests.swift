import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodViewTree
import Testing

/// A lamp that can be switched to what it is already, and counts what it hears.
private struct Lamp: Program {
    struct Model: Codable, Equatable, Sendable {
        var isOn = false
        var heard = 0
    }

    enum Message: Codable, Equatable, Sendable {
        case turn(on: Bool)
        case heard(Bool)
        case tell(Bool, times: Int)
        case remind
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .turn(let isOn): model.isOn = isOn
        case .heard(let counts): if counts { model.heard += 1 }
        case .tell(let counts, let times): return .batch((0..<times).map { _ in .broadcast("lamps", counts) })
        case .remind: return .after(.seconds(60), .turn(on: false))
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.topic("lamps", Message.heard)] }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Lamp") {
            text("\(model.isOn) \(model.heard)")
            button("On", .turn(on: true))
            button("Off", .turn(on: false))
        }
    }
}

/// How often sessions are written.
@Suite struct WriteCoalescingTests {
    private let store = HeldStore()

    private var writes: Int { store.commits.reduce(0, +) }

    @Test func `A post that changes nothing is answered and not written`() async throws {
        let fixture = StoredFixture(store, program: Lamp())
        let id = try #require(await fixture.enter(.turn(on: true)))
        await fixture.finish()
        let before = writes
        for _ in 0..<10 { #expect(await fixture.post(id, .turn(on: true)).snapshot?.model.isOn == true) }
        await fixture.finish()
        #expect(writes == before)
        #expect(await fixture.post(id, .turn(on: false)).snapshot?.model.isOn == false)
        #expect(writes == before + 1)
    }

    @Test func `A newcomer's first post is stored even if it leaves the model as the start made it`() async throws {
        let id = try #require(await StoredFixture(store, program: Lamp()).enter(.turn(on: false)))
        #expect(await StoredFixture(store, program: Lamp()).show(id)?.isHeld == true)
    }

    @Test func `A post that would change nothing is applied to the model that another process has changed`()
        async throws
    {
        let (first, second) = (StoredFixture(store, program: Lamp()), StoredFixture(store, program: Lamp()))
        let id = try #require(await first.enter(.turn(on: false)))
        #expect(await second.post(id, .turn(on: true)).snapshot?.model.isOn == true)
        // The lamp is off as far as the first process knows, and the visitor has turned it on since.
        #expect(await first.post(id, .turn(on: false)).snapshot?.model.isOn == false)
        #expect(await StoredFixture(store, program: Lamp()).show(id)?.model.isOn == false)
    }

    @Test func `A post that changes nothing is acknowledged while the store cannot be written`() async throws {
        let fixture = StoredFixture(store, program: Lamp())
        let id = try #require(await fixture.enter(.turn(on: true)))
        store.fail(true)
        #expect(await fixture.post(id, .turn(on: true)).snapshot?.model.isOn == true)
        guard case .failed(.notStored) = await fixture.post(id, .turn(on: false)) else {
            Issue.record("What is not stored was acknowledged.")
            return
        }
        store.fail(false)
    }

    @Test func `A page's event that changes nothing is stored with its number, and not applied by the next process`()
        async throws
    {
        let id = try #require(await StoredFixture(store, program: Lamp()).enter(.turn(on: true)))
        let former = StoredFixture(store, program: Lamp())
        let page = try OpenPage(former.host, session: id)
        let request = page.request([.message("turn(on:true)")])
        _ = await page.send(request).settled()
        await former.stop()
        // Something else turns the lamp off before the event, whose answer was lost, is sent again.
        let next = StoredFixture(store, program: Lamp())
        _ = await next.post(id, .turn(on: false))
        page.move(to: next.host)
        _ = await page.repeat(request).settled()
        #expect(await next.show(id)?.model.isOn == false)
    }

    @Test func `The end of a delayed message that changes nothing is stored`() async throws {
        let fixture = StoredFixture(store, program: Lamp())
        let id = try #require(await fixture.enter(.remind))
        let key = SessionKey(id: id, program: "/notes")
        #expect(try await store.load(key)?.due != nil)
        fixture.environment.advance(by: .seconds(60))
        // The writer may pause before a commit for which no request waits, and only time ends the pause.
        try await eventually("nothing is due any more") {
            fixture.environment.advance(by: .seconds(1))
            return try await store.load(key)?.due == nil
        }
    }

    @Test func `A broadcast heard by three hundred sessions is one write of each`() async throws {
        let fixture = StoredFixture(store, program: Lamp())
        for _ in 0..<300 { _ = try #require(await fixture.enter(.turn(on: true))) }
        await fixture.finish()
        let before = writes
        fixture.host.registry.broadcast(true, on: "lamps")
        await eventually("all have heard and stored it") {
            await fixture.finish()
            return writes - before >= 300
        }
        #expect(writes == before + 300)
    }

    @Test func `A heard message that changes nothing is not written`() async throws {
        let site = ManualSite(store)
        let ids = [try #require(await site.enter()), try #require(await site.enter())]
        let before = writes
        for _ in 0..<20 { site.registry.broadcast(false, on: "lamps") }
        site.environment.work()
        await site.finish()
        #expect(writes == before)
        #expect(ids.allSatisfy { site.heard($0) == 0 })
    }

    @Test func `After a long commit, changes that no request waits for are gathered for a while, and a post is not`()
        async throws
    {
        let site = ManualSite(store)
        let ids = [try #require(await site.enter()), try #require(await site.enter())]
        await site.finish()
        await commitSlowly(site)
        // The next commit waits three times as long as this one took.
        await eventually("the writer pauses") { site.environment.scheduled(after: .milliseconds(300)) == 1 }
        let before = writes
        for _ in 0..<5 {
            site.registry.broadcast(true, on: "lamps")
            site.environment.work()
            site.environment.advance(by: .milliseconds(50))
        }
        #expect(writes == before)
        site.environment.advance(by: .milliseconds(50))
        await eventually("the changes are stored") { writes == before + 2 }
        await commitSlowly(site)
        await eventually("the writer pauses again") { site.environment.scheduled(after: .milliseconds(300)) == 2 }
        let answer: Eventual<Reply<Lamp, String>> = site.host.post(session: ids[0], visit: Visit()) { _ in
            .apply([.turn(on: false)])
        }
        #expect(await answer.settled(in: site.environment).snapshot?.model.isOn == false)
    }

    /// Lets all lamps hear something, and the commit of that take a tenth of a second.
    private func commitSlowly(_ site: ManualSite) async {
        store.hold()
        site.registry.broadcast(true, on: "lamps")
        site.environment.work()
        await store.isHolding()
        site.environment.advance(by: .milliseconds(100))
        store.goOn()
    }

    @Test func `Messages that wait together in a session's inbox are one write`() async throws {
        let site = ManualSite(store)
        let ids = [try #require(await site.enter()), try #require(await site.enter())]
        let before = writes
        for _ in 0..<50 { site.registry.broadcast(true, on: "lamps") }
        // All of them reach the inboxes before the first turn begins.
        site.environment.work()
        await site.finish()
        #expect(ids.allSatisfy { site.heard($0) == 50 })
        #expect(writes == before + 2)
    }
}

/// A site of lamps whose threads run when the test says so.
private struct ManualSite {
    let environment = ManualEnvironment()
    let registry: SessionRegistry
    let host: ProgramHost<Lamp>

    init(_ store: any SessionStore) {
        registry = SessionRegistry(limits: .scripted, environment: environment.forSessions, store: store)
        host = ProgramHost(Lamp(), name: "/notes", registry: registry)
    }

    func enter() async -> SessionID? {
        let answer: Eventual<Reply<Lamp, String>> = host.post(session: nil, visit: Visit()) { _ in
            .apply([.turn(on: true)])
        }
        guard let id = await answer.settled(in: environment).snapshot?.cookie.newID else { return nil }
        return id
    }

    func heard(_ id: SessionID) -> Int? { host.currentState(of: id)?.model.heard }

    func finish() async { await registry.finish() }
}
