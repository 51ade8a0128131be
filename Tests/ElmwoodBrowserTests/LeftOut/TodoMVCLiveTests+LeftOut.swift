import ElmwoodTestSupport
import Testing
import ElmwoodExamplePrograms

extension TodoMVCLiveTests {
    @Test func `Ticking a checkbox takes effect at once`() async throws {
        try await withTodos("One", "Two") { browser, _ in
            try await browser.click("#toggle-1")
            try await browser.wait(until: "it is done") { try $0.titles(".completed") == ["One"] }
            #expect(try await browser.text(".todo-count") == "1 item left")
            try await browser.click("#toggle-2")
            try await browser.wait(until: "all are done") { try $0.isSelected(".toggle-all") }
            try await browser.click(".toggle-all")
            try await browser.wait(until: "none is done") { try $0.titles(".completed") == [] }
            #expect(try await !browser.isSelected("#toggle-1"))
        }
    }

    @Test func `Escape cancels editing`() async throws {
        try await withTodos("One") { browser, _ in
            try await beginEditing(1, browser)
            try await browser.type(" more", into: ".edit")
            try await browser.press(.escape, in: ".edit")
            try await browser.wait(until: "it is as it was") { try !$0.exists(".editing") && $0.titles == ["One"] }
        }
    }

    @Test func `Leaving the field saves, and a todo whose title is emptied is removed`() async throws {
        try await withTodos("One", "Two") { browser, _ in
            try await beginEditing(1, browser)
            try await browser.type(" more", into: ".edit")
            try await browser.click(".new-todo")
            try await browser.wait(until: "it is saved") { try $0.titles == ["One more", "Two"] }
            #expect(try await browser.focused == "input#new-todo")
            try await beginEditing(1, browser)
            for _ in 0..<"One more".count { try await browser.press(.backspace, in: ".edit") }
            try await browser.press(.tab)
            try await browser.wait(until: "it is gone") { try $0.titles == ["Two"] }
        }
    }
}
