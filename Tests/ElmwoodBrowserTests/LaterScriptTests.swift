import ElmwoodTestSupport
import Testing

@testable import ElmwoodWebDriver

/// What the driver waits for in a page ends when the page does.
@Suite struct LaterScriptTests {
    @Test(.timeLimit(.minutes(1)))
    func `A wait for a script ends when its page goes away, and the next page is asked as ever`() async throws {
        let server = try PageServer(BrowserTests.pages)
        defer { server.stop() }
        try await withBrowser(script: .on) { browser in
            try await browser.open(server.address("/"))
            #expect(try await browser.answer(of: "setTimeout(arguments[0], 10, 'came later');") == "came later")
            await #expect(throws: WebDriverError.self) {
                _ = try await browser.answer(of: "location.href = '/second';")
            }
            try await browser.wait(until: "the next page is there") { try $0.title == "Second" }
            #expect(try await browser.answer(of: "arguments[0](document.title);") == "Second")
        }
    }
}

extension Browser {
    /// What a script calls its last argument with.
    fileprivate func answer(of script: String) throws -> String { "\(try driver.runUntilDone(script, []))" }
}
