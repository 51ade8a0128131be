import Elmwood
import ElmwoodTestSupport
import Testing

/// What a visitor who follows a link on a live page has of a page that is loaded: its style sheet, its place, the focus.
@Suite struct LiveArrivalTests {
    private func isStyleSheet(_ request: ProxiedRequest) -> Bool { request.target.contains("/report.css") }

    /// Clicks after the driver has its answer, because the driver would wait for the page.
    private func click(_ selector: String, _ browser: Browser) async throws {
        _ = try await browser.evaluate("setTimeout(() => document.querySelector('\(selector)').click(), 100)")
    }

    @Test(.needs(.navigationAPI))
    func `A page is shown when its style sheet is there, and after two seconds without it`() async throws {
        let gate = Gate()
        let site = try LiveSite(Brochure())
        site.proxy.decide { isStyleSheet($0) ? .hold(gate) : .none }
        defer { gate.open() }
        try await withBrowser(script: .on) { browser in
            await browser.whenWaitFails { site.report }
            try await browser.open(site.address())
            _ = try await browser.evaluate(
                """
                const has = () => [...document.styleSheets].some((one) => /report/.test(one.href) && !/print/.test(one.media.mediaText));
                new MutationObserver(() => { window.wasStyled ??= document.title == "styled" ? has() : null; })
                    .observe(document.head, { subtree: true, childList: true, characterData: true });
                """
            )
            try await click("#to-styled", browser)
            try await browser.wait(until: "the style sheet is asked for") { _ in
                site.proxy.requests.contains { isStyleSheet($0) }
            }
            gate.open()
            try await browser.wait(for: "styled", in: "h1")
            #expect(try await browser.evaluate("return String(window.wasStyled)") == "true")
            try await browser.wait(until: "only the page's own link is left") {
                try $0.count("link[href*='report.css']") == 1 && !$0.exists("link[data-elmwood]")
            }
        }
        try await withBrowser(script: .on) { browser in
            let gate = Gate()
            defer { gate.open() }
            site.proxy.decide { isStyleSheet($0) ? .hold(gate) : .none }
            await browser.whenWaitFails { site.report }
            try await browser.open(site.address())
            try await click("#to-styled", browser)
            try await browser.wait(for: "styled", in: "h1")
        }
        await site.close()
    }

