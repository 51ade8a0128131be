import ElmwoodArchitecture
import ElmwoodSessionTesting
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodViewTree
import Testing

@testable import ElmwoodSessions

/// A program that tells its visitor something, at once or later.
private struct Teller: Program {
    struct Model: Codable, Equatable, Sendable { var number = 0 }
    enum Message: Codable, Equatable, Sendable { case tell(String), later(String), both(String), arrived(Arrival), add }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .tell(let text): return .notice(text)
        case .both(let text): return .batch(.notice(text), .after(.milliseconds(10), .add))
        case .later(let text): return .after(.seconds(1), .tell(text))
        // The same each time, as where something is looked up that is there already.
        case .arrived: break
        case .add: model.number += 1
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.arrived(Message.arrived)] }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Teller") { output { "\(model.number)" } }
    }
}

/// What waits to be told to the visitor, in sessions that are stored.
@Suite struct FlashTests {
    private func visit(_ answer: Visit.Answer, at path: String = "/") -> Visit {
        var visit = Visit(path: path)
        visit.answer = answer
        return visit
    }

    private func post(
        _ session: SessionID?,
        _ message: Teller.Message,
        on fixture: StoredFixture<Teller>,
        at path: String = "/",
        _ answered: Counted = Counted()
    ) async -> Snapshot<Teller>? {
        let answer: Eventual<Reply<Teller, String>> = fixture.host.post(
            session: session,
            visit: visit(.redirect, at: path)
        ) { _ in .apply([message]) }
        defer { answered.add() }
        return await answer.settled().snapshot
    }

    private func load(_ session: SessionID?, on fixture: StoredFixture<Teller>, at path: String = "/") async -> Flash? {
        await fixture.host.show(session: session, visit: visit(.load, at: path)).settled().snapshot?.flash
    }

    private func id(_ snapshot: Snapshot<Teller>?) throws -> SessionID {
        guard case .set(let token)? = snapshot?.cookie else { throw StorageError("No session has begun.") }
        return token.id
    }

    @Test func `What waits for the page after a post is stored with the session`() async throws {
        let store = MemorySessionStore()
        let first = StoredFixture(store, program: Teller())
        let id = try id(await post(nil, .tell("Saved."), on: first))
        // Another process, which has only the store.
        let second = StoredFixture(store, program: Teller())
        #expect(await load(id, on: second, at: "/elsewhere") == Flash())
        #expect(await load(id, on: second) == Flash(notices: ["Saved."]))
        #expect(await load(id, on: second) == Flash())
        await second.finish()
        let third = StoredFixture(store, program: Teller())
        #expect(await load(id, on: third) == Flash())
    }

    @Test func `What a post tells is told if another process takes the session over while the answer waits`()
        async throws
    {
        let store = MemorySessionStore()
        let held = HeldStore(store)
        let first = StoredFixture(held, program: Teller()) { limits in
            (limits.effectWait, limits.effectWaitWithoutScript) = (.seconds(5), .seconds(5))
        }
        let id = try id(await post(nil, .add, on: first))
        let answered = Counted()
        async let answer = post(id, .both("Saved."), on: first, answered)
        let key = first.host.sessions.key(id)
        await eventually("the turn is stored") { (try? await store.load(key))??.version.number == 2 }
        await first.finish()
        let second = StoredFixture(store, program: Teller())
        _ = await post(id, .add, on: second)
        #expect(await load(id, on: second) == Flash())
        await second.finish()
        // The first one finds out when the answer is there.
        #expect(answered.count == 0)
        held.hold()
        first.environment.advance(by: .milliseconds(10))
        await held.isHolding()
        #expect(first.host.currentState(of: id)?.version == 5)
        held.goOn()
        await eventually("it is answered") {
            first.environment.advance(by: .milliseconds(10))
            return answered.count == 1
        }
        #expect(await answer != nil)
        let shown = await load(id, on: first)
        #expect(shown == Flash(notices: ["Saved."]))
        #expect(await load(id, on: first) == Flash())
    }

