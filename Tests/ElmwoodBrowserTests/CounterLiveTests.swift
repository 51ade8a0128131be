import ElmwoodExamplePrograms
import ElmwoodTestSupport
import Testing

/// The counter for a visitor with script.
@Suite struct CounterLiveTests {
    @Test func `The counter counts, saves and loads without loading a page`() async throws {
        try await withSite(Counter(slowness: .milliseconds(200)), script: .on) { browser, _ in
            try await browser.markPage()
            for _ in 0..<3 { try await browser.click("[value=increment]") }
            try await browser.wait(for: "3", in: "#count")
            try await browser.click("[value=save]")
            try await browser.click("[value=reset]")
            try await browser.wait(for: "0", in: "#count")
            try await browser.click("[value=load]")
            try await browser.wait(for: "3", in: "#count")
            try await browser.click("[value=incrementSlowly]")
            try await browser.wait(for: "1", in: "#slow-count")
            #expect(try await browser.isMarked)
            #expect(try await browser.log() == [])
        }
    }

    @Test func `A page that becomes hidden saves, and one that becomes visible loads`() async throws {
        try await withSite(Counter(), script: .on) { browser, _ in
            for _ in 0..<2 { try await browser.click("[value=increment]") }
            try await browser.wait(for: "2", in: "#count")
            try await browser.showPage(false)
            // Later changes, as another window of the visitor might make them, are not saved.
            try await browser.click("[value=increment]")
            try await browser.wait(for: "3", in: "#count")
            try await browser.showPage(true)
            try await browser.wait(for: "2", in: "#count")
        }
    }
}

extension Browser {
    /// Tells the page that it is visible or hidden, as if the visitor switched to another window.
    func showPage(_ isShown: Bool) throws {
        _ = try evaluate(
            """
            Object.defineProperty(Document.prototype, "hidden", { configurable: true, get: () => \(!isShown) })
            const state = "\(isShown ? "visible" : "hidden")"
            Object.defineProperty(Document.prototype, "visibilityState", { configurable: true, get: () => state })
            document.dispatchEvent(new Event("visibilitychange"))
            """
        )
    }
}
