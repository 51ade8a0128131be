import ElmwoodTestSupport
import ElmwoodWebDriver
import Testing

/// A list of a million rows, of which a hundred are rendered.
@Suite struct RowWindowPageTests {
    private func withList(
        _ program: LongList = LongList(),
        _ test: (Browser, LiveSite<LongList>) async throws -> Void
    ) async throws {
        try await withLiveSite(program) { browser, site in
            try await browser.wait(until: "the script is there") { try $0.count(".elmwood-spacer") == 2 }
            try await test(browser, site)
            #expect(try await browser.log().filter { !$0.contains("favicon") } == [])
        }
    }

    /// The index of the row at the upper edge of the window, and its distance from that edge.
    private static let top = """
        const rows = [...document.querySelectorAll("ol > li")];
        const row = rows.find((row) => row.getBoundingClientRect().bottom > 1);
        return row ? [row.getAttribute("aria-posinset") - 1, Math.round(row.getBoundingClientRect().top)].join(" ") : "none";
        """

    private func top(in browser: Browser) async throws -> [Int] {
        try await browser.evaluate(Self.top).split(separator: " ").compactMap { Int($0) }
    }

    /// Waits until rows fill the window.
    private func settle(_ browser: Browser) async throws {
        try await browser.wait(until: "rows fill the window") {
            try $0.evaluate(
                """
                const box = document.querySelector("ol").getBoundingClientRect();
                const state = elmwoodState();
                return String(box.top <= 0 && box.bottom >= innerHeight - 1 && !state.queue.length && !state.underWay.length);
                """
            ) == "true"
        }
    }

