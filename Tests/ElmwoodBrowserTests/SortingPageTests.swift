import ElmwoodTestSupport
import ElmwoodWebDriver
import Testing

/// Rows that a visitor moves: by a mouse, a finger, keys, and without script.
@Suite struct SortingPageTests {
    private func isMove(_ request: ProxiedRequest) -> Bool { request.isPost && request.body.contains("shopping") }

    private func withLists(
        more: Int = 0,
        bell: Bell = Bell(),
        _ test: (Browser, LiveSite<SortedLists>) async throws -> Void
    ) async throws {
        try await withLiveSite(SortedLists(more: more, bell: bell)) { browser, site in
            try await browser.wait(until: "the script is there") {
                try $0.style("touch-action", of: "summary") == "none"
            }
            try await test(browser, site)
            #expect(try await browser.log().filter { !$0.contains("favicon") } == [])
        }
    }

    private func rows(_ list: String, in browser: Browser) async throws -> String {
        try await browser.texts("#\(list) span").joined(separator: " ")
    }

    @Test(arguments: ["mouse", "touch"])
    func `A row that is dragged is at its place at once, and the answer confirms it`(pointer: String) async throws {
        try await withLists { browser, site in
            let gate = Gate()
            site.proxy.decide { isMove($0) ? .hold(gate) : .none }
            try await browser.drag("#Eggs summary", toTopOf: "#Milk", pointer: pointer)
            try await browser.drag("#Milk summary", toTopOf: "#later", pointer: pointer)
            #expect(try await rows("todo", in: browser) == "Eggs Bread Stone")
            #expect(try await rows("later", in: browser) == "Milk")
            #expect(try await browser.text("#log") == "")
            gate.open()
            try await browser.wait(for: "Eggs todo>todo Milk | Milk todo>later -", in: "#log")
            #expect(try await rows("todo", in: browser) == "Eggs Bread Stone")
            #expect(try await rows("later", in: browser) == "Milk")
            // A drag is no click.
            #expect(try await browser.count("details[open]") == 0)
            #expect(try await browser.count(".elmwood-place, .elmwood-dragged, li[style]") == 0)
        }
    }

    @Test func `Keys at the handle move its row, which keeps the focus, and say where it is`() async throws {
        try await withLists { browser, site in
            _ = try await browser.evaluate("document.querySelector('#Milk summary').focus()")
            try await browser.press(Key.down.rawValue)
            try await browser.wait(for: "Milk todo>todo Eggs", in: "#log")
            #expect(try await rows("todo", in: browser) == "Bread Milk Eggs Stone")
            try await browser.wait(until: "it is said") {
                try $0.text("[data-elmwood][role=status]") == "“Milk” is at place 2 of 4 in “Todo”."
            }
            try await browser.press(Key.right.rawValue)
            try await browser.wait(until: "it is in the next list") {
                try $0.text("#log").hasSuffix("Milk todo>done -")
            }
            // Two in a row are told in their order.
            try await browser.press(Key.right.rawValue)
            try await browser.press(Key.left.rawValue)
            try await browser.wait(until: "it is back") { try $0.text("#log").hasSuffix("Milk later>done Tea") }
            #expect(try await rows("done", in: browser) == "Milk Tea")
            let focused = "return document.activeElement.closest('li')?.id + document.activeElement.localName"
            #expect(try await browser.evaluate(focused) == "Milksummary")
            try await browser.press("\u{E010}")
            try await browser.wait(until: "it is last") { try $0.text("#log").hasSuffix("Milk done>done -") }
        }
    }

    @Test func `Other changes may come while a row is dragged, and Escape puts it back`() async throws {
        let bell = Bell()
        try await withLists(bell: bell) { browser, _ in
            try await browser.drag("#Eggs summary", toTopOf: "#Milk", isDropped: false)
            #expect(try await browser.exists("#todo > .elmwood-place + #Milk"))
            bell.ring("add")
            try await browser.wait(until: "the row has come") { try $0.exists("#New") }
            #expect(try await browser.exists("#Eggs.elmwood-dragged"))
            try await browser.press(Key.escape.rawValue, isReleased: false)
            #expect(try await browser.count(".elmwood-place, .elmwood-dragged, li[style]") == 0)
            try await browser.drop()
            try await browser.drag("#Eggs summary", toTopOf: "#New", isDropped: false)
            bell.ring("news")
            try await browser.wait(for: "news", in: "#news")
            try await browser.drop()
            try await browser.wait(for: "Eggs todo>todo New", in: "#log")
            #expect(try await rows("todo", in: browser) == "Eggs New Milk Bread Stone")
        }
    }

