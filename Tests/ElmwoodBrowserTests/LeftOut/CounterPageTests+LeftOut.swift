import ElmwoodExamplePrograms
import ElmwoodTestSupport
import Testing

extension CounterPageTests {
    @Test func `The field sets the count with its button and with Enter, and with nothing else`() async throws {
        try await withSite(Counter()) { browser, _ in
            try await browser.fill(field, with: "41")
            try await browser.follow("\(field) + button")
            #expect(try await browser.text("#count") == "41")
            // The first button of the page is "−": Enter must not press it.
            try await browser.fill(field, with: "-8")
            try await browser.pressEnter(in: field)
            #expect(try await browser.text("#count") == "-8")
            #expect(try await browser.path == ServedSite.path)
            // Enter in an unchanged field changes nothing.
            try await browser.pressEnter(in: field)
            #expect(try await browser.text("#count") == "-8")
        }
    }

    @Test func `A changed field is applied first, then the pressed button`() async throws {
        try await withSite(Counter()) { browser, _ in
            try await browser.fill(field, with: "10")
            try await browser.follow("[value=decrement]")
            #expect(try await browser.text("#count") == "9")
        }
    }

    @Test func `An empty field is a problem, and not zero`() async throws {
        try await withSite(Counter()) { browser, _ in
            try await browser.follow("[value=increment]")
            try await browser.clear(field)
            try await browser.pressEnter(in: field)
            #expect(try await browser.attribute("aria-invalid", of: field) == "true")
            #expect(try await browser.text("#count") == "1")
        }
    }

    @Test func `Randomize gives a number in its range, and reset leads to zero`() async throws {
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

    @Test func `The page shows the result of a slow step without an action`() async throws {
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

    @Test func `A quick result of the slow service is on the page at once`() async throws {
        try await withSite(Counter(slowness: .zero), effectWait: .seconds(15)) { browser, _ in
            try await browser.follow("[value=incrementSlowly]")
            #expect(try await browser.text("#slow-count") == "1")
            #expect(try await !browser.exists("meta[http-equiv=refresh]"))
        }
    }

    @Test(.needs(.entryPerPost))
    func `After going back, the page still counts on from the current count`() async throws {
        try await withSite(Counter()) { browser, _ in
            for _ in 0..<3 { try await browser.follow("[value=increment]") }
            try await browser.back()
            // It may show the old count, also in its field, which nobody changed.
            try await browser.follow("[value=increment]")
            #expect(try await browser.text("#count") == "4")
        }
    }

    @Test func `A visitor without a cookie starts with a new counter`() async throws {
        try await withSite(Counter()) { browser, _ in
            try await browser.fill(field, with: "5")
            try await browser.pressEnter(in: field)
            #expect(try await browser.cookies.map(\.name).sorted() == ["elmwood", "elmwood-visitor"])
            #expect(try await browser.cookies.allSatisfy { $0.isHTTPOnly && $0.sameSite == "Lax" })
            try await browser.deleteCookies()
            // The page still shows 5. Its field was not changed, so its value is not applied.
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

    @Test func `Enter and Space press a button, and its focus is visible`() async throws {
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
