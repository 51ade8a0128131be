import ElmwoodExamplePrograms
import ElmwoodTestSupport
import Testing

/// The search in a browser, with script and without.
@Suite struct SearchPageTests {
    @Test func `A visitor who only reads gets no cookie`() async throws {
        try await withSite(Search()) { browser, _ in
            try await browser.refresh()
            #expect(try await browser.cookies.isEmpty)
        }
    }

    @Test func `Without script, Enter leads to the address of the results`() async throws {
        try await withSite(Search()) { browser, _ in
            try await browser.wait(until: "the field has the focus") { try $0.focused == "input#q" }
            try await browser.type("elmw", into: "#q")
            try await browser.pressEnter(in: "#q")
            #expect(try await browser.path == "\(ServedSite.path)?q=elmw")
            #expect(try await browser.texts(".results li") == ["Elmward", "Elmwick", "Elmwood", "Elmworth"])
            #expect(try await browser.texts("mark") == ["Elmw", "Elmw", "Elmw", "Elmw"])
            #expect(try await browser.value("#q") == "elmw")
            try await browser.fill("#q", with: "nowhere land")
            try await browser.follow("[role=search] button")
            #expect(try await browser.text("[role=status]") == "No village is called that.")
            try await browser.back()
            #expect(try await browser.count(".results li") == 4)
            #expect(try await browser.log() == [])
        }
    }

    @Test func `Without script, a suggestion is a link`() async throws {
        try await withSite(Search()) { browser, _ in
            try await browser.follow(".suggestions a:nth-child(3)")
            #expect(try await browser.text("[role=status]").hasPrefix("64 villages"))
            #expect(try await browser.value("#q") == "maple")
        }
    }

    // MARK: With script

    @Test func `With script, results and address are updated while a text is typed`() async throws {
        try await withSite(Search(), script: .on) { browser, _ in
            try await browser.markPage()
            try await browser.wait(until: "the page is live") { try !$0.exists("[role=search] button") }
            let length = try await browser.evaluate("return history.length")
            try await browser.type("elm", into: "#q")
            try await browser.wait(until: "there are results") { try $0.count(".results li") == 50 }
            try await browser.type("w", into: "#q")
            try await browser.wait(until: "there are fewer") { try $0.count(".results li") == 4 }
            #expect(try await browser.texts("mark") == ["Elmw", "Elmw", "Elmw", "Elmw"])
            #expect(try await browser.path.hasSuffix("?q=elmw"))
            #expect(try await browser.title == "elmw – Search")
            #expect(try await browser.focused == "input#q")
            #expect(try await browser.value("#q") == "elmw")
            try await browser.type("zz", into: "#q")
            try await browser.wait(for: "No village is called that.", in: "[role=status]")
            for _ in 0..<6 { try await browser.press(.backspace, in: "#q") }
            try await browser.wait(until: "it is as it was at first") { try $0.exists(".suggestions") }
            #expect(try await browser.evaluate("return history.length") == length)
            #expect(try await browser.isMarked)
            #expect(try await browser.log() == [])
        }
    }

    @Test func `With script, a suggestion shows its results, and its text in the field`() async throws {
        try await withSite(Search(), script: .on) { browser, _ in
            try await browser.markPage()
            try await browser.click(".suggestions a:nth-child(1)")
            try await browser.wait(until: "there are results") { try $0.count(".results li") == 50 }
            #expect(try await browser.value("#q") == "elm")
            #expect(try await browser.isMarked)
        }
    }
}
