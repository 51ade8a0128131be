import Elmwood
import ElmwoodTestSupport
import Testing

/// A program that shows what the visit of its start has said, and where its visitor has arrived last.
private struct Witness: Program {
    struct Model: Codable, Equatable, Sendable {
        var start: String
        var arrival = "-"
    }

    enum Message: Codable, Equatable, Sendable { case arrived(Arrival), note, go, work, end }
    enum Effect: Codable, Equatable, Sendable { case work }

    func start(_ visit: Visit) -> Start<Self> {
        let facts: [String?] = [
            visit.path, visit.query["page"], visit.languages.map(\.tag).joined(separator: " "), visit.address,
            visit.cookie("taste"), visit.cookie("elmwood"), visit.account,
        ]
        return Start(Model(start: facts.map { $0 ?? "-" }.joined(separator: ", ")))
    }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .arrived(let arrival):
            model.arrival = "\(arrival.path), \(arrival.query["page"] ?? "-"), \(arrival.account ?? "-")"
            return .none
        case .note: return .none
        case .go: return .navigate(to: "/there?page=2")
        case .work: return .effect(.work)
        case .end: return .batch(.endSession, .navigate(to: "/there?page=2"))
        }
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws { send(.go) }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.arrived(Message.arrived)] }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Witness") {
            output { "\(model.start) | \(model.arrival) | \(page.path), \(page.query["page"] ?? "-")" }
            for (name, message) in [("Note", Message.note), ("Go", .go), ("Work", .work), ("End", .end)] {
                button(name, message)
            }
        }
    }
}

/// A program at which visitors sign in.
private struct Door: Program {
    struct Model: Codable, Equatable, Sendable {}
    enum Message: Codable, Equatable, Sendable { case signIn }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }
    func update(_ model: inout Model, on message: Message) -> Command<Self> { .batch(.renewSession, .identify("7")) }
    func view(_ model: Model, on page: Page) -> Document<Message> { Document("Door") { button("Sign in", .signIn) } }
}

/// What a start and an arrival are told is the same, whichever request leads to them.
@Suite(.timeLimit(.minutes(2))) struct VisitTests {
    private func visitor(_ client: Visitor.Client, over transport: Transport) async throws -> Visitor {
        var site = Site()
        site.sessionLimits.effectWait = .seconds(50)
        site.mount(Witness(), at: "/")
        site.mount(Door(), at: "/door")
        let visitor = Visitor(try TestSite(site, over: transport), with: .browser)
        visitor.headers = [(name: "Accept-Language", value: "de-CH, en;q=0.5")]
        visitor.ownCookies = ["taste=sweet"]
        try await visitor.post("/door", "message=signIn")
        visitor.client = client
        return visitor
    }

    private let address: [Transport: String] = [.inProcess: "-", .socket: "127.0.0.1"]

    /// What the page says of a visit and of an arrival there, at that page.
    private func facts(
        start: String = "/here, 1",
        account: String = "7",
        arrival: String = "/here, 1",
        page: String? = nil,
        over transport: Transport
    ) throws -> String {
        let visit = "\(start), de-CH en, \(try #require(address[transport])), sweet, -, \(account)"
        return "\(visit) | \(arrival), \(account) | \(page ?? arrival)"
    }

    private func shown(_ text: String) -> String? {
        let text = text.replacing("\\/", with: "/")
        return text.firstMatch(of: /<output[^>]*>([^<]*)<\/output>/).map { String($0.1) }
    }

    /// The ways in which a page without a session may begin.
    enum Beginning: CaseIterable { case load, post, curl, connection, event, again }

    @Test(arguments: Transport.allCases, Beginning.allCases)
    func `A start and its arrival are told the same by each request`(transport: Transport, beginning: Beginning)
        async throws
    {
        let visitor = try await visitor(beginning == .curl ? .curl : .browser, over: transport)
        let facts = try facts(over: transport)
        let target = "/here?page=1"
        switch beginning {
        case .load: try await visitor.get(target)
        case .post, .curl:
            try await visitor.post(target, "message=note")
            if beginning == .post { try await visitor.get(target) }
        case .connection, .event, .again:
            let page = try await TestPage(visitor, at: target)
            switch beginning {
            case .event: try await page.click("note")
            case .again: try await page.sync(at: target)
            default: try await page.sync()
            }
            try await visitor.get(target)
        }
        #expect(shown(visitor.text) == facts)
    }

    @Test(arguments: Transport.allCases, ["go", "work"])
    func `Where a program navigates, the same is told as by a link`(transport: Transport, message: String) async throws
    {
        let facts = try facts(arrival: "/there, 2", over: transport)
        let plain = try await visitor(.browser, over: transport)
        try await plain.get("/here?page=1")
        try await plain.click(message, at: "/here?page=1")
        #expect(shown(plain.text) == facts)
        let curl = try await visitor(.curl, over: transport)
        try await curl.post("/here?page=1", "message=\(message)")
        #expect(shown(curl.text) == facts)
        let live = try await visitor(.browser, over: transport)
        let page = try await TestPage(live, at: "/here?page=1")
        try await page.click(message)
        try await eventually("the page is there") {
            try await page.sync(at: "/there?page=2")
            return page.patch.from == page.patch.to
        }
        try await live.get("/there?page=2")
        #expect(shown(live.text) == facts)
    }

    @Test(arguments: Transport.allCases)
    func `A session that begins anew after an end is told what the visitor's requests say, and no account`(
        transport: Transport
    ) async throws {
        let facts = try facts(start: "/there, 2", account: "-", arrival: "/there, 2", over: transport)
        let plain = try await visitor(.browser, over: transport)
        try await plain.click("end", at: "/here?page=1")
        #expect(shown(plain.text) == facts)
        let curl = try await visitor(.curl, over: transport)
        try await curl.post("/here?page=1", "message=end")
        #expect(shown(curl.text) == facts)
        let live = try await visitor(.browser, over: transport)
        let page = try await TestPage(live, at: "/here?page=1")
        try await page.click("note")
        try await page.click("end")
        #expect(page.patch.content.replacing("\\/", with: "/").contains(facts))
    }
}
