import Elmwood
import Foundation
import ElmwoodHistory
import ElmwoodTestSupport
import Testing

import struct ElmwoodTesting.Replay

@testable import ElmwoodExamplePrograms

/// The history of a session in a browser, for the developer of a program.
@Suite struct HistoryPageTests {
    private func withTodos(
        _ titles: String...,
        script: Browser.Script = .on,
        test: (Browser, ServedSite) async throws -> Void
    ) async throws {
        try await withSite(TodoMVC(), script: script, history: true) { browser, site in
            for (index, title) in titles.enumerated() {
                try await browser.type(title, into: ".new-todo")
                if script == .on {
                    try await browser.press(.enter, in: ".new-todo")
                    try await browser.wait(until: "it is in the list") { try $0.titles.count == index + 1 }
                } else {
                    try await browser.pressEnter(in: ".new-todo")
                }
            }
            try await test(browser, site)
            #expect(try await browser.log() == [])
        }
    }

    /// Returns the turns that the panel lists, the newest first.
    private func turns(_ browser: Browser) async throws -> [String] {
        try await browser.texts(".turn .message")
    }

    /// Whether a download is complete: its file exists before its content.
    @Sendable private func isWhole(_ path: String) -> Bool {
        FileManager.default.contents(atPath: path).map { (try? HistoryFile(json: Array($0))) != nil } ?? false
    }

    @Test(.needs(.downloads))
    func `A history recorded in the browser replays to the same model`() async throws {
        try await withTodos("Buy milk", "Cycle", "Write") { browser, site in
            try await browser.click("#toggle-2")
            try await browser.wait(until: "it is done") { try $0.titles(".completed") == ["Cycle"] }
            try await browser.doubleClick("li:nth-child(3) label")
            try await browser.wait(until: "it is edited") { try $0.attribute("class", of: ":focus") == "edit" }
            try await browser.type(" home", into: ".edit")
            try await browser.press(.enter, in: ".edit")
            try await browser.wait(until: "it is saved") { try $0.titles == ["Buy milk", "Cycle", "Write home"] }
            try await browser.click(".clear-completed")
            try await browser.wait(until: "it is cleared") { try $0.titles == ["Buy milk", "Write home"] }

            let folder = try ServedSite.makeDataFolder()
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try await browser.saveDownloads(in: folder)
            try await browser.openTab()
            try await browser.open(site.history)
            try await browser.click("[value=export]")
            let path = folder + "/TodoMVC-history.json"
            try await browser.wait(until: "it is saved") { _ in isWhole(path) }

            let content = try #require(FileManager.default.contents(atPath: path))
            let file = try HistoryFile(json: Array(content))
            #expect(file.turns.contains { $0.message == #"rename(id:3,title:"Write home")"# })
            let model = try #require(Replay(path, of: TodoMVC()).model)
            #expect(try JSONValue(encoding: model) == file.end.model)
            #expect(model.todos.map(\.title) == ["Buy milk", "Write home"])
            try compareWithTheOneThatIsKept(content, file)
        }
    }

