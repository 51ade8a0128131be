import Elmwood
import ElmwoodTestSupport
import Synchronization
import Testing

/// A program that says something about the response of each of its pages.
private struct Prices: Program {
    struct Model: Codable, Equatable, Sendable {
        var theme = "none"
        var count = 0
    }
    enum Message: Codable, Equatable, Sendable { case add }
    struct Broken: Error {}

    func start(_ visit: Visit) -> Start<Self> {
        Start(Model(theme: visit.cookie("theme") ?? visit.cookie("elmwood") ?? "none"))
    }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        model.count += 1
        return .none
    }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        let document: Document<Message> = Document(
            "Prices",
            head: {
                canonical(page.link(to: "/books"))
                noindex()
                feed("/feed.xml", title: "Books")
            },
            body: {
                p { "The theme is \(model.theme), of \(model.count)." }
                button("Add", Message.add)
            }
        )
        switch page.path {
        case "/missing": return document.status(404)
        case "/gone": return document.map { $0 }.status(410).header("X-Reason", "removed")
        case "/moved": return document.status(301)
        case "/public": return document.header("Cache-Control", "public, max-age=60")
        case "/image": return document.header("Cross-Origin-Resource-Policy", "cross-origin")
        case "/private": return document.header("cache-control", "private, max-age=5")
        case "/odd":
            return document.header("Content-Type", "text/plain").header("X-A", "a\r\nX-B: b").header("x y", "z")
        case "/theme": return document.cookie(try SetCookie("theme", "dark")).header("Cache-Control", "public")
        case "/broken": throw Broken()
        default: return document
        }
    }

    func view(_ error: any Error, on page: Page) -> Document<Message>? {
        Document("Closed") { p { "Closed for now." } }.status(503).header("X-Reason", "closed")
    }
}

/// What a page says about its response.
@Suite struct PageResponseTests {
    private func visitor(
        _ client: Visitor.Client = .browser,
        over transport: Transport = .inProcess,
        log: Log = Log(level: .none)
    ) throws -> Visitor {
        var site = Site()
        site.mount(Prices(), at: "/shelf")
        return Visitor(try TestSite(site, over: transport, log: log), with: client)
    }

    @Test(arguments: Transport.allCases, [Visitor.Client.browser, .curl, .script])
    func `A page has its own status and header fields`(transport: Transport, client: Visitor.Client) async throws {
        let visitor = try visitor(client, over: transport)
        try await visitor.get("/shelf/missing")
        #expect(visitor.reply.status == 404)
        try await visitor.get("/shelf/gone")
        #expect(visitor.reply.status == 410)
        #expect(visitor.reply["X-Reason"] == "removed")
        try await visitor.get("/shelf")
        #expect(visitor.reply.status == 200)
        #expect(visitor.reply["X-Reason"] == nil)
    }

    @Test func `A page that does not exist is shown, and its buttons work`() async throws {
        let visitor = try visitor()
        try await visitor.get("/shelf/missing")
        #expect(visitor.text.contains("of 0."))
        try await visitor.post("/shelf/missing", "message=add")
        #expect(visitor.reply.status == 303)
        try await visitor.get("/shelf/missing")
        #expect(visitor.reply.status == 404)
        #expect(visitor.text.contains("of 1."))
    }

    @Test func `A page cannot have a status without content, nor fields that are not its own`() async throws {
        let lines = Mutex<[String]>([])
        let visitor = try visitor(log: Log(level: .warning) { (_, line) in lines.withLock { $0.append(line) } })
        try await visitor.get("/shelf/moved")
        #expect(visitor.reply.status == 200)
        try await visitor.get("/shelf/odd")
        #expect(visitor.reply.values(of: "content-type") == ["text/html; charset=utf-8"])
        #expect(visitor.reply["X-A"] == nil && visitor.reply["X-B"] == nil)
        for sentence in ["The status 301", "Content-Type", "X-A"] {
            #expect(lines.withLock { $0.contains { $0.contains(sentence) } }, "\(lines.withLock { $0 })")
        }
    }

    @Test func `Other sites' pages may load a page as an image only if it says so`() async throws {
        let visitor = try visitor()
        try await visitor.get("/shelf")
        #expect(visitor.reply.values(of: "Cross-Origin-Resource-Policy") == ["same-origin"])
        try await visitor.get("/shelf/image")
        #expect(visitor.reply.values(of: "Cross-Origin-Resource-Policy") == ["cross-origin"])
    }

    @Test func `Others than the visitor's own browser may store a page only if it is nobody's own`() async throws {
        let visitor = try visitor()
        try await visitor.get("/shelf/public")
        #expect(visitor.reply.values(of: "cache-control") == ["public, max-age=60"])
        #expect(visitor.reply["Set-Cookie"] == nil)
        try await visitor.post("/shelf", "message=add")
        try await visitor.get("/shelf/public")
        #expect(visitor.reply.values(of: "cache-control") == ["private, no-cache"])
        try await visitor.get("/shelf/private")
        #expect(visitor.reply.values(of: "cache-control") == ["private, max-age=5"])
    }

    @Test func `A page sets a cookie of the app's own, which a start reads, but not Elmwood's`() async throws {
        let visitor = try visitor()
        try await visitor.get("/shelf/theme")
        #expect(visitor.reply.cookie("theme") == "dark")
        #expect(visitor.reply["Cache-Control"] == "private, no-cache")
        try await visitor.get("/shelf", headers: [(name: "Cookie", value: "a=b; theme=dark")])
        #expect(visitor.text.contains("The theme is dark"))
        try await visitor.get("/shelf", headers: [(name: "Cookie", value: "elmwood=secret")])
        #expect(visitor.text.contains("The theme is none"))
        #expect(Visit(cookies: ["theme": "dark"]).cookie("theme") == "dark")
    }

    @Test func `The program's page for an error has its own status`() async throws {
        let visitor = try visitor()
        try await visitor.get("/shelf/broken")
        #expect(visitor.reply.status == 503)
        #expect(visitor.reply["X-Reason"] == "closed")
        #expect(visitor.text.contains("Closed for now."))
    }

    @Test func `A page's head names its own address and its feed`() async throws {
        let visitor = try visitor()
        try await visitor.get("/shelf?from=mail")
        let feed = #"<link rel="alternate" type="application/atom+xml" title="Books" href="/feed.xml">"#
        for element in [
            #"<link rel="canonical" href="/shelf/books">"#, #"<meta name="robots" content="noindex">"#, feed,
        ] {
            #expect(visitor.text.contains(element), "\(visitor.text)")
        }
    }
}
