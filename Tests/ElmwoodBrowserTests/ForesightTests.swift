import ElmwoodTestSupport
import Testing

/// Controls whose answer is asked for before they are clicked.
@Suite struct ForesightTests {
    private func isEvent(_ request: ProxiedRequest) -> Bool { request.isPost && request.body.hasPrefix("event=") }
    private func isQuestion(_ request: ProxiedRequest) -> Bool { request.isPost && request.body.hasPrefix("foresee=") }

    /// Opens the program in a browser whose visitor has a session.
    private func withLikes(_ test: (Browser, LiveSite<Likes>, Bell) async throws -> Void) async throws {
        let bell = Bell()
        try await withLiveSite(Likes(bell: bell)) { browser, site in
            try await browser.emulateFocus()
            bell.ring("first")
            try await browser.wait(for: "first", in: "#news")
            try await browser.wait(until: "the script is there") { _ in
                site.proxy.requests.contains { $0.target.hasSuffix("-rare.js") }
            }
            try await test(browser, site, bell)
        }
    }

    /// Moves the focus to the control, and waits until its answer is known.
    private func look(_ browser: Browser, _ site: LiveSite<Likes>) async throws {
        _ = try await browser.evaluate("document.activeElement.blur(); document.querySelector('#step').focus()")
        try await browser.wait(until: "it has asked about what it shows") { browser in
            let shown = try browser.evaluate("return elmwoodState().revision")
            return site.proxy.requests.contains { isQuestion($0) && $0.headers["elmwood-revision"] == shown }
        }
        // An answer of the same connection comes after it.
        _ = try await browser.evaluate(
            "window.isThere = 0; fetch(location.href).then((answer) => answer.text()).then(() => { window.isThere = 1; })"
        )
        try await browser.wait(until: "the answer is there") { try $0.evaluate("return window.isThere") == "1" }
    }

    @Test func `A click shows what was foreseen at once, and its event confirms it`() async throws {
        try await withLikes { browser, site, _ in
            try await look(browser, site)
            #expect(!site.proxy.requests.contains { isEvent($0) })
            let gate = Gate()
            site.proxy.decide { isEvent($0) ? .hold(gate) : .none }
            // In the click itself: no answer can have come.
            let shown = "document.querySelector('#step').click(); return document.querySelector('#steps').textContent"
            #expect(try await browser.evaluate(shown) == "1")
            #expect(try await browser.exists("html.elmwood-foreseen #step.elmwood-pending[aria-busy=true]"))
            gate.open()
            try await browser.wait(until: "it is confirmed") {
                try !$0.exists(".elmwood-pending") && !$0.exists(".elmwood-foreseen")
            }
            #expect(try await browser.text("#steps") == "1")
            // While the focus stays, the next answer is asked for.
            site.proxy.decide { _ in .none }
            try await browser.wait(until: "it has asked again") { _ in site.proxy.requests.count { isQuestion($0) } == 2
            }
            // It was never brought up to date by a whole page.
            #expect(!site.proxy.requests.contains { $0.headers["elmwood-revision"] == "0" })
        }
    }

    @Test func `What is foreseen is dropped with its revision, and by an answer that says otherwise`() async throws {
        try await withLikes { browser, site, bell in
            try await look(browser, site)
            // A change before the click.
            let questions = Gate()
            site.proxy.decide { isQuestion($0) ? .hold(questions) : .none }
            bell.ring("second")
            try await browser.wait(for: "first, second", in: "#news")
            try await browser.click("#step")
            try await browser.wait(for: "1", in: "#steps")
            questions.open()
            site.proxy.decide { _ in .none }
            // A change between the click and the arrival of its event.
            try await look(browser, site)
            let gate = Gate()
            site.proxy.decide { isEvent($0) ? gate.isOpen ? .none : .loseRequest : .none }
            let shown = "document.querySelector('#step').click(); return document.querySelector('#steps').textContent"
            #expect(try await browser.evaluate(shown) == "2")
            bell.ring("third")
            try await browser.wait(for: "first, second, third", in: "#news")
            gate.open()
            try await browser.wait(until: "the event is answered") { try !$0.exists(".elmwood-pending") }
            try await browser.wait(for: "2", in: "#steps")
            // A proxy that refuses the event.
            try await look(browser, site)
            site.proxy.decide { isEvent($0) ? .answer(status: 400) : .none }
            #expect(try await browser.evaluate(shown) == "3")
            try await browser.wait(for: "2", in: "#steps")
            site.proxy.decide { _ in .none }
            try await browser.click("#like")
            try await browser.wait(until: "it is liked") { try $0.text("#like") == "♥ 1" && !$0.exists(".liked") }
            #expect(try await browser.text("#steps") == "2")
        }
    }

    /// Returns the statuses of the answers to questions that a script of the page asks by `ask`, and adds to `all`.
    private func statuses(_ statements: String, _ browser: Browser) async throws -> String {
        let ask = """
            window.answer = ""; const state = elmwoodState();
            const headers = { Accept: "application/vnd.elmwood+json", "Elmwood-Page": state.pageName, "Elmwood-Revision": state.revision };
            const ask = async (body, more) => (await fetch(location.href, { method: "POST", body, headers: { ...headers, ...more } })).status;
            """
        _ = try await browser.evaluate(
            "\(ask) (async () => { const all = []; \(statements) window.answer = all.join(); })(); return ''"
        )
        try await browser.wait(until: "all are answered") { try $0.evaluate("return window.answer") != "" }
        return try await browser.evaluate("return window.answer")
    }

    @Test func `Forged questions are refused and change nothing, and too many count against the rate`() async throws {
        try await withLikes { browser, site, _ in
            let forged = """
                const form = (text) => new URLSearchParams({ foresee: text });
                all.push(await ask(form("step")), await ask(form("like")), await ask(form("remove(1)")), await ask(form("nonsense")));
                all.push(await ask(form("step"), { "Elmwood-Page": "0123456789012345678901" }));
                all.push(await ask(form("step"), { "Elmwood-Revision": "AAAAAAAA" }));
                all.push(await ask(new URLSearchParams("foresee=step&foresee=step")), await ask(new URLSearchParams("event=1 message 0 step&foresee=step")));
                """
            let answers = try await statuses(forged, browser)
            #expect(answers == "200,409,409,409,204,204,400,400")
            let flood = """
                for (let count = 0; count < 2_000 && all.at(-1) != 429; count++) {
                    all.push(...new Set(await Promise.all(Array.from({ length: 50 }, () => ask(new URLSearchParams({ foresee: "step" }))))));
                    all.splice(0, all.length, ...[...new Set(all)].sort());
                }
                """
            let kinds = try await statuses(flood, browser)
            #expect(kinds == "200,429")
            #expect(try await browser.text("#steps") == "0")
            let page = try await site.page(in: browser)
            #expect(page.contains("<output id=\"steps\">0</output>"))
        }
    }
}