    /// Compares the recording that `ReplayTests` replays with what a browser records now, except for the times. With
    /// `ELMWOOD_SNAPSHOTS=record` this recording replaces it.
    private func compareWithTheOneThatIsKept(_ content: Data, _ file: HistoryFile) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let path = folder.appending(path: "ElmwoodTestingTests/TodoMVC-history.json")
        if ProcessInfo.processInfo.environment["ELMWOOD_SNAPSHOTS"] == "record" { try content.write(to: path) }
        let kept = try HistoryFile(json: Array(Data(contentsOf: path)))
        // What the field contained at each pause in the typing depends on the browser and the machine.
        let turns = { (file: HistoryFile) in
            file.turns.filter { !$0.message.hasPrefix("typed") && $0.message != "leaveField" }.map(\.message)
        }
        #expect(turns(file) == turns(kept))
        #expect(file.end.model == kept.end.model)
    }

    @Test func `Stepping back changes the open page at once, and the page refuses events`() async throws {
        try await withTodos("One", "Two", "Three") { browser, site in
            let page = try await browser.tab
            let panel = try await browser.openTab()
            try await browser.open(site.history)
            try await browser.wait(until: "the turns are listed") { try $0.count(".turn") == 5 }
            try await browser.click(".step-back")
            try await browser.wait(until: "the moment is shown") { try $0.text(".detail h2") == "Turn 3" }
            try await browser.switchTab(to: page)
            try await browser.wait(until: "the page shows it") { try $0.titles == ["One", "Two"] }
            #expect(try await browser.exists("#elmwood-foot[data-paused]"))
            try await browser.click("#toggle-1")
            try await browser.wait(until: "it is refused") {
                try $0.text(".problems").contains("Resume it in the history first.")
            }
            #expect(try await browser.titles(".completed") == [])
            #expect(try await browser.property("checked", of: "#toggle-1") == "false")

            try await browser.switchTab(to: panel)
            try await browser.click("[value=resume]")
            try await browser.wait(until: "it goes on") { try $0.count(".turn") == 4 }
            try await browser.switchTab(to: page)
            try await browser.click("#toggle-2")
            try await browser.wait(until: "it is done") { try $0.titles(".completed") == ["Two"] }
            #expect(try await browser.titles == ["One", "Two"])
            #expect(try await !browser.exists(".problems"))
            #expect(try await !browser.exists("[data-paused]"))
            try await browser.switchTab(to: panel)
            try await browser.wait(until: "the new turn is listed") { try $0.text(".detail h2") == "Turn 4" }
        }
    }

    @Test func `The list is filtered while a text is typed, and arrow keys in the field do not step`() async throws {
        try await withTodos("One", "Two", "Three") { browser, site in
            try await browser.openTab()
            try await browser.open(site.history)
            try await browser.wait(until: "the keys are listened to") { try $0.exists(".keys") }
            try await browser.type("two", into: "#text")
            try await browser.wait(until: "it is found") { try $0.count(".turn") == 1 }
            #expect(try await browser.text(".found") == "1 turn of 4")
            for _ in 0..<3 { try await browser.press(.left, in: "#text") }
            try await browser.type("x", into: "#text")
            try await browser.wait(until: "it is not found") { try $0.text(".found") == "No turn of 4" }
            #expect(try await browser.value("#text") == "xtwo")
            #expect(try await browser.text(".detail h2") == "Turn 4")
            _ = try await browser.evaluate("document.querySelector('#text').select(); return ''")
            try await browser.type("two", into: "#text")
            try await browser.wait(until: "it is found again") { try $0.count(".turn") == 1 }
            try await browser.click(".turn")
            try await browser.wait(until: "it is shown") { try $0.text(".detail h2") == "Turn 3" }
            // Outside the field they step again.
            try await browser.press(.left)
            try await browser.wait(until: "it went back") { try $0.text(".detail h2") == "Turn 2" }
        }
    }

    @Test func `Arrow keys step, and after returning to the latest turn the program continues normally`() async throws {
        try await withTodos("One", "Two") { browser, site in
            let page = try await browser.tab
            let panel = try await browser.openTab()
            try await browser.open(site.history)
            try await browser.wait(until: "the keys are listened to") { try $0.exists(".keys") }
            #expect(try await turns(browser).count == 4)
            for turn in ["Turn 2", "Turn 1", "Start"] {
                try await browser.press(.left)
                try await browser.wait(until: "it went back") { try $0.text(".detail h2") == turn }
            }
            try await browser.switchTab(to: page)
            try await browser.wait(until: "the page shows the start") { try $0.titles.isEmpty }
            try await browser.switchTab(to: panel)
            try await browser.press(.right)
            try await browser.wait(until: "it went forth") { try $0.text(".detail h2") == "Turn 1" }
            try await browser.click("[value=showLatest]")
            try await browser.wait(until: "it goes on") { try !$0.exists(".paused") }
            try await browser.switchTab(to: page)
            try await browser.wait(until: "the page shows the latest") { try $0.titles == ["One", "Two"] }
            try await browser.type("Three", into: ".new-todo")
            try await browser.press(.enter, in: ".new-todo")
            try await browser.wait(until: "it is in the list") { try $0.titles == ["One", "Two", "Three"] }
        }
    }

    @Test func `Without script the panel steps and resumes with posts`() async throws {
        try await withTodos("One", "Two", script: .off) { browser, site in
            try await browser.open(site.history)
            try await browser.follow(".step-back")
            #expect(try await browser.text(".state").hasPrefix("The pages show the moment after turn 2 of 3"))
            try await browser.open(site.address())
            #expect(try await browser.titles == ["One"])
            try await browser.open(site.history)
            try await browser.follow("[value=resume]")
            #expect(try await turns(browser) == [#"add((title:"One"))"#, "loaded(nil)", "Start"])
        }
    }

    @Test(.needs(.downloads))
    func `A history is imported, with a report of the turns that no longer decode`() async throws {
        try await withTodos("One", "Two") { browser, site in
            let page = try await browser.tab
            let folder = try ServedSite.makeDataFolder()
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try await browser.saveDownloads(in: folder)
            try await browser.openTab()
            try await browser.open(site.history)
            try await browser.click("[value=export]")
            let path = folder + "/TodoMVC-history.json"
            try await browser.wait(until: "it is saved") { _ in isWhole(path) }
            let text = try String(contentsOfFile: path, encoding: .utf8)
                .replacing(#"add((title:\"Two\"))"#, with: #"append((title:\"Two\"))"#)
                .replacing(#""title" : "Two""#, with: #""title" : "Zwei""#)
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            try await browser.type(path, into: "#file")
            try await browser.click("form[data-form=import] button")
            try await browser.wait(until: "it is reported") { try $0.text(".notice").hasPrefix("Imported: 3 turns.") }
            #expect(try await browser.texts(".notice li").count == 1)
            #expect(
                try await browser.text(".notice li").hasPrefix(#"Turn 3: The message append((title:"Two")) does not"#)
            )
            try await browser.switchTab(to: page)
            try await browser.wait(until: "the page shows it") { try $0.titles == ["One", "Zwei"] }
        }
    }

    @Test func `The history at the page's foot loads when it is opened, and survives patches and navigation`()
        async throws
    {
        try await withTodos("One") { browser, site in
            try await browser.resize(width: 1_280, height: 1_400)
            let frames = "return String(window.frames[0].document.querySelectorAll('.turn').length)"
            #expect(try await browser.evaluate(frames) == "0")
            try await browser.click("#elmwood-foot > summary")
            try await browser.wait(until: "it is loaded") { try $0.evaluate(frames) == "3" }
            try await browser.type("Two", into: ".new-todo")
            try await browser.press(.enter, in: ".new-todo")
            try await browser.wait(until: "the new turn is listed") { try $0.evaluate(frames) == "4" }
            // The foot is unchanged after navigation to another address of the program and back.
            try await browser.click(".filters li:nth-child(3) a")
            try await browser.wait(until: "the page is there") { try $0.titles.isEmpty }
            #expect(try await browser.evaluate(frames) == "4")

            try await browser.enterFrame("#elmwood-foot > iframe")
            try await browser.click(".step-first")
            try await browser.wait(until: "the start is shown") { try $0.text(".detail h2") == "Start" }
            try await browser.leaveFrame()
            try await browser.wait(until: "the page shows it") { try !$0.exists(".todo-count") }
            try await browser.enterFrame("#elmwood-foot > iframe")
            try await browser.click("[value=showLatest]")
            try await browser.leaveFrame()
            try await browser.wait(until: "the page goes on") { try $0.text(".todo-count") == "2 items left" }
            // The element of the next patch is removed, so the whole page is sent, which does not contain the foot.
            try await browser.click(".filters li:nth-child(1) a")
            try await browser.wait(until: "all are shown") { try $0.titles == ["One", "Two"] }
            _ = try await browser.evaluate(
                "window.frames[0].isSame = 1; document.querySelector('.todo-count').remove(); return ''"
            )
            try await browser.click("#toggle-1")
            try await browser.wait(until: "the page is whole again") { try $0.text(".todo-count") == "1 item left" }
            #expect(try await browser.evaluate("return String(window.frames[0].isSame)") == "1")
            #expect(try await browser.count("body > details[data-elmwood]") == 1)
        }
    }

    /// A page to which pictures without a description are added.
    private struct Pictures: Program {
        struct Model: Codable, Equatable, Sendable { var count = 0 }
        enum Message: Codable, Equatable, Sendable { case add }

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            model.count += 1
            return .none
        }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Pictures", head: { link(.rel("icon"), .href("data:,")) }) {
                main {
                    h1 { "Pictures" }
                    button("Add", .add)
                    for number in 0..<model.count { img(.class("picture-\(number)"), .src("data:,")) }
                }
            }
        }
    }

    @Test func `The faults of a page at the shown moment are at its foot, and open by the keyboard`() async throws {
        try await withSite(Pictures(), script: .on, history: true) { browser, _ in
            try await browser.click("#elmwood-foot > summary")
            try await browser.click("[value=add]")
            try await browser.wait(until: "the picture is there") { try $0.exists(".picture-0") }
            try await browser.enterFrame("#elmwood-foot > iframe")
            try await browser.wait(until: "its fault is listed") {
                try $0.exists(".faults") && $0.text(".faults summary") == "1 fault of accessibility"
            }
            try await browser.press(.enter, in: ".faults summary")
            try await browser.wait(until: "the list is open") { try $0.isShown(".faults li") }
            #expect(try await browser.text(".faults li code") == "<img.picture-0>")
            #expect(try await browser.text(".faults small") == "WCAG 1.1.1 Non-text Content")
            try await browser.press(.enter, in: ".patches summary")
            try await browser.wait(until: "the patches are shown") { try $0.text(".patches li code") == "turn 1: add" }
            // Before the picture there was no fault.
            try await browser.click(".step-first")
            try await browser.wait(until: "there is none") { try $0.exists(".passed") }
            try await browser.leaveFrame()
        }
    }

    @Test func `A program with a clock stands still while a moment is shown`() async throws {
        try await withSite(Stopwatch(), script: .on, history: true) { browser, site in
            try await browser.click("[value='press(start)']")
            let page = try await browser.tab
            try await browser.openTab()
            try await browser.open(site.history)
            try await browser.wait(until: "it ticks") { try $0.count(".turn") > 5 }
            try await browser.click(".step-back")
            try await browser.wait(until: "it stands still") { try $0.exists(".paused") }
            let stood = try await latestTurn(browser)
            try await browser.switchTab(to: page)
            try await browser.wait(until: "the page shows the moment") { try $0.exists("#elmwood-foot[data-paused]") }
            let shown = try await browser.text("main")
            try await browser.refresh()
            #expect(try await browser.text("main") == shown)
            try await browser.switchTab(to: browser.tabs.last ?? "")
            #expect(try await latestTurn(browser) == stood)
            try await browser.click("[value=showLatest]")
            try await browser.wait(until: "it ticks again") { try latestTurn($0) > stood + 2 }
        }
    }

    /// The number of the turn that is listed first. The number of listed turns is useless here, since only the last hundred are
    /// listed.
    private func latestTurn(_ browser: isolated Browser) throws -> Int {
        let number = try browser.text(".turn").prefix { $0.isNumber }
        return try #require(Int(number), "\(number)")
    }
}
