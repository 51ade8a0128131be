import Synchronization
import ElmwoodTestSupport
import Testing

/// Faults between browser and server: requests and answers are lost, duplicated, delayed and reordered, and every event is applied
/// once and in order.
@Suite struct FaultTests {
    @Test(arguments: [Fault.loseRequest, .loseAnswer, .halveAnswer, .double, .answer(status: 503)])
    func `An event is applied once despite a fault`(_ fault: Fault) async throws {
        let bell = Bell()
        try await withLiveSite(BrowserControls(bell: bell)) { browser, site in
            try await browser.wait(until: "the stream is open") { _ in site.proxy.openStreams == 1 }
            site.proxy.decide { $0.isPost && $0.ordinal % 2 == 0 ? fault : .none }
            try await browser.click("#plus")
            try await browser.click("#remove-2")
            try await browser.click("#plus")
            try await browser.wait(for: "2", in: "#count")
            try await browser.wait(for: "removed:2", in: "#log")
            bell.ring("after")
            try await browser.wait(for: "removed:2 after", in: "#log")
            #expect(try await isUpToDate(browser, site))
        }
    }

    @Test func `If a patch cannot be applied the page gets the whole new page, and retains typed text`() async throws {
        try await withLiveSite(BrowserControls()) { browser, site in
            try await browser.type("mine", into: "#own-3")
            // As a translator or another script may do it.
            _ = try await browser.evaluate("document.querySelector('#count').parentNode.remove()")
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            #expect(try await browser.value("#own-3") == "mine")
            try await browser.click("#plus")
            try await browser.wait(for: "2", in: "#count")
        }
    }

    /// Whether the page shows the same as a page that is loaded now.
    func isUpToDate(_ browser: Browser, _ site: LiveSite<BrowserControls>) async throws -> Bool {
        let shown = [try await browser.text("#count"), try await browser.text("#log")]
        let page = try await site.page(in: browser)
        return page.contains(">\(shown[0])</output>") && page.contains("<p id=\"log\">\(shown[1])</p>")
    }
}
