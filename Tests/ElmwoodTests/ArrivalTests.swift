import Elmwood
import ElmwoodTestSupport
import Synchronization
import Testing

/// A program that notes where its visitor has arrived.
struct Traveller: Program {
    struct Model: Codable, Equatable, Sendable {
        var places: [String] = []
        var clicks = 0
    }

    enum Message: Codable, Equatable, Sendable { case arrived(Arrival), click, go(String), loaded(String) }
    enum Effect: Codable, Equatable, Sendable { case load(String) }

    var calls: @Sendable () -> Void = {}

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .arrived(let arrival):
            calls()
            model.places.append(arrival.path + (arrival.query["page"] ?? ""))
            switch arrival.path {
            case "/moved": return .navigate(to: "/new")
            case "/endless": return .navigate(to: "/endless?page=\(model.places.count)")
            case "/nothing": throw NotFound()
            case "/broken": throw Broken()
            case "/article": return .effect(.load("Emma"))
            case "/told": return .notice("Welcome.")
            default: return .none
            }
        case .click: model.clicks += 1
        case .go(let path): return .navigate(to: path)
        case .loaded(let title): model.places.append(title)
        }
        return .none
    }

    struct Broken: Error {}

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        switch effect {
        case .load(let title): send(.loaded(title))
        }
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.arrived(Message.arrived)] }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Traveller") {
            output { "\(model.places.joined(separator: " ")), \(model.clicks)" }
            // Offered only where the visitor has arrived.
            if !model.places.isEmpty { button("Click", .click) }
            button("Go", .go("/b"))
            button("Go far", .go("/moved"))
            button("Go on", .go("/endless"))
        }
    }
}

/// A visitor's arrivals at addresses, which programs subscribe to.
@Suite struct ArrivalTests {
    private func site(
        _ log: Log = Log(level: .none),
        over transport: Transport = .inProcess,
        calls: @escaping @Sendable () -> Void = {}
    ) throws -> TestSite {
        var site = Site()
        // On a busy machine an effect may begin late.
        site.sessionLimits.effectWait = .seconds(50)
        site.mount(Traveller(calls: calls), at: "/")
        return try TestSite(site, over: transport, log: log)
    }

