import ElmwoodHTTPServer
import ElmwoodTestSupport
import FoundationEssentials
import Synchronization
import Testing

@testable import Elmwood

/// A program whose page is as large as its model or its address says.
private struct Growing: Program {
    struct Model: Codable, Equatable, Sendable { var size = 1 }

    enum Message: Codable, Equatable, Sendable { case grow(to: Int), growLater(to: Int) }

    enum Effect: Codable, Equatable, Sendable { case grow(to: Int) }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .grow(let size): model.size = size
        case .growLater(let size): return .effect(.grow(to: size))
        }
        return .none
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        switch effect {
        case .grow(let size): send(.grow(to: size))
        }
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        let size = page.path == "/large" ? 50_000 : model.size
        return Document("Growing") {
            p { String(repeating: "x", count: size) }
            button("Grow", .grow(to: 50_000))
            button("Grow a little", .grow(to: 9_000))
            button("Shrink", .grow(to: 2))
            button("Grow later", .growLater(to: 50_000))
        }
    }

    func view(_ error: any Error, on page: Page) -> Document<Message>? { Document("Error") { "An error" } }
}

/// Pages that are larger than the site permits.
@Suite struct PageSizeTests {
    /// The lines of the log.
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])

        func add(_ entry: LogEntry) {
            lines.withLock { $0.append(String(decoding: entry.line(.logfmt, at: Date()), as: UTF8.self)) }
        }

        func contains(_ text: String) -> Bool { lines.withLock { $0.contains { $0.contains(text) } } }
    }

    private let lines = Lines()

    private func visitor() throws -> Visitor {
        var site = Site()
        site.sessionLimits.pageSize = 10_000
        site.mount(Growing(), at: "/growing")
        let log = Log(level: .info) { [lines] (entry: LogEntry) in lines.add(entry) }
        return Visitor(try TestSite(site, over: .inProcess, log: log))
    }

    @Test func `A request for a page that is too large is answered with 507, and logged with its address and its size`()
        async throws
    {
        let visitor = try visitor()
        try await visitor.get("/growing/large")
        #expect(visitor.reply.status == 507)
        #expect(visitor.text.contains("too large"))
        #expect(lines.contains("/growing/large has 5") && lines.contains("bytes, more than the 10000"))
        try await visitor.get("/growing")
        #expect(visitor.reply.status == 200)
    }

    @Test func `A post whose page would be too large changes nothing`() async throws {
        let visitor = try visitor()
        try await visitor.post("/growing", "message=grow(to:9000)")
        try await visitor.post("/growing", "message=grow(to:50000)")
        #expect(visitor.reply.status == 507)
        try await visitor.get("/growing")
        #expect(visitor.reply.status == 200)
        #expect(visitor.text.contains(String(repeating: "x", count: 9_000)))
        try await visitor.post("/growing", "message=grow(to:2)")
        try await visitor.get("/growing")
        #expect(visitor.text.contains("<p>xx</p>"))
    }

    @Test func `An action on an open page whose page would be too large is refused, and the page stays`() async throws {
        let page = try await TestPage(visitor(), at: "/growing")
        let revision = page.revision
        let patch = try await page.click("grow(to:50000)")
        let refused = try #require((patch.more["e"] as? [[Any]])?.first)
        #expect(refused[1] as? Int == 507)
        #expect(page.revision == revision)
        #expect(try await page.click("grow(to:2)").more["e"] == nil)
        #expect(page.revision != revision)
    }

    @Test func `An open page that has become too large loads its address, which answers with 507`() async throws {
        let visitor = try visitor()
        let page = try await TestPage(visitor, at: "/growing")
        // The message of an effect is checked against no page.
        try await page.click("growLater(to:50000)")
        await eventually("the page is loaded again") {
            _ = try? await page.sync()
            return visitor.text == "0"
        }
        try await visitor.get("/growing")
        #expect(visitor.reply.status == 507)
    }
}
