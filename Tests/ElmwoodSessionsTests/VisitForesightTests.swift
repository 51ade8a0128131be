import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodViewTree
import Testing

/// Pages that say where they are and how often somebody has arrived there; one reads a number.
private struct Signpost: Program {
    struct Model: Codable, Equatable, Sendable {
        var arrivals: [String] = []
        var count = 0
    }
    enum Message: Codable, Equatable, Sendable { case arrived(Arrival), add }

    struct Number: Read {
        var path: String
        func value(from source: HeldCalls) async throws -> Int {
            await source.pass()
            return path.count
        }
    }

    let source = HeldCalls()
    var tellsArrivals = false

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { tellsArrivals ? [.arrived(Message.arrived)] : [] }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .arrived(let arrival):
            model.arrivals.append(arrival.path)
            if arrival.path == "/later" { return .after(.seconds(1), .add) }
        case .add: model.count += 1
        }
        return .none
    }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        let number = page.path == "/number" ? try page.read(Number(path: page.path), from: source) : 0
        return Document("Signpost \(page.path)") {
            h1 { page.path }
            p { "\(number) \(model.count) \(model.arrivals.joined(separator: " "))" }
            button("+", .add)
        }
    }
}

/// What another address would show, asked for before its link is followed.
@Suite struct VisitForesightTests {
    private let environment = ManualEnvironment()

    private func page(_ program: Signpost, hasSession: Bool = true) throws -> (ProgramHost<Signpost>, OpenPage) {
        let registry = SessionRegistry(limits: .scripted, environment: environment.forSessions)
        let host = ProgramHost(program, name: "signpost", registry: registry)
        let page = try OpenPage(host, showing: Signpost.Model())
        if hasSession { try page.click("add") }
        return (host, page)
    }

    private func foresee(_ path: String, _ host: ProgramHost<Signpost>, _ page: OpenPage) async -> PagePatch? {
        var request = page.request(at: path)
        request.visit = Visit(path: path)
        request.credentials.session = page.session
        guard case .patch(let patch) = await host.sessions.foresee(visit: request).settled() else { return nil }
        return patch
    }

    @Test(arguments: [false, true])
    func `The patch that is foreseen is that of the visit, and nobody has arrived before`(tellsArrivals: Bool)
        async throws
    {
        let (host, page) = try page(Signpost(tellsArrivals: tellsArrivals))
        let foreseen = try #require(await foresee("/elsewhere", host, page))
        #expect(foreseen.from == page.revision)
        let same = try page.sync()
        #expect(same.from == same.to)
        let patch = try page.sync(at: "/elsewhere")
        #expect(patch.to == foreseen.to)
        #expect(patch.content == foreseen.content)
        // A page that has shown it already learns so by its next request.
        #expect(try page.sync(at: "/elsewhere").from == foreseen.to)
    }

    @Test func `What the page reads is read for it`() async throws {
        let program = Signpost()
        let (host, page) = try page(program)
        let foreseen = try #require(await foresee("/number", host, page))
        #expect(String(decoding: foreseen.content, as: UTF8.self).contains("7 1"))
    }

    @Test func `An arrival that asks for anything outside of the model is not foreseen, and nothing begins`()
        async throws
    {
        let (host, page) = try page(Signpost(tellsArrivals: true))
        #expect(await foresee("/later", host, page) == nil)
        environment.advance(by: .seconds(5))
        let patch = try page.sync()
        #expect(patch.from == patch.to)
    }

    @Test func `A visitor without a session gets the whole page, and no session begins`() async throws {
        let (host, page) = try page(Signpost(), hasSession: false)
        let foreseen = try #require(await foresee("/elsewhere", host, page))
        #expect(foreseen.from == nil)
        #expect(try page.sync(at: "/elsewhere").to == foreseen.to)
        #expect(host.registry.count == 0)
    }

    @Test func `A page that is not up to date, or of a session that is not in memory, learns nothing`() async throws {
        let (host, page) = try page(Signpost())
        let tab = try OpenPage(host, "c", session: page.session)
        try tab.sync()
        try tab.click("add")
        #expect(await foresee("/elsewhere", host, page) == nil)
        try page.sync()
        #expect(await foresee("/elsewhere", host, page) != nil)
        page.browser.session = SessionID()
        #expect(await foresee("/elsewhere", host, page) == nil)
    }
}
