import Elmwood
import ElmwoodTestSupport
import Testing

/// A program in which everything can fail, and that navigates.
private struct Fickle: Program {
    struct Model: Codable, Equatable, Sendable {
        var name = "nobody"
        var language = ""
        var isBroken = false
    }

    enum Message: Codable, Equatable, Sendable {
        case loaded(String)
        case fail
        case breakView
        case go(to: String)
        case loop
        case crash
        case failedQuietly
    }

    enum Effect: Codable, Equatable, Sendable {
        case load
        case crash
    }

    struct Secret: Error {
        let password = "swordfish"
    }

    var hasPageForErrors = false
    var startsWithLoad = false

    func start(_ visit: Visit) throws -> Start<Self> {
        if visit.path == "/start-fails" { throw Secret() }
        let model = Model(language: visit.languages.first?.tag ?? "")
        return Start(model, startsWithLoad ? .effect(.load) : .none)
    }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .loaded(let name):
            model.name = name
        case .fail:
            model.name = "half done"
            throw Secret()
        case .breakView:
            model.isBroken = true
        case .go(let path):
            model.name = "gone"
            return .navigate(to: path)
        case .loop:
            return .send(.loop)
        case .crash:
            return .effect(.crash)
        case .failedQuietly:
            model.name = "failed quietly"
        }
        return .none
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        switch effect {
        case .load: send(.loaded("Ada"))
        case .crash: throw Secret()
        }
    }

    func failed(_ effect: Effect, _ error: any Error) -> Message? { .failedQuietly }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        if model.isBroken { throw Secret() }
        guard page.path != "/nowhere" else { throw NotFound() }
        return Document("Fickle") {
            p(.id("name")) { model.name }
            p(.id("language")) { model.language }
            p(.id("path")) { page.path }
            p(.id("query")) { page.query["q"] ?? "" }
            a(.href(page.link(to: "/there"))) { "There" }
            button("Fail", .fail)
            button("Break", .breakView)
            button("Go", .go(to: "/there?q=a+b"))
            button("Away", .go(to: "//elsewhere.example"))
            button("Loop", .loop)
            button("Crash", .crash)
        }
    }

    func view(_ error: any Error, on page: Page) -> Document<Message>? {
        hasPageForErrors ? Document("Oh") { h1 { "We are sorry." } } : nil
    }
}

/// Programs on a site: errors, addresses, navigation and effects.
@Suite struct ProgramTests {
    private func visitor(
        _ program: Fickle = Fickle(),
        at path: String = "/",
        over transport: Transport,
        with client: Visitor.Client = .curl
    ) throws -> Visitor {
        var site = Site()
        site.mount(program, at: path)
        site.sessionLimits.effectWait = .seconds(50)
        return Visitor(try TestSite(site, over: transport), with: client)
    }

    private func text(_ id: String, _ visitor: Visitor) throws -> String? {
        try visitor.text.firstMatch(of: Regex("<p id=\"\(id)\">([^<]*)<")).map { String($0[1].substring ?? "") }
    }

    @Test(arguments: Transport.allCases)
    func `An update that throws changes nothing, and the answer reveals nothing of the error`(transport: Transport)
        async throws
    {
        for client in [Visitor.Client.browser, .curl, .script] {
            let visitor = try visitor(over: transport, with: client)
            try await visitor.post("/", "message=fail")
            #expect(visitor.reply.status == 500)
            #expect(!visitor.text.contains("swordfish"))
            #expect(!visitor.text.contains("Secret"))
            visitor.client = .curl
            try await visitor.get("/")
            #expect(visitor.reply.status == 200)
            #expect(try text("name", visitor) == "nobody")
        }
    }

    @Test(arguments: Transport.allCases)
    func `A start or a view that throws gives an error page, and the site continues to work`(transport: Transport)
        async throws
    {
        let visitor = try visitor(over: transport)
        try await visitor.get("/start-fails")
        #expect(visitor.reply.status == 500)
        for client in [Visitor.Client.browser, .curl] {
            visitor.client = client
            try await visitor.post("/", "message=breakView")
            #expect(visitor.reply.status == 500)
            #expect(!visitor.text.contains("swordfish"))
            // The turn was rolled back: no visitor is left with a model that cannot be shown.
            try await visitor.get("/")
            #expect(visitor.reply.status == 200)
        }
        let other = Visitor(visitor.site)
        try await other.get("/")
        #expect(other.reply.status == 200)
    }

