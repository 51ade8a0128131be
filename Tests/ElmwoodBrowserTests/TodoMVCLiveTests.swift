import ElmwoodTestSupport
import Testing
import ElmwoodExamplePrograms

/// TodoMVC's public specification, with script.
@Suite struct TodoMVCLiveTests {
    func withTodos(_ titles: String..., test: (Browser, ServedSite) async throws -> Void) async throws {
        try await withSite(TodoMVC(), script: .on) { browser, site in
            try await browser.markPage()
            for (index, title) in titles.enumerated() {
                try await browser.type(title, into: ".new-todo")
                try await browser.press(.enter, in: ".new-todo")
                try await browser.wait(until: "it is in the list") { try $0.titles.count == index + 1 }
            }
            try await browser.wait(until: "the page is live") { try !$0.exists(".save-ticks") }
            try await test(browser, site)
            #expect(try await browser.isMarked)
            #expect(try await browser.log() == [])
        }
    }

    func beginEditing(_ place: Int, _ browser: Browser) async throws {
        try await browser.doubleClick("li:nth-child(\(place)) label")
        try await browser.wait(until: "its field has the focus") { try $0.attribute("class", of: ":focus") == "edit" }
    }

    @Test func `Enter adds a todo, and the field is emptied and retains the focus`() async throws {
        try await withTodos("One", "Two") { browser, _ in
            #expect(try await browser.titles == ["One", "Two"])
            try await browser.wait(until: "the field is empty") { try $0.value(".new-todo") == "" }
            #expect(try await browser.focused == "input#new-todo")
        }
    }

    @Test func `A double click starts editing, and Enter saves`() async throws {
        try await withTodos("One", "Two") { browser, _ in
            try await beginEditing(2, browser)
            #expect(try await browser.value(".edit") == "Two")
            #expect(try await !browser.exists(".save"))
            try await browser.type(" and a half  ", into: ".edit")
            try await browser.press(.enter, in: ".edit")
            try await browser.wait(until: "it is saved") { try $0.titles == ["One", "Two and a half"] }
            #expect(try await !browser.exists(".editing"))
            #expect(try await browser.focused == "input#new-todo")
        }
    }

    @Test(.needs(.navigationAPI)) func `A filter is a link that does not load a page`() async throws {
        try await withTodos("One", "Two") { browser, _ in
            try await browser.click("#toggle-1")
            try await browser.wait(until: "it is done") { try $0.titles(".completed") == ["One"] }
            try await browser.click(".filters li:nth-child(2) a")
            try await browser.wait(until: "the active ones are shown") { try $0.titles == ["Two"] }
            #expect(try await browser.path == "\(ServedSite.path)/active")
            try await browser.type("Three", into: ".new-todo")
            try await browser.press(.enter, in: ".new-todo")
            try await browser.wait(until: "it is shown there") { try $0.titles == ["Two", "Three"] }
        }
    }
}
