import Elmwood
import Testing

@testable import ElmwoodExamplePrograms

/// The search, for a browser without script, curl and a live page.
@Suite struct SearchTests {
    private func visitor(over transport: Transport) throws -> Visitor {
        var site = Site()
        site.mount(Search(), at: "/search")
        return Visitor(try TestSite(site, over: transport))
    }

    private func results(_ visitor: Visitor) -> [String] {
        visitor.text.matches(of: /<li data-key="([^"]*)">/).map { String($0.1) }
    }

    @Test func `There are thousands of names without duplicates`() {
        #expect(Set(Search().names).count == 4_096)
    }

    @Test(arguments: Transport.allCases)
    func `Names that begin with the text come first, and matches are marked`(transport: Transport) async throws {
        let visitor = try visitor(over: transport)
        try await visitor.get("/search?q=stone")
        #expect(results(visitor).count == Search.listed)
        #expect(visitor.text.contains("Alder<mark>stone</mark></li>"))
        #expect(visitor.text.contains("64 villages, of which these are the first 50."))
        try await visitor.get("/search?q=%20ELMW%20")
        #expect(results(visitor) == ["Elmward", "Elmwick", "Elmwood", "Elmworth"])
        #expect(visitor.text.contains("<mark>Elmw</mark>ood"))
        #expect(visitor.text.contains("value=\" ELMW \""))
        try await visitor.get("/search?q=brook")
        #expect(results(visitor).first == "Brookbank")
        #expect(results(visitor).contains("Brookbrook"))
        #expect(visitor.cookie == nil)
    }

    @Test(arguments: Transport.allCases)
    func `Nonsense finds nothing, and an empty query searches nothing`(transport: Transport) async throws {
        let visitor = try visitor(over: transport)
        for query in ["zzz", "elm%20wood", "%01", "%FF", "%C3%89lm", "%3Cb%3E", String(repeating: "a", count: 5_000)] {
            try await visitor.get("/search?q=\(query)")
            #expect(visitor.reply.status == 200)
            #expect(visitor.text.contains("No village is called that."), "\(query)")
            #expect(!visitor.text.contains("<b>"))
        }
        for address in ["/search", "/search?q=", "/search?q=%20", "/search/?other=elm"] {
            try await visitor.get(address)
            #expect(visitor.text.contains("There are 4096 villages"), "\(address)")
        }
    }

    @Test(arguments: Transport.allCases)
    func `A live page replaces its address with that of the typed query`(transport: Transport) async throws {
        let visitor = try visitor(over: transport)
        let page = try await TestPage(visitor, at: "/search")
        try await page.act(("input 1 q", [("q", "elmw")]))
        #expect(page.patch.content.contains("Elm") && page.patch.content.contains("ood"))
        #expect(page.patch.commands == [["replace", "/search?q=elmw"]])
        try await page.act(("input 1 q", [("q", "é & ü=1#?/")]))
        #expect(page.patch.commands == [["replace", "/search?q=%C3%A9+%26+%C3%BC%3D1%23%3F%2F"]])
        #expect(page.patch.content.contains("No village is called that."))
        try await page.act(("input 1 q", [("q", "")]))
        #expect(page.patch.commands == [["replace", "/search"]])
        // The field enforces its maxlength, whatever a client sends.
        try await page.act(("input 1 q", [("q", String(repeating: "a", count: 41))]))
        #expect(page.patch.problems?.count == 1)
    }
}
