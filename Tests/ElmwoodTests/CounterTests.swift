import Elmwood
import Testing

@testable import ElmwoodExamplePrograms

/// The counter, from the command line and a browser without script: the same requests in process and over a socket.
@Suite struct CounterTests {
    private func site(over transport: Transport, slowness: Duration = .zero, effectWait: Duration? = nil) throws
        -> TestSite
    {
        var site = Site()
        site.mount(Counter(slowness: slowness), at: "/counter")
        if let effectWait { site.sessionLimits.effectWait = effectWait }
        site.sessionLimits.effectWaitWithoutScript = .zero
        return try TestSite(site, over: transport)
    }

    private func count(_ visitor: Visitor) -> String? {
        visitor.text.firstMatch(of: /<output id="count"[^>]*>(.*?)<\/output>/).map { String($0.1) }
    }

    private func slowCount(_ visitor: Visitor) -> String? {
        visitor.text.firstMatch(of: /<output id="slow-count"[^>]*>(.*?)<\/output>/).map { String($0.1) }
    }

    @Test(arguments: Transport.allCases)
    func `A visitor who only reads gets the page and no cookie`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport))
        try await visitor.get("/counter")
        #expect(visitor.reply.status == 200)
        #expect(visitor.reply["Content-Type"] == "text/html; charset=utf-8")
        #expect(count(visitor) == "0")
        #expect(visitor.reply["Set-Cookie"] == nil)
    }

    @Test(arguments: Transport.allCases)
    func `Curl gets the new page as the answer to its post`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport))
        try await visitor.post("/counter", "message=increment")
        #expect(visitor.reply.status == 200)
        #expect(count(visitor) == "1")
    }

    @Test(arguments: Transport.allCases)
    func `With its cookie a session continues, and without one a new session begins`(transport: Transport) async throws
    {
        let site = try site(over: transport)
        let visitor = Visitor(site)
        for expected in ["1", "2", "3"] {
            try await visitor.post("/counter", "message=increment")
            #expect(count(visitor) == expected)
        }
        try await visitor.post("/counter", "message=decrement")
        #expect(count(visitor) == "2")
        let other = Visitor(site)
        try await other.get("/counter")
        #expect(count(other) == "0")
        try await visitor.get("/counter")
        #expect(count(visitor) == "2")
    }

    @Test(arguments: Transport.allCases)
    func `A browser is redirected to the page, so that a reload does not post again`(transport: Transport) async throws
    {
        let visitor = Visitor(try site(over: transport), with: .browser)
        try await visitor.post("/counter?from=here", "message=increment")
        #expect(visitor.reply.status == 303)
        #expect(visitor.reply["Location"] == "/counter?from=here")
        try await visitor.get("/counter")
        #expect(count(visitor) == "1")
    }

    @Test(arguments: Transport.allCases)
    func `Several messages of one post are applied in order`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport))
        try await visitor.post("/counter", "message=increment&message=increment&message=decrement&message=increment")
        #expect(count(visitor) == "2")
    }

    @Test(arguments: Transport.allCases)
    func `A changed field's message is applied first, then the button's`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport))
        try await visitor.post("/counter", "count=41")
        #expect(count(visitor) == "41")
        try await visitor.post("/counter", "message=increment&count=99")
        #expect(count(visitor) == "100")
    }

    @Test(arguments: Transport.allCases)
    func `A field that was not changed since it was rendered sends no message`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport))
        try await visitor.get("/counter")
        let rendered = visitor.text.firstMatch(of: /name="rendered" value="([^"]*)"/).map { String($0.1) } ?? ""
        #expect(!rendered.isEmpty)
        // Another tab has counted since. This one still shows 0, and posts its field too.
        try await visitor.post("/counter", "message=increment&message=increment")
        try await visitor.post("/counter", "message=increment&count=0&rendered=\(rendered)")
        #expect(count(visitor) == "3")
    }

    @Test(arguments: Transport.allCases)
    func `A field that violates its constraints changes nothing, and the answer says why`(transport: Transport)
        async throws
    {
        let site = try site(over: transport)
        let visitor = Visitor(site)
        try await visitor.post("/counter", "count=seven&message=increment")
        #expect(visitor.reply.status == 422)
        #expect(visitor.reply["Content-Type"] == "text/plain; charset=utf-8")
        #expect(visitor.text.hasPrefix("count: "))

        let browser = Visitor(site, with: .browser)
        try await browser.post("/counter", "count=9999999999999999999999")
        #expect(browser.reply.status == 422)
        #expect(browser.text.contains("aria-invalid=\"true\""))
        #expect(browser.text.contains("value=\"9999999999999999999999\""))
        #expect(browser.text.contains("role=\"alert\""))
        try await browser.get("/counter")
        #expect(count(browser) == "0")
    }

    @Test(arguments: Transport.allCases)
    func `A message that the page does not offer is refused with those that it offers`(transport: Transport)
        async throws
    {
        let visitor = Visitor(try site(over: transport))
        // Internal, misspelt, disabled at 0, with a payload, and nonsense.
        for message in ["completed(7)", "Increment", "reset", "increment()", "set(to:5)", "%01%FF"] {
            try await visitor.post("/counter", "message=\(message)")
            #expect(visitor.reply.status == 409, "\(message)")
            #expect(visitor.text.contains("increment\n"))
        }
        try await visitor.post("/counter", "message=increment&message=completed(7)")
        #expect(visitor.reply.status == 409)
        try await visitor.get("/counter")
        #expect(count(visitor) == "0")
        #expect(visitor.cookie == nil)
    }

    @Test(arguments: Transport.allCases)
    func `A saved count is loaded by its visitor and nobody else`(transport: Transport) async throws {
        let site = try site(over: transport, effectWait: .seconds(50))
        let visitor = Visitor(site)
        try await visitor.post("/counter", "message=load")
        #expect(count(visitor) == "0")
        try await visitor.post("/counter", "count=7&message=save")
        try await visitor.post("/counter", "message=reset")
        #expect(count(visitor) == "0")
        try await visitor.post("/counter", "message=load")
        #expect(count(visitor) == "7")
        let other = Visitor(site)
        try await other.post("/counter", "message=load")
        #expect(count(other) == "0")
    }

    @Test(arguments: Transport.allCases)
    func `A page that becomes hidden saves, and one that becomes visible loads`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport, effectWait: .seconds(50)))
        let page = try await TestPage(visitor, at: "/counter")
        try await page.click("increment", "increment")
        #expect(page.patch.more["w"] as? String == "visible hidden")
        try await page.act(("page 0 hidden", []))
        try await page.click("reset")
        try await page.act(("page 0 visible", []))
        // The answer to a live page does not wait for the load: its result is pushed.
        let deadline = ContinuousClock.now + .seconds(60)
        repeat { try await visitor.get("/counter") } while count(visitor) != "2" && ContinuousClock.now < deadline
        #expect(count(visitor) == "2")
    }

    @Test(arguments: Transport.allCases)
    func `Random counts are in range, reset leads to 0, and counts stop at both ends of Int`(transport: Transport)
        async throws
    {
        let visitor = Visitor(try site(over: transport))
        try await visitor.post("/counter", "message=randomize")
        #expect((0...10).contains(Int(count(visitor) ?? "") ?? -1))
        try await visitor.post("/counter", "count=\(Int.max)&message=increment")
        #expect(count(visitor) == "\(Int.max)")
        try await visitor.post("/counter", "count=\(Int.min)&message=decrement")
        #expect(count(visitor) == "\(Int.min)")
        try await visitor.post("/counter", "message=reset")
        #expect(count(visitor) == "0")
    }

    @Test(arguments: Transport.allCases)
    func `A quick effect finishes before the page is answered`(transport: Transport) async throws {
        // The page waits, however slow the machine is.
        let visitor = Visitor(try site(over: transport, effectWait: .seconds(50)))
        try await visitor.post("/counter", "message=incrementSlowly")
        #expect(slowCount(visitor) == "1")
        #expect(!visitor.text.contains("Counting…"))
    }

    @Test(arguments: Transport.allCases)
    func `While a slow effect runs the page says so, refreshes, and offers no second one`(transport: Transport)
        async throws
    {
        let visitor = Visitor(try site(over: transport, slowness: .seconds(600)))
        try await visitor.post("/counter", "message=incrementSlowly")
        #expect(visitor.reply.status == 200)
        #expect(slowCount(visitor) == "0")
        #expect(visitor.text.contains("Counting…"))
        #expect(visitor.text.contains("http-equiv=\"refresh\""))
        try await visitor.post("/counter", "message=decrementSlowly")
        #expect(visitor.reply.status == 409)
        try await visitor.post("/counter", "message=increment")
        #expect(count(visitor) == "1")
    }

    @Test(arguments: Transport.allCases)
    func `A script gets what the page offers`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport), with: .script)
        try await visitor.get("/counter")
        #expect(visitor.reply["Content-Type"] == "application/json")
        #expect(visitor.text.contains("\"title\":\"Counter\""))
        #expect(visitor.text.contains("\"increment\""))
        #expect(visitor.text.contains("\"count\""))
        #expect(!visitor.text.contains("\"reset\""))
        try await visitor.post("/counter", "count=many")
        #expect(visitor.reply.status == 422)
        #expect(visitor.text.contains("\"problems\""))
        try await visitor.post("/counter", "message=nonsense")
        #expect(visitor.reply.status == 409)
        #expect(visitor.reply["Content-Type"] == "application/json")
        try await visitor.post("/counter", "message=increment")
        #expect(visitor.reply.status == 200)
        #expect(visitor.text.contains("\"reset\""))
    }

    @Test(arguments: Transport.allCases)
    func `A HEAD request is answered as a GET, without the body`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport))
        try await visitor.send("HEAD", "/counter")
        #expect(visitor.reply.status == 200)
        #expect(visitor.reply.body.isEmpty)
        #expect(visitor.reply["Content-Type"] == "text/html; charset=utf-8")
    }
}
