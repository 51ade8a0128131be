import ElmwoodTestSupport
import ElmwoodWebDriver
import Testing

/// Events that say more than their name, from a browser to the program.
@Suite struct PayloadPageTests {
    func withBoard(_ test: (Browser, LiveSite<PayloadProgram>) async throws -> Void) async throws {
        try await withLiveSite(PayloadProgram()) { browser, site in
            // Without the rare script, the first event would wait for it.
            try await browser.wait(until: "the rare script has been asked for") { _ in
                site.proxy.requests.contains { $0.target.contains("-rare.js") }
            }
            try await test(browser, site)
        }
    }

    @Test func `A place is in the units of the element, whichever child was hit`() async throws {
        try await withBoard { browser, _ in
            // The board is 800 pixels wide, and 400 units that are 300 pixels high in its middle.
            try await browser.drag("#dot", from: (0, 0))
            try await browser.wait(for: "mouse 200,150 1 | up", in: "#log")
            try await browser.drag("#board", from: (-100, 50))
            try await browser.wait(for: "mouse 200,150 1 | up | mouse 100,200 1 | up", in: "#log")
            // Beside the units of the viewBox it is clamped.
            try await browser.drag("#board", from: (-390, 0))
            try await browser.wait(until: "it is clamped") { try $0.text("#log").hasSuffix("mouse 0,150 1 | up") }
        }
    }

    @Test func `Of a stream of moves no more than one waits, and the last one arrives before the release`() async throws
    {
        try await withBoard { browser, site in
            let gate = Gate()
            site.proxy.decide { $0.isPost && $0.ordinal == 0 ? .hold(gate) : .none }
            try await browser.drag("#board", from: (0, 0), by: (1...60).map { ($0, 0) })
            let queued = try await browser.evaluate("return elmwoodState().queue.length")
            #expect((Int(queued) ?? 99) <= 4)
            gate.open()
            try await browser.wait(until: "it is released") { try $0.text("#log") == "mouse 200,150 1 | up" }
            try await browser.wait(until: "the last place has come") { try $0.text("#moves").hasSuffix(" 260,150") }
        }
    }

    @Test func `A key is sent if the element asks for it, with its modifiers, and does nothing else then`() async throws
    {
        try await withBoard { browser, _ in
            _ = try await browser.evaluate(
                "window.seen = ''; addEventListener('keydown', (event) => window.seen += event.key[0] + +event.defaultPrevented)"
            )
            try await browser.click("#keys")
            for (key, modifiers): (String, [Key]) in [
                (Key.left.rawValue, []), ("k", []), ("k", [.control]), (Key.left.rawValue, [.shift]),
                (Key.right.rawValue, []),
            ] {
                try await browser.press(key, holding: modifiers)
            }
            try await browser.wait(for: "ArrowLeft! | control+k! | ArrowRight!", in: "#log")
            #expect(try await browser.evaluate("return window.seen") == "A1k0C0k1S0A0A1")
        }
    }

    @Test func `Events stop at an element that says so, for the page too`() async throws {
        try await withBoard { browser, _ in
            try await browser.click("#inner")
            // The text moves what is below it.
            try await browser.wait(for: "outer", in: "#log")
            try await browser.click("#stop")
            try await browser.press(.escape, in: "#quiet")
            try await browser.wait(for: "outer | stop", in: "#log")
            try await browser.press(.escape, in: "#keys")
            try await browser.wait(for: "outer | stop | page", in: "#log")
        }
    }

    @Test func `An element that is no graphic has the units of its width, and a key clicks at its edge`() async throws {
        try await withBoard { browser, _ in
            _ = try await browser.evaluate("document.querySelector('#box').style.width = '400px'")
            try await browser.drag("#box", from: (100, 0))
            try await browser.wait(until: "it is told") { try $0.text("#log").hasPrefix("box 75,") }
        }
    }

    @Test func `A forged payload changes nothing, and the page still works`() async throws {
        try await withBoard { browser, site in
            let forge = """
                const body = new URLSearchParams();
                body.append("event", "1 event 1 box");
                body.append("x", arguments[0] ?? "NaN");
                return fetch(location.href, { method: "POST", body, headers: { Accept: "application/vnd.elmwood+json",
                    "Elmwood-Page": "0123456789abcdefghijkl", "Elmwood-Revision": "0" } }).then((answer) => answer.text());
                """
            _ = try await browser.evaluate(forge)
            try await browser.drag("#dot", from: (0, 0))
            try await browser.wait(for: "mouse 200,150 1 | up", in: "#log")
            #expect(try await site.page(in: browser).contains("mouse 200,150"))
        }
    }

    @Test func `Without script the image button sends the place`() async throws {
        try await withSite(PayloadProgram()) { browser, _ in
            try await browser.click("input[type=image]")
            try await browser.wait(until: "it is sent") {
                try ["image 49,30", "image 50,30"].contains($0.text("#log"))
            }
        }
    }
}
