import Elmwood
import ElmwoodTestSupport
import Testing

/// Which answers set a cookie, and what happens to it when a session ends.
@Suite struct NewcomerTests {
    /// A program whose clock runs from the start, and whose visitors can sign out.
    private struct Ticker: Program {
        struct Model: Codable, Equatable, Sendable {
            var ticks = 0
            var path = ""
        }

        enum Message: Codable, Equatable, Sendable { case tick, count, signOut }

        var isRunning = true

        func start(_ visit: Visit) -> Start<Self> { Start(Model(path: visit.path)) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            switch message {
            case .tick, .count: model.ticks += 1
            case .signOut: return .batch(.endSession, .navigate(to: "/goodbye"))
            }
            return .none
        }

        func subscriptions(_ model: Model) -> [Subscription<Self>] {
            isRunning ? [.every(.milliseconds(20), .tick)] : []
        }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Ticker") {
                output { "\(page.path) \(model.ticks) since \(model.path)" }
                button("Count", .count)
                button("Sign out", .signOut)
            }
        }
    }

    private func site(isRunning: Bool = true, over transport: Transport) throws -> TestSite {
        var site = Site()
        site.mount(Ticker(isRunning: isRunning), at: "/")
        return try TestSite(site, over: transport)
    }

    @Test(arguments: Transport.allCases)
    func `A browser gets a cookie with a page that has subscriptions, and curl and scripts get none`(
        transport: Transport
    ) async throws {
        let site = try site(over: transport)
        for client in [Visitor.Client.curl, .script] {
            #expect(try await Visitor(site, with: client).get("/").cookie("elmwood") == nil)
        }
        let visitor = Visitor(site, with: .browser)
        #expect(try await visitor.get("/").cookie("elmwood") != nil)
        // The next page sets no other one.
        #expect(try await visitor.get("/").cookie("elmwood") == nil)
    }

    @Test(arguments: Transport.allCases)
    func `A visitor who reads a program without subscriptions gets no cookie`(transport: Transport) async throws {
        let visitor = Visitor(try site(isRunning: false, over: transport), with: .browser)
        #expect(try await visitor.get("/").cookie("elmwood") == nil)
    }

    @Test(arguments: Transport.allCases)
    func `A cookie that the visitor made up is replaced`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport), with: .browser)
        let chosen = String(repeating: "a", count: 32)
        visitor.cookie = chosen
        try await visitor.get("/")
        #expect(visitor.cookie != chosen)
        visitor.cookie = chosen
        let page = try await TestPage(visitor, at: "/")
        visitor.cookie = chosen
        try await page.sync()
        #expect(visitor.cookie != nil)
        #expect(visitor.cookie != chosen)
    }

    @Test(arguments: Transport.allCases)
    func `Two pages that a browser loads before either is connected share one session, whose clock ticks`(
        transport: Transport
    ) async throws {
        let visitor = Visitor(try site(over: transport), with: .browser)
        let first = try await TestPage(visitor, at: "/")
        let cookie = visitor.cookie
        let second = try await TestPage(visitor, at: "/")
        try await first.sync()
        try await second.sync()
        #expect(visitor.cookie == cookie)
        try await first.click("count")
        var patch = try await second.sync()
        while patch.content == "[]" { patch = try await second.sync() }
        #expect(patch.refusals.isEmpty)
    }

    @Test(arguments: Transport.allCases, [Visitor.Client.browser, .curl, .script])
    func `A visitor who signs out gets the page that this navigates to, as a newcomer`(
        transport: Transport,
        client: Visitor.Client
    ) async throws {
        let visitor = Visitor(try site(isRunning: false, over: transport), with: client)
        try await visitor.post("/", "message=count")
        #expect(visitor.cookie != nil)
        try await visitor.post("/", "message=signOut")
        #expect(visitor.cookie == nil)
        switch client {
        case .browser:
            #expect(visitor.reply.status == 303)
            #expect(visitor.reply["Location"] == "/goodbye")
        case .curl: #expect(visitor.text.contains("/goodbye 0 since /goodbye"))
        case .script: #expect(visitor.reply.status == 200)
        }
    }

    @Test(arguments: Transport.allCases)
    func `With script, a visitor who signs out is navigated there too`(transport: Transport) async throws {
        let visitor = Visitor(try site(isRunning: false, over: transport), with: .browser)
        let page = try await TestPage(visitor, at: "/")
        try await page.click("count")
        let patch = try await page.click("signOut")
        #expect(patch.commands == [["push", "/goodbye"]])
        #expect(patch.content.contains("/goodbye 0 since /goodbye"))
        #expect(visitor.cookie == nil)
    }
}
