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

    /// A read whose value is its source.
    private struct Echo: Read {
        func value(from source: String) async throws -> String { source }
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

    @Test(arguments: [2, 3]) func `Values that are read side by side have all begun before one of them ends`(
        count: Int
    ) async throws {
        let shelf = Shelf([1: "Dune", 2: "Emma", 3: "Ulysses"])
        let site = try site { _, page in
            let (first, second, third) = (
                BookShelf.Title(number: 1), BookShelf.Title(number: 2), BookShelf.Title(number: 3)
            )
            if count == 2 {
                let titles = try page.read(first, second, from: shelf)
                return p { "\(titles.0 ?? ""), \(titles.1 ?? "")" }
            }
            let titles = try page.read(first, second, third, from: shelf)
            return p { "\(titles.0 ?? ""), \(titles.1 ?? ""), \(titles.2 ?? "")" }
        }
        shelf.hold()
        async let answer = site.send("GET", "/")
        await eventually("all are read") { shelf.waiting == count }
        shelf.release()
        #expect(try await answer.text.contains(count == 2 ? "Dune, Emma" : "Dune, Emma, Ulysses"))
        #expect(shelf.reads == count)
    }

    @Test func `Sources that are not equal have values of their own`() async throws {
        let site = try site { _, page in
            let (first, second) = (try page.read(Echo(), from: "first"), try page.read(Echo(), from: "second"))
            let again = try page.read(Echo(), from: "first")
            return p { "\(first) \(second) \(again)" }
        }
        #expect(try await site.send("GET", "/").text.contains("first second first"))
    }

    @Test func `A value that cannot be read is shown as failed, and an open page shows it when it can be`() async throws
    {
        let shelf = Shelf([1: "Dune"])
        let site = try site { _, page in
            switch page.reading(BookShelf.PageCount(number: 1), from: shelf) {
            case .loading: p { "Counting" }
            case .value(let count): p { "\(count) pages" }
            case .failed(let error): p { "\(error)" }
            }
        }
        shelf.fail(true)
        let visitor = Visitor(site, with: .browser)
        let page = try await TestPage(visitor, at: "/")
        #expect(visitor.reply.status == 200)
        #expect(visitor.text.contains("ShelfIsLocked()"))
        try await page.click("count")
        shelf.fail(false)
        await eventually("the page shows the value") {
            _ = try? await page.sync()
            return page.patch.content.contains("4 pages")
        }
    }

    @Test func `A test that calls a view gives it the values that it reads`() throws {
        let shelf = Shelf([:])
        let program = BookShelf(shelf: shelf, showsPages: true)
        let (title, pages) = (BookShelf.Title(number: 1), BookShelf.PageCount(number: 1))
        let page = Page().giving("Dune", for: title, from: shelf).giving(4, for: pages, from: shelf)
        #expect(try page.read(title, from: shelf) == "Dune")
        #expect(page.reading(pages, from: shelf).value == 4)
        #expect(try page.giving(8, for: Number(number: 7)).read(Number(number: 7)) == 8)
        _ = try program.view(BookShelf.Model(), on: page)
        let error = #expect(throws: (any Error).self) { try program.view(BookShelf.Model(number: 2), on: page) }
        #expect(error.map { "\($0)".hasPrefix("Title(number: 2) has not been read.") } ?? false)
        #expect(shelf.reads == 0)
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