    @Test(arguments: Transport.allCases)
    func `A visitor who only looks sees what came of the arrival, and gets no session`(transport: Transport)
        async throws
    {
        let site = try site(over: transport)
        for client in [Visitor.Client.browser, .curl, .script] {
            let visitor = Visitor(site, with: client)
            try await visitor.get("/a?page=2")
            #expect(visitor.reply["Set-Cookie"] == nil)
            #expect(visitor.text.contains(client == .script ? "\"label\":\"Click\"" : "<output>/a2, 0</output>"))
            try await visitor.get("/b")
            if client != .script { #expect(visitor.text.contains("<output>/b, 0</output>")) }
        }
    }

    @Test func `A program that subscribes only to arrivals connects no page`() async throws {
        let visitor = Visitor(try site(), with: .browser)
        try await visitor.get("/a")
        #expect(!visitor.text.contains("data-connect"))
    }

    @Test func `Each page that is loaded is an arrival, but not the one that a post returns to`() async throws {
        let visitor = Visitor(try site(), with: .browser)
        try await visitor.get("/a")
        try await visitor.post("/a", "message=click")
        #expect(visitor.reply.status == 303)
        try await visitor.get("/a")
        #expect(visitor.text.contains("<output>/a, 1</output>"))
        try await visitor.get("/a")
        #expect(visitor.text.contains("<output>/a /a, 1</output>"))
        try await visitor.post("/a", "message=click")
        // Another tab.
        try await visitor.get("/b")
        #expect(visitor.text.contains("<output>/a /a /b, 2</output>"))
        try await visitor.get("/a")
        #expect(visitor.text.contains("<output>/a /a /b, 2</output>"))
    }

    @Test func `A HEAD and a prefetch are no arrivals`() async throws {
        let calls = Mutex(0)
        let visitor = Visitor(try site(calls: { calls.withLock { $0 += 1 } }), with: .browser)
        try await visitor.send("HEAD", "/a")
        try await visitor.get("/a", headers: [(name: "Sec-Purpose", value: "prefetch")])
        #expect(calls.withLock { $0 } == 0)
        try await visitor.post("/a", "message=click")
        #expect(calls.withLock { $0 } == 1)
        try await visitor.send("HEAD", "/b")
        try await visitor.get("/b", headers: [(name: "Purpose", value: "prefetch")])
        #expect(calls.withLock { $0 } == 1)
        #expect(visitor.text.contains("<output>/a, 1</output>"))
    }

    @Test func `A live navigation is an arrival, and a click or a connection is not`() async throws {
        let visitor = Visitor(try site(), with: .browser)
        let page = try await TestPage(visitor, at: "/a")
        try await page.click("click")
        #expect(page.patch.refusals.isEmpty)
        // Nothing but the number has changed: the page showed the arrival already.
        #expect(page.patch.from != nil)
        try await page.sync(at: "/b")
        #expect(page.patch.shows("/a /b, 1"))
        try await page.sync(at: "/b")
        #expect(page.patch.from == page.patch.to)
        try await page.sync(at: "/b?page=3")
        #expect(page.patch.shows("/a /b /b3, 1"))
    }

    @Test func `Where the program navigates, the visitor arrives: the same with script, without, and for JSON`()
        async throws
    {
        let site = try site()
        let plain = Visitor(site, with: .browser)
        try await plain.get("/a")
        try await plain.post("/a", "message=go(\"/b\")")
        #expect(plain.reply["Location"] == "/b")
        try await plain.get("/b")
        #expect(plain.text.contains("<output>/a /b, 0</output>"))
        let live = Visitor(site, with: .browser)
        let page = try await TestPage(live, at: "/a")
        try await page.click("go(\"/b\")")
        #expect(page.patch.shows("/a /b, 0"))
        #expect(page.patch.commands.map { $0.last } == ["/b"])
        let curl = Visitor(site)
        try await curl.post("/a", "message=go(\"/b\")")
        #expect(curl.text.contains("<output>/a /b, 0</output>"))
        try await curl.post("/b", "message=go(\"/moved\")")
        #expect(curl.text.contains("<output>/a /b /moved /new, 0</output>"))
    }

    @Test func `A program may send the visitor on`() async throws {
        let site = try site()
        let plain = Visitor(site, with: .browser)
        try await plain.get("/moved")
        #expect(plain.reply.status == 303)
        #expect(plain.reply["Location"] == "/new")
        try await plain.get("/new")
        #expect(plain.text.contains("/new, 0</output>"))
        let live = Visitor(site, with: .browser)
        let page = try await TestPage(live, at: "/a")
        try await page.click("click")
        try await page.sync(at: "/moved")
        #expect(page.patch.shows("/a /moved /new, 1"))
        #expect(page.patch.commands.map { $0.last } == ["/new"])
    }

    @Test func `A program that sends the visitor on forever is stopped`() async throws {
        let calls = Mutex(0)
        let visitor = Visitor(try site(calls: { calls.withLock { $0 += 1 } }), with: .browser)
        let page = try await TestPage(visitor, at: "/a")
        try await page.click("click")
        calls.withLock { $0 = 0 }
        try await page.click("go(\"/endless\")")
        #expect(calls.withLock { $0 } == 20)
        #expect(page.patch.commands.count == 1)
    }

    @Test func `A page waits for the effects of the arrival, and a session begins by them`() async throws {
        let visitor = Visitor(try site(), with: .browser)
        try await visitor.get("/article")
        #expect(visitor.text.contains("<output>/article Emma, 0</output>"))
        #expect(visitor.reply.cookie("elmwood") != nil)
        try await visitor.get("/told")
        #expect(visitor.text.contains("<li>Welcome.</li>"))
    }

    @Test func `A newcomer's post is checked against what the arrival shows`() async throws {
        let visitor = Visitor(try site())
        try await visitor.post("/a", "message=click")
        #expect(visitor.reply.status == 200)
        #expect(visitor.text.contains("<output>/a, 1</output>"))
    }

    @Test func `There is nothing at an address if the update says so; any other error is a failure`() async throws {
        let lines = Mutex<[String]>([])
        let log = Log(level: .warning) { (_, line) in lines.withLock { $0.append(line) } }
        let visitor = Visitor(try site(log), with: .browser)
        try await visitor.get("/nothing")
        #expect(visitor.reply.status == 404)
        try await visitor.post("/a", "message=click")
        try await visitor.get("/nothing")
        #expect(visitor.reply.status == 404)
        #expect(lines.withLock { $0 }.isEmpty)
        try await visitor.get("/broken")
        #expect(visitor.reply.status == 500)
        #expect(lines.withLock { $0.count } == 1)
        try await visitor.get("/b")
        #expect(visitor.text.contains("<output>/a /b, 1</output>"))
    }
}

extension LivePatch {
    /// Whether its content has that text, whose slashes are escaped there.
    fileprivate func shows(_ text: String) -> Bool { content.replacing("\\/", with: "/").contains(text) }
}