    @Test func `The scroll bar leads to the middle and to the end, and a hundred rows are rendered`() async throws {
        try await withList { browser, _ in
            let height = try await browser.evaluate("return String(document.querySelector('#frame').scrollHeight)")
            #expect((Int(height) ?? 0) >= 7_000_000 && (Int(height) ?? 0) < 17_000_000)
            _ = try await browser.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)")
            try await settle(browser)
            #expect(try await browser.count("li") == 100)
            let middle = try await top(in: browser)
            #expect((490_000...510_000).contains(middle.first ?? 0))
            // The end, by its key.
            _ = try await browser.evaluate("document.activeElement.blur()")
            try await browser.press("\u{E010}")
            try await browser.wait(until: "the last row is there") { try $0.exists("li[aria-posinset='1000000']") }
            try await browser.wait(until: "it is seen") {
                try $0.evaluate(
                    """
                    const box = document.querySelector("li[aria-posinset='1000000']").getBoundingClientRect();
                    return String(box.top >= 0 && box.bottom <= innerHeight + 1);
                    """
                ) == "true"
            }
            #expect(try await browser.count("li") == 100)
            try await browser.press("\u{E011}")
            try await browser.wait(until: "the first row is there") { try $0.exists("li[aria-posinset='1']") }
        }
    }

    @Test func `What is seen stays where it is when other rows come`() async throws {
        try await withList(LongList(isUneven: true)) { browser, _ in
            _ = try await browser.evaluate("scrollTo(0, document.documentElement.scrollHeight / 3)")
            try await settle(browser)
            for _ in 0..<8 {
                let before = try await top(in: browser)
                // Some rows further down: where each row goes is measured before others can come.
                let moved = try await browser.evaluate(
                    """
                    const rows = [...document.querySelectorAll("ol > li")];
                    const row = rows.find((row) => row.getBoundingClientRect().bottom > 1);
                    const next = rows[rows.indexOf(row) + 12];
                    scrollBy(0, next.getBoundingClientRect().top);
                    return next.getAttribute("aria-posinset") - 1 + " " + Math.round(next.getBoundingClientRect().top);
                    """
                ).split(separator: " ").compactMap { Int($0) }
                #expect(moved.first == (before.first ?? 0) + 12)
                try await browser.wait(until: "nothing is under way") {
                    try $0.evaluate("return String(!elmwoodState().queue.length && !elmwoodState().underWay.length)")
                        == "true"
                }
                try await settle(browser)
                let after = try await top(in: browser)
                #expect(after.first == moved.first)
                #expect(abs((after.last ?? 99) - (moved.last ?? 0)) <= 1)
            }
            // Another patch moves nothing either.
            let before = try await top(in: browser)
            _ = try await browser.evaluate("document.querySelector('#note').click()")
            try await browser.wait(until: "it is answered") {
                try $0.evaluate("return String(elmwoodState().answered == elmwoodState().lastSequence)") == "true"
            }
            #expect(try await top(in: browser) == before)
        }
    }

    @Test func `A step of scrolling asks for few rows, and for none while there are some around what is seen`()
        async throws
    {
        let program = LongList()
        try await withList(program) { browser, site in
            _ = try await browser.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)")
            try await settle(browser)
            let posts = site.proxy.requests.count(where: \.isPost)
            let rows = program.written.rows.load(ordering: .relaxed)
            let start = try await top(in: browser)
            // Sixty rows in steps of three.
            for _ in 0..<20 {
                _ = try await browser.evaluate("scrollBy(0, 3 * document.querySelector('li').offsetHeight)")
                try await settle(browser)
            }
            let end = try await top(in: browser)
            #expect(abs((end.first ?? 0) - (start.first ?? 0) - 60) <= 2)
            let steps = site.proxy.requests.count(where: \.isPost) - posts
            // A third of the rows that are not seen is passed before others are asked for.
            let seen = try await browser.evaluate(
                "return String(Math.ceil(innerHeight / document.querySelector('li').offsetHeight))"
            )
            let spare = 100 - (Int(seen) ?? 0)
            #expect((1...(60 * 3 / max(1, spare) + 1)).contains(steps))
            // Each renders its rows once or twice: for its answer, and for what follows it.
            #expect(program.written.rows.load(ordering: .relaxed) - rows <= steps * 300)
        }
    }

    @Test func `The program may show other rows, and they are then seen`() async throws {
        try await withList { browser, _ in
            try await browser.click("#jump")
            try await settle(browser)
            #expect(try await top(in: browser).first == 500_000)
        }
    }

    @Test func `A list scrolls in an element of its own`() async throws {
        try await withList(LongList(count: 5_000)) { browser, _ in
            _ = try await browser.evaluate(
                "Object.assign(document.querySelector('#frame').style, {height: '300px', overflowY: 'auto'})"
            )
            _ = try await browser.evaluate("document.querySelector('#frame').scrollTop = 1e9")
            try await browser.wait(until: "the last row is there") { try $0.exists("li[aria-posinset='5000']") }
            #expect(try await browser.count("li") == 100)
        }
    }

    @Test func `Without script links lead to all rows`() async throws {
        try await withSite(LongList()) { browser, _ in
            #expect(try await browser.texts("[data-pages] a") == ["1", "2", "11", "101", "1001", "10000", "Next"])
            try await browser.follow("[data-pages] a:nth-child(6)")
            #expect(try await browser.text("li:last-child") == "Row 999999")
            #expect(try await browser.count("li") == 100)
            try await browser.follow("[rel=prev]")
            #expect(try await browser.text("li") == "Row 999800")
        }
    }

    @Test func `A forged place is refused, and changes nothing`() async throws {
        try await withList { browser, _ in
            let statuses = try await browser.evaluate(
                """
                return (async () => {
                    const results = [];
                    let number = 0;
                    for (const [name, first] of [["rows", "-1"], ["rows", "999901"], ["rows", "1e9"], ["rows", "x"], ["rows", "0.5"], ["other", "5"], ["rows", "5"]]) {
                        const body = new URLSearchParams([["event", [++number, "event", 1, name].join(" ")], ["first", first]]);
                        const headers = { Accept: "application/vnd.elmwood+json", "Elmwood-Page": "0123456789abcdefghijkl", "Elmwood-Revision": "0" };
                        const answer = await fetch(location.href, { method: "POST", body, headers });
                        results.push((await answer.json())[4]?.e?.[0]?.[1] ?? 200);
                    }
                    return results.join(" ");
                })()
                """
            )
            #expect(statuses == "422 422 422 422 422 409 200")
        }
    }
}
