import Elmwood
import ElmwoodTestSupport
import Synchronization
import Testing

/// Views that read in unusual ways.
@Suite struct ReadingViewTests {
    /// A read whose value is its number.
    private struct Number: Read {
        var number: Int

        func value(from source: Void) async throws -> Int { number }
    }

    /// A program whose view is a function.
    private struct Reader: Program {
        struct Model: Codable, Equatable, Sendable { var count = 0 }

        enum Message: Codable, Equatable, Sendable { case count }

        let content: @Sendable (Model, Page) throws -> Html<Message>

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            model.count += 1
            return .none
        }

        func view(_ model: Model, on page: Page) throws -> Document<Message> {
            let content = try content(model, page)
            return Document("Page") {
                content
                button("Count", .count)
            }
        }
    }

    private func site(_ content: @escaping @Sendable (Reader.Model, Page) throws -> Html<Reader.Message>) throws
        -> TestSite
    {
        var site = Site()
        site.mount(Reader(content: content), at: "/")
        return try TestSite(site, over: .inProcess)
    }

    @Test func `A view that ignores that a value is missing is rendered again with it`() async throws {
        let site = try site { _, page in
            let number = try? page.read(Number(number: 7))
            return p { "It is \(number.map { "\($0)" } ?? "unknown")." }
        }
        #expect(try await site.send("GET", "/").text.contains("It is 7."))
    }

    @Test func `Values that depend on others, and values side by side, are read`() async throws {
        let site = try site { _, page in
            let first = try page.read(Number(number: 1))
            let (second, third) = try page.read(Number(number: first + 1), Number(number: first + 2), from: ())
            return p { "\(first) \(second) \(third)" }
        }
        #expect(try await site.send("GET", "/").text.contains("1 2 3"))
    }

    @Test func `A page that reads more than a hundred values is refused`() async throws {
        let site = try site { _, page in
            for number in 1...200 { _ = try page.read(Number(number: number)) }
            return p { "all" }
        }
        #expect(try await site.send("GET", "/").status == 500)
        let bounded = try self.site { _, page in
            for number in 1...100 { _ = try page.read(Number(number: number)) }
            return p { "all" }
        }
        #expect(try await bounded.send("GET", "/").text.contains("all"))
    }

    @Test func `A lazy part that reads is built again when the value has changed, and else is not`() async throws {
        let shelf = Shelf([1: "Dune"])
        let builds = BuildCount()
        let site = try site { model, page in
            let part: Html<Reader.Message> = try lazy("same") {
                let _ = builds.add()
                let title = try page.read(BookShelf.Title(number: 1), from: shelf)
                p { title ?? "" }
            }
            return div {
                p { "\(model.count)" }
                part
            }
        }
        let visitor = Visitor(site, with: .browser)
        let page = try await TestPage(visitor, at: "/")
        try await page.click("count")
        let before = builds.count
        try await page.click("count")
        #expect(page.patch.content.contains("\"2\""))
        #expect(builds.count == before)
        shelf.put("Emma", at: 1)
        site.registry.reads.changed("book/1")
        await eventually("the page shows the change") {
            _ = try? await page.sync()
            return page.patch.content.contains("Emma")
        }
        #expect(builds.count == before + 1)
    }
}

/// Counts, on any thread.
private final class BuildCount: Sendable {
    private let state = Mutex(0)

    var count: Int { state.withLock { $0 } }

    func add() { state.withLock { $0 += 1 } }
}