    @Test func `A row whose move is refused goes back, and that is said`() async throws {
        try await withLists { browser, _ in
            try await browser.drag("#Stone summary", toTopOf: "#Milk")
            try await browser.wait(until: "it is back") { try $0.exists("#todo.elmwood-failed") }
            #expect(try await rows("todo", in: browser) == "Milk Bread Eggs Stone")
            try await browser.wait(until: "it is said") {
                try $0.text("[data-elmwood][role=status]") == "“Stone” was not moved."
            }
        }
    }

    @Test func `A long list scrolls while a row is dragged to the edge of the window`() async throws {
        try await withLists(more: 100) { browser, _ in
            _ = try await browser.evaluate("scrollTo(0, 0)")
            _ = try await browser.evaluate(
                """
                document.body.insertAdjacentHTML("beforeend", "<i data-elmwood id=edge>");
                Object.assign(document.querySelector("#edge").style, { position: "fixed", bottom: "10px", left: "40px" });
                """
            )
            try await browser.drag("#Milk summary", toTopOf: "#edge", isDropped: false)
            try await browser.wait(until: "the list has scrolled") {
                (Int(try $0.evaluate("return Math.round(scrollY)")) ?? 0) > 300
            }
            try await browser.drop()
            try await browser.wait(until: "it is told") { try $0.text("#log").hasPrefix("Milk todo>todo Row") }
        }
    }

    @Test func `A press on the handle opens its buttons, also with script`() async throws {
        try await withLists { browser, _ in
            try await browser.click("#Bread summary")
            try await browser.click("#Bread .elmwood-up")
            try await browser.wait(for: "Bread todo>todo Milk", in: "#log")
            try await browser.click("#Bread [data-to=later]")
            try await browser.wait(until: "it is moved") { try $0.text("#log").hasSuffix("Bread todo>later -") }
        }
    }

    @Test func `Without script the handle's buttons move its row`() async throws {
        try await withSite(SortedLists()) { browser, _ in
            try await browser.click("#Bread summary")
            try await browser.follow("#Bread .elmwood-up")
            #expect(try await browser.text("#log") == "Bread todo>todo Milk")
            try await browser.click("#Milk summary")
            try await browser.follow("#Milk [data-to=done]")
            #expect(try await rows("done", in: browser) == "Tea Milk")
        }
    }

    @Test func `Over HTTP a forged move is refused, and changes nothing`() async throws {
        try await withLists { browser, site in
            let forge = """
                const results = [];
                let number = 0;
                for (const [name, fields] of [
                    ["shopping:todo", [["key", "Nothing"]]], ["shopping:todo", [["key", "Milk"], ["before", "Tea"]]],
                    ["shopping:todo", [["key", "Milk"], ["before", "Milk"]]], ["shopping:todo", []],
                    ["shopping:todo", [["key", "Milk"], ["from", "done"]]], ["shopping:nowhere", [["key", "Milk"]]],
                    ["shopping", [["key", "Milk"]]],
                ]) {
                    const body = new URLSearchParams();
                    body.append("event", [++number, "event", fields.length, name].join(" "));
                    for (const field of fields) body.append(...field);
                    const headers = { Accept: "application/vnd.elmwood+json", "Elmwood-Page": "0123456789abcdefghijkl", "Elmwood-Revision": "0" };
                    const answer = await fetch(location.href, { method: "POST", body, headers });
                    results.push((await answer.json())[4]?.e?.[0]?.[1]);
                }
                return results.join(" ");
                """
            let statuses = try await browser.evaluate("return (async () => { \(forge) })()")
            #expect(statuses == "422 422 422 422 422 409 409")
            #expect(try await site.page(in: browser).contains("<p id=\"log\"></p>"))
            try await browser.drag("#Milk summary", toTopOf: "#Stone")
            try await browser.wait(for: "Milk todo>todo Stone", in: "#log")
        }
    }
}
