import Elmwood
import Synchronization
import ElmwoodTestSupport
import Testing

/// A program with a sign-in: an effect finds out who the visitor is, and takes as long as the test determines.
private struct Account: Program {
    struct Model: Codable, Equatable, Sendable { var name: String? }
    enum Message: Codable, Equatable, Sendable { case enter, signIn, signedIn }
    enum Effect: Codable, Equatable, Sendable { case check }

    let gate = Gate()

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .enter: return .none
        case .signIn: return .effect(.check)
        case .signedIn:
            model.name = "Anna"
            return .renewSession
        }
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        await gate.pass()
        send(.signedIn)
        gate.passed()
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Account") {
            h1 { model.name.map { "Hello, \($0)" } ?? "Who are you?" }
            button("Enter", .enter)
            button("Sign in", .signIn)
        }
    }
}

/// A gate at which effects wait until the test opens it.
private final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var passed = 0
    }

    private let state = Mutex(State())

    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func passed() { state.withLock { $0.passed += 1 } }

    /// Lets the effects continue, and waits until the turn of a message from one of them has ended.
    func open(waitsForPassing: Bool = true) async {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
        if waitsForPassing { await eventually("one has passed") { state.withLock { $0.passed > 0 } } }
    }
}

/// Signing in renews the session's id after an effect, and the old id opens no session.
@Suite(.timeLimit(.minutes(2))) struct SignInTests {
    private let account = Account()

    private func site(_ transport: Transport) throws -> TestSite {
        var site = Site()
        site.mount(account, at: "/")
        return try TestSite(site, over: transport)
    }

    /// Returns the heading of a page.
    private func heading(_ reply: HTTPReply) -> String? {
        reply.text.firstMatch(of: /<h1[^>]*>([^<]*)<\/h1>/).map { String($0.1) }
    }

    /// Expects that a client with only the old id sees a newcomer's page, and gets no cookie of a session.
    private func expectNothing(for stolen: String?, on site: TestSite) async throws {
        let thief = Visitor(site, with: .browser)
        thief.cookie = stolen
        try await thief.get("/")
        #expect(heading(thief.reply) == "Who are you?")
        #expect(thief.cookie == stolen)
        try await thief.post("/", "message=enter")
        #expect(thief.reply.status == 409)
        #expect(thief.reply.cookie("elmwood") == nil)
        let page = try await TestPage(thief, at: "/")
        try await page.click("enter")
        #expect(page.patch.isReload)
        #expect(thief.reply.cookie("elmwood") == nil)
        #expect(thief.reply.cookie("elmwood-ticket") == nil)
    }

    /// Returns the attributes of a cookie.
    private func attributes(of name: String, in reply: HTTPReply) -> String? {
        let field = reply.values(of: "set-cookie").first { $0.hasPrefix("\(name)=") }
        return field.map { field in String(field.drop { $0 != ";" }) }
    }

    @Test(arguments: Transport.allCases)
    func `Without script, an effect that outlasts its answer renews the id, and the old one is worthless`(
        transport: Transport
    ) async throws {
        let site = try site(transport)
        let anna = Visitor(site, with: .browser)
        try await anna.post("/", "message=enter")
        let stolen = anna.cookie
        // The answer is sent before the effect has finished.
        try await anna.post("/", "message=signIn")
        #expect(anna.cookie == stolen)
        #expect(anna.ticketCookie != nil)
        let ticket = "; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax"
        #expect(attributes(of: "elmwood-ticket", in: anna.reply) == ticket)
        await account.gate.open()
        // The thief asks first, and again after the visitor.
        try await expectNothing(for: stolen, on: site)
        try await anna.get("/")
        #expect(heading(anna.reply) == "Hello, Anna")
        #expect(anna.cookie != stolen)
        #expect(anna.ticketCookie == nil)
        let session = "; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax"
        #expect(attributes(of: "elmwood", in: anna.reply) == session)
        try await expectNothing(for: stolen, on: site)
        try await anna.get("/")
        #expect(heading(anna.reply) == "Hello, Anna")
    }

    @Test(arguments: Transport.allCases)
    func `Without script, an effect that finishes at once renews the id, and the old one is worthless`(
        transport: Transport
    ) async throws {
        let site = try site(transport)
        let anna = Visitor(site, with: .browser)
        try await anna.post("/", "message=enter")
        let stolen = anna.cookie
        await account.gate.open(waitsForPassing: false)
        try await anna.post("/", "message=signIn")
        await account.gate.open()
        try await expectNothing(for: stolen, on: site)
        try await anna.get("/")
        #expect(heading(anna.reply) == "Hello, Anna")
        #expect(anna.cookie != stolen)
    }

    @Test(arguments: Transport.allCases)
    func `On a live page, an effect renews the id, and the old one is worthless`(transport: Transport) async throws {
        let site = try site(transport)
        let anna = Visitor(site)
        let page = try await TestPage(anna, at: "/")
        try await page.click("enter")
        let stolen = anna.cookie
        try await page.click("signIn")
        #expect(anna.cookie == stolen)
        #expect(anna.ticketCookie != nil)
        await account.gate.open()
        try await expectNothing(for: stolen, on: site)
        // The page's id alone is recognized too.
        anna.ticketCookie = nil
        try await page.sync()
        #expect(page.patch.content.contains("Hello, Anna"))
        #expect(anna.cookie != stolen)
        let other = try await TestPage(anna, at: "/")
        #expect(heading(anna.reply) == "Hello, Anna")
        try await other.click("enter")
        #expect(other.patch.sequence == 1)
        try await expectNothing(for: stolen, on: site)
    }
}
