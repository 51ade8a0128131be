import ElmwoodExamplePrograms
import ElmwoodTestSupport
import Testing

/// The stopwatch in a browser, with script and without.
@Suite struct StopwatchPageTests {
    @Test func `Without script, the page refreshes itself while the watch runs`() async throws {
        try await withSite(Stopwatch()) { browser, _ in
            #expect(try await browser.text("#time") == "0:00.0")
            #expect(try await !browser.isEnabled("[value='press(reset)']"))
            try await browser.follow("[value='press(start)']")
            try await browser.waitForOtherPage()
            try await browser.wait(until: "a second has gone by") { try $0.text("#time") > "0:01.0" }
            try await browser.follow("[value='press(lap)']")
            try await browser.follow("[value='press(stop)']")
            #expect(try await !browser.exists("meta[http-equiv=refresh]"))
            #expect(try await browser.count(".laps tbody tr") == 1)
            let time = try await browser.text("#time")
            try await browser.refresh()
            #expect(try await browser.text("#time") == time)
            try await browser.follow("[value='press(reset)']")
            #expect(try await browser.text("#time") == "0:00.0")
            #expect(try await !browser.exists(".laps"))
        }
    }

    // MARK: With script

    @Test func `With script, the time is pushed to the page while the watch runs, and laps are recorded`() async throws
    {
        try await withSite(Stopwatch(), script: .on) { browser, _ in
            try await browser.markPage()
            _ = try await browser.evaluate(
                """
                window.changes = 0
                new MutationObserver(() => window.changes++)
                    .observe(document.querySelector("#time"), { characterData: true, childList: true, subtree: true })
                """
            )
            try await browser.click("[value='press(start)']")
            try await browser.wait(until: "a second has gone by") { try $0.text("#time") > "0:01.0" }
            #expect(Int(try await browser.evaluate("return window.changes")) ?? 0 >= 3)
            #expect(try await !browser.exists("meta[http-equiv=refresh]"))
            for count in 1...3 {
                try await browser.click("[value='press(lap)']")
                try await browser.wait(until: "the lap is there") { try $0.count(".laps tbody tr") == count }
            }
            try await browser.click("[value='press(stop)']")
            try await browser.wait(until: "it stands") { try $0.exists("[value='press(start)']") }
            let time = try await browser.text("#time")
            try await browser.click("[value='press(reset)']")
            try await browser.wait(for: "0:00.0", in: "#time")
            #expect(time > "0:01.0")
            #expect(try await browser.isMarked)
            #expect(try await browser.log() == [])
        }
    }
}
