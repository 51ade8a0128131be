import ElmwoodExamplePrograms
import ElmwoodTestSupport
import Testing

/// The counter for a visitor without script.
@Suite struct CounterPageTests {
    let field = "#count-field"

    @Test func `The counter counts up and down`() async throws {
        try await withSite(Counter()) { browser, _ in
            #expect(try await browser.text("#count") == "0")
            try await browser.follow("[value=increment]")
            try await browser.follow("[value=increment]")
            #expect(try await browser.text("#count") == "2")
            try await browser.follow("[value=decrement]")
            #expect(try await browser.text("#count") == "1")
            // The field shows the count too.
            #expect(try await browser.value(field) == "1")
        }
    }

    @Test(arguments: ["1.5", "99999999999999999999"])
    func `An invalid number is shown again together with its problem`(_ typed: String) async throws {
        try await withSite(Counter()) { browser, _ in
            try await browser.follow("[value=increment]")
            try await browser.fill(field, with: typed)
            try await browser.pressEnter(in: field)
            #expect(try await browser.value(field) == typed)
            #expect(try await browser.attribute("aria-invalid", of: field) == "true")
            let alert = try await browser.text("[role=alert]")
            #expect(!alert.isEmpty)
            #expect(try await browser.attribute("aria-describedby", of: field) == "count-problem")
            #expect(try await browser.text("#count-problem") == alert)
            #expect(try await browser.count("[role=alert]") == 1)
            #expect(try await browser.text("#count") == "1")

            // Another button sends the field too, so it is refused as well.
            try await browser.follow("[value=increment]")
            #expect(try await browser.text("#count") == "1")
            #expect(try await browser.value(field) == typed)

            // A valid number is accepted, and the problem disappears.
            try await browser.fill(field, with: "5")
            try await browser.pressEnter(in: field)
            #expect(try await browser.text("#count") == "5")
            #expect(try await !browser.exists("[role=alert]"))
            #expect(try await browser.attribute("aria-invalid", of: field) == nil)
        }
    }

    @Test func `While a slow step runs the page says so and refreshes itself`() async throws {
        try await withSite(Counter(slowness: .seconds(600)), effectWait: .zero) { browser, _ in
            try await browser.follow("[value=incrementSlowly]")
            try await browser.wait(until: "the page says that it counts, and its slow buttons rest") { browser in
                try browser.text("[role=status]") == "Counting…"
                    && browser.text("#slow-count") == "0"
                    && !browser.isEnabled("[value=incrementSlowly]")
                    && !browser.isEnabled("[value=decrementSlowly]")
                    && browser.isEnabled("[value=increment]")
                    && browser.attribute("content", of: "meta[http-equiv=refresh]") == "1"
            }
            try await browser.waitForOtherPage()
            try await browser.wait(for: "Counting…", in: "[role=status]")
        }
    }

    @Test func `Reloading, going back and going forward never post again`() async throws {
        try await withSite(Counter()) { browser, site in
            try await browser.follow("nav a")
            try await browser.open(site.address())
            try await browser.follow("[value=increment]")
            try await browser.refresh()
            try await browser.refresh()
            #expect(try await browser.text("#count") == "1")
            try await browser.follow("[value=increment]")
            try await browser.back()
            try await browser.forward()
            #expect(try await browser.path == ServedSite.path)
            try await browser.refresh()
            #expect(try await browser.text("#count") == "2")
        }
    }

    @Test func `Two tabs share one counter, and neither undoes the other's changes`() async throws {
        try await withSite(Counter()) { browser, site in
            try await browser.follow("[value=increment]")
            let first = try await browser.tab
            let second = try await browser.openTab()
            try await browser.open(site.address())
            #expect(try await browser.text("#count") == "1")
            try await browser.follow("[value=increment]")
            try await browser.follow("[value=increment]")

            try await browser.switchTab(to: first)
            #expect(try await browser.text("#count") == "1")
            try await browser.follow("[value=increment]")
            #expect(try await browser.text("#count") == "4")

            try await browser.switchTab(to: second)
            try await browser.refresh()
            #expect(try await browser.text("#count") == "4")
        }
    }

    @Test func `A button that is no longer offered is refused with an explanation, and the counter still works`()
        async throws
    {
        try await withSite(Counter()) { browser, site in
            try await browser.follow("[value=increment]")
            let first = try await browser.tab
            try await browser.openTab()
            try await browser.open(site.address())
            try await browser.follow("[value=reset]")

            try await browser.switchTab(to: first)
            try await browser.follow("[value=reset]")
            #expect(try await browser.text("h1") == "Conflict")
            #expect(try await browser.text("main").contains("“reset” is not offered"))
            // The messages that are offered instead are listed in a closed details element.
            #expect(try await !browser.isShown("details li"))
            try await browser.click("summary")
            #expect(try await browser.texts("details li").contains("message=increment"))
            try await browser.follow("main a")
            #expect(try await browser.text("#count") == "0")
            try await browser.follow("[value=increment]")
            #expect(try await browser.text("#count") == "1")
        }
    }

    @Test func `Tab reaches every control in the order of the page, and nothing else`() async throws {
        try await withSite(Counter()) { browser, _ in
            try await browser.follow("[value=increment]")
            var reached: [String] = []
            for _ in 0..<11 {
                try await browser.press(.tab)
                let label = try await browser.attribute("aria-label", of: ":focus")
                let id = try await browser.property("id", of: ":focus")
                let text = try await browser.text(":focus")
                reached.append(label ?? (id.isEmpty ? text : id))
            }
            #expect(
                reached == [
                    "Examples", "Decrement", "Increment", "count-field", "Set", "Randomize", "Reset",
                    "Save", "Load", "Decrement slowly", "Increment slowly",
                ]
            )
        }
    }
}
