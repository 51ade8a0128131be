import ElmwoodWebDriver
import Testing

@testable import ElmwoodTestSupport

/// Scripts that the driver waits for, in pages that go away.
@Suite struct LaterScriptTests {
    @Test(.timeLimit(.minutes(1)))
    func `A wait for a script ends if its page goes away, and the next page can be used`() async throws {
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
    /// Returns the value with which a script calls its last argument.
    fileprivate func answer(of script: String) throws -> String { "\(try driver.runUntilDone(script, []))" }
}
