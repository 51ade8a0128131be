import Elmwood
import Synchronization
import ElmwoodTestSupport
import Testing

/// Registers names, which takes as long as the test wants.
private struct Registrar: Program {
    struct Model: Codable, Equatable, Sendable {
        var names: [String] = []
        var isRegistering = false
        var arrivals = 0
    }

    struct Entry: Codable, Equatable, Sendable { var name: String, password: String, isAdult: Bool? }

    enum Message: Codable, Equatable, Sendable {
        case register(Entry), registered(String), watch, arrived, loaded, later
    }
    enum Effect: Codable, Equatable, Sendable { case register(String), watch, load }

    /// Opened by the test, for work that must go on until then.
    let gate: Door
    /// Whether an arrival begins work.
    var loads = false
    /// Whether the page after a registration has no form.
    var hidesForm = false

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { loads ? [.arrived { _ in .arrived }] : [] }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .register(let entry):
            model.isRegistering = true
            return .effect(.register(entry.name))
        case .registered(let name):
            model.isRegistering = false
            model.names.append(name)
            return .batch(.notice("Welcome, \(name)."), .navigate(to: "/members"))
        case .watch: return .effect(.watch, awaited: false)
        case .later: return .after(.seconds(3_600), .loaded)
        case .arrived: return .effect(.load)
        case .loaded: model.arrivals += 1
        }
        return .none
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        await gate.wait()
        switch effect {
        case .register(let name): send(.registered(name))
        case .load: send(.loaded)
        case .watch: break
        }
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Registrar") {
            for notice in page.notices { strong { notice } }
            output { "\(page.path) \(model.names.joined(separator: " ")) \(model.arrivals)" }
            if !(hidesForm && model.isRegistering) {
                form("entry", .onSubmit(Message.register)) {
                    input(.name("name"))
                    input(.name("password"), .type(.password))
                    input(.name("isAdult"), .type(.checkbox))
                }
                button("Watch", .watch)
                button("Later", .later)
            }
        }
    }
}

/// Lets everyone through once it was opened.
private final class Door: Sendable {
    private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

/// The answer to a request to whose page nothing can be pushed: it shows what the request has led to.
@Suite struct OverdueAnswerTests {
    private func visitor(_ program: Registrar, limit: Duration = .seconds(50), waiting: Int = 1_000) throws -> Visitor {
        var site = Site()
        site.mount(program, at: "/")
        site.sessionLimits.effectWait = .zero
        site.sessionLimits.effectWaitWithoutScript = limit
        site.sessionLimits.waitingAnswers = waiting
        return Visitor(try TestSite(site, over: .inProcess))
    }

    /// Loads a page again until it fulfils a condition.
    private func get(_ target: String, _ visitor: Visitor, until isMet: (Visitor) -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        repeat { try await visitor.get(target) } while !isMet(visitor) && ContinuousClock.now < deadline
        #expect(isMet(visitor))
    }

    private let entry = "form=entry&name=Ada&password=secret&isAdult=on"

    @Test func `A posted form is answered when its work is done, with where that leads and what it says`() async throws
    {
        let door = Door()
        let visitor = try visitor(Registrar(gate: door))
        visitor.client = .browser
        door.open()
        try await visitor.post("/", entry)
        #expect(visitor.reply.status == 303)
        #expect(visitor.reply["Location"] == "/members")
        try await visitor.get("/members")
        #expect(visitor.text.contains("/members Ada"))
        #expect(visitor.text.contains("Welcome, Ada."))
        #expect(!visitor.text.contains("elmwood-pending"))
    }

    @Test func `A page that is loaded before work has ended connects, so that it shows the result`() async throws {
        let door = Door()
        let visitor = try visitor(Registrar(gate: door), limit: .zero)
        visitor.client = .browser
        try await visitor.get("/")
        #expect(!visitor.text.contains("data-connect"))
        try await visitor.post("/", entry)
        try await visitor.get("/elsewhere")
        #expect(visitor.text.contains("data-connect"))
        door.open()
        try await get("/elsewhere", visitor) { $0.text.contains("Ada") }
        try await get("/elsewhere", visitor) { !$0.text.contains("data-connect") }
    }

    @Test(arguments: [Visitor.Client.curl, .script])
    func `curl and a client of JSON wait as well`(client: Visitor.Client) async throws {
        let door = Door()
        let visitor = try visitor(Registrar(gate: door))
        visitor.client = client
        door.open()
        try await visitor.post("/", entry)
        #expect(visitor.reply.status == 200)
        #expect(visitor.text.contains("Welcome, Ada."))
    }

