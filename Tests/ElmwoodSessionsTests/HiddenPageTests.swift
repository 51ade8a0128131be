import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting
import Testing
import ElmwoodViewTree

/// A program that notes the events of its pages, and has a clock.
private struct Porch: Program {
    struct Model: Codable, Equatable, Sendable {
        var ticks = 0
        var closed = 0
    }
    enum Message: Codable, Equatable, Sendable { case tick, closed, copy, laterCopy }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .tick: model.ticks += 1
        case .closed: model.closed += 1
        case .copy: return .copy("text")
        case .laterCopy: return .after(.seconds(1), .copy)
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        [.every(.seconds(50), .tick), .pageClosed(.closed)]
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Porch") {
            p { "\(model.ticks)" }
            button("Copy", .laterCopy)
        }
    }
}

/// A hidden page has no stream, and is open nevertheless.
@Suite struct HiddenPageTests {
    private let environment = ManualEnvironment()
    private let host: ProgramHost<Porch>

    init() {
        let registry = SessionRegistry(limits: .scripted, environment: environment.forSessions)
        host = ProgramHost(Porch(), name: "porch", registry: registry)
    }

    private func model(_ page: OpenPage) -> Porch.Model? {
        environment.work()
        return host.currentState(of: page.session)?.model
    }

    private func pass(_ seconds: Int) {
        for _ in 0..<(seconds / 10) {
            environment.advance(by: .seconds(10))
            environment.work()
        }
    }

    @Test(arguments: [true, false])
    func `A hidden page that released its stream is not closed, and its clocks continue`(endsFirst: Bool) throws {
        let page = try OpenPage(host)
        try page.connect()
        if endsFirst { page.stream?.end() }
        try page.hide()
        pass(600)
        #expect(model(page) == Porch.Model(ticks: 12, closed: 0))
    }

    @Test
    func `A hidden page that polls from time to time is never closed, and one that does not is closed eventually`()
        throws
    {
        let page = try OpenPage(host)
        try page.connect()
        try page.hide()
        for _ in 0..<40 {
            pass(60)
            try page.sync()
        }
        #expect(model(page)?.closed == 0)
        pass(880)
        #expect(model(page)?.closed == 0)
        pass(40)
        #expect(model(page)?.closed == 1)
        // No page is connected any more.
        pass(200)
        let ticks = model(page)?.ticks
        pass(600)
        #expect(model(page)?.ticks == ticks)
    }

    @Test func `A hidden page that becomes visible and then loses its stream is closed after a few seconds`() throws {
        let page = try OpenPage(host)
        try page.connect()
        try page.hide()
        pass(60)
        try page.connect()
        page.stream?.end()
        pass(20)
        #expect(model(page)?.closed == 1)
    }

    @Test func `A page that is closed while it is hidden reports it, whatever the program sends it`() throws {
        let page = try OpenPage(host)
        #expect(try page.sync().watched == "closed")
        // The session of a visitor who has not acted would end with the page.
        environment.work()
        try page.click("laterCopy")
        try page.hide()
        page.close()
        #expect(model(page)?.closed == 1)
        pass(1_000)
        #expect(model(page)?.closed == 1)
    }

    @Test func `A text to copy waits until the page is visible`() throws {
        let page = try OpenPage(host)
        try page.connect()
        environment.work()
        #expect(try page.click("laterCopy").refusals.isEmpty)
        try page.hide()
        pass(10)
        #expect(try page.sync().commands.isEmpty)
        page.isHidden = false
        #expect(try page.sync().commands == [.copy("text")])
    }

    @Test(arguments: [0, 1])
    func `A farewell that is repeated is told once, whether or not the page has acted`(acts: Int) throws {
        let first = try OpenPage(host)
        try first.connect()
        environment.work()
        try first.click("laterCopy")
        let page = try OpenPage(host, "b", session: first.session)
        for _ in 0..<acts { _ = try page.act(.page("hidden")) }
        let farewell = page.request([.page("closed")])
        _ = page.send(farewell)
        #expect(model(first)?.closed == 1)
        _ = page.repeat(farewell)
        #expect(model(first)?.closed == 1)
    }
}