    @Test func `What is found out when no page is open waits for the visitor's next page, whichever it is`()
        async throws
    {
        let store = MemorySessionStore()
        let first = StoredFixture(store, program: Teller())
        let id = try id(await post(nil, .later("Done."), on: first))
        first.environment.advance(by: .seconds(1))
        // The delayed message has its turn on another thread than the timers'. A process that ends before the turn's end stores
        // nothing of it.
        let key = SessionKey(id: id, program: "/notes")
        try await eventually("what is found out is stored") {
            await first.finish()
            return String(decoding: try await store.load(key)?.activity ?? [], as: UTF8.self).contains("flashes")
        }
        let second = StoredFixture(store, program: Teller(), at: .seconds(1))
        #expect(await load(id, on: second, at: "/elsewhere") == Flash(notices: ["Done."]))
        #expect(await load(id, on: second) == Flash())
    }

    /// A browser sends a farewell again whose connection has been closed, and a network delivers it late.
    @Test(arguments: [0, 1])
    func `A farewell that comes again takes nothing of what waits for the next page`(actsBefore acts: Int) async throws
    {
        let environment = ManualEnvironment()
        let registry = SessionRegistry(limits: .scripted, environment: environment.forSessions)
        let host = ProgramHost(Teller(), name: "teller", registry: registry)
        let answer: Eventual<Reply<Teller, String>> = host.post(session: nil, visit: visit(.redirect)) { _ in
            .apply([.later("Done.")])
        }
        let session = try id(await answer.settled().snapshot)
        let page = try OpenPage(host, session: session)
        for _ in 0..<acts { _ = try page.act(.page("hidden")) }
        let farewell = page.request([.page("closed")])
        _ = page.send(farewell)
        environment.advance(by: .seconds(1))
        environment.work()
        _ = page.repeat(farewell)
        environment.work()
        let next = await host.show(session: session, visit: visit(.load, at: "/elsewhere")).settled()
        #expect(next.snapshot?.flash == Flash(notices: ["Done."]))
    }

    @Test func `What a redirect's page was to tell is dropped if that page is not loaded in time`() async throws {
        let fixture = StoredFixture(MemorySessionStore(), program: Teller())
        let id = try id(await post(nil, .tell("Saved."), on: fixture))
        fixture.environment.advance(by: .seconds(61))
        #expect(await load(id, on: fixture) == Flash())
    }

    @Test func `What waits is bounded`() async throws {
        let fixture = StoredFixture(MemorySessionStore(), program: Teller())
        let id = try id(await post(nil, .tell("0"), on: fixture))
        for number in 1..<100 { _ = await post(id, .tell("\(number)"), on: fixture) }
        #expect(await load(id, on: fixture)?.notices == (84..<100).map { "\($0)" })
        for number in 0..<100 { _ = await post(id, .tell("\(number)"), on: fixture, at: "/\(number)") }
        #expect(await load(id, on: fixture, at: "/91") == Flash())
        #expect(await load(id, on: fixture, at: "/92") == Flash(notices: ["92"]))
    }

    @Test(arguments: [NoticeEnd.leaving, .nextAct])
    func `What an open page tells is bounded, though its view shows nothing of it`(end: NoticeEnd) {
        var (page, flash) = (Page(), Flash())
        for number in 0..<100 {
            var one = Flash()
            one.add(notice: "\(number)", until: end)
            page = page.showing(one)
            flash.add(one)
        }
        let latest = (84..<100).map { "\($0)" }
        #expect(page.shownNotices == latest)
        #expect(page.briefNotices == (end == .nextAct ? Set(latest) : []))
        #expect(flash.brief ?? [] == page.briefNotices)
        page.endBriefNotices()
        #expect(page.shownNotices == (end == .nextAct ? [] : latest))
    }

    @Test func `An arrival that changes nothing writes nothing`() async throws {
        let store = HeldStore()
        let fixture = StoredFixture(store, program: Teller())
        let id = try id(await post(nil, .add, on: fixture))
        await fixture.finish()
        let commits = store.commits.count
        for _ in 0..<3 { _ = await load(id, on: fixture) }
        #expect(store.commits.count == commits)
    }

    @Test func `Pages are shown though the store fails`() async throws {
        let store = HeldStore()
        let fixture = StoredFixture(store, program: Teller())
        let id = try id(await post(nil, .add, on: fixture))
        store.fail(true)
        #expect(await load(id, on: fixture) != nil)
    }
}