    @Test(arguments: Transport.allCases)
    func `A program's own page for errors is shown to browsers`(transport: Transport) async throws {
        let visitor = try visitor(Fickle(hasPageForErrors: true), over: transport, with: .browser)
        try await visitor.post("/", "message=fail")
        #expect(visitor.reply.status == 500)
        #expect(visitor.text.contains("We are sorry."))
    }

    @Test(arguments: Transport.allCases)
    func `A browser's own request for an icon starts no program`(transport: Transport) async throws {
        let visitor = try visitor(over: transport, with: .browser)
        try await visitor.get("/favicon.ico")
        #expect(visitor.reply.status == 404)
        try await visitor.get("/favicon")
        #expect(visitor.reply.status == 200)
    }

    @Test(arguments: Transport.allCases)
    func `A GET or a post to an unknown address is answered with 404`(transport: Transport) async throws {
        let visitor = try visitor(at: "/fickle", over: transport)
        for target in ["/fickle/nowhere", "/", "/ficklest", "/elsewhere"] {
            try await visitor.get(target)
            #expect(visitor.reply.status == 404, "\(target)")
            try await visitor.post(target, "message=fail")
            #expect(visitor.reply.status == 404, "\(target)")
        }
        for target in ["/fickle", "/fickle/", "/fickle/there"] {
            try await visitor.get(target)
            #expect(visitor.reply.status == 200, "\(target)")
        }
        #expect(visitor.text.contains("href=\"/fickle/there\""))
    }

    @Test(arguments: Transport.allCases)
    func `Navigation redirects a browser, and gives curl the page itself`(transport: Transport) async throws {
        let visitor = try visitor(at: "/fickle", over: transport, with: .browser)
        try await visitor.post("/fickle", "message=go(to:\"/there?q=a%2Bb\")")
        #expect(visitor.reply.status == 303)
        #expect(visitor.reply["Location"] == "/fickle/there?q=a+b")
        visitor.client = .curl
        try await visitor.post("/fickle", "message=go(to:\"/there?q=a%2Bb\")")
        #expect(try text("path", visitor) == "/there")
        #expect(try text("query", visitor) == "a b")
    }

    @Test(arguments: Transport.allCases)
    func `Navigation to another site is ignored`(transport: Transport) async throws {
        let visitor = try visitor(over: transport, with: .browser)
        try await visitor.post("/", "message=go(to:\"//elsewhere.example\")")
        #expect(visitor.reply.status == 303)
        #expect(visitor.reply["Location"] == "/")
    }

    @Test(arguments: Transport.allCases)
    func `Messages that follow each other forever are refused, and change nothing`(transport: Transport) async throws {
        let visitor = try visitor(over: transport)
        try await visitor.post("/", "message=loop")
        #expect(visitor.reply.status == 429)
        try await visitor.get("/")
        #expect(visitor.reply.status == 200)
    }

    @Test(arguments: Transport.allCases)
    func `An effect that throws becomes the program's message`(transport: Transport) async throws {
        let visitor = try visitor(over: transport)
        try await visitor.post("/", "message=crash")
        #expect(visitor.reply.status == 200)
        #expect(try text("name", visitor) == "failed quietly")
    }

    @Test(arguments: Transport.allCases)
    func `A start's command finishes before the first page, and starts a session`(transport: Transport) async throws {
        let visitor = try visitor(Fickle(startsWithLoad: true), over: transport)
        try await visitor.get("/")
        #expect(try text("name", visitor) == "Ada")
        #expect(visitor.cookie != nil)
    }

    @Test(arguments: Transport.allCases)
    func `A start gets the visitor's preferred language`(transport: Transport) async throws {
        let visitor = try visitor(over: transport)
        try await visitor.get("/", headers: [(name: "Accept-Language", value: "en;q=0.5, de-CH, fr;q=0, *;q=0.1")])
        #expect(try text("language", visitor) == "de-CH")
    }

    @Test(arguments: Transport.allCases)
    func `A query is decoded for the view`(transport: Transport) async throws {
        let visitor = try visitor(over: transport)
        try await visitor.get("/?x=1&q=a%20%26+b")
        #expect(try text("query", visitor) == "a &amp; b")
    }
}
