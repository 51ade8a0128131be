import ElmwoodTestSupport
import Testing

/// Links within the program, which a live page follows without loading a page.
@Suite struct LiveNavigationTests {
    func withControls(
        _ bell: Bell? = nil,
        at path: String = "",
        _ test: (Browser, LiveSite<BrowserControls>) async throws -> Void
    ) async throws {
        try await withLiveSite(BrowserControls(bell: bell), at: path) { browser, site in
            _ = try await browser.evaluate("window.mark = 1")
            try await test(browser, site)
        }
    }

    /// Whether the document is the one that was opened first.
    func isSame(_ browser: Browser) async throws -> Bool {
        try await browser.evaluate("return window.mark") == "1"
    }

    @Test(.needs(.navigationAPI))
    func `A link changes content, title, language and classes, and so do back and forward`() async throws {
        try await withControls { browser, _ in
            try await browser.click("#to-other")
            try await browser.wait(for: "Other", in: "h1")
            #expect(try await browser.path == "\(ServedSite.path)/other")
            #expect(try await browser.title == "Other")
            #expect(try await browser.attribute("lang", of: "html") == "de")
            #expect(try await browser.attribute("class", of: "html") == "other")
            #expect(try await browser.attribute("class", of: "body") == "quiet")

            _ = try await browser.evaluate("history.back()")
            try await browser.wait(for: "Bench", in: "h1")
            #expect(try await browser.path == ServedSite.path)
            #expect(try await browser.attribute("lang", of: "html") == "en")
            #expect(try await browser.attribute("class", of: "html") ?? "" == "")
            _ = try await browser.evaluate("history.forward()")
            try await browser.wait(for: "Other", in: "h1")
            try await browser.click("#to-home")
            try await browser.wait(for: "Bench", in: "h1")
            try await browser.click("#go")
            try await browser.wait(for: "Other", in: "h1")
            #expect(try await browser.path == "\(ServedSite.path)/other")
            #expect(try await isSame(browser))
        }
    }

    @Test(.needs(.navigationAPI))
    func `A link scrolls to the top or to its fragment, and back restores the scroll position`() async throws {
        try await withControls { browser, _ in
            try await browser.click("#to-long")
            try await browser.wait(until: "the page is there") { try $0.exists("#end") }
            #expect(try await browser.evaluate("return scrollY") == "0")
            _ = try await browser.evaluate("scrollTo(0, 500)")
            try await browser.click("#down-to-other")
            try await browser.wait(for: "Other", in: "h1")
            #expect(try await browser.evaluate("return scrollY") == "0")
            _ = try await browser.evaluate("history.back()")
            try await browser.wait(until: "the page is there") { try $0.exists("#end") }
            // The click has scrolled to the link.
            try await browser.wait(until: "it is where it was") {
                try Int($0.evaluate("return Math.round(scrollY)")) ?? 0 > 500
            }
            _ = try await browser.evaluate("scrollTo(0, 0)")
            try await browser.click("#to-home")
            try await browser.wait(for: "Bench", in: "h1")
            try await browser.click("#to-end")
            try await browser.wait(until: "the end is shown") {
                try $0.evaluate(
                    "const e = document.querySelector('#end'); return +(e?.getBoundingClientRect().top < innerHeight)"
                ) == "1"
            }
            #expect(try await browser.path == "\(ServedSite.path)/long#end")
            #expect(try await browser.evaluate("return document.querySelector(':target')?.id") == "end")
            #expect(try await isSame(browser))
        }
    }

    @Test func `Events before a link are sent before it is followed`() async throws {
        try await withControls { browser, site in
            let gate = Gate()
            site.proxy.decide { $0.isPost && $0.ordinal == 0 ? .hold(gate) : .none }
            // Started only after the driver has its answer, because the driver would wait for the page.
            _ = try await browser.evaluate(
                "setTimeout(() => ['plus', 'plus', 'to-long', 'to-other'].map(id => document.getElementById(id).click()), 300)"
            )
            try await browser.wait(until: "it is told") { _ in site.proxy.requests.contains { $0.isPost } }
            gate.open()
            try await browser.wait(for: "Other", in: "h1")
            #expect(try await browser.text("#count") == "2")
            #expect(site.proxy.requests.count { $0.isSync } == 1)
        }
    }

    @Test(.needs(.navigationAPI))
    func `A push during a navigation is shown on the new page`() async throws {
        let bell = Bell()
        try await withControls(bell) { browser, site in
            try await browser.wait(until: "the stream is open") { _ in site.proxy.openStreams == 1 }
            let gate = Gate()
            site.proxy.decide { $0.isSync && $0.target.hasSuffix("/other") ? .hold(gate) : .none }
            // Started only after the driver has its answer, because the driver would wait for the page.
            _ = try await browser.evaluate("setTimeout(() => document.querySelector('#to-other').click(), 300)")
            try await browser.wait(until: "the link is followed") { _ in site.proxy.requests.last?.isSync == true }
            bell.ring("meanwhile")
            gate.open()
            try await browser.wait(for: "Other", in: "h1")
            try await browser.wait(for: "meanwhile", in: "#log")
            bell.ring("after")
            try await browser.wait(for: "meanwhile after", in: "#log")
        }
    }

    @Test func `Links to files, other tabs and unknown addresses are loaded by the browser`() async throws {
        try await withControls { browser, site in
            try await browser.follow("#to-file")
            #expect(try await browser.path == "/style.css")
            try await browser.open(site.address())
            try await browser.click("#in-tab")
            try await browser.wait(until: "a tab was opened") { try $0.tabs.count == 2 }
            try await browser.open(site.address())
            try await browser.follow("#to-nothing")
            #expect(try await browser.path == "\(ServedSite.path)/nothing")
            #expect(!site.proxy.requests.contains { $0.isSync && !$0.target.hasSuffix("/nothing") })
        }
    }
}
