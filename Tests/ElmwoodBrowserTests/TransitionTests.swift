import Elmwood
import ElmwoodTestSupport
import Testing

/// Changes of a live page that are shown within a transition of the browser.
@Suite struct TransitionTests {
    /// Puts a function in place of the browser's, which shows its transitions until they are skipped, and logs what happens. If the page's `isSlow` is
    /// set, it makes the changes only when `go` is called.
    private static let logged = """
        window.calls = []; window.held = []; window.isSlow = false;
        Document.prototype.startViewTransition = (change) => {
            calls.push("start");
            let end, finish;
            const updateCallbackDone = new Promise((resolve) => (end = resolve));
            const finished = new Promise((resolve) => (finish = resolve));
            const make = () => { change(); end(); };
            if (isSlow) held.push(make);
            else setTimeout(make);
            return { updateCallbackDone, finished, ready: finished, skipTransition: () => { calls.push("skip"); finish(); } };
        };
        window.go = () => held.shift()?.();
        """

    private func withBrochure(
        _ transition: HtmlValue.Transition,
        _ test: (Browser, LiveSite<Brochure>, Bell) async throws -> Void
    ) async throws {
        let bell = Bell()
        try await withLiveSite(Brochure(transition: transition, bell: bell)) { browser, site in
            try await browser.wait(until: "the stream is open") { _ in site.proxy.openStreams == 1 }
            bell.ring("first")
            try await browser.wait(for: "first", in: "#news")
            _ = try await browser.evaluate(Self.logged)
            try await test(browser, site, bell)
        }
    }

    private func calls(_ browser: Browser) async throws -> String { try await browser.evaluate("return calls.join()") }

    @Test func `Patches that come before a transition has changed the page wait, and are shown in their order`()
        async throws
    {
        try await withBrochure(.changes) { browser, site, bell in
            _ = try await browser.evaluate("window.isSlow = true")
            try await browser.click("#plus")
            try await browser.wait(until: "the transition has begun") { try $0.evaluate("return held.length") == "1" }
            for text in ["second", "third"] { bell.ring(text) }
            try await browser.click("#plus")
            #expect(try await browser.text("#count") == "0")
            #expect(try await browser.text("#news") == "first")
            try await browser.wait(until: "all is shown") { browser in
                _ = try browser.evaluate("go(); return ''")
                return try browser.text("#count") == "2" && browser.text("#news") == "first second third"
            }
            #expect(try await browser.evaluate("return +(calls.filter((one) => one == 'start').length > 2)") == "1")
            // Nothing was missed: no whole page was asked for.
            #expect(!site.proxy.requests.contains { $0.headers["elmwood-revision"] == "0" })
        }
    }

    @Test(.needs(.navigationAPI))
    func `Only another page is shown within a transition if the page says so, and a patch ends the one that is shown`()
        async throws
    {
        try await withBrochure(.navigation) { browser, site, bell in
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            #expect(try await calls(browser) == "")
            try await browser.click("#to-field")
            try await browser.wait(for: "field", in: "h1")
            #expect(try await browser.focus == "first")
            #expect(try await calls(browser) == "start")
            try await browser.click("#plus")
            try await browser.wait(for: "2", in: "#count")
            #expect(try await calls(browser).hasPrefix("start,skip"))
        }
    }

    @Test func `There is none for those who prefer less motion, nor where nothing changes`() async throws {
        try await withBrochure(.changes) { browser, site, bell in
            _ = try await browser.evaluate(
                "Object.defineProperty(MediaQueryList.prototype, 'matches', { get: () => true, configurable: true })"
            )
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            #expect(try await calls(browser) == "")
        }
    }

    @Test func `The browser's own transition shows each change`() async throws {
        let bell = Bell()
        try await withLiveSite(Brochure(transition: .changes, bell: bell)) { browser, site in
            let has = try await browser.evaluate("return +('startViewTransition' in Document.prototype)")
            guard has == "1" else { return }
            bell.ring("first")
            try await browser.wait(for: "first", in: "#news")
            _ = try await browser.evaluate(
                """
                window.seen = [];
                const real = Document.prototype.startViewTransition;
                Document.prototype.startViewTransition = function (change) {
                    const one = real.call(this, () => { change(); seen.push(document.querySelector("#count").textContent); });
                    one.finished.then(() => seen.push("end"));
                    return one;
                };
                """
            )
            for count in 1...3 {
                try await browser.click("#plus")
                try await browser.wait(for: "\(count)", in: "#count")
            }
            try await browser.wait(until: "the last one has ended") {
                try $0.evaluate("return seen.filter((one) => one == 'end').length") == "3"
            }
            #expect(try await browser.evaluate("return seen.filter((one) => one != 'end').join()") == "1,2,3")
            if BrowserKind.chosen.can(.log) {
                #expect(try await browser.log().filter { $0.contains("Uncaught") } == [])
            }
        }
    }
}
