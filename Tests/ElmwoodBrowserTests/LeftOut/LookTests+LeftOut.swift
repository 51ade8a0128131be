import ElmwoodAccounts
import ElmwoodExamplePrograms
import Elmwood
import ElmwoodPageTree
import ElmwoodTestSupport
import ElmwoodTesting
import Testing

@testable import ElmwoodDatabaseExamples
@testable import ElmwoodExamples

extension LookTests {
    @Test func `The counter can be read and used on a phone and a desktop, light and dark`() async throws {
        try await withSite(Counter()) { browser, _ in
            try await PageLook.check(browser, "fresh")
            try await browser.fill("#count-field", with: "1.5")
            try await browser.pressEnter(in: "#count-field")
            try await PageLook.check(browser, "with a problem")
        }
    }

    @Test func `The registration can be read and used on a phone and a desktop, light and dark`() async throws {
        try await withSite(Registration()) { browser, _ in
            try await PageLook.check(browser, "fresh")
            try await browser.follow(".primary")
            try await PageLook.check(browser, "with problems")
        }
    }

    @Test func `The poll can be read and used on a phone and a desktop, light and dark`() async throws {
        var site = Site()
        site.share(Poll())
        site.mount(PollPage(), at: ServedSite.path)
        try await withSite(site) { browser, _ in
            try await PageLook.check(browser, "fresh")
            try await browser.follow("[value='chose(\"pasta\")']")
            try await PageLook.check(browser, "with a vote")
        }
    }

    @Test func `The search can be read and used on a phone and a desktop, light and dark`() async throws {
        try await withSite(Search()) { browser, site in
            try await PageLook.check(browser, "fresh")
            for query in ["ford", String(repeating: "x", count: 200)] {
                try await browser.open(site.address("?q=\(query)"))
                try await PageLook.check(browser, "with results, and without")
            }
        }
    }

    @Test func `The library can be read and used on a phone and a desktop, light and dark`() async throws {
        let catalogue = Catalogue(count: 500)
        try await withSite(Library(catalogue: catalogue)) { browser, site in
            try await PageLook.check(browser, "the first page")
            for query in ["page=10", "list=endless", "q=\(String(repeating: "x", count: 60))"] {
                try await browser.open(site.address("?\(query)"))
                try await browser.resize(width: 320, height: 844)
                #expect(try await browser.evaluate(PageLook.overflow) == "")
                try await PageLook.check(browser, "\(query)")
            }
        }
        try await withSite(BookPage(number: 7, catalogue: catalogue, home: ServedSite.path)) { browser, site in
            try await PageLook.check(browser, "a book")
            try await browser.open(site.address("/edit?version=1"))
            try await PageLook.check(browser, "its form")
            try await browser.fill("#title", with: String(repeating: "Donaudampfschiff", count: 7))
            try await browser.fill("#shelf", with: "no")
            try await browser.follow(".primary")
            try await PageLook.check(browser, "its form with a problem")
        }
    }

    @Test func `The accounts can be read and used on a phone and a desktop, light and dark`() async throws {
        let accounts = ServedAccounts()
        try await accounts.open("\(String(repeating: "donaudampfschiff", count: 3))@example.org")
        try await withSite(accounts.program) { browser, site in
            try await PageLook.check(browser, "the sign-in")
            try await browser.follow(".primary")
            try await PageLook.check(browser, "with problems")
            for path in [
                "/register", "/forgot", "/sent", "/welcome", "/deleted", "/welcome?token=\(try accounts.token())",
            ] {
                try await browser.open(site.address(path))
                try await PageLook.check(browser, "\(path)")
            }
            // Another name of this machine is another browser of the account.
            for host in ["localhost", "127.0.0.1"] {
                try await browser.open(site.address(at: host))
                try await accounts.signIn(browser)
                try await browser.wait(until: "the account is shown") { try $0.exists(".accounts nav") }
            }
            try await PageLook.check(browser, "the account")
            for path in ["/password", "/sessions", "/delete"] {
                try await browser.open(site.address(path))
                try await PageLook.check(browser, "\(path)")
            }
        }
    }

