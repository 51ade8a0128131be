import ElmwoodTestSupport
import Testing

/// If a program throws, a live page shows why, and continues.
@Suite struct LiveFailureTests {
    static let sentence =
        "Something went wrong here. Nothing of it was applied; what you had before is still there."

    func shown(_ browser: Browser) async throws -> String { try await browser.text("#elmwood-failure") }

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

    @Test func `A message that only the error's page offers is refused`() async throws {
        try await withLiveSite(Failing()) { browser, _ in
            try await browser.click("#overdraw")
            try await browser.wait(until: "it is shown") { try $0.exists("#forged") }
            try await browser.click("#forged")
            try await browser.wait(until: "it was refused") { try !$0.exists("#forged") }
            #expect(try await browser.text("#count") == "0")
        }
    }
}
