import ElmwoodCounterExample
import ElmwoodTestSupport
import Testing

/// The counter as a visitor without script has it.
@Suite struct CounterPageTests {
    private let field = "#count-field"

    @Test func `It counts up and down`() async throws {
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

    @Test func `The field sets it, by its button and by Enter, and by nothing else`() async throws {
        try await withSite(Counter()) { browser, _ in
            try await browser.fill(field, with: "41")
            try await browser.follow("\(field) + button")
            #expect(try await browser.text("#count") == "41")
            // The first button of the page is "−": Enter must not press it.
            try await browser.fill(field, with: "-8")
            try await browser.pressEnter(in: field)
            #expect(try await browser.text("#count") == "-8")
            #expect(try await browser.path == ServedSite.path)
            // Enter in a field that was not changed changes nothing.
            try await browser.pressEnter(in: field)
            #expect(try await browser.text("#count") == "-8")
        }
    }

    @Test func `A changed field is taken first, then the button that was pressed`() async throws {
        try await withSite(Counter()) { browser, _ in
            try await browser.fill(field, with: "10")
            try await browser.follow("[value=decrement]")
            #expect(try await browser.text("#count") == "9")
        }
    }

    @Test(arguments: ["1.5", "99999999999999999999"])
    func `A number that cannot be counted is shown again with what is wrong with it`(_ typed: String) async throws {
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

            // Another button carries the field along, so it is refused as well.
            try await browser.follow("[value=increment]")
            #expect(try await browser.text("#count") == "1")
            #expect(try await browser.value(field) == typed)

            // What is typed instead is taken, and the problem is gone.
            try await browser.fill(field, with: "5")
            try await browser.pressEnter(in: field)
            #expect(try await browser.text("#count") == "5")
            #expect(try await !browser.exists("[role=alert]"))
            #expect(try await browser.attribute("aria-invalid", of: field) == nil)
        }
    }

    @Test func `An emptied field is a problem, not nought`() async throws {
        try await withSite(Counter()) { browser, _ in
            try await browser.follow("[value=increment]")
            try await browser.clear(field)
            try await browser.pressEnter(in: field)
            #expect(try await browser.attribute("aria-invalid", of: field) == "true")
            #expect(try await browser.text("#count") == "1")
        }
    }

    @Test func `Chance gives a number, and nought is where it is reset to`() async throws {
        try await withSite(Counter()) { browser, _ in
            #expect(try await !browser.isEnabled("[value=reset]"))
            try await browser.follow("[value=randomize]")
            let count = try #require(Int(try await browser.text("#count")))
            #expect((0...10).contains(count))
            try await browser.fill(field, with: "12")
            try await browser.pressEnter(in: field)
            #expect(try await browser.isEnabled("[value=reset]"))
            try await browser.follow("[value=reset]")
            #expect(try await browser.text("#count") == "0")
            #expect(try await !browser.isEnabled("[value=reset]"))
        }
    }

    @Test func `While a slow step runs the page says so and comes again by itself`() async throws {
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

    @Test func `The page shows that the slow step is done with nothing pressed`() async throws {
        try await withSite(Counter(slowness: .milliseconds(300)), effectWait: .zero) { browser, _ in
            try await browser.follow("[value=incrementSlowly]")
            try await browser.wait(for: "1", in: "#slow-count")
            #expect(try await !browser.exists("meta[http-equiv=refresh]"))
            #expect(try await browser.text("[role=status]") != "Counting…")
            try await browser.follow("[value=decrementSlowly]")
            try await browser.wait(for: "0", in: "#slow-count")
            #expect(try await browser.text("#count") == "0")
        }
    }

    @Test func `A quick answer of the slow service is on the page at once`() async throws {
        try await withSite(Counter(slowness: .zero), effectWait: .seconds(15)) { browser, _ in
            try await browser.follow("[value=incrementSlowly]")
            #expect(try await browser.text("#slow-count") == "1")
            #expect(try await !browser.exists("meta[http-equiv=refresh]"))
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

    @Test(.needs(.entryPerPost))
    func `A page that was gone back to still counts on from where the counter is`() async throws {
        try await withSite(Counter()) { browser, _ in
            for _ in 0..<3 { try await browser.follow("[value=increment]") }
            try await browser.back()
            // It may show the count of its time, and its field with it, which nobody changed.
            try await browser.follow("[value=increment]")
            #expect(try await browser.text("#count") == "4")
        }
    }

    @Test func `Two tabs count on one counter, and neither undoes what the other did`() async throws {
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

    @Test func `A button that is no longer offered is refused in plain words, and nothing is broken`() async throws {
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
            // What is offered instead is there for who wants it, folded away.
            #expect(try await !browser.isShown("details li"))
            try await browser.click("summary")
            #expect(try await browser.texts("details li").contains("message=increment"))
            try await browser.follow("main a")
            #expect(try await browser.text("#count") == "0")
            try await browser.follow("[value=increment]")
            #expect(try await browser.text("#count") == "1")
        }
    }

    @Test func `A visitor whose cookie is lost begins anew`() async throws {
        try await withSite(Counter()) { browser, _ in
            try await browser.fill(field, with: "5")
            try await browser.pressEnter(in: field)
            #expect(try await browser.cookies.map(\.name).sorted() == ["elmwood", "elmwood-visitor"])
            #expect(try await browser.cookies.allSatisfy { $0.isHTTPOnly && $0.sameSite == "Lax" })
            try await browser.deleteCookies()
            // The page still shows 5; its field was not changed, so it is not taken over.
            try await browser.follow("[value=increment]")
            #expect(try await browser.text("#count") == "1")
            #expect(try await browser.cookies.count == 2)

            try await browser.deleteCookies()
            try await browser.follow("[value=reset]")
            #expect(try await browser.text("h1") == "Conflict")
            try await browser.follow("main a")
            #expect(try await browser.text("#count") == "0")
        }
    }

    @Test func `Every control is reached by Tab, in the order of the page, and no other`() async throws {
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

    @Test func `A button is pressed by Enter and by Space, and shows that it has the focus`() async throws {
        try await withSite(Counter()) { browser, _ in
            for expected in ["1", "2"] {
                for _ in 0..<3 { try await browser.press(.tab) }
                #expect(try await browser.attribute("value", of: ":focus") == "increment")
                #expect(try await browser.style("outline-style", of: ":focus") == "solid")
                try await browser.follow(pressing: expected == "1" ? .enter : .space, in: ":focus")
                #expect(try await browser.text("#count") == expected)
            }
        }
    }
}