    @Test(.needs(.navigationAPI))
    func `The focus is where the address says, and stays where a key says that both pages have the same`() async throws
    {
        try await withLiveSite(Brochure()) { browser, site in
            try await browser.emulateFocus()
            try await browser.click("#to-end")
            try await browser.wait(for: "long", in: "h1")
            try await browser.wait(until: "the end has the focus") { try $0.focus == "end" }
            #expect(
                try await browser.evaluate(
                    "return +(document.querySelector('#end').getBoundingClientRect().top < innerHeight)"
                ) == "1"
            )
            try await browser.click("#search")
            _ = try await browser.evaluate("document.querySelector('#to-').click()")
            try await browser.wait(for: "Brochure", in: "h1")
            #expect(try await browser.focus == "search")
            try await browser.click("#to-field")
            try await browser.wait(until: "the field has the focus") { try $0.focus == "first" }
        }
    }

    @Test(.needs(.navigationAPI))
    func `The way back and forward returns the place and the focus`() async throws {
        try await withLiveSite(Brochure(), at: "/long") { browser, site in
            try await browser.emulateFocus()
            _ = try await browser.evaluate(
                "document.querySelector('#last').focus(); setTimeout(() => document.querySelector('#to-field').click(), 100)"
            )
            try await browser.wait(for: "field", in: "h1")
            try await browser.wait(until: "it is at the top") { try $0.evaluate("return scrollY") == "0" }
            try await browser.wait(until: "the field has the focus") { try $0.focus == "first" }
            _ = try await browser.evaluate("history.back()")
            try await browser.wait(for: "long", in: "h1")
            try await browser.wait(until: "it is where it was") {
                try Int($0.evaluate("return Math.round(scrollY)")) ?? 0 > 500 && $0.focus == "last"
            }
            _ = try await browser.evaluate("history.forward()")
            try await browser.wait(for: "field", in: "h1")
            try await browser.wait(until: "the field has the focus again") {
                try $0.evaluate("return scrollY") == "0" && $0.focus == "first"
            }
        }
    }

    private func isPrefetch(_ request: ProxiedRequest) -> Bool { request.headers["purpose"] == "prefetch" }

    /// Moves the focus to the link, and waits until its page is asked for.
    private func look(_ browser: Browser, _ site: LiveSite<Brochure>) async throws {
        try await browser.wait(until: "the script is there") {
            try site.proxy.requests.contains { $0.target.hasSuffix("-rare.js") } && $0.count("head script") == 1
        }
        let before = site.proxy.requests.count { isPrefetch($0) }
        _ = try await browser.evaluate("document.activeElement.blur(); document.querySelector('#soon').focus()")
        try await browser.wait(until: "its page is asked for") { _ in
            site.proxy.requests.count { isPrefetch($0) } > before
        }
    }

    @Test(.needs(.navigationAPI), arguments: [false, true])
    func `A link that was looked at shows its page at once, and the visitor arrives as they follow it`(hasSession: Bool)
        async throws
    {
        try await withLiveSite(Brochure(tellsArrivals: hasSession)) { browser, site in
            try await browser.emulateFocus()
            if hasSession {
                try await browser.click("#plus")
                try await browser.wait(for: "1", in: "#count")
            }
            try await look(browser, site)
            let before = try await browser.text("#arrivals")
            let gate = Gate()
            site.proxy.decide { $0.isSync && !isPrefetch($0) ? .hold(gate) : .none }
            try await click("#soon", browser)
            try await browser.wait(for: "field", in: "h1")
            #expect(try await browser.path == "\(ServedSite.path)/field")
            #expect(try await browser.focus == "first")
            gate.open()
            try await browser.wait(until: "the server knows that the visitor is there") { _ in
                site.proxy.requests.contains { $0.isSync && $0.target.hasSuffix("/field") && !isPrefetch($0) }
            }
            if hasSession {
                try await browser.wait(for: before + " /field", in: "#arrivals")
            }
            try await browser.click("#plus")
            try await browser.wait(for: hasSession ? "2" : "1", in: "#count")
            #expect(!site.proxy.requests.contains { $0.headers["elmwood-revision"] == "0" })
        }
    }

    @Test(.needs(.navigationAPI)) func `A page that was asked for before a change, or is refused, is asked for again`()
        async throws
    {
        let bell = Bell()
        try await withLiveSite(Brochure(bell: bell)) { browser, site in
            try await browser.emulateFocus()
            bell.ring("first")
            try await browser.wait(for: "first", in: "#news")
            try await look(browser, site)
            bell.ring("second")
            try await browser.wait(for: "first second", in: "#news")
            try await click("#soon", browser)
            try await browser.wait(for: "field", in: "h1")
            #expect(try await browser.text("#news") == "first second")
            #expect(site.proxy.requests.count { $0.isSync && $0.target.hasSuffix("/field") && !isPrefetch($0) } == 1)
            // Those who save data ask for nothing in advance.
            _ = try await browser.evaluate(
                "Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })"
            )
            try await browser.click("#to-")
            try await browser.wait(for: "Brochure", in: "h1")
            let before = site.proxy.requests.count { isPrefetch($0) }
            _ = try await browser.evaluate("document.querySelector('#soon').focus()")
            try await click("#soon", browser)
            try await browser.wait(for: "field", in: "h1")
            #expect(site.proxy.requests.count { isPrefetch($0) } == before)
        }
    }

    @Test func `Pages that are asked for in advance count against the rate of posts`() async throws {
        // So few that a slow machine asks for more, too.
        let few: @Sendable (inout Settings) -> Void = { $0.postsPerClient = Rate(perSecond: 1, burst: 20) }
        try await withLiveSite(Brochure(), setting: few) { browser, site in
            let flood = """
                window.answer = "";
                const { pageName, revision } = elmwoodState();
                const headers = {
                    Accept: "application/vnd.elmwood+json", Purpose: "prefetch", "Elmwood-Page": pageName, "Elmwood-Revision": revision
                };
                (async () => {
                    const all = new Set();
                    for (let count = 0; count < 2000 && !all.has(429); count += 50) {
                        const ask = () => fetch(location.href + "/field", { headers, cache: "no-store" });
                        for (const one of await Promise.all(Array.from({ length: 50 }, ask))) all.add(one.status);
                    }
                    window.answer = [...all].sort().join();
                })();
                return "";
                """
            _ = try await browser.evaluate(flood)
            try await browser.wait(until: "all are answered") { try $0.evaluate("return window.answer") != "" }
            #expect(try await browser.evaluate("return window.answer") == "200,429")
        }
    }

    @Test func `What a patch removes under the focus of a keyboard leaves it close by`() async throws {
        try await withLiveSite(Brochure()) { browser, site in
            try await browser.emulateFocus()
            try await browser.press(.enter, in: "#sort")
            try await browser.wait(until: "it is sorted") { try $0.address.hasSuffix("?sort=up") }
            try await browser.wait(until: "the link keeps it") { try $0.focus == "sort" }
            try await browser.press(.enter, in: "#edit-2")
            try await browser.wait(until: "it is edited") { try $0.exists("#cancel") }
            // Nothing else was used before: the row that it was in.
            try await browser.wait(until: "the focus is in the row") {
                try $0.evaluate("return document.activeElement.closest('li')?.id ?? document.activeElement.id") != ""
            }
            try await browser.press(.enter, in: "#cancel")
            try await browser.wait(until: "the button that is there again has the focus") { try $0.focus == "edit-2" }
        }
    }
}
