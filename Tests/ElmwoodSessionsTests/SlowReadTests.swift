import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodViewTree
import Synchronization
import Testing

/// What happens to visitors while something takes long to be read.
@Suite(.timeLimit(.minutes(2))) struct SlowReadTests {
    private let source = HeldCalls()
    private let store = MemorySessionStore()

    private func fixture(_ change: (inout SessionLimits) -> Void = { _ in }) -> StoredFixture<Reader> {
        StoredFixture(store, program: Reader(source: source)) { limits in
            limits.memoryLife = .seconds(60)
            limits.readTime = .seconds(1_000)
            change(&limits)
        }
    }

    /// The site's other program, whose view reads nothing.
    private func notes(beside fixture: StoredFixture<Reader>) -> ProgramHost<Notes> {
        ProgramHost(Notes(), name: "/other", registry: fixture.host.registry)
    }

    /// Begins a session of the other program under an id, and waits until it is stored and evicted.
    private func beginAndEvict(_ id: SessionID, beside fixture: StoredFixture<Reader>) async {
        let notes = notes(beside: fixture)
        let reply: Reply<Notes, String> = await notes.post(session: id, visit: Visit()) { _ in .apply([.note("a")]) }
            .settled()
        #expect(reply.snapshot?.cookie == .unchanged)
        await fixture.finish()
        fixture.environment.advance(by: .seconds(61))
        await eventually("it is evicted") {
            fixture.host.registry.sweep()
            return fixture.host.registry.count == 0
        }
    }

    /// Loads the page as a visitor without an id.
    private func load(_ fixture: StoredFixture<Reader>) async throws -> (id: SessionID, shows: RenderedPage) {
        let snapshot = try #require(await fixture.show(nil))
        let shows = try await fixture.host.renderReading(snapshot.model, on: Page()).settled().get()
        let token = fixture.host.idForNewcomer(snapshot, showing: shows.rendering, presented: nil)
        return (try #require(token).id, shows)
    }

    @Test func `A visitor whose session begins and is evicted while a page is read gets no other id with the page`()
        async throws
    {
        let fixture = fixture()
        let (id, _) = try await load(fixture)
        let snapshot = try #require(await fixture.show(id))
        source.hold()
        let rendered = fixture.host.renderReading(snapshot.model, on: Page())
        await beginAndEvict(id, beside: fixture)
        source.goOn()
        let rendering = try await rendered.settled().get().rendering
        #expect(fixture.host.idForNewcomer(snapshot, showing: rendering, presented: id) == nil)
    }

    @Test func `A page whose session begins and is evicted while its values are read continues with that session`()
        async throws
    {
        let fixture = fixture()
        let (id, shows) = try await load(fixture)
        source.hold()
        let page = try OpenPage(fixture.host, session: id)
        var request = page.request()
        request.shows = shows.rendering.revision
        let reply = page.send(request)
        await beginAndEvict(id, beside: fixture)
        source.goOn()
        #expect(await reply.settled().cookie == .unchanged)
        #expect(page.session == id)
    }

    @Test func `A page whose id is renewed by another client while its values are read shows nothing of the session`()
        async throws
    {
        let fixture = fixture()
        let (id, shows) = try await load(fixture)
        let page = try OpenPage(fixture.host, session: id)
        var request = page.request()
        request.shows = shows.rendering.revision
        _ = await page.send(request).settled()
        source.hold()
        #expect(await fixture.post(id, .next).snapshot?.model.number == 1)
        let reply = page.send()
        await eventually("the page's next value is read") { source.count == 1 }
        let renewal: Reply<Notes, String> = await notes(beside: fixture).post(session: id, visit: Visit()) { _ in
            .apply([.renew])
        }
        .settled()
        #expect(renewal.snapshot?.cookie != .unchanged)
        source.goOn()
        guard case .failed(.renewed) = await reply.settled() else {
            Issue.record("the renewed id has opened the session")
            return
        }
    }

    @Test func `An open page that begins to show what another page shows receives it`() async throws {
        let fixture = StoredFixture(store, program: Reader(source: source, loads: true))
        for name in ["a", "b"] as [Character] {
            let (id, shows) = try await load(fixture)
            let page = try OpenPage(fixture.host, name, session: id)
            var request = page.request()
            request.shows = shows.rendering.revision
            #expect(await page.send(request).settled().cookie == .unchanged)
            let woken = Mutex(0)
            let stream = try page.openStream { woken.withLock { $0 += 1 } }
            while case .patch = stream.next() {}
            // The first page waits for the read, and for the second one the value is kept already.
            let patch = await page.send(.message("next")).settled().patch
            var isShown = patch?.shows(Reader.text("1")) ?? false
            while !isShown {
                await eventually("page \(name) is woken") { woken.withLock { $0 } > 0 }
                woken.withLock { $0 = 0 }
                while case .patch(let patch) = stream.next() { isShown = isShown || patch.shows(Reader.text("1")) }
            }
            #expect(fixture.host.registry.reads.count == 1)
        }
    }

    @Test func `An open page shows that a read was refused since too many wait, and later the value`() async throws {
        let fixture = fixture { limits in
            limits.reads = 1
            limits.waitingReads = 1
        }
        let (id, shows) = try await load(fixture)
        source.hold()
        // One read runs, and another one waits.
        for number in 1...2 {
            let model = Reader.Model(number: number)
            _ = fixture.host.renderReading(model, on: Page())
        }
        let page = try OpenPage(fixture.host, session: id)
        var request = page.request()
        request.shows = shows.rendering.revision
        let reply = await page.send(request).settled()
        let refused = Reader.text("failed")
        #expect(try #require(reply.patch).shows(refused))
        let woken = Mutex(0)
        let stream = try page.openStream { woken.withLock { $0 += 1 } }
        while case .patch = stream.next() {}
        source.goOn()
        await eventually("the other reads are over") { fixture.host.registry.reads.count == 0 }
        fixture.environment.advance(by: .seconds(1))
        await eventually("the page is woken") { woken.withLock { $0 } > 0 }
        guard case .patch(let patch) = stream.next() else {
            Issue.record("The stream sends nothing.")
            return
        }
        #expect(patch.shows(Reader.text("0")))
    }
}

extension PagePatch {
    /// Whether its content has the text.
    fileprivate func shows(_ text: String) -> Bool { String(decoding: content, as: UTF8.self).contains(text) }
}

/// A program whose view reads a number, and shows if that fails.
private struct Reader: Program {
    struct Model: Codable, Equatable, Sendable { var number = 0 }
    enum Message: Codable, Equatable, Sendable { case next }

    struct Number: Read {
        var number: Int

        func value(from source: HeldCalls) async throws -> Int {
            await source.pass()
            return number
        }

        var topics: Set<String> { ["number"] }
    }

    let source: HeldCalls
    /// Whether a live page is shown before the number is there.
    var loads = false

    static func text(_ text: String) -> String { "number \(text)" }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        model.number += 1
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        let read = Number(number: model.number)
        let number = loads ? page.reading(read, from: source).value : try? page.read(read, from: source)
        return Document("Reader") {
            p { Self.text(number.map { "\($0)" } ?? "failed") }
            button("Next", .next)
        }
    }
}
