import ElmwoodTestSupport
import Testing

/// A browser has six connections to an origin over HTTP/1.1, and hidden tabs use none of them.
@Suite struct ManyTabsTests {
    @Test func `Eight tabs with subscriptions work at the same time, and a tab that becomes visible is updated`()
        async throws
    {
        let bell = Bell()
        try await withLiveSite(BrowserControls(bell: bell)) { browser, site in
            var tabs = [try await browser.tab]
            for _ in 1..<8 {
                // Browsers disagree on whether the driver's background tabs are hidden, so the pages are told.
                try await browser.showPage(false)
                tabs.append(try await browser.openTab())
                try await browser.open(site.address())
                try await browser.wait(until: "the page is live") { _ in site.proxy.openStreams == 1 }
                try await browser.click("#plus")
            }
            try await browser.wait(for: "7", in: "#count")
            #expect(site.proxy.openStreams == 1)
            bell.ring("heard")
            try await browser.wait(for: "heard", in: "#log")
            try await browser.showPage(false)
            for tab in tabs {
                try await browser.switchTab(to: tab)
                try await browser.showPage(true)
                try await browser.wait(for: "heard", in: "#log")
                #expect(try await browser.text("#count") == "7")
                try await browser.showPage(false)
                try await browser.wait(until: "the stream is given back") { _ in site.proxy.openStreams == 0 }
            }
        }
    }

    @Test func `A hidden page polls once a minute, so that its title is updated`() async throws {
        let bell = Bell()
        try await withLiveSite(BrowserControls(bell: bell)) { browser, site in
            try await browser.wait(until: "the stream is open") { _ in site.proxy.openStreams == 1 }
            try await browser.showPage(false)
            try await browser.wait(until: "the stream is given back") { _ in site.proxy.openStreams == 0 }
            // Messages from before this are in the answer.
            try await browser.wait(until: "it has said that it is hidden") { browser in
                guard site.proxy.requests.last(where: \.isSync)?.headers["elmwood-hidden"] == "1" else { return false }
                return try browser.evaluate("return +(elmwoodState().isBusy === false)") == "1"
            }
            bell.ring("unseen")
            #expect(try await browser.text("#log") == "")
            _ = try await browser.evaluate("const now = Date.now; Date.now = () => now() + 100000")
            try await browser.wait(for: "unseen", in: "#log")
            #expect(site.proxy.openStreams == 0)
        }
    }
}
