import ElmwoodExamplePrograms
import Elmwood
import Foundation
import ElmwoodHistory
import ElmwoodTestSupport
import Testing

import struct ElmwoodTesting.Replay

/// Histories of the examples, recorded in a browser, exported there, and replayed as a test.
@Suite(.needs(.downloads)) struct RecordedHistoryTests {
    /// Exports the history in a separate tab, and replays it. The replay has to lead to the model at the file's end.
    @discardableResult
    private func replay<P: Program>(_ program: P, _ browser: Browser, _ site: ServedSite) async throws -> HistoryFile {
        let folder = try ServedSite.makeDataFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await browser.saveDownloads(in: folder)
        try await browser.openTab()
        try await browser.open(site.history)
        try await browser.wait(until: "the script is there") { try $0.exists(".keys") }
        try await browser.click("[value=export]")
        let path = "\(folder)/\(P.self)-history.json"
        try await browser.wait(until: "it is saved") { _ in
            FileManager.default.contents(atPath: path).map { (try? HistoryFile(json: Array($0))) != nil } ?? false
        }
        let file = try HistoryFile(json: Array(try #require(FileManager.default.contents(atPath: path))))
        let model = try #require(Replay(path, of: program).model)
        #expect(try JSONValue(encoding: model) == file.end.model)
        #expect(try await browser.log() == [])
        return file
    }

    @Test func `A history of the counter can be replayed, including an effect`() async throws {
        let counter = Counter(slowness: .zero)
        try await withSite(counter, script: .on, history: true) { browser, site in
            try await browser.click("[value=increment]")
            try await browser.wait(until: "it is counted") { try $0.text("#count") == "1" }
            try await browser.click("[value=incrementSlowly]")
            try await browser.wait(until: "the effect is done") { try $0.text("#slow-count") == "1" }
            let file = try await replay(counter, browser, site)
            #expect(file.turns.contains { $0.origin.hasPrefix("effect ") })
        }
    }

    @Test func `A history of the chat can be replayed, including another visitor's lines`() async throws {
        try await withSite(Chat(), script: .on, history: true, sharing: [Room()]) { browser, site in
            try await browser.type("Ada", into: "#name")
            try await browser.press(.enter, in: "#name")
            try await browser.wait(until: "Ada is in") { try $0.exists("#text") }
            let ada = try await browser.tab
            try await browser.openTab()
            try await browser.open(site.address(at: "localhost"))
            try await browser.type("Bob", into: "#name")
            try await browser.press(.enter, in: "#name")
            try await browser.wait(until: "Bob is in") { try $0.exists("#text") }
            try await browser.type("Hello", into: "#text")
            try await browser.press(.enter, in: "#text")
            try await browser.wait(until: "Bob has said it") { try $0.texts(".talk li span") == ["Hello"] }
            try await browser.switchTab(to: ada)
            try await browser.wait(until: "Ada has heard it") { try $0.texts(".talk li span") == ["Hello"] }
            let file = try await replay(Chat(), browser, site)
            #expect(file.turns.contains { $0.message.hasPrefix("numbered(") })
        }
    }

    @Test func `A history of the registration can be replayed, and does not contain the password`() async throws {
        try await withSite(Registration(), script: .on, history: true) { browser, site in
            let texts = ["name": "Ada Lovelace", "email": "ada@example.org", "password": "correct horse 1"]
            for (field, text) in texts { try await browser.fill("#\(field)", with: text) }
            try await browser.type("12101915", into: "#birthday")
            try await browser.type("Switzerland", into: "#country")
            try await browser.click(".primary")
            try await browser.wait(until: "it is taken") { try $0.text("h1") == "Thank you, Ada Lovelace" }
            let file = try await replay(Registration(), browser, site)
            #expect(file.turns.contains { $0.note == HistoryFile.secretNote })
            #expect(!String(decoding: try file.json(), as: UTF8.self).contains("correct horse"))
            #expect(try await !browser.text("body").contains("correct horse"))
        }
    }

    @Test func `A history of the search can be replayed, including the typed text`() async throws {
        try await withSite(Search(), script: .on, history: true) { browser, site in
            try await browser.type("elm", into: "#q")
            try await browser.wait(until: "it is found") { try $0.exists(".results li") }
            let file = try await replay(Search(), browser, site)
            #expect(file.turns.contains { $0.message.contains("elm") })
        }
    }

    @Test func `A history of the running stopwatch can be replayed`() async throws {
        try await withSite(Stopwatch(), script: .on, history: true) { browser, site in
            try await browser.click("[value='press(start)']")
            try await browser.wait(until: "there is a lap to take") { try $0.isEnabled("[value='press(lap)']") }
            try await browser.click("[value='press(lap)']")
            try await browser.wait(until: "it is taken") { try $0.exists(".laps tbody tr") }
            let file = try await replay(Stopwatch(), browser, site)
            #expect(file.turns.contains { $0.origin == "clock" })
        }
    }
}
