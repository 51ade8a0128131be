import Elmwood
import ElmwoodLanguages
import ElmwoodSessions
import ElmwoodTestSupport
import Testing

/// The connection of a live page: its stream, its loss, and its return.
@Suite struct LiveConnectionTests {
    func withControls(
        _ bell: Bell? = nil,
        sessions: Settings.SessionStorage = .memory,
        _ test: (Browser, LiveSite<BrowserControls>) async throws -> Void
    ) async throws {
        try await withLiveSite(BrowserControls(bell: bell), sessions: sessions) { browser, site in
            _ = try await browser.evaluate("window.mark = 1")
            if bell != nil {
                try await browser.wait(until: "the stream is open") { _ in site.proxy.openStreams == 1 }
            }
            try await test(browser, site)
            #expect(try await browser.evaluate("return window.mark") == "1")
        }
    }

    @Test func `A page is patched under a policy that forbids inline script and eval, without an error in the log`()
        async throws
    {
        try await withControls { browser, site in
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            let page = try await site.page(in: browser)
            #expect(!page.contains("unsafe-"))
            #expect(page.firstRange(of: #"<script[^>]*>[^<]"#.self) == nil)
            #expect(
                try await browser.evaluate("return document.querySelectorAll('[onclick],[onsubmit]').length") == "0"
            )
            let errors = try await browser.log().filter { $0.contains("SEVERE") && !$0.contains("favicon") }
            #expect(errors == [])
        }
    }

    @Test func `A page has a stream only if something may be pushed`() async throws {
        try await withControls { browser, site in
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            #expect(!site.proxy.requests.contains { $0.isStream || $0.isSync })
        }
        let bell = Bell()
        try await withControls(bell) { browser, site in
            bell.ring("hello")
            try await browser.wait(for: "hello", in: "#log")
            #expect(site.proxy.requests.count { $0.isStream } == 1)
        }
    }

    @Test func `A button for a row that another tab removed is refused, and the page is updated`() async throws {
        try await withControls { browser, site in
            let first = try await browser.tab
            let second = try await browser.openTab()
            try await browser.open(site.address())
            try await browser.click("#remove-2")
            try await browser.wait(until: "it is gone") { try !$0.exists("#remove-2") }
            try await browser.switchTab(to: first)
            // The first tab gets the change by its stream.
            try await browser.wait(until: "it is gone here too") { try !$0.exists("#remove-2") }
            // Now the change arrives too late.
            let gate = Gate()
            site.proxy.decide { $0.isSync ? .hold(gate) : .none }
            try await browser.switchTab(to: second)
            try await browser.click("#remove-3")
            try await browser.wait(until: "it is gone") { try !$0.exists("#remove-3") }
            try await browser.switchTab(to: first)
            try await browser.click("#remove-3")
            gate.open()
            try await browser.wait(until: "it is gone here too") { try !$0.exists("#remove-3") }
            #expect(try await browser.text("#log") == "removed:2 removed:3")
            #expect(try await browser.texts("#rows li").count == 1)
        }
    }

    // MARK: Reconnecting

    @Test(.needs(.offline))
    func `The page shows that it is offline, and pending events are sent once the network is back`() async throws {
        try await withControls { browser, _ in
            try await browser.setOffline(true)
            try await browser.click("#plus")
            try await browser.click("#plus")
            try await browser.wait(until: "it is shown") { try $0.attribute("class", of: "html") == "elmwood-offline" }
            try await browser.setOffline(false)
            try await browser.wait(for: "2", in: "#count")
            try await browser.wait(until: "it is shown") { try $0.attribute("class", of: "html") ?? "" == "" }
        }
    }

    @Test func `A view that cannot be shown any more leaves the page as it is, with what was typed into it`()
        async throws
    {
        let bell = Bell()
        try await withControls(bell) { browser, site in
            try await browser.type("half a sent", into: "#own-2")
            let body = String(decoding: FailureNotice.answer(status: 500, "It ended.", in: .english), as: UTF8.self)
            let answer =
                "HTTP/1.1 500 \r\nContent-Type: \(LivePageScript.contentType)\r\nElmwood-Patch: 1\r\n"
                + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
            site.proxy.decide { $0.isStream || $0.isSync ? .reply(answer) : .none }
            await site.stopServer()
            try site.startServer()
            try await browser.wait(for: "It ended.", in: "#elmwood-failure p")
            #expect(try await browser.value("#own-2") == "half a sent")
            site.proxy.decide { _ in .none }
            try await browser.click("#elmwood-failure button")
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            #expect(try await browser.value("#own-2") == "half a sent")
        }
    }

    @Test func `If the server restarts, text, focus and caret in the page are unchanged`() async throws {
        let bell = Bell()
        try await withControls(bell) { browser, site in
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            try await browser.type("half a sent", into: "#own-2")
            _ = try await browser.evaluate("document.querySelector('#own-2').setSelectionRange(4, 4)")
            await site.stopServer()
            try await browser.wait(until: "it is shown") { try $0.attribute("class", of: "html") == "elmwood-offline" }
            try await browser.press(.backspace)
            try site.startServer()
            // The new server does not know the visitor, and starts a new session.
            try await browser.wait(for: "0", in: "#count")
            #expect(try await browser.value("#own-2") == "hal a sent")
            #expect(try await browser.focused == "input#own-2")
            #expect(try await browser.evaluate("return document.activeElement.selectionStart") == "3")
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            try await browser.wait(until: "the next process listens") { _ in bell.listened >= 2 }
            bell.ring("again")
            try await browser.wait(for: "again", in: "#log")
            try await browser.wait(until: "it is shown") { try $0.attribute("class", of: "html") ?? "" == "" }
        }
    }

    @Test(arguments: [true, false])
    func `If sessions are stored, an open page continues with the next process`(hasStream: Bool) async throws {
        let bell = hasStream ? Bell() : nil
        try await withControls(bell, sessions: .sqlite) { browser, site in
            try await browser.click("#plus")
            try await browser.click("#plus")
            try await browser.wait(for: "2", in: "#count")
            try await browser.type("half a sent", into: "#own-2")
            _ = try await browser.evaluate(
                "const field = document.querySelector('#own-2'); field.setSelectionRange(4, 4); field.mark = 7"
            )
            await site.stopServer()
            // An event during this time waits.
            try await browser.press(.backspace)
            _ = try await browser.evaluate("document.querySelector('#plus').click()")
            try await browser.wait(until: "it is shown") { try $0.attribute("class", of: "html") == "elmwood-offline" }
            try site.startServer()
            try await browser.wait(for: "3", in: "#count")
            try await browser.wait(until: "it is shown") { try $0.attribute("class", of: "html") ?? "" == "" }
            #expect(try await browser.value("#own-2") == "hal a sent")
            #expect(try await browser.evaluate("return document.querySelector('#own-2').mark") == "7")
            #expect(try await browser.focused == "input#own-2")
            #expect(try await browser.evaluate("return document.activeElement.selectionStart") == "3")
            if let bell {
                // The former server is in this process, and its effect still listens.
                try await browser.wait(until: "the next process listens") { _ in bell.listened >= 2 }
                bell.ring("again")
                try await browser.wait(for: "again", in: "#log")
            }
            #expect(try await browser.text("#count") == "3")
        }
    }

    @Test func `Invalid answers to the stream cause no loop, and the page's events are sent`() async throws {
        try await withLiveSite(BrowserControls(bell: Bell())) { browser, site in
            site.proxy.decide { $0.isSync || $0.isStream ? .answer(status: 404) : .none }
            try await browser.open(site.address())
            try await browser.type("half a sent", into: "#own-2")
            try await browser.wait(until: "the stream was refused twice") { _ in
                site.proxy.requests.count { $0.isSync || $0.isStream } >= 2
            }
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            #expect(try await browser.value("#own-2") == "half a sent")
            // Each attempt comes later than the one before.
            #expect(site.proxy.requests.count { $0.isSync || $0.isStream } < 20)
            #expect(
                site.proxy.requests.count { !$0.isPost && !$0.isSync && !$0.isStream && $0.target == "/example" } == 2
            )
        }
    }

    // MARK: Leaving the page
}
