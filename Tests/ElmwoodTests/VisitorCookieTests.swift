import Elmwood
import ElmwoodStorage
import ElmwoodTestSupport
import Testing

/// A program whose visitors can read a page, and count; the number is saved.
private struct Reader: Program {
    struct Model: Codable, Equatable, Sendable { var count = 0 }
    enum Message: Codable, Equatable, Sendable { case count }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        model.count += 1
        return .save(model.count, as: "count")
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Reader") { button("\(model.count)", .count) }
    }
}

/// The cookie that outlives sessions.
@Suite struct VisitorCookieTests {
    private func visitor(over transport: Transport) throws -> Visitor {
        var site = Site()
        site.mount(Reader(), at: "/")
        let visitor = Visitor(try TestSite(site, over: transport))
        visitor.keepsLastingCookie = true
        return visitor
    }

    /// The cookie that the last answer set; nil if it set none.
    private func given(_ visitor: Visitor) -> VisitorCookie? {
        visitor.reply.cookie("elmwood-visitor").flatMap { VisitorCookie($0) }
    }

    @Test(arguments: Transport.allCases)
    func `The cookie is set once, and by no later answer`(transport: Transport) async throws {
        let visitor = try visitor(over: transport)
        try await visitor.post("/", "message=count")
        let first = try #require(given(visitor))
        #expect(first.day != nil)
        for _ in 1...2 {
            try await visitor.get("/")
            #expect(visitor.reply.cookie("elmwood-visitor") == nil)
            try await visitor.post("/", "message=count")
            #expect(visitor.reply.cookie("elmwood-visitor") == nil)
        }
        // It is not set again even if the visitor has no session any more.
        visitor.cookie = nil
        try await visitor.get("/")
        #expect(visitor.reply.cookie("elmwood-visitor") == nil)
    }

    @Test(arguments: Transport.allCases)
    func `An old cookie is set again with a new date, even if the browser only reads`(transport: Transport) async throws
    {
        let visitor = try visitor(over: transport)
        try await visitor.post("/", "message=count")
        let first = try #require(given(visitor))
        let today = try #require(first.day)
        let session = visitor.cookie
        for day in [nil, today - 400, today - 31, today + 2] {
            for hasSession in [true, false] {
                for isPost in [true, false] {
                    var old = first
                    old.day = day
                    visitor.lastingCookie = old.text
                    visitor.cookie = hasSession ? session : nil
                    if isPost { try await visitor.post("/", "message=count") } else { try await visitor.get("/") }
                    let again = try #require(given(visitor))
                    #expect(again.token == first.token)
                    #expect(again.day.map { $0 - today <= 1 } == true)
                    try await visitor.get("/")
                    #expect(visitor.reply.cookie("elmwood-visitor") == nil)
                }
            }
        }
    }

    @Test func `A malformed cookie names no visitor`() {
        let id = VisitorToken().text
        #expect(VisitorCookie(id)?.day == nil && VisitorCookie(id)?.token.text == id)
        #expect(VisitorCookie("\(id).20000")?.day == 20_000)
        for text in ["", ".", "\(id).", "\(id).x", "\(id).-1", "\(id).1234567", "\(id).1.1", "x\(id).1", ".1"] {
            #expect(VisitorCookie(text) == nil, "\(text)")
        }
    }
}
