import CounterExample
import Elmwood
import TestSupport
import Testing

/// The counter as a visitor without script uses it.
@Suite struct CounterTests {
    private func counter(
        slowness: Duration = .seconds(1),
        _ test: (Browser, SiteAddress) async throws -> Void
    ) async throws {
        var site = Site()
        site.mount(Counter(slowness: slowness), at: "/counter")
        try await browsing(site) { browser, address in
            try await browser.open(address("/counter"))
            try await test(browser, address)
        }
    }

    @Test func `the buttons count up and down, and reset rests at nought`() async throws {
        try await counter { browser, _ in
            #expect(try await browser.title == "Counter")
            #expect(try await browser.text("#count") == "0")
            #expect(try await !browser.isEnabled("button[value=reset]"))
            try await browser.follow("button[value=increment]")
            try await browser.follow("button[value=increment]")
            #expect(try await browser.text("#count") == "2")
            #expect(try await browser.path == "/counter")
            try await browser.follow("button[value=decrement]")
            #expect(try await browser.text("#count") == "1")
            try await browser.follow("button[value=reset]")
            #expect(try await browser.text("#count") == "0")
            try await browser.follow("button[value=decrement]")
            #expect(try await browser.text("#count") == "-1")
        }
    }

    @Test func `loading the page again sends nothing again`() async throws {
        try await counter { browser, _ in
            try await browser.follow("button[value=increment]")
            try await browser.refresh()
            #expect(try await browser.text("#count") == "1")
        }
    }

    @Test func `the field sets the count, by its button and by Enter`() async throws {
        try await counter { browser, _ in
            try await browser.fill("#count-field", with: "41")
            try await browser.follow("#count-field + button")
            #expect(try await browser.text("#count") == "41")
            #expect(try await browser.value("#count-field") == "41")
            try await browser.fill("#count-field", with: "7")
            try await browser.pressEnter(in: "#count-field")
            #expect(try await browser.text("#count") == "7")
        }
    }

    @Test func `a changed field is applied before the button that is pressed`() async throws {
        try await counter { browser, _ in
            try await browser.fill("#count-field", with: "41")
            try await browser.follow("button[value=increment]")
            #expect(try await browser.text("#count") == "42")
        }
    }

    @Test func `an empty field is refused with a sentence, and changes nothing`() async throws {
        try await counter { browser, _ in
            try await browser.follow("button[value=increment]")
            try await browser.clear("#count-field")
            try await browser.follow("#count-field + button")
            #expect(try await browser.text("#count") == "1")
            #expect(try await browser.value("#count-field") == "")
            #expect(try await browser.attribute("aria-invalid", of: "#count-field") == "true")
            #expect(try await !browser.text("[role=alert]").isEmpty)
            try await browser.fill("#count-field", with: "5")
            try await browser.follow("#count-field + button")
            #expect(try await browser.text("#count") == "5")
            #expect(try await !browser.exists("[role=alert]"))
        }
    }

    @Test func `a random count is one of nought to ten`() async throws {
        try await counter { browser, _ in
            for _ in 1...3 {
                try await browser.follow("button[value=randomize]")
                let count = try await browser.text("#count")
                #expect((0...10).map(String.init).contains(count))
            }
        }
    }

    @Test func `a slow step shows that it runs, and the page shows its end by itself`() async throws {
        try await counter(slowness: .milliseconds(1_500)) { browser, _ in
            try await browser.follow("button[value=incrementSlowly]")
            #expect(try await browser.text("[role=status]") == "Counting…")
            #expect(try await !browser.isEnabled("button[value=decrementSlowly]"))
            try await browser.wait(for: "1", in: "#slow-count")
            #expect(try await browser.isEnabled("button[value=decrementSlowly]"))
        }
    }

    @Test func `a step that ends within the settling time is there with the page`() async throws {
        try await counter(slowness: .zero) { browser, _ in
            try await browser.follow("button[value=incrementSlowly]")
            #expect(try await browser.text("#slow-count") == "1")
            try await browser.follow("button[value=decrementSlowly]")
            #expect(try await browser.text("#slow-count") == "0")
        }
    }

    @Test func `two tabs of a visitor show one count, another visitor has an own`() async throws {
        try await counter { browser, address in
            try await browser.follow("button[value=increment]")
            let first = try await browser.tab
            try await browser.openTab()
            try await browser.open(address("/counter"))
            #expect(try await browser.text("#count") == "1")
            try await browser.follow("button[value=increment]")
            try await browser.switchTab(to: first)
            try await browser.follow("button[value=increment]")
            #expect(try await browser.text("#count") == "3")
            let cookies = try await browser.cookies
            let cookie = try #require(cookies.first)
            #expect(cookie.isHTTPOnly)
            #expect(cookie.sameSite == "Lax")
            try await browser.deleteCookies()
            try await browser.refresh()
            #expect(try await browser.text("#count") == "0")
        }
    }

    @Test func `the page fits phone and desktop, light and dark, and the browser complains of nothing`() async throws {
        try await counter { browser, _ in
            for (width, height) in [(390, 844), (1280, 800)] {
                try await browser.resize(width: width, height: height)
                let overflow = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
                #expect(try await browser.evaluate(overflow) == "0")
                #expect(try await browser.isShown("button[value=increment]"))
            }
            try await browser.prefer(.light)
            let light = try await browser.style("background-color", of: "body")
            try await browser.prefer(.dark)
            #expect(try await browser.style("background-color", of: "body") != light)
            #expect(try await browser.log().filter { !$0.contains("favicon") } == [])
        }
    }
}
