import Elmwood
import ElmwoodTestSupport
import Testing

/// What the panel says of the open pages: their faults of accessibility, and the patches that they have received.
@Suite struct HistoryPanelPagesTests {
    private let shelf = Shelf([1: "Dune", 2: "Emma"])
    private let panel = "/elmwood/history"

    private func site(_ transport: Transport = .inProcess) throws -> TestSite {
        var site = Site()
        site.sessionLimits.effectWait = .seconds(50)
        site.mount(BookShelf(shelf: shelf), at: "/")
        return try TestSite(site, over: transport) { $0.history = true }
    }

    @Test(arguments: Transport.allCases)
    func `The faults of the page at the shown moment are listed`(transport: Transport) async throws {
        let visitor = Visitor.returning(to: try site(transport))
        let page = try await TestPage(visitor, at: "/")
        try await page.click("touch")
        try await visitor.get(panel)
        #expect(visitor.text.contains("<summary>1 fault of accessibility</summary>"), "\(visitor.text)")
        #expect(
            visitor.text.contains(
                "The page has no “main”, to which one could go directly. <small>WCAG 2.4.1 Bypass Blocks</small>"
            )
        )
    }

    @Test func `A page without faults has none, and without an open page none is checked`() async throws {
        var site = Site()
        site.mount(Faultless(), at: "/")
        let visitor = Visitor.returning(to: try TestSite(site, over: .inProcess) { $0.history = true })
        try await visitor.get("/")
        try await visitor.click("turn", at: "/")
        try await visitor.get(panel)
        #expect(visitor.text.contains("No page is open with script"))
        let page = try await TestPage(visitor, at: "/")
        try await page.click("turn")
        try await visitor.get(panel)
        #expect(visitor.text.contains("No faults of accessibility."))
        #expect(!visitor.text.contains("fault of accessibility"))
    }

    @Test(arguments: Transport.allCases)
    func `The last patches are listed, with the message or the read that has caused each`(
        transport: Transport
    ) async throws {
        let site = try site(transport)
        let visitor = Visitor.returning(to: site)
        let page = try await TestPage(visitor, at: "/")
        try await page.click("touch")
        // The answer may arrive before it is noted what it was.
        await eventually("the patch is listed") {
            _ = try? await visitor.get(panel)
            return visitor.text.contains("<summary>Last patches: 1, ")
        }
        #expect(visitor.text.contains("<code>turn 1: touch</code>"))
        #expect(visitor.text.contains(#/<span class="cost">[0-9]+ bytes, [0-9.]+ ms\. / at [0-9:]{8}</span>/#))

        shelf.put("Dune Messiah", at: 1)
        site.registry.reads.changed("book/1")
        await eventually("the page shows the change") {
            _ = try? await page.sync()
            return page.patch.content.contains("Dune Messiah")
        }
        await eventually("the change is listed") {
            _ = try? await visitor.get(panel)
            return visitor.text.contains("<code>changed: Title(number: 1)</code>")
        }
        #expect(visitor.text.contains("<code>turn 1: touch</code>"))
    }

    @Test func `Ten patches are kept, the newest first`() async throws {
        let visitor = Visitor.returning(to: try site())
        let page = try await TestPage(visitor, at: "/")
        for _ in 0..<12 { try await page.click("touch") }
        try await visitor.get(panel)
        let listed = visitor.text.matches(of: /<code>turn ([0-9]+): touch<\/code>/).compactMap { Int($0.1) }
        #expect(listed == (3...12).reversed())
    }

    @Test func `A moment that is shown is named as the cause`() async throws {
        let visitor = Visitor.returning(to: try site())
        let page = try await TestPage(visitor, at: "/")
        for _ in 0..<3 { try await page.click("touch") }
        try await visitor.get(panel)
        try await visitor.click("step(back)", at: panel)
        try await page.sync()
        try await visitor.get(panel)
        #expect(visitor.text.contains("<code>the moment after turn 2</code>"), "\(visitor.text)")
    }

    @Test func `The panel itself has no faults`() async throws {
        let visitor = Visitor.returning(to: try site())
        let page = try await TestPage(visitor, at: "/")
        try await page.click("touch")
        for address in [panel, panel + "?foot"] {
            try await visitor.get(address)
            #expect(visitor.text.contains("<h1"))
            #expect(visitor.text.ranges(of: "<main").count == 1)
        }
    }
}

/// A page that everybody can use.
private struct Faultless: Program {
    struct Model: Codable, Equatable, Sendable { var turns = 0 }
    enum Message: Codable, Equatable, Sendable { case turn }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        model.turns += 1
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Turns") {
            main {
                h1 { "Turns: \(model.turns)" }
                button("Turn", .turn)
            }
        }
    }
}
