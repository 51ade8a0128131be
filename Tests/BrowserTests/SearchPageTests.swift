import SearchExample
import TestSupport
import Testing

/// The search in a browser, with script and without.
@Suite struct SearchPageTests {
    @Test func `without script, Enter goes to the address of the results`() async throws {
        try await withSite(Search()) { browser, _ in
            #expect(try await browser.focused == "input#q")
            try await browser.type("elmw", into: "#q")
            try await browser.pressEnter(in: "#q")
            #expect(try await browser.path == "\(ServedSite.path)?q=elmw")
            #expect(try await browser.texts(".results li") == ["Elmward", "Elmwick", "Elmwood", "Elmworth"])
            #expect(try await browser.texts("mark") == ["Elmw", "Elmw", "Elmw", "Elmw"])
            #expect(try await browser.value("#q") == "elmw")
            try await browser.fill("#q", with: "nowhere land")
            try await browser.follow("form button")
            #expect(try await browser.text("[role=status]") == "No village is called that.")
            try await browser.back()
            #expect(try await browser.count(".results li") == 4)
            #expect(try await browser.log() == [])
        }
    }

    @Test func `without script, a suggestion is a link`() async throws {
        try await withSite(Search()) { browser, _ in
            try await browser.follow(".suggestions a:nth-child(3)")
            #expect(try await browser.text("[role=status]").hasPrefix("64 villages"))
            #expect(try await browser.value("#q") == "maple")
        }
    }

    // MARK: With script

    @Test func `with script, a suggestion shows its results and the field its text`() async throws {
        try await withSite(Search(), script: .on) { browser, _ in
            try await browser.markPage()
            try await browser.click(".suggestions a:nth-child(1)")
            try await browser.wait(until: "there are results") { try $0.count(".results li") == 50 }
            #expect(try await browser.value("#q") == "elm")
            #expect(try await browser.isMarked)
        }
    }
}
