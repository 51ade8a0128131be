import ElmwoodTestSupport
import Testing

extension LiveFailureTests {
    @Test func `A default sentence is shown if the program has no page for the error, and its button closes it`()
        async throws
    {
        try await withLiveSite(Failing()) { browser, _ in
            try await browser.click("#fail")
            try await browser.wait(until: "it is shown") { try $0.exists("#elmwood-failure") }
            #expect(try await shown(browser).hasPrefix(Self.sentence))
            #expect(try await !browser.source.contains("0815"))
            try await browser.click("#elmwood-failure button")
            #expect(try await !browser.isShown("#elmwood-failure"))
            // A second failure is shown again, in place of the first.
            try await browser.click("#overdraw")
            try await browser.wait(until: "it is shown") { try $0.exists("#overdrawn") }
            #expect(try await browser.count("#elmwood-failure") == 1)
            #expect(try await browser.text("#count") == "0")
        }
    }

    @Test func `An event that is answered with 503 is repeated, and no failure is shown at the end`() async throws {
        try await withLiveSite(BrowserControls()) { browser, site in
            site.proxy.decide { $0.isPost && $0.ordinal < 3 ? .answer(status: 503) : .none }
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            #expect(try await !browser.exists("#elmwood-failure"))
        }
    }
}
