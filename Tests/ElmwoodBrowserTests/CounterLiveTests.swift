import ElmwoodCounterExample
import ElmwoodTestSupport
import Testing

/// The counter as a visitor with script has it.
@Suite struct CounterLiveTests {
    @Test func `It counts, saves and loads with no page loaded`() async throws {
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

    @Test func `A page that is hidden saves, and one that is seen again loads`() async throws {
        try await withSite(Counter(), script: .on) { browser, _ in
            for _ in 0..<2 { try await browser.click("[value=increment]") }
            try await browser.wait(for: "2", in: "#count")
            try await browser.showPage(false)
            // What is counted after that, as another window of the visitor might, is not saved.
            try await browser.click("[value=increment]")
            try await browser.wait(for: "3", in: "#count")
            try await browser.showPage(true)
            try await browser.wait(for: "2", in: "#count")
        }
    }
}

extension Browser {
    /// Tells the page that it is seen, or is not seen any more, as where the visitor turns to another window.
    func showPage(_ isShown: Bool) throws {
        _ = try evaluate(
            """
            Object.defineProperty(document, "hidden", { configurable: true, get: () => \(!isShown) })
            const state = "\(isShown ? "visible" : "hidden")"
            Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state })
            document.dispatchEvent(new Event("visibilitychange"))
            """
        )
    }
}
