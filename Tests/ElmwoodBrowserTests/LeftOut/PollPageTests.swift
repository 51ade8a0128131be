import Elmwood
import ElmwoodExamplePrograms
import ElmwoodTestSupport
import Testing

/// The poll in a browser, with script and without: a model that several visitors see.
@Suite struct PollPageTests {
    private var site: Site {
        var site = Site()
        site.share(Poll())
        site.mount(PollPage(), at: ServedSite.path)
        return site
    }

    @Test func `Without script, a vote is on the page that the post returns to`() async throws {
        try await withSite(site) { browser, _ in
            #expect(try await browser.texts("main button") == ["Soup: 0", "Salad: 0", "Pasta: 0"])
            try await browser.follow("[value='chose(\"salad\")']")
            #expect(try await browser.texts("main button") == ["Soup: 0", "Salad: 1", "Pasta: 0"])
            #expect(try await browser.text("[aria-pressed=true]") == "Salad: 1")
            try await browser.follow("[value='chose(\"soup\")']")
            #expect(try await browser.texts("main button") == ["Soup: 1", "Salad: 0", "Pasta: 0"])
        }
    }

    @Test func `With script, three visitors see each other's votes`() async throws {
        try await withSite(site, script: .on) { browser, site in
            try await browser.markPage()
            let first = try await browser.tab
            try await browser.click("[value='chose(\"soup\")']")
            try await browser.wait(for: "Soup: 1", in: "[aria-pressed=true]")
            // Another name of this machine has other cookies, so it is another visitor.
            for (number, host) in ["localhost", "other.localhost"].enumerated() {
                _ = try await browser.openTab()
                try await browser.open(site.address(at: host))
                try await browser.wait(for: "Soup: \(number + 1)", in: "main button")
                try await browser.click("[value='chose(\"soup\")']")
                try await browser.wait(for: "Soup: \(number + 2)", in: "[aria-pressed=true]")
            }
            try await browser.switchTab(to: first)
            try await browser.wait(for: "Soup: 3", in: "[aria-pressed=true]")
            #expect(try await browser.isMarked)
            #expect(try await browser.log() == [])
        }
    }
}
