import ElmwoodTestSupport
import Testing

/// If a program throws, a live page shows why, and continues.
@Suite struct LiveFailureTests {
    private static let sentence =
        "Something went wrong here. Nothing of it was applied; what you had before is still there."

    private func shown(_ browser: Browser) async throws -> String { try await browser.text("#elmwood-failure") }

    @Test(arguments: ["#overdraw", "#break"])
    func `The program's page for the error is shown above the page, which is unchanged`(_ button: String) async throws {
        try await withLiveSite(Failing()) { browser, _ in
            try await browser.click("#add")
            try await browser.wait(for: "1", in: "#count")
            try await browser.type("half a sent", into: "#own")
            _ = try await browser.evaluate("window.mark = 1; document.querySelector('\(button)').click()")
            try await browser.wait(until: "it is shown") { try $0.exists("#elmwood-failure") }
            #expect(try await browser.text("#overdrawn") == "Your account is overdrawn")
            #expect(try await browser.isShown("#overdrawn"))
            #expect(try await browser.attribute("role", of: "#elmwood-failure") == "alert")
            #expect(try await !browser.source.contains("4711"))
            #expect(try await browser.text("#count") == "1")
            #expect(try await browser.value("#own") == "half a sent")
            #expect(try await browser.focused == "input#own")
            // The next successful event removes it.
            _ = try await browser.evaluate("document.querySelector('#add').click()")
            try await browser.wait(for: "2", in: "#count")
            #expect(try await !browser.exists("#elmwood-failure"))
            #expect(try await browser.evaluate("return window.mark") == "1")
        }
    }

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

    @Test func `A message that only the error's page offers is refused`() async throws {
        try await withLiveSite(Failing()) { browser, _ in
            try await browser.click("#overdraw")
            try await browser.wait(until: "it is shown") { try $0.exists("#forged") }
            try await browser.click("#forged")
            try await browser.wait(until: "it was refused") { try !$0.exists("#forged") }
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
