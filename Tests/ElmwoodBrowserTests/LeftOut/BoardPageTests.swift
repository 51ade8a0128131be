import Elmwood
import ElmwoodExamplePrograms
import ElmwoodTestSupport
import Testing

/// The board in a browser: three visitors at once, with script and without.
@Suite struct BoardPageTests {
    /// Each name of this machine has its own cookies, so it is a visitor.
    private let hosts = ["127.0.0.1", "localhost", "other.localhost"]

    @Test func `Without script, three visitors add and move cards by buttons`() async throws {
        try await withSite(BoardPage(), sharing: [Board()]) { browser, site in
            for (number, host) in hosts.enumerated() {
                try await browser.open(site.address(at: host))
                try await browser.type("Card \(number)", into: "#added-text")
                try await browser.pressEnter(in: "#added-text")
                #expect(try await browser.texts("section li a") == (0...number).map { "Card \($0)" })
            }
            try await browser.click("[data-handle='Card 1'] summary")
            try await browser.follow("[data-handle='Card 1'] [data-to=doing]")
            try await browser.open(site.address(at: hosts[0]))
            #expect(try await browser.texts("section li a") == ["Card 0", "Card 2", "Card 1"])
            try await browser.click("[data-handle='Card 0'] summary")
            try await browser.follow("[data-handle='Card 0'] .elmwood-down")
            #expect(try await browser.texts("section li a") == ["Card 2", "Card 0", "Card 1"])
            try await browser.follow("button.undo")
            #expect(try await browser.texts("section li a") == ["Card 0", "Card 2", "Card 1"])
            #expect(try await browser.log() == [])
        }
    }

    @Test func `With script, three visitors drag cards, and see each other's moves and looks`() async throws {
        try await withSite(BoardPage(), script: .on, sharing: [Board()]) { browser, site in
            var tabs = [try await browser.tab]
            for host in hosts {
                if host != hosts[0] {
                    tabs.append(try await browser.openTab())
                    try await browser.open(site.address(at: host))
                }
                try await browser.type("By \(host)", into: "#added-text")
                try await browser.press(.enter, in: "#added-text")
                try await browser.wait(until: "it is there") { try $0.texts("section li a").contains("By \(host)") }
            }
            // The third one looks at a card.
            try await browser.click("section li a")
            try await browser.wait(until: "the card is open") { try $0.exists("#renamed-text") }
            try await browser.switchTab(to: tabs[0])
            try await browser.wait(until: "it is seen who looks") {
                try $0.texts("li p.note").contains("Somebody looking")
            }

            try await drag("By localhost", to: "section:last-child ul", in: browser)
            try await browser.wait(until: "it is moved") { try $0.texts("section:last-child li a") == ["By localhost"] }
            try await browser.switchTab(to: tabs[1])
            try await browser.wait(until: "another sees it") {
                try $0.texts("section:last-child li a") == ["By localhost"]
            }
            try await drag("By other.localhost", to: "section:first-child li", in: browser)
            let order = ["By other.localhost", "By 127.0.0.1", "By localhost"]
            try await browser.wait(until: "it is before the first") { try $0.texts("section li a") == order }
            try await browser.switchTab(to: tabs[0])
            try await browser.wait(until: "the first sees it") { try $0.texts("section li a") == order }
            try await browser.click("button.undo")
            try await browser.wait(until: "it is undone") { try $0.count("section:last-child li") == 0 }
            #expect(try await browser.log() == [])
        }
    }

    /// Drags the card of that title to the first element of the selector, by a mouse.
    private func drag(_ title: String, to selector: String, in browser: Browser) async throws {
        try await browser.drag("[data-handle='\(title)'] summary", toTopOf: selector)
    }
}
