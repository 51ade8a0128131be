import ElmwoodExamplePrograms
import ElmwoodTestSupport
import Testing

/// The history of a shared model in a browser.
@Suite struct SharedHistoryPageTests {
    @Test(arguments: [Browser.Script.on, .off])
    func `From a page's history one goes to that of the room it reads, steps in it, and returns`(
        script: Browser.Script
    ) async throws {
        try await withSite(Chat(), script: script, history: true, sharing: [Room()]) { browser, site in
            try await browser.type("Ada", into: "#name")
            try await enter(in: "#name", browser, script)
            for text in ["One", "Two"] {
                try await browser.wait(until: "a line can be written") { try $0.exists("#text") }
                try await browser.type(text, into: "#text")
                try await enter(in: "#text", browser, script)
                try await browser.wait(until: "it is said") { try $0.texts(".talk li span").last == text }
            }
            let page = try await browser.tab
            _ = try await browser.openTab()
            try await browser.open(site.history)
            #expect(try await browser.text(".shared a") == "Room “lobby”")
            try await browser.follow(".shared a")
            try await browser.wait(until: "it is the room's") { try $0.text("h1") == "History of Room “lobby”" }
            try await browser.wait(until: "both lines are listed") { browser in
                try browser.texts(".turn .message").count { $0.hasPrefix("said(") } == 2
            }
            // That Ada has come may be told between the two lines, or before both.
            for _ in 0..<3 where try await !browser.text(".detail > .message").contains("One") {
                let turn = try await browser.text(".detail h2")
                if script == .on {
                    try await browser.click(".step-back")
                } else {
                    try await browser.follow(".step-back")
                }
                try await browser.wait(until: "it went back") { try $0.text(".detail h2") != turn }
            }
            #expect(try await browser.exists(".paused"))
            #expect(try await browser.text(".detail > .origin").contains("you on \(ServedSite.path)"))
            #expect(try await browser.text(".changes dt") == "lines[0]")
            let moment = try await browser.tab
            try await browser.switchTab(to: page)
            #expect(try await browser.texts(".talk li span") == ["One", "Two"])
            #expect(try await !browser.exists("[data-paused]"))
            try await browser.switchTab(to: moment)
            try await browser.follow(".back")
            try await browser.wait(until: "it is the chat's") { try $0.text("h1") == "History of Chat" }
            #expect(try await browser.log() == [])
        }
    }

    private func enter(in field: String, _ browser: Browser, _ script: Browser.Script) async throws {
        if script == .on { try await browser.press(.enter, in: field) } else { try await browser.pressEnter(in: field) }
    }
}
