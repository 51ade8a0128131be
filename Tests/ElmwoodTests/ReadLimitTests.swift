import Elmwood
import ElmwoodTestSupport
import Testing

/// What reads may cost, and what happens if they fail.
@Suite struct ReadLimitTests {
    private let shelf = Shelf([1: "Dune", 2: "Emma", 3: "Ulysses"])

    private func site(_ change: (inout SessionLimits) -> Void = { _ in }) throws -> TestSite {
        var site = Site()
        site.mount(BookShelf(shelf: shelf), at: "/")
        change(&site.sessionLimits)
        return try TestSite(site, over: .inProcess)
    }

    @Test func `A read that takes too long is cancelled, its page is refused for now, and later ones succeed`()
        async throws
    {
        let visitor = Visitor(try site { $0.readTime = .milliseconds(20) }, with: .browser)
        shelf.hold()
        #expect(try await visitor.get("/").status == 503)
        #expect(visitor.reply["Retry-After"] != nil)
        shelf.release()
        let site = try site()
        #expect(try await Visitor(site).get("/").status == 200)
    }

    @Test func `Reads beyond the limit wait for others to end, and beyond a number of those pages are refused`()
        async throws
    {
        let site = try site { ($0.reads, $0.waitingReads) = (1, 1) }
        shelf.hold()
        async let first = site.send("GET", "/?book=1")
        await eventually("the first is read") { shelf.waiting == 1 }
        async let second = site.send("GET", "/?book=2")
        await eventually("the second waits") { site.registry.reads.count == 2 }
        #expect(try await site.send("GET", "/?book=3").status == 503)
        #expect(shelf.reads == 1)
        shelf.release()
        #expect(try await [first.status, second.status] == [200, 200])
        #expect(try await site.send("GET", "/?book=3").status == 200)
        #expect(site.registry.reads.count == 0)
    }

    @Test func `Ten thousand different values that one client asks for leave nothing behind`() async throws {
        let site = try site()
        for number in 1...10_000 { shelf.put("Book \(number)", at: number) }
        for number in 1...10_000 {
            let status = try await site.send("GET", "/?book=\(number)").status
            guard status == 200 else {
                Issue.record("Book \(number) has the status \(status).")
                return
            }
        }
        #expect(site.registry.reads.count == 0)
        #expect(site.registry.count == 0)
    }

    @Test func `A page that is closed keeps no value`() async throws {
        let site = try site()
        let page = try await TestPage(Visitor(site, with: .browser), at: "/")
        try await page.click("touch")
        #expect(site.registry.reads.count == 1)
        try await page.act(("page 0 closed", fields: []))
        await eventually("nothing is kept") { site.registry.reads.count == 0 }
    }

    @Test func `If a value cannot be read again, open pages show the former one until it can`() async throws {
        let site = try site()
        let visitor = Visitor(site, with: .browser)
        let page = try await TestPage(visitor, at: "/")
        try await page.click("touch")
        shelf.put("Dune Messiah", at: 1)
        shelf.fail(true)
        let reads = shelf.reads
        try await page.click("changed")
        await eventually("it is read again") { shelf.reads > reads }
        try await page.click("touch")
        #expect(page.patch.content.contains("\"200\""))
        shelf.fail(false)
        await eventually("the page shows the change") {
            _ = try? await page.sync()
            return page.patch.content.contains("Dune Messiah")
        }
    }

    @Test func `Code outside of the programs can tell of a change`() async throws {
        var site = Site()
        site.mount(BookShelf(shelf: shelf), at: "/")
        let started = try TestSite(site, over: .inProcess)
        let page = try await TestPage(Visitor(started, with: .browser), at: "/")
        try await page.click("touch")
        shelf.put("Dune Messiah", at: 1)
        site.changed("book/1")
        await eventually("the page shows the change") {
            _ = try? await page.sync()
            return page.patch.content.contains("Dune Messiah")
        }
    }

    @Test func `A change during a read leads to another one`() async throws {
        let site = try site()
        let visitor = Visitor(site, with: .browser)
        let page = try await TestPage(visitor, at: "/")
        try await page.click("touch")
        shelf.hold()
        site.registry.reads.changed("book/1")
        await eventually("it is read") { shelf.waiting == 1 }
        site.registry.reads.changed("book/1")
        let reads = shelf.reads
        shelf.put("Dune Messiah", at: 1)
        shelf.release()
        await eventually("it is read once more") { shelf.reads == reads + 1 }
        await eventually("the page shows the change") {
            _ = try? await page.sync()
            return page.patch.content.contains("Dune Messiah")
        }
    }
}
