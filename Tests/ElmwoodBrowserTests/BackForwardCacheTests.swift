import ElmwoodTestSupport
import Testing

/// A page that the browser keeps while the visitor is elsewhere, and shows again as it was.
@Suite struct BackForwardCacheTests {
    @Test(.needs(.backForwardCache))
    func `A page that returns from the cache of the history shows what has happened, and works`() async throws {
        let bell = Bell()
        try await withLiveSite(BrowserControls(bell: bell)) { browser, site in
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            try await browser.wait(until: "the stream is open") { _ in site.proxy.openStreams == 1 }
            _ = try await browser.evaluate(
                "window.isMarked = 1; addEventListener('pageshow', (event) => { window.persisted = +event.persisted; })"
            )
            try await browser.open("about:blank")
            try await browser.wait(until: "the stream is closed") { _ in site.proxy.openStreams == 0 }
            bell.ring("meanwhile")
            try await browser.back()
            #expect(try await browser.evaluate("return `${window.isMarked} ${window.persisted}`") == "1 1")
            try await browser.wait(for: "meanwhile", in: "#log")
            try await browser.click("#plus")
            try await browser.wait(for: "2", in: "#count")
            try await browser.wait(until: "the stream is open") { _ in site.proxy.openStreams == 1 }
            bell.ring("after")
            try await browser.wait(for: "meanwhile after", in: "#log")
        }
    }
}
