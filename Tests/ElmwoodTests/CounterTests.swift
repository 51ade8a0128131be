import Elmwood
import Testing

@testable import ElmwoodCounterExample

/// What goes over the wire, told by the counter: the same requests in process and over a real socket.
/// The counter, from the command line and a browser without script.
@Suite struct CounterTests {
    private func site(over transport: Transport, slowness: Duration = .zero, effectWait: Duration? = nil) throws
        -> TestSite
    {
        var site = Site()
        site.mount(Counter(slowness: slowness), at: "/counter")
        if let effectWait { site.sessionLimits.effectWait = effectWait }
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
    func `With a cookie the session goes on, without one it begins anew`(transport: Transport) async throws {
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
    func `A browser is sent back to the page, so that a reload does not post again`(transport: Transport) async throws {
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
    func `A changed field fires its message first, then the button's`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport))
        try await visitor.post("/counter", "count=41")
        #expect(count(visitor) == "41")
        try await visitor.post("/counter", "message=increment&count=99")
        #expect(count(visitor) == "100")
    }

    @Test(arguments: Transport.allCases)
    func `A field that was not changed since it was rendered fires nothing`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport))
        try await visitor.get("/counter")
        let rendered = visitor.text.firstMatch(of: /name="rendered" value="([^"]*)"/).map { String($0.1) } ?? ""
        #expect(!rendered.isEmpty)
        // Another tab has counted meanwhile; this one still shows 0 and posts its field along.
        try await visitor.post("/counter", "message=increment&message=increment")
        try await visitor.post("/counter", "message=increment&count=0&rendered=\(rendered)")
        #expect(count(visitor) == "3")
    }

    @Test(arguments: Transport.allCases)
    func `A field that breaks its constraints changes nothing, and says why`(transport: Transport) async throws {
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
    func `What the page does not offer is refused with what it does offer`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport))
        // Internal, misspelt, disabled at nought, with a payload, and nonsense.
        for message in ["completed(7)", "Increment", "reset", "increment()", "set(to:5)", "%00%FF"] {
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
    func `What was saved is loaded, by nobody but the visitor`(transport: Transport) async throws {
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
    func `A page that is hidden saves, and one that is seen again loads`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport, effectWait: .seconds(50)))
        let page = try await TestPage(visitor, at: "/counter")
        try await page.click("increment", "increment")
        #expect(page.patch.more["w"] as? String == "visible hidden")
        try await page.act(("page 0 hidden", []))
        try await page.click("reset")
        try await page.act(("page 0 visible", []))
        // The answer to a live page does not wait for what is loaded: that is pushed.
        let deadline = ContinuousClock.now + .seconds(60)
        repeat { try await visitor.get("/counter") } while count(visitor) != "2" && ContinuousClock.now < deadline
        #expect(count(visitor) == "2")
    }

    @Test(arguments: Transport.allCases)
    func `Chance, reset and the whole range of numbers`(transport: Transport) async throws {
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
    func `A quick effect is done before the page is answered`(transport: Transport) async throws {
        // However long the machine takes for it, the page waits.
        let visitor = Visitor(try site(over: transport, effectWait: .seconds(50)))
        try await visitor.post("/counter", "message=incrementSlowly")
        #expect(slowCount(visitor) == "1")
        #expect(!visitor.text.contains("Counting…"))
    }

    @Test(arguments: Transport.allCases)
    func `While a slow effect runs the page says so, asks again, and offers no second one`(transport: Transport)
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
    func `A script is told what the page offers`(transport: Transport) async throws {
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
    func `A HEAD is a GET without the page`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport))
        try await visitor.send("HEAD", "/counter")
        #expect(visitor.reply.status == 200)
        #expect(visitor.reply.body.isEmpty)
        #expect(visitor.reply["Content-Type"] == "text/html; charset=utf-8")
    }
}
