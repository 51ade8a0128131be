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
        "/sent": "<!doctype html><title>Sent</title><p>It was sent.</p>",
    ]

    private func withPage(
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

    @Test func `Elements are found by CSS selectors, and can be read`() async throws {
        try await withPage { browser, _ in
            #expect(try await browser.texts(".many") == ["one", "two"])
            #expect(try await browser.count(".many") == 2)
            #expect(try await !browser.exists(".none"))
            #expect(try await browser.attribute("name", of: "#name") == "name")
            #expect(try await browser.isEnabled("#save"))
            #expect(try await !browser.isEnabled("#disabled"))
            #expect(try await !browser.isSelected("#agree"))
            try await browser.click("#agree")
            #expect(try await browser.isSelected("#agree"))
            #expect(try await browser.property("checked", of: "#agree") == "true")
            #expect(try await browser.source.contains("There is no script."))
            let error = try await #require(throws: WebDriverError.self) { try await browser.text(".none") }
            #expect(error.code == "no such element")
        }
    }

    @Test func `A form is filled in and sent, and the next page is waited for`() async throws {
        try await withPage { browser, server in
            try await browser.fill("#name", with: "Zoë & \"Bob\"")
            try await browser.type("two\nlines", into: "#note")
            try await browser.click("#green")
            #expect(try await browser.value("#note") == "two\nlines")
            try await browser.follow("#save")
            #expect(try await browser.title == "Sent")
            #expect(try await browser.path == "/sent")
            #expect(
                server.posted == [
                    "name=Zo%C3%AB+%26+%22Bob%22&note=two%0D%0Alines&colour=green&message=save"
                ]
            )
        }
    }

    @Test func `Enter in a field sends its form`() async throws {
        try await withPage { browser, server in
            try await browser.pressEnter(in: "#name")
            #expect(try await browser.path == "/sent")
            #expect(server.posted == ["name=old&note=&colour=red&message=save"])
        }
    }

    @Test func `Links, back, forward and refresh lead to the right pages`() async throws {
        try await withPage { browser, _ in
            try await browser.follow("#link")
            #expect(try await browser.title == "Second")
            try await browser.back()
            #expect(try await browser.title == "First")
            try await browser.forward()
            #expect(try await browser.path == "/second")
            try await browser.refresh()
            #expect(try await browser.text("p") == "The second page.")
        }
    }

    @Test func `The window can have a phone's size and a dark color scheme`() async throws {
        try await withPage { browser, _ in
            #expect(try await !browser.isShown("#narrow"))
            try await browser.resize(width: 390, height: 844)
            #expect(try await browser.isShown("#narrow"))
            #expect(try await browser.style("background-color", of: "body") == "rgba(255, 255, 255, 1)")
            if BrowserKind.chosen.can(.colorScheme) {
                try await browser.prefer(.dark)
                #expect(try await browser.style("background-color", of: "body") == "rgba(1, 2, 3, 1)")
            }

            let file = "\(NSTemporaryDirectory())/browser-\(UUID()).png"
            defer { unlink(file) }
            try await browser.screenshot(to: file)
            let image = try Data(contentsOf: URL(fileURLWithPath: file))
            // A PNG's header: its signature, then the width and height of the picture.
            #expect(Array(image.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            #expect(Array(image[16..<24]) == [0, 0, 1, 0x86, 0, 0, 3, 0x4C])
        }
    }

    @Test(.needs(.networkLog))
    func `The browser's log of errors can be read`() async throws {
        try await withPage { browser, server in
            try await browser.open(server.address("/broken"))
            #expect(try await browser.log().contains { $0.contains("/missing.png") && $0.contains("404") })
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
