import ElmwoodTestSupport
import Testing

extension VisibleTests {
    @Test func `An end that stays in view asks again when it offers another message, and once for each`() async throws {
        try await withLiveSite(EndlessList(first: 3, step: 1, limit: 10)) { browser, _ in
            try await wait(for: 10, in: browser)
            #expect(try await browser.text("output") == "7")
        }
    }

    @Test func `An end that offers the same message is not asked again while it stays in view`() async throws {
        // Its update changes nothing but a number, so the page offers the same again.
        try await withLiveSite(EndlessList(first: 3, step: 0, limit: 10)) { browser, _ in
            try await browser.wait(for: "1", in: "output")
            for count in 2...4 {
                try await browser.click("#note")
                try await browser.wait(for: "\(count)", in: "output")
            }
        }
    }

    @Test(.needs(.navigationAPI))
    func `After going back the list is as long as before, at the same position`() async throws {
        try await withLiveSite(EndlessList()) { browser, _ in
            _ = try await browser.evaluate(scrollDown)
            try await wait(for: 150, in: browser)
            _ = try await browser.evaluate(scrollDown)
            try await wait(for: 200, in: browser)
            _ = try await browser.evaluate("scrollTo(0, 2000)")
            let position = try await browser.evaluate("return Math.round(scrollY)")
            #expect(position != "0")
            _ = try await browser.evaluate("document.querySelector('#to-other').click()")
            try await browser.wait(for: "Other", in: "h1")
            _ = try await browser.evaluate("history.back()")
            try await wait(for: 200, in: browser)
            try await browser.wait(until: "it is where it was") {
                try $0.evaluate("return Math.round(scrollY)") == position
            }
            // The same after the page was loaded anew.
            _ = try await browser.evaluate("location.reload()")
            try await wait(for: 200, in: browser)
            try await browser.wait(until: "it is where it was") {
                try $0.evaluate("return Math.round(scrollY)") == position
            }
        }
    }
}