    @Test func `The stopwatch can be read and used on a phone and a desktop, light and dark`() async throws {
        try await withSite(Stopwatch()) { browser, _ in
            try await PageLook.check(browser, "fresh")
            for knob in ["start", "lap", "lap", "stop"] { try await browser.follow("[value='press(\(knob))']") }
            try await PageLook.check(browser, "with laps")
        }
    }

    @Test func `The board can be read and used on a phone and a desktop, light and dark`() async throws {
        try await withSite(BoardPage(), sharing: [Board()]) { browser, _ in
            try await PageLook.check(browser, "empty")
            for text in ["Soup", String(repeating: "Donaudampfschiff", count: 6)] {
                try await browser.type(text, into: "#added-text")
                try await browser.pressEnter(in: "#added-text")
            }
            try await browser.click("[data-handle=Soup] summary")
            try await browser.follow("[data-handle=Soup] [data-to=doing]")
            try await PageLook.check(browser, "with cards")
            try await browser.follow("section li a")
            try await PageLook.check(browser, "a card")
        }
    }

    @Test func `The chat can be read and used on a phone and a desktop, light and dark`() async throws {
        try await withSite(Chat(), sharing: [Room()]) { browser, _ in
            try await PageLook.check(browser, "at the door")
            try await browser.type("Ada", into: "#name")
            try await browser.pressEnter(in: "#name")
            try await PageLook.check(browser, "empty")
            for text in ["Hello", String(repeating: "Donaudampfschiff", count: 20)] {
                try await browser.type(text, into: "#text")
                try await browser.pressEnter(in: "#text")
            }
            try await PageLook.check(browser, "with lines")
        }
    }

    @Test func `A history is readable from a width of 280 pixels, light and dark, alone and at a page's foot`()
        async throws
    {
        try await withSite(TodoMVC(), script: .on, history: true) { browser, site in
            try await browser.type(String(repeating: "Donaudampfschiff", count: 20), into: "#new-todo")
            try await browser.press(.enter, in: "#new-todo")
            try await browser.wait(until: "it is in the list") { try $0.exists(".todo-list li") }
            try await browser.click("#elmwood-foot > summary")
            try await checkRoomAndContrast(browser, widths: [320, 390, 1_280], "with the foot open")
            try await browser.enterFrame("#elmwood-foot > iframe")
            try await browser.wait(until: "the panel is there") { try $0.exists(".patches") }
            // TodoMVC has no faults, and neither has the panel.
            #expect(try await browser.text(".pages .passed").contains("No faults of accessibility."))
            try await checkAccessibility(browser, "at the foot")
            try await browser.leaveFrame()
            try await browser.open(site.history)
            try await browser.wait(until: "it is live") { try $0.exists(".keys") }
            try await browser.click(".model summary")
            try await browser.click(".patches summary")
            try await checkRoomAndContrast(browser, widths: [280, 390, 1_280], "with a long message")
            try await checkAccessibility(browser, "the whole page")
            try await browser.click(".step-back")
            try await browser.wait(until: "it stands still") { try $0.exists(".paused") }
            try await checkRoomAndContrast(browser, widths: [280, 390, 1_280], "at a moment")
            #expect(try await browser.log() == [])
        }
    }

    /// Checks that the page has no faults of accessibility.
    private func checkAccessibility(_ browser: Browser, _ state: Comment) async throws {
        let page = try PageTree(document: try await browser.evaluate(PageTree.reader))
        #expect(AccessibilityCheck.faults(of: page).map(\.description) == [], state)
    }

    /// Checks the same as ``PageLook/check(_:_:)`` except for the size of targets: developers use a mouse, or the style sheet knows that
    /// they use their fingers.
    private func checkRoomAndContrast(_ browser: Browser, widths: [Int], _ state: Comment) async throws {
        for width in widths {
            try await browser.resize(width: width, height: 844)
            #expect(try await browser.evaluate(PageLook.overflow) == "", state)
        }
        for scheme in PageLook.schemes {
            if PageLook.schemes.count > 1 { try await browser.prefer(scheme) }
            #expect(try await browser.evaluate(ContrastScript.lines) == "", state)
        }
    }
}
