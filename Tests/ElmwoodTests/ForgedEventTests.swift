import ElmwoodFormData
import ElmwoodTestSupport
import Testing

@testable import Elmwood

/// A program with an event of each kind that a client might forge. Each that is applied adds to the sum.
private struct Gauge: Program {
    struct Model: Codable, Equatable, Sendable {
        var sum = 0
        var hidesEvents = false
    }

    struct Spot: Codable, Equatable, EventPayload {
        var x: Double
        var y: Double
    }

    struct Note: Codable, Equatable, EventPayload {
        var value: Int
        var text: String?
        var isBold: Bool?
        static var ranges: [String: ClosedRange<Double>] { ["value": 0...100] }
        static var longestText: Int { 5 }
    }

    struct Review: Codable, Equatable, Sendable {
        var stars: Int?
        var token: String?
    }

    enum Message: Codable, Equatable, Sendable { case pressed(Spot), noted(Note), review(Review), step, secret, hide }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        if message == .hide { model.hidesEvents = true } else { model.sum += 1 }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Gauge") {
            output(.id("sum")) { "\(model.sum)" }
            button("Step", .step, .foreseen)
            button("Secret", .secret)
            button("Hide", .hide)
            if !model.hidesEvents {
                div(
                    .width(100),
                    .height(50),
                    .onPointerDown("board", otherwise: .needsScript) { (at: Spot) in .pressed(at) }
                ) {}
                element("x-note", .on("x-change", "note") { (note: Note) in .noted(note) })
                for _ in 0..<2 { element("x-note", .on("x-change", "twice") { (note: Note) in .noted(note) }) }
            }
            form("review", .onSubmit(Message.review), .acceptsField("token", maxlength: 4)) {
                element("x-stars", .name("stars"), .field(.number), .min(1), .max(5))
                button { "Send" }
            }
        }
    }
}

/// Attacks on events and fields that scripts send: each is answered as what it is, and changes nothing.
@Suite struct ForgedEventTests {
    private typealias Fields = [(String, String)]

    private static let path = "/gauge"

    private func page(over transport: Transport, _ configure: (inout Settings) -> Void = { _ in }) async throws
        -> TestPage
    {
        var site = Site()
        site.mount(Gauge(), at: Self.path)
        return try await TestPage(
            Visitor(try TestSite(site, over: transport, configure: configure), with: .browser),
            at: Self.path
        )
    }

    /// The sum on the page as it is loaded now.
    private func sum(_ page: TestPage) async throws -> String {
        try await page.visitor.get(Self.path)
        return page.visitor.text.firstMatch(of: /<output id="sum">(\d*)</).map { String($0.1) } ?? ""
    }

    @Test(arguments: Transport.allCases)
    func `A payload that is not as the view declares it is refused with 422`(transport: Transport) async throws {
        let page = try await page(over: transport)
        let long = String(repeating: "9", count: 100_000)
        let forged: [(String, Fields)] = [
            ("board", [("x", "100.1"), ("y", "1")]), ("board", [("x", "-0.1"), ("y", "1")]),
            ("board", [("x", "NaN"), ("y", "1")]), ("board", [("x", "Infinity"), ("y", "1")]),
            ("board", [("x", "1e999"), ("y", "1")]), ("board", [("x", "1"), ("y", "")]), ("board", [("x", "1")]),
            ("board", [("x", long), ("y", "1")]), ("board", [("x", "1"), ("x", "1"), ("y", "1")]),
            ("board", [("x", "1"), ("y", "1"), ("pressure", "1")]), ("board", [("x", "1"), ("y", "1"), ("x[y]", "1")]),
            ("note", [("value", "101")]), ("note", [("value", "1.5")]), ("note", [("value", "٣")]),
            ("note", [("value", "1"), ("text", "longer")]), ("note", [("value", "1"), ("isBold", "yes")]),
            ("note", [("value", "1"), ("text", long)]), ("note", [("text", "a")]), ("note", []),
            ("note", [("value", "1"), ("secret", "1")]), ("note", [("value", "1"), ("", "1")]),
        ]
        for (name, fields) in forged {
            let patch = try await page.act(("event \(fields.count) \(name)", fields))
            #expect(page.visitor.reply.status == 200)
            #expect(Array(patch.refusals.values) == [422], "\(name) \(fields.map { "\($0.0)=\($0.1.prefix(20))" })")
        }
        // A NUL makes a body malformed.
        try await page.act(("event 2 note", [("value", "1"), ("text", "\u{0}")]))
        #expect(page.visitor.reply.status == 400)
        #expect(try await sum(page) == "0")
        // The same that is not forged is applied, also beside what is refused.
        let patch = try await page.act(
            ("event 2 board", [("x", "100"), ("y", "0")]),
            ("event 1 note", [("value", "-1")]),
            ("event 3 note", [("value", "100"), ("text", "short"), ("isBold", "true")])
        )
        #expect(patch.refusals == [forged.count + 3: 422])
        #expect(try await sum(page) == "2")
    }