    @Test
    func `After the limit the page says that the work goes on, with what was sent but the password, until it is done`()
        async throws
    {
        let door = Door()
        let visitor = try visitor(Registrar(gate: door), limit: .milliseconds(1))
        visitor.client = .browser
        try await visitor.post("/", entry)
        #expect(visitor.reply.status == 303)
        try await visitor.get("/")
        #expect(visitor.text.contains("This is still being processed."))
        #expect(visitor.text.contains(#"<a href="">Show the result</a>"#))
        #expect(visitor.text.contains(#"<input value="Ada" name="name">"#))
        #expect(visitor.text.firstMatch(of: /name="isAdult"[^>]* checked/) != nil)
        #expect(!visitor.text.contains("secret"))
        // A field is open: what is typed into it must not be lost.
        #expect(!visitor.text.contains("refresh"))
        try await visitor.get("/elsewhere")
        #expect(!visitor.text.contains("elmwood-pending"))
        door.open()
        try await get("/", visitor) { $0.reply.status == 303 }
        #expect(visitor.reply["Location"] == "/members")
        try await visitor.get("/")
        #expect(!visitor.text.contains("elmwood-pending"))
        #expect(!visitor.text.contains(#"value="Ada""#))
    }

    @Test func `A page without an open field loads itself again, only where no script runs`() async throws {
        let visitor = try visitor(Registrar(gate: Door(), hidesForm: true), limit: .milliseconds(1))
        visitor.client = .browser
        try await visitor.post("/", entry)
        try await visitor.get("/?other")
        #expect(!visitor.text.contains("refresh"))
        try await visitor.get("/")
        let refresh = #"<noscript data-elmwood><meta data-elmwood http-equiv="refresh" content="1"></noscript>"#
        let said = visitor.text
        #expect(said.contains(refresh) || !said.contains("<script") && said.contains(#"http-equiv="refresh""#))
        #expect(!said.contains("Show the result"))
    }

    @Test func `A JSON answer says that work is pending`() async throws {
        let door = Door()
        let visitor = try visitor(Registrar(gate: door), limit: .milliseconds(1))
        visitor.client = .script
        try await visitor.post("/", entry)
        #expect(visitor.text.contains(#""pending":true"#))
        door.open()
        try await get("/members", visitor) { $0.text.contains("Welcome") }
        #expect(!visitor.text.contains(#""pending":true"#))
    }

    @Test func `No answer waits for an effect that goes on, nor for a delayed message`() async throws {
        let visitor = try visitor(Registrar(gate: Door()), limit: .seconds(3_600))
        try await visitor.post("/", "message=watch")
        #expect(visitor.reply.status == 200)
        try await visitor.post("/", "message=later")
        #expect(visitor.reply.status == 200)
        #expect(!visitor.text.contains("elmwood-pending"))
    }

    @Test func `Beyond the number of answers that may wait, a request is answered at once`() async throws {
        let visitor = try visitor(Registrar(gate: Door()), limit: .seconds(3_600), waiting: 0)
        try await visitor.post("/", entry)
        #expect(visitor.reply.status == 200)
        #expect(visitor.text.contains("This is still being processed."))
    }

    @Test func `A process that ends answers those who wait`() async throws {
        let visitor = try visitor(Registrar(gate: Door()), limit: .seconds(3_600))
        let site = visitor.site
        async let reply = site.send("POST", "/", headers: [(name: "Accept", value: "*/*")], body: entry)
        await eventually("it waits") { site.registry.waitingAnswersCount == 1 }
        site.registry.endWaits()
        #expect(try await reply.text.contains("This is still being processed."))
        try await visitor.post("/", entry)
        #expect(visitor.text.contains("This is still being processed."))
    }

    @Test func `A visitor without script who comes back waits for the work of the arrival`() async throws {
        let door = Door()
        let visitor = try visitor(Registrar(gate: door, loads: true))
        visitor.client = .browser
        // Whether script runs is not known yet.
        try await visitor.get("/")
        #expect(visitor.text.contains("<noscript data-elmwood><p data-elmwood"))
        #expect(visitor.text.contains("/  0"))
        door.open()
        try await visitor.get("/")
        #expect(visitor.text.contains("/  1") || visitor.text.contains("/  2"))
    }
}
