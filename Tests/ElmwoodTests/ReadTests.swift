import Elmwood
import ElmwoodTestSupport
import Testing

/// Pages whose views read from outside of the model.
@Suite struct ReadTests {
    private let shelf = Shelf([1: "Dune", 2: "Emma", 3: "Ulysses"])

    private func site(showsPages: Bool = false, over transport: Transport = .inProcess) throws -> TestSite {
        var site = Site()
        site.mount(BookShelf(shelf: shelf, showsPages: showsPages), at: "/")
        // Answers show what their effects have changed, however busy the machine is.
        site.sessionLimits.effectWait = .seconds(30)
        return try TestSite(site, over: transport)
    }

    @Test(arguments: Transport.allCases, [Visitor.Client.browser, .curl, .script])
    func `A page shows what its view reads, and its visitor gets no session`(
        transport: Transport,
        client: Visitor.Client
    ) async throws {
        let visitor = Visitor(try site(over: transport), with: client)
        let reply = try await visitor.get("/")
        #expect(reply.status == 200)
        #expect(visitor.text.contains(client == .script ? "rename" : "<h1>Dune</h1>"))
        // A browser's page will connect, to be told of changes.
        #expect((visitor.cookie != nil) == (client == .browser))
        #expect(visitor.text.contains("data-connect") == (client != .script))
        #expect(visitor.site.registry.count == 0)
        #expect(shelf.reads == 1)
        try await visitor.get("/?book=3")
        if client != .script { #expect(visitor.text.contains("<h1>Ulysses</h1>")) }
    }

    @Test(arguments: Transport.allCases)
    func `A view decides what a missing value means, and a read that fails is an error of the server`(
        transport: Transport
    ) async throws {
        let visitor = Visitor(try site(over: transport))
        #expect(try await visitor.get("/?book=7").status == 404)
        shelf.fail(true)
        #expect(try await visitor.get("/").status == 500)
        #expect(try await visitor.post("/", "message=touch").status == 500)
        shelf.fail(false)
        #expect(try await visitor.post("/", "message=touch").status == 200)
        #expect(visitor.text.contains("<output>100</output>"))
    }

    @Test(arguments: Transport.allCases)
    func `A post is checked against what is there now`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport))
        try await visitor.get("/")
        let offer = #"message=rename("Dune, renamed")"#
        shelf.put("Dune Messiah", at: 1)
        #expect(try await visitor.post("/", offer).status == 409)
        #expect(visitor.cookie == nil)
        #expect(try await visitor.post("/", #"message=rename("Dune Messiah, renamed")"#).status == 200)
        // The answer shows what the post's effect has changed.
        #expect(visitor.text.contains("<h1>Dune Messiah, renamed</h1>"))
        #expect(visitor.text.contains("<output>1</output>"))
    }

    @Test(arguments: Transport.allCases)
    func `A post that leads to another value shows that one`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport))
        #expect(try await visitor.post("/", "message=show(2)").status == 200)
        #expect(visitor.text.contains("<h1>Emma</h1>"))
        // The turn is applied even if the answer finds nothing to show.
        shelf.put(nil, at: 3)
        #expect(try await visitor.post("/", "message=show(3)").status == 404)
        #expect(try await visitor.get("/").status == 404)
        shelf.put("Ulysses", at: 3)
        try await visitor.get("/")
        #expect(visitor.text.contains("<h1>Ulysses</h1>"))
    }

    @Test func `Requests that arrive during a read share the next one, so none shows what is older than itself`()
        async throws
    {
        let site = try site()
        shelf.hold()
        async let first = Visitor(site).get("/")
        await eventually("it is read") { shelf.waiting == 1 }
        let others = (0..<10).map { _ in Task { try await site.send("GET", "/").text } }
        let registry = site.registry
        await eventually("the others wait") {
            registry.reads.waiters(behind: BookShelf.Title(number: 1), from: shelf) == 10
        }
        #expect(shelf.reads == 1)
        shelf.put("Dune Messiah", at: 1)
        shelf.release()
        #expect(try await first.status == 200)
        for other in others { #expect(try await other.value.contains("<h1>Dune Messiah</h1>")) }
        #expect(shelf.reads == 2)
        #expect(registry.reads.count == 0)
    }

    @Test func `While a page is open its value is kept, and is read again when its topic has changed`() async throws {
        let site = try site()
        let visitor = Visitor(site, with: .browser)
        let page = try await TestPage(visitor, at: "/")
        try await page.click("touch")
        #expect(page.patch.content.contains("\"100\""))
        let reads = shelf.reads
        let other = Visitor(site)
        for _ in 0..<5 { try await other.get("/") }
        #expect(shelf.reads == reads)
        shelf.put("Dune Messiah", at: 1)
        try await other.get("/")
        #expect(other.text.contains("<h1>Dune</h1>"))
        try await other.post("/", "message=changed")
        #expect(other.text.contains("<h1>Dune Messiah</h1>"))
        await eventually("the page shows the change") {
            _ = try? await page.sync()
            return page.patch.content.contains("Dune Messiah")
        }
        // Once for the page and, if that had begun, once more for the answer.
        #expect(shelf.reads <= reads + 2)
    }

    @Test func `Many open pages that show a value lead to one read when its topic has changed`() async throws {
        let site = try site()
        var pages: [TestPage] = []
        for _ in 0..<20 {
            let page = try await TestPage(Visitor(site, with: .browser), at: "/")
            try await page.click("touch")
            pages.append(page)
        }
        let reads = shelf.reads
        shelf.put("Dune Messiah", at: 1)
        site.registry.reads.changed("book/1")
        for page in pages {
            await eventually("the page shows the change") {
                _ = try? await page.sync()
                return page.patch.content.contains("Dune Messiah")
            }
        }
        #expect(shelf.reads == reads + 1)
        #expect(site.registry.reads.count == 1)
    }

    @Test func `A broadcast on a topic says that its values have changed`() async throws {
        let site = try site()
        let page = try await TestPage(Visitor(site, with: .browser), at: "/")
        try await page.click("touch")
        shelf.put("Dune Messiah", at: 1)
        let other = Visitor(site)
        try await other.post("/", "message=announce")
        #expect(other.text.contains("<h1>Dune Messiah</h1>"))
        await eventually("the page shows the change") {
            _ = try? await page.sync()
            return page.patch.content.contains("Dune Messiah")
        }
        // The same from outside of the programs.
        shelf.put("Children of Dune", at: 1)
        site.registry.broadcast("a new edition", on: "book/1")
        await eventually("the page shows the next change") {
            _ = try? await page.sync()
            return page.patch.content.contains("Children of Dune")
        }
    }

    @Test func `A value that is kept from one source is not shown from another`() async throws {
        var site = Site()
        site.mount(BookShelf(shelf: shelf), at: "/")
        site.mount(BookShelf(shelf: Shelf([1: "Effi Briest"])), at: "/german")
        let started = try TestSite(site, over: .inProcess)
        let page = try await TestPage(Visitor(started, with: .browser), at: "/")
        try await page.click("touch")
        #expect(started.registry.reads.count == 1)
        let reads = shelf.reads
        #expect(try await started.send("GET", "/german").text.contains("<h1>Effi Briest</h1>"))
        #expect(try await started.send("GET", "/").text.contains("<h1>Dune</h1>"))
        #expect(shelf.reads == reads)
    }

    @Test func `An open page waits for the value that its action leads to, and keeps it`() async throws {
        let site = try site()
        let visitor = Visitor(site, with: .browser)
        let page = try await TestPage(visitor, at: "/")
        try await page.click("show(2)")
        #expect(page.patch.content.contains("Emma"))
        #expect(!page.patch.isWhole)
        // What the page showed before is not kept any more.
        #expect(site.registry.reads.count == 1)
        try await page.click("show(3)", #"rename("Emma, renamed")"#)
        // The second action was not offered any more when its turn came.
        #expect(page.patch.refusals == [3: 409])
        #expect(page.patch.content.contains("Ulysses"))
    }

    @Test func `A value that is still being read is shown when it is there, and a page without script waits for it`()
        async throws
    {
        let site = try site(showsPages: true)
        try await Visitor(site).get("/")
        let visitor = Visitor(site, with: .browser)
        let page = try await TestPage(visitor, at: "/")
        #expect(visitor.text.contains("4 pages"))
        try await page.click("touch")
        shelf.put("Persuasion", at: 2)
        shelf.hold(.pages)
        try await page.click("show(2)")
        #expect(page.patch.content.contains("Persuasion"))
        #expect(page.patch.content.contains("Counting"))
        await eventually("the pages are counted") { shelf.waiting == 1 }
        try await page.sync()
        shelf.release()
        await eventually("the page shows the number") {
            _ = try? await page.sync()
            return page.patch.content.contains("10 pages")
        }
    }
}
