import Elmwood
import ElmwoodTestSupport
import Testing

/// The connection of a live page: its stream, its loss, and its return.
@Suite struct LiveConnectionTests {
    private func withControls(
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
            #expect(try await browser.log().filter { $0.contains("SEVERE") && !$0.contains("favicon") } == [])
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

    @Test func `Pending and refused events are marked`() async throws {
        try await withControls { browser, site in
            let gate = Gate()
            site.proxy.decide { $0.isPost && $0.ordinal == 0 ? .hold(gate) : .none }
            try await browser.click("#plus")
            #expect(try await browser.attribute("aria-busy", of: "#plus") == "true")
            #expect(try await browser.attribute("class", of: "#plus") == "elmwood-pending")
            gate.open()
            try await browser.wait(until: "it is done") { try $0.attribute("aria-busy", of: "#plus") == nil }
            #expect(try await browser.attribute("class", of: "#plus") ?? "" == "")
            // As if the page were older than the program.
            _ = try await browser.evaluate("document.querySelector('#plus').value = 'forge'")
            try await browser.click("#plus")
            try await browser.wait(until: "it failed") { try $0.attribute("class", of: "#plus") == "elmwood-failed" }
            #expect(try await browser.text("#count") == "1")
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

    @Test func `A failed wait describes the state of the page, the script, the server and the network`() async throws {
        let bell = Bell()
        try await withControls(bell) { browser, site in
            bell.ring("hello")
            try await browser.wait(for: "hello", in: "#log")
            let error = try await #require(throws: WebDriverError.self) {
                try await browser.wait(until: "pigs fly", within: .zero) { _ in false }
            }
            let lines = error.description.split(separator: "\n")
            #expect(lines.first == "Not within 0.0 seconds: pigs fly")
            for part in [
                "  page: \(site.address()), “Bench 0”, complete, visible", "  script: isLive true, revision ",
                ", stream there, heard ", "  request: script http://127.0.0.1:\(site.proxy.port)/",
                "  text: Bench ",
                "  server: 1 sessions held", "  session of /example: ", "subscribed to [\"running(",
                "stream 1 open", "  proxy: GET /example for text/event-stream, shows ", ", under way",
            ] {
                #expect(lines.contains { $0.contains(part) }, "\(part)")
            }
            // With all of this, the description is still short enough to read.
            #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("  ") && $0.count < 520 })
            #expect(lines.count < 60)
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

    @Test func `A stream that has died silently is detected and opened again`() async throws {
        let bell = Bell()
        try await withControls(bell) { browser, site in
            // As after a sleep: nothing arrived for a minute, and nothing closed the connection.
            site.proxy.holdStreams(Gate())
            _ = try await browser.evaluate(
                "const now = Date.now; window.ahead = 0; Date.now = () => now() + window.ahead"
            )
            site.proxy.decide { request in
                if request.isStream { site.proxy.releaseStreams() }
                return .none
            }
            bell.ring("heard")
            try await browser.wait(until: "the stream is opened again") { browser in
                guard site.proxy.requests.count(where: { $0.isStream }) == 1 else { return true }
                // A piece sent before the streams were held may arrive after the clock was moved. The next check moves it again.
                _ = try browser.evaluate("window.ahead += 100000")
                return false
            }
            try await browser.wait(for: "heard", in: "#log")
            #expect(site.proxy.requests.count { $0.isStream } == 2)
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

    @Test func `A page that is left ends its stream, and the program continues`() async throws {
        let bell = Bell()
        try await withLiveSite(BrowserControls(bell: bell)) { browser, site in
            try await browser.wait(until: "the stream is open") { _ in site.proxy.openStreams == 1 }
            try await browser.open("http://127.0.0.1:\(site.proxy.port)/style.css")
            try await browser.wait(until: "the stream has ended") { _ in site.proxy.openStreams == 0 }
            bell.ring("unseen")
            try await browser.open(site.address())
            try await browser.wait(for: "unseen", in: "#log")
        }
    }

    @Test func `A slow client gets the latest page, and not a queue of patches`() async throws {
        let bell = Bell()
        try await withControls(bell) { browser, site in
            let gate = Gate()
            site.proxy.holdStreams(gate)
            for number in 1...300 { bell.ring("\(number)") }
            try await browser.click("#plus")
            gate.open()
            let log = (1...300).map(String.init).joined(separator: " ")
            try await browser.wait(for: log, in: "#log")
            try await browser.wait(for: "1", in: "#count")
        }
    }
}
