import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import Synchronization
import Testing
import ElmwoodViewTree

/// A number that buttons change.
struct Board: Program {
    struct Model: Codable, Equatable, Sendable { var number = 0 }
    enum Message: Codable, Equatable, Sendable { case add(Int), fail, gone, later, muchLater }

    var whenViewed: @Sendable () -> Void = {}

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .add(let number): model.number &+= number
        case .fail: throw NotFound()
        case .gone: model.number = -1
        case .later: return .after(.seconds(1), .add(100))
        case .muchLater: return .after(.seconds(86_400), .add(100))
        }
        return .none
    }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        whenViewed()
        guard model.number >= 0 else { throw NotFound() }
        return Document("Board") {
            output { "\(page.path) \(model.number)" }
            button("1", .add(1))
            button("10", .add(10), .disabled(model.number >= 1_000_000))
            button("fail", .fail)
            button("gone", .gone)
            button("later", .later)
            button("much later", .muchLater)
        }
    }
}

extension ProgramHost<Board> {
    /// Opens a page that was loaded before it had a session.
    func page(_ name: Character = "a", session: SessionID? = nil) throws -> OpenPage {
        try OpenPage(self, name, showing: Board.Model(), session: session)
    }
}

/// Open pages, with manual time.
@Suite struct LivePageTests {
    let environment = ManualEnvironment()

    private func host(_ change: (inout SessionLimits) -> Void = { _ in }) -> ProgramHost<Board> {
        var limits = SessionLimits.scripted
        change(&limits)
        let registry = SessionRegistry(limits: limits, environment: environment.forSessions)
        return ProgramHost(Board(), name: "board", registry: registry)
    }

    private func revision(_ host: ProgramHost<Board>, _ number: Int, at path: String = "/") throws -> Revision {
        try host.render(Board.Model(number: number), on: Page(path: path, isLive: true)).revision
    }

    @Test func `An event on a page changes the model, and the page gets a patch`() throws {
        let host = host()
        let page = try host.page()
        let shown = page.revision
        let patch = try page.click("add(1)", "add(10)")
        #expect(patch.from == shown)
        #expect(try patch.to == revision(host, 11))
        #expect(patch.sequence == 2)
        #expect(page.session != nil)
    }

    @Test func `A page that was unused for a while still gets a patch`() throws {
        let host = host()
        let page = try host.page()
        let shown = try page.click("add(1)").to
        environment.advance(by: .seconds(60))
        let patch = try page.click("add(1)")
        #expect(patch.from == shown)
        // This is so even if another page of the visitor changed the model.
        environment.advance(by: .seconds(60))
        let other = try host.page("b", session: page.session)
        try other.click("add(10)")
        let later = try page.sync()
        #expect(later.from == patch.to)
        #expect(try later.to == revision(host, 12))
    }

    @Test func `Beyond the limit the page that was used longest ago is dropped, and gets a patch when it returns`()
        throws
    {
        let host = host { $0.pages = 2 }
        let first = try host.page("a")
        try first.click("add(1)")
        environment.advance(by: .seconds(1))
        for name in "bcd" { try host.page(name, session: first.session).sync() }
        let patch = try first.click("add(1)")
        #expect(patch.from != nil)
        #expect(try patch.to == revision(host, 2))
    }

    @Test func `Events of a page that was dropped beyond the limit are not carried out again`() throws {
        let host = host { $0.pages = 1 }
        let first = try host.page("a")
        try first.click("add(1)")
        let request = first.request([.message("add(1)")])
        _ = first.send(request)
        try host.page("b", session: first.session).sync()
        let patch = try #require(first.repeat(request).reply?.patch)
        #expect(patch.refusals.isEmpty)
        #expect(patch.sequence == 2)
        #expect(try patch.to == revision(host, 2))
    }

    @Test func `Each page has its own path`() throws {
        let host = host()
        let first = try host.page("a")
        try first.click("add(1)")
        let second = try host.page("b", session: first.session)
        #expect(try second.sync(at: "/elsewhere").to == revision(host, 1, at: "/elsewhere"))
        #expect(try first.sync().to == revision(host, 1))
        #expect(try second.click("add(1)").to == revision(host, 2, at: "/elsewhere"))
    }

    @Test func `An event whose update throws is refused, and the events after it are applied`() throws {
        let host = host()
        let page = try host.page()
        let patch = try page.click("add(1)", "fail", "add(1)")
        #expect(patch.refusals.map(\.status) == [404])
        #expect(patch.refusals.map(\.sequence) == [2])
        #expect(try patch.to == revision(host, 2))
    }

