import Foundation
import Glibc
import ElmwoodTestSupport
import Testing

/// The browser of the other tests is a real one, and script is off in it if it should be.
@Suite struct BrowserTests {
    /// Pages with every way to start a script.
    static let pages = [
        "/": """
        <!doctype html><title>First</title>
        <style>
        body { background: rgb(255, 255, 255) }
        @media (prefers-color-scheme: dark) { body { background: rgb(1, 2, 3) } }
        #narrow { display: none }
        @media (max-width: 500px) { #narrow { display: block } }
        </style>
        <body onload="document.body.dataset.loaded = 'yes'">
        <p id="inline">off</p>
        <script>document.getElementById("inline").textContent = "on"</script>
        <p id="linked">off</p><script src="data:text/javascript,linked.textContent='on'"></script>
        <noscript><p id="noscript">There is no script.</p></noscript>
        <p id="narrow">This is a narrow window.</p>
        <p class="many">one</p><p class="many">two</p>
        <label><input type="checkbox" id="agree" onclick="this.title = 'on'"> Agree</label>
        <form method="post">
        <input name="name" id="name" value="old"><textarea name="note" id="note"></textarea>
        <select name="colour" id="colour"><option>red</option><option id="green">green</option></select>
        <button name="message" value="save" id="save">Save</button>
        <button disabled id="disabled">Not now</button>
        </form>
        <a href="/second" id="link">Second</a>
        """,
        "/second": "<!doctype html><title>Second</title><p>The second page.</p>",
        "/broken": "<!doctype html><title>Broken</title><img src='/missing.png' alt=''>",
        "/busy": """
        <!doctype html><title>Busy</title><p id="asked">0</p>
        <script>
        (async () => { for (let count = 1;; count++) { await fetch("/"); asked.textContent = Math.min(count, 3); } })()
        </script>
        """,
        "/sent": "<!doctype html><title>Sent</title><p>It was sent.</p>",
    ]

    func withPage(
        script: Browser.Script = .off,
        _ test: (Browser, PageServer) async throws -> Void
    ) async throws {
        let server = try PageServer(Self.pages)
        defer { server.stop() }
        try await withBrowser(script: script) { browser in
            try await browser.open(server.address("/"))
            try await test(browser, server)
        }
    }

    @Test func `With script off, no script of a page runs`() async throws {
        try await withPage { browser, _ in
            try await browser.click("#agree")
            #expect(try await browser.text("#inline") == "off")
            #expect(try await browser.text("#linked") == "off")
            #expect(try await browser.attribute("data-loaded", of: "body") == nil)
            #expect(try await browser.attribute("title", of: "#agree") == nil)
            #expect(try await browser.text("#noscript") == "There is no script.")
            // Not in another tab either.
            let address = try await browser.address
            try await browser.openTab()
            try await browser.open(address)
            #expect(try await browser.text("#inline") == "off")
        }
    }

    @Test func `With script on, the same page's scripts run`() async throws {
        try await withPage(script: .on) { browser, _ in
            try await browser.click("#agree")
            #expect(try await browser.text("#inline") == "on")
            #expect(try await browser.text("#linked") == "on")
            #expect(try await browser.attribute("data-loaded", of: "body") == "yes")
            #expect(try await browser.attribute("title", of: "#agree") == "on")
            #expect(try await !browser.exists("#noscript"))
        }
    }

    @Test func `A browser that is used again has no cookies, whatever its last page still asked for`() async throws {
        try await withPage(script: .on) { browser, server in
            try await browser.open(server.address("/busy"))
            try await browser.wait(for: "3", in: "#asked")
            #expect(try await !browser.cookies.isEmpty)
            try await browser.forgetEverything()
            try await browser.open(server.address("/second"))
            #expect(try await browser.cookies.isEmpty)
        }
    }

    @Test func `Each browser has its own cookies`() async throws {
        try await withPage { browser, server in
            let cookies = try await browser.cookies
            #expect(cookies.map(\.name) == ["visitor"])
            #expect(cookies.first?.value == "7")
            #expect(cookies.first?.isHTTPOnly == true)
            #expect(cookies.first?.sameSite == "Lax")
            try await browser.follow("#link")
            #expect(try await browser.cookies == cookies)
            try await browser.deleteCookies()
            #expect(try await browser.cookies.isEmpty)
            try await browser.open(server.address("/"))
            #expect(try await browser.cookies == cookies)
        }
        let server = try PageServer(Self.pages)
        defer { server.stop() }
        try await withBrowser { browser in
            try await browser.open(server.address("/second"))
            #expect(try await browser.cookies.isEmpty)
        }
    }
}