    @Test(arguments: Transport.allCases)
    func `An event that the view does not offer exactly once is refused with 409`(transport: Transport) async throws {
        let page = try await page(over: transport)
        let fields: Fields = [("value", "1")]
        for name in ["twice", "other", "Note", "note ", "noted", "review", "step", "x-change", "é", "note\n"] {
            #expect(
                try await Array(page.act(("event \(fields.count) \(name)", fields)).refusals.values) == [409],
                "\(name)"
            )
        }
        // A message of a payload is made by its handler only.
        for text in [#"noted(value:1)"#, #"pressed(x:1,y:1)"#] {
            #expect(try await Array(page.act(("message 0 \(text)", [])).refusals.values) == [409], "\(text)")
        }
        #expect(try await sum(page) == "0")
        // Elements that are gone, in the same request and in later ones.
        let gone = try await page.act(("event 1 note", fields), ("message 0 hide", []), ("event 1 note", fields))
        #expect(Array(gone.refusals.values) == [409])
        #expect(try await Array(page.act(("event 2 board", [("x", "1"), ("y", "1")])).refusals.values) == [409])
        #expect(try await sum(page) == "1")
    }

    @Test(arguments: Transport.allCases)
    func `Fields of elements and of scripts are refused unless the form has them, with script and without`(
        transport: Transport
    ) async throws {
        let page = try await page(over: transport)
        let forged: [Fields] = [
            [("token", "12345")], [("token", "1"), ("token", "2")], [("token2", "1")],
            [("token[]", "1")],
            [("Token", "1")], [("stars", "6")], [("stars", "NaN")], [("stars", "1"), ("stars", "2")],
            [("stars[x]", "1")],
            [("stars", "1"), ("name", "Ada")], [("token", String(repeating: "x", count: 200_000))],
        ]
        for fields in forged {
            let patch = try await page.act(("submit \(fields.count) review", fields))
            let sent = fields.map { "\($0.0)=\($0.1.prefix(20))" }
            let status = try #require(patch.refusals.values.first, "\(sent)")
            #expect(status == 422 || status == 409, "\(sent)")
            let body = ([("form", "review")] + fields).map {
                "\(LivePageScript.escaped($0.0))=\(LivePageScript.escaped($0.1))"
            }
            try await page.visitor.post(Self.path, body.joined(separator: "&"))
            #expect(page.visitor.reply.status == status, "\(sent)")
        }
        #expect(try await sum(page) == "0")
        #expect(try await page.act(("submit 2 review", [("token", "1234"), ("stars", "5")])).refusals.isEmpty)
        #expect(try await sum(page) == "1")
    }

    /// Asks what a message would show, and returns the status of the answer.
    private func foresee(_ page: TestPage, _ body: String, _ headers: [(name: String, value: String)] = []) async throws
        -> Int
    {
        let own = page.headers.filter { header in !headers.contains { $0.name == header.name } }
        try await page.visitor.send(
            "POST",
            Self.path,
            headers: own + headers,
            body: body,
            accepting: LivePageScript.contentType
        )
        return page.visitor.reply.status
    }

    @Test(arguments: Transport.allCases)
    func `A question for what a message would show is answered for those that are offered so, and changes nothing`(
        transport: Transport
    ) async throws {
        let page = try await page(over: transport)
        // Without a session there is nothing to foresee.
        #expect(try await foresee(page, "foresee=step") == 204)
        try await page.click("step")
        #expect(try await foresee(page, "foresee=step") == 200)
        for text in ["secret", "hide", "step2", "noted(value:1)", "", "%FF"] {
            #expect(try await foresee(page, "foresee=\(text)") == 409, "\(text)")
        }
        for body in ["foresee=step&foresee=step", "foresee=step&x=1", "event=9+message+0+step&foresee=step", "foresee"]
        {
            #expect([400, 409].contains(try await foresee(page, body)), "\(body)")
        }
        #expect(
            try await foresee(page, "foresee=step", [(name: "Elmwood-Page", value: "abcdefghijklmnopqrstuv")]) == 204
        )
        #expect(try await foresee(page, "foresee=step", [(name: "Elmwood-Revision", value: "AAAAAAAA")]) == 204)
        #expect(try await sum(page) == "1")
        // The page's next event is the one that it was.
        #expect(try await page.click("step").refusals.isEmpty)
        #expect(try await sum(page) == "2")
    }

    @Test(arguments: Transport.allCases)
    func `A flood of events or questions is told to wait, and nothing of it is applied`(transport: Transport)
        async throws
    {
        let page = try await page(over: transport) { $0.postsPerVisitor = Rate(perSecond: 1, burst: 6) }
        try await page.click("step")
        var statuses: Set<Int> = []
        for _ in 0..<1_000 where !statuses.contains(429) { statuses.insert(try await foresee(page, "foresee=step")) }
        #expect(statuses == [200, 429])
        #expect(page.visitor.reply["Retry-After"] != nil)
        statuses = []
        for _ in 0..<1_000 where !statuses.contains(429) {
            try await page.visitor.send(
                "POST",
                Self.path,
                headers: page.headers,
                body: "event=2+event+1+note&value=101",
                accepting: LivePageScript.contentType
            )
            statuses.insert(page.visitor.reply.status)
        }
        #expect(statuses.contains(429))
        #expect(try await sum(page) == "1")
    }
}
