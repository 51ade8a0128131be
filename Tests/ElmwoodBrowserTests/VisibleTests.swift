import ElmwoodTestSupport
import Testing

/// Messages of elements that come into view.
@Suite struct VisibleTests {
    let scrollDown = "scrollTo(0, document.body.scrollHeight)"
    let rows = "return document.querySelectorAll('li').length"

    func wait(for count: Int, in browser: Browser) async throws {
        try await browser.wait(until: "there are \(count) rows") { try $0.evaluate(rows) == "\(count)" }
    }

    @Test func `A list grows each time its end comes into view, and not before`() async throws {
        try await withLiveSite(EndlessList()) { browser, _ in
            // Its answer shows that nothing was sent before.
            try await browser.click("#note")
            try await browser.wait(for: "1", in: "output")
            try await wait(for: 100, in: browser)
            _ = try await browser.evaluate(scrollDown)
            try await wait(for: 150, in: browser)
            _ = try await browser.evaluate(scrollDown)
            try await wait(for: 200, in: browser)
            #expect(try await browser.text("output") == "3")
        }
    }

    @Test func `Without script the end is a link to a longer list`() async throws {
        try await withSite(EndlessList()) { browser, _ in
            try await browser.click("#more")
            try await wait(for: 150, in: browser)
            try await browser.click("#more")
            try await wait(for: 200, in: browser)
        }
    }
}