    @Test func `If the view throws, the page's request fails with its error`() throws {
        let host = host()
        let page = try host.page()
        try page.click("add(1)")
        let reply = page.send(.message("gone")).reply
        guard case .view(let error)? = reply?.failure else {
            Issue.record("\(String(describing: reply))")
            return
        }
        #expect(error is NotFound)
    }

    @Test func `A stream is woken once for several changes, and sends the page as it is then`() throws {
        let host = host()
        let page = try host.page()
        try page.click("later")
        let wakes = Atomic<Int>(0)
        let stream = try page.openStream { wakes.add(1, ordering: .relaxed) }
        #expect(stream.next().isWait)
        let other = try host.page("b", session: page.session)
        try other.click("add(1)")
        try other.click("add(1)")
        #expect(wakes.load(ordering: .relaxed) == 1)
        let patch = try #require(stream.next().patch)
        #expect(patch.from == page.revision)
        #expect(try patch.to == revision(host, 2))
        environment.advance(by: .seconds(1))
        #expect(wakes.load(ordering: .relaxed) == 2)
        let last = try #require(stream.next().patch)
        #expect(try last.to == revision(host, 102))
        #expect(last.keepsStream == false)
        #expect(stream.next().isEnd)
    }

    @Test func `A stream of a page that has become too large makes it load its address`() throws {
        let size = try host().render(Board.Model(), on: Page()).html().count
        // The number has three digits after a second, in place of one.
        let host = host { $0.pageSize = size + 1 }
        let page = try host.page()
        try page.click("later")
        let stream = try page.openStream()
        while stream.next().patch != nil {}
        environment.advance(by: .seconds(1))
        guard case .reload = stream.next() else {
            Issue.record("The page is not told to load its address.")
            return
        }
    }

    @Test func `A page that lost its stream is closed after the absence time, and not before`() throws {
        let host = host { $0.pageAbsence = .seconds(10) }
        let page = try host.page()
        try page.click("muchLater")
        let stream = try page.openStream()
        stream.end()
        environment.advance(by: .seconds(8))
        let event = page.request([.message("add(1)")])
        #expect(page.send(event).reply?.patch != nil)
        environment.advance(by: .seconds(8))
        // The page is still known: a repeated event is skipped.
        #expect(try #require(page.send(page.request(after: event.actions)).reply?.patch).sequence == 2)
        // The page's number is remembered for a minute after it was closed.
        environment.advance(by: .seconds(90))
        environment.work()
        let late = try #require(page.repeat(page.request(after: event.actions)).reply?.patch)
        #expect(late.refusals.map(\.status) == [409])
    }

    /// A network may make the copy. The page has the first answer, which is older than what the copy's answer shows.
    @Test func `If the answer to a copy of a request reaches nobody, the page learns of it`() throws {
        let host = host()
        let page = try host.page()
        try page.click("later")
        let stream = try page.openStream()
        while stream.next().patch != nil {}
        let request = page.request([.message("add(1)")])
        let first = try #require(page.send(request).reply?.patch)
        environment.advance(by: .seconds(1))
        let copy = try #require(host.sessions.live(session: page.session, request).reply?.patch)
        #expect(copy.to != first.to)
        let pushed = try #require(stream.next().patch)
        #expect(pushed.from == copy.to)
        #expect(pushed.to == copy.to)
        #expect(stream.next().patch == nil)
    }

    @Test func `A page whose stream is closed while a patch is made for it gets the whole page`() async throws {
        let hook = Mutex<(@Sendable () -> Void)?>(nil)
        let program = Board(whenViewed: {
            let function = hook.withLock { hook in
                defer { hook = nil }
                return hook
            }
            function?()
        })
        let registry = SessionRegistry(limits: .scripted, environment: environment.forSessions)
        let host = ProgramHost(program, name: "board", registry: registry)
        let page = try host.page("a")
        try page.click("muchLater")
        let stream = try page.openStream()
        _ = stream.next()
        try host.page("b", session: page.session).click("add(1)")
        let answer = Mutex<Eventual<LiveReply>?>(nil)
        hook.withLock { hook in
            hook = {
                stream.end()
                let reply = page.send()
                answer.withLock { $0 = reply }
            }
        }
        // Nobody reads this patch.
        _ = stream.next()
        let patch = try #require(await answer.withLock { $0 }?.settled().patch)
        #expect(patch.from == nil)
        #expect(try page.sync().from == patch.to)
    }

    @Test func `A newer stream of a page ends the older one`() throws {
        let host = host()
        let page = try host.page()
        try page.click("later")
        let wakes = Atomic<Int>(0)
        let first = try page.openStream { wakes.add(1, ordering: .relaxed) }
        let second = try page.openStream()
        #expect(wakes.load(ordering: .relaxed) == 1)
        #expect(first.next().isEnd)
        #expect(second.next().isWait)
    }
}
