import Elmwood
import Synchronization
import Testing

/// Pages whose values are kept, since open pages show them: they are rendered once.
@Suite struct KeptReadTests {
    private let shelf = Shelf([1: "Dune", 2: "Emma"])
    private let views = Views()

    /// A program that counts its views. Its model says which book the page shows.
    private struct Shown: Program {
        struct Model: Codable, Equatable, Sendable { var number = 1 }

        enum Message: Codable, Equatable, Sendable { case show(Int) }

        let shelf: Shelf
        let views: Views

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            if case .show(let number) = message { model.number = number }
            return .none
        }

        func view(_ model: Model, on page: Page) throws -> Document<Message> {
            views.count.add(1, ordering: .relaxed)
            let number = Int(page.query["book"] ?? "") ?? model.number
            guard let title = try page.read(BookShelf.Title(number: number), from: shelf) else { throw NotFound() }
            return Document("Shelf") {
                h1 { title }
                button("Same", .show(number))
                button("Other", .show(3 - number))
            }
        }
    }

    private func site() throws -> TestSite {
        var site = Site()
        site.mount(Shown(shelf: shelf, views: views), at: "/")
        return try TestSite(site, over: .inProcess)
    }

    /// Returns how often the view was called for a request.
    private func views(of address: String, by visitor: Visitor, _ title: String) async throws -> Int {
        let before = views.count.load(ordering: .relaxed)
        try await visitor.get(address)
        #expect(visitor.text.contains("<h1>\(title)</h1>"))
        return views.count.load(ordering: .relaxed) - before
    }

    @Test func `A page whose values are kept is rendered once, and shows what has changed`() async throws {
        let site = try site()
        let visitor = Visitor(site)
        #expect(try await views(of: "/", by: visitor, "Dune") == 2)
        #expect(try await views(of: "/", by: visitor, "Dune") == 2)
        let page = try await TestPage(Visitor(site, with: .browser), at: "/")
        try await page.click("show(1)")
        let reads = shelf.reads
        #expect(try await views(of: "/", by: visitor, "Dune") == 2)
        #expect(try await views(of: "/", by: visitor, "Dune") == 1)
        #expect(shelf.reads == reads)
        shelf.put("Dune Messiah", at: 1)
        site.registry.reads.changed("book/1")
        _ = try await views(of: "/", by: visitor, "Dune Messiah")
    }

    @Test func `A page that reads something else than was expected shows that`() async throws {
        let site = try site()
        let page = try await TestPage(Visitor(site, with: .browser), at: "/")
        try await page.click("show(1)")
        let (ada, bob) = (Visitor(site), Visitor(site))
        for _ in 0..<2 { _ = try await views(of: "/", by: ada, "Dune") }
        try await bob.post("/", "message=show(2)")
        for _ in 0..<2 {
            #expect(try await views(of: "/", by: ada, "Dune") == 2)
            #expect(try await views(of: "/", by: ada, "Dune") == 1)
            #expect(try await views(of: "/", by: bob, "Emma") == 3)
            _ = try await views(of: "/?book=2", by: ada, "Emma")
        }
    }

    @Test func `A page is not shown a value that no page keeps any more`() async throws {
        let site = try site()
        let visitor = Visitor(site)
        do {
            let page = try await TestPage(Visitor(site, with: .browser), at: "/")
            try await page.click("show(1)")
            for _ in 0..<2 { _ = try await views(of: "/", by: visitor, "Dune") }
            try await page.click("show(2)")
        }
        shelf.put("Dune Messiah", at: 1)
        _ = try await views(of: "/", by: visitor, "Dune Messiah")
    }
}

private final class Views: Sendable {
    let count = Atomic(0)
}
