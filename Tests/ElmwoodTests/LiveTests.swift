import Elmwood
import ElmwoodTestSupport
import Testing

@testable import ElmwoodExamplePrograms

/// The requests of a live page's script and their answers.
@Suite struct LiveTests {
    private func site(_ transport: Transport = .inProcess) throws -> TestSite {
        var site = Site()
        site.mount(Counter(slowness: .zero), at: "/counter")
        site.mount(Search(), at: "/search")
        site.mount(TodoMVC(), at: "/todomvc")
        return try TestSite(site, over: transport)
    }

    @Test(arguments: Transport.allCases)
    func `A page names its script and the program's base, and the script is served compressed too`(transport: Transport)
        async throws
    {
        let visitor = Visitor(try site(transport), with: .browser)
        try await visitor.get("/counter")
        let tag = try #require(visitor.text.firstMatch(of: /<script data-elmwood src="(\/elmwood\/[^"]+\.js)" defer/))
        #expect(visitor.text.contains("data-base=\"/counter\""))
        let script = try await visitor.get(String(tag.1))
        #expect(script["Content-Type"] == "text/javascript; charset=utf-8")
        #expect(script["Cache-Control"] == "public, max-age=31536000, immutable")
        #expect(script["Content-Encoding"] == nil)
        let gzipped = try await visitor.get(String(tag.1), headers: [(name: "Accept-Encoding", value: "gzip, br")])
        #expect(gzipped["Content-Encoding"] == "gzip")
        #expect(gzipped.body.starts(with: [0x1f, 0x8b]))
    }

    @Test(arguments: Transport.allCases)
    func `A click is answered with the changes, in few bytes`(transport: Transport) async throws {
        let visitor = Visitor(try site(transport))
        let page = try await TestPage(visitor, at: "/counter")
        let shown = page.revision
        // The first answer contains more: that no stream is needed, and no events are watched.
        try await page.click("increment")
        #expect(page.patch.from == shown)
        #expect(page.patch.sequence == 1)
        #expect(visitor.reply["Content-Type"] == "application/vnd.elmwood+json")
        #expect(visitor.reply["Cache-Control"] == "no-store")
        try await page.click("increment")
        try await page.click("increment")
        #expect(page.patch.content.contains("\"3\""))
        // Two things change: the number, and the value of the field that shows it too.
        #expect(page.patch.size <= 64, "\(visitor.text)")
        #expect(page.patch.more.isEmpty)
    }

    @Test func `Repeated events are not applied again, and the page gets the current revision`() async throws {
        let visitor = Visitor(try site())
        let page = try await TestPage(visitor, at: "/counter")
        try await page.click("increment")
        let shown = page.revision
        try await page.click("increment", "increment")
        let right = page.revision
        let again = try await page.repeat(showing: shown)
        #expect(again.to == right)
        #expect(again.sequence == 3)
        try await visitor.get("/counter")
        #expect(visitor.text.contains(">3</output>"))
    }

    @Test func `Each event is checked separately: a refused event does not prevent later ones`() async throws {
        let visitor = Visitor(try site())
        let page = try await TestPage(visitor, at: "/counter")
        // Reset is disabled at 0, and offered once the count is 1.
        try await page.click("reset", "increment", "reset", "increment", "completed(5)")
        #expect(page.patch.refusals == [1: 409, 5: 409])
        #expect(page.patch.sequence == 5)
        #expect(page.patch.content.contains("\"1\""))
    }

    @Test func `A page that only synchronizes gets no session`() async throws {
        let visitor = Visitor(try site())
        let page = try await TestPage(visitor, at: "/search")
        try await page.sync()
        #expect(!page.patch.isWhole)
        #expect(page.patch.more["s"] as? Int == 0)
        #expect(visitor.cookie == nil)
    }

