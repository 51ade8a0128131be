import ElmwoodTestSupport
import Testing

/// What few pages need of the client script is loaded when a page first needs it.
@Suite struct RareScriptTests {
    private func isRare(_ request: ProxiedRequest) -> Bool { request.target.hasSuffix("-rare.js") }

    @Test func `A page that needs nothing rare loads nothing more, and one that does loads it once`() async throws {
        try await withLiveSite(Probes()) { browser, site in
            for count in 1...3 {
                try await browser.click("#plus")
                try await browser.wait(for: "\(count)", in: "#count")
            }
            #expect(!site.proxy.requests.contains { isRare($0) })
        }
        try await withLiveSite(Larder()) { browser, site in
            try await browser.wait(until: "it is loaded") { _ in site.proxy.requests.contains { isRare($0) } }
            try await browser.click("#look")
            try await browser.wait(for: "look", in: "#log")
            try await browser.wait(until: "the command is carried out") { try $0.focus == "reason" }
            #expect(site.proxy.requests.count { isRare($0) } == 1)
            // Nothing of it remains in the document.
            #expect(try await browser.count("head script") == 1)
        }
    }

    @Test func `An answer that needs it waits for it, and what the visitor does meanwhile comes after`() async throws {
        let gate = Gate()
        try await withLarder(whoseRareScript: .hold(gate)) { browser, site in
            try await browser.click("#look")
            try await browser.wait(until: "the answer has come") { _ in site.proxy.requests.contains(where: \.isPost) }
            for _ in 0..<2 { try await browser.click("#note") }
            #expect(try await browser.text("#log") == "")
            gate.open()
            try await browser.wait(for: "look, noted, noted", in: "#log")
            #expect(try await browser.focus == "reason")
        }
    }

    @Test func `If it does not come, the browser loads other pages, and events are sent as ever`() async throws {
        try await withLarder(whoseRareScript: .answer(status: 404)) { browser, site in
            try await browser.click("#note")
            try await browser.wait(for: "noted", in: "#log")
            _ = try await browser.evaluate("window.isSameDocument = 1")
            try await browser.click("#other")
            try await browser.wait(until: "the page is loaded") { try $0.title == "Larder /other" }
            #expect(try await browser.evaluate("return +!window.isSameDocument") == "1")
            #expect(try await browser.text("#log") == "noted")
        }
    }
}
