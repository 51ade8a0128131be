import Elmwood
import Testing

/// What a history records of the values that pages have read.
@Suite struct HistoryReadTests {
    private let shelf = Shelf([1: "Dune", 2: "Emma"])
    private let panel = "/elmwood/history"

    private func site(_ transport: Transport) throws -> TestSite {
        var site = Site()
        site.sessionLimits.effectWait = .seconds(50)
        site.mount(BookShelf(shelf: shelf), at: "/")
        return try TestSite(site, over: transport) { $0.history = true }
    }

    /// Three turns, between which the shelf changes.
    private func history(of visitor: Visitor) async throws {
        try await visitor.get("/")
        try await visitor.click("touch", at: "/")
        shelf.put("Dune Messiah", at: 1)
        try await visitor.click("changed", at: "/")
        try await visitor.click("show(2)", at: "/")
        #expect(visitor.text.contains("<h1>Emma</h1>"))
        try await visitor.get(panel)
    }

    @Test(arguments: Transport.allCases)
    func `A moment shows what its pages read then, and the panel lists it`(transport: Transport) async throws {
        let visitor = Visitor.returning(to: try site(transport))
        try await history(of: visitor)
        #expect(visitor.text.contains("<summary><code>Title(number: 2)</code></summary>"))
        #expect(visitor.text.contains("<pre><code>&quot;Emma&quot;</code></pre>"))
        #expect(!visitor.text.contains("Title(number: 1)"))
        try await visitor.click("step(back)", at: panel)
        #expect(visitor.text.contains("<summary><code>Title(number: 1)</code></summary>"))
        #expect(visitor.text.contains("<pre><code>&quot;Dune Messiah&quot;</code></pre>"))
        shelf.put("Children of Dune", at: 1)
        let reads = shelf.reads
        try await visitor.get("/")
        #expect(visitor.text.contains("<h1>Dune Messiah</h1>"))
        try await visitor.click("step(back)", at: panel)
        try await visitor.get("/")
        #expect(visitor.text.contains("<h1>Dune</h1>"))
        #expect(shelf.reads == reads)
        // What was not read then is read now.
        try await visitor.get("/?book=2")
        #expect(visitor.text.contains("<h1>Emma</h1>"))
    }

    @Test(arguments: Transport.allCases)
    func `A session that resumes reads what is there now, and that is recorded`(transport: Transport) async throws {
        let visitor = Visitor.returning(to: try site(transport))
        try await history(of: visitor)
        try await visitor.click("step(first)", at: panel)
        shelf.put("Children of Dune", at: 1)
        try await visitor.click("resume", at: panel)
        try await visitor.get("/")
        #expect(visitor.text.contains("<h1>Children of Dune</h1>"))
        try await visitor.get(panel)
        #expect(visitor.text.contains("&quot;Children of Dune&quot;"))
        #expect(!visitor.text.contains("&quot;Dune&quot;"))
    }

    @Test func `An exported history contains what was read, and shows it to whom it is imported by`() async throws {
        let site = try site(.socket)
        let ada = Visitor.returning(to: site)
        try await history(of: ada)
        try await ada.post(panel, "message=export")
        try await ada.get(ada.reply["Location"] ?? "")
        let json = ada.text
        #expect(json.contains(#""name" : "Title(number: 1)""#))
        #expect(json.ranges(of: #""Emma""#).count == 1)

        shelf.put("Children of Dune", at: 1)
        let bob = Visitor.returning(to: site)
        try await bob.get(panel)
        try await bob.attach(json, to: panel)
        #expect(bob.text.contains("Imported: 3 turns."), "\(bob.text)")
        try await bob.click("step(back)", at: panel)
        #expect(bob.text.contains("&quot;Dune Messiah&quot;"))
        try await bob.get("/")
        #expect(bob.text.contains("<h1>Dune Messiah</h1>"))
    }
}