    @Test func `A page with an unknown revision gets the whole page`() async throws {
        let visitor = Visitor(try site())
        let page = try await TestPage(visitor, at: "/counter")
        try await page.sync(at: nil, [(name: "Elmwood-Revision", value: "AAAAAAAA")])
        let other = try await TestPage(visitor, at: "/counter")
        try await page.click("increment")
        try await other.click("increment")
        // The first page shows 1, and the model is at 2: the revision that the first page shows is unknown.
        #expect(other.patch.isWhole)
        #expect(other.patch.content.hasPrefix("<!DOCTYPE html>"))
        #expect(other.patch.content.contains(">2</output>"))
        #expect(other.patch.more["b"] as? String == "/counter")
    }

    @Test func `A page has the same revision after a restart of the server`() async throws {
        let visitor = Visitor(try site())
        let page = try await TestPage(visitor, at: "/counter")
        let after = Visitor(try site())
        let same = try await TestPage(after, at: "/counter")
        #expect(same.revision == page.revision)
    }

    @Test func `The problem of an invalid field is reported until the field is valid`() async throws {
        let visitor = Visitor(try site())
        let page = try await TestPage(visitor, at: "/counter")
        try await page.act(("change 1 count", [("count", "1.5")]))
        #expect(page.patch.problems?.count == 1)
        #expect(page.patch.sequence == 1)
        try await page.click("increment")
        #expect(page.patch.problems == [])
        try await page.act(("change 1 count", [("count", "")]))
        #expect(page.patch.problems?.count == 1)
        try await page.act(("change 1 count", [("count", "7")]))
        #expect(page.patch.problems == [])
        #expect(page.patch.content.contains("\"7\""))
    }

    @Test func `A typed form is decoded, and a link changes the page's address`() async throws {
        let visitor = Visitor(try site())
        let page = try await TestPage(visitor, at: "/todomvc")
        try await page.sync()
        try await page.act(
            ("submit 1 new-todo", [("title", "Milk")]),
            ("submit 1 new-todo", [("title", "Bread & butter")])
        )
        #expect(page.patch.refusals.isEmpty)
        #expect(page.patch.content.contains("Bread & butter"))
        try await page.act(("change 1 toggle-1", [("toggle-1", "on")]))
        try await page.sync(at: "/todomvc/active")
        #expect(!page.patch.isWhole)
        try await page.sync(at: "/todomvc/completed")
        #expect(page.patch.content.contains("Milk"))
        // An event from an address that the page has left leaves the page where it is.
        try await page.click("remove(id:1)")
        #expect(!page.patch.isWhole)
        #expect(page.patch.refusals.isEmpty)
    }

    @Test func `The address of another program, or of none, is loaded by the browser`() async throws {
        let visitor = Visitor(try site())
        let page = try await TestPage(visitor, at: "/todomvc")
        try await page.sync(at: "/counter?a=b", [(name: "Elmwood-Base", value: "/todomvc")])
        #expect(page.patch.isReload)
        try await page.sync(at: "/todomvc/nowhere")
        #expect(page.patch.isReload)
        #expect(visitor.reply["Cache-Control"] == "no-store")
    }

    @Test func `Malformed requests, and requests from another site, are refused`() async throws {
        let visitor = Visitor(try site())
        let type = "application/vnd.elmwood+json"
        try await visitor.send("GET", "/counter", headers: [], accepting: type)
        #expect(visitor.reply.status == 400)
        // The page can show this text.
        #expect(visitor.text.hasPrefix(#"[0,0,0,0,{"e":[[0,400,"A live page names itself"#), "\(visitor.text)")
        let page = [(name: "Elmwood-Page", value: "aaaaaaaaaaaaaaaaaaaaaa")]
        try await visitor.send("POST", "/counter", headers: page, body: "message=increment", accepting: type)
        #expect(visitor.reply.status == 400)
        let elsewhere = page + [(name: "Sec-Fetch-Site", value: "cross-site")]
        try await visitor.send("GET", "/counter", headers: elsewhere, accepting: type)
        #expect(visitor.reply.status == 403)
        try await visitor.send("GET", "/counter", headers: elsewhere, accepting: "text/event-stream")
        #expect(visitor.reply.status == 403)
    }
}
