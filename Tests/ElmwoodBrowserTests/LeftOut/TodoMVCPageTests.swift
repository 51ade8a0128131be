import ElmwoodTestSupport
import Testing
import ElmwoodExamplePrograms
import ElmwoodWebDriver

/// TodoMVC's public specification, point for point, without script.
@Suite struct TodoMVCPageTests {
    /// Opens the page and adds todos as a visitor does.
    private func withTodos(_ titles: String..., test: (Browser, ServedSite) async throws -> Void) async throws {
        try await withSite(TodoMVC()) { browser, site in
            for title in titles { try await browser.add(title) }
            try await test(browser, site)
        }
    }

    /// Expects the field for a new todo to have the focus: an `autofocus` field gets it with the next rendering at the latest.
    private func expectFocus(_ browser: Browser) async throws {
        try await browser.wait(until: "the field has the focus") { try $0.exists(":focus") }
        #expect(try await browser.attribute("class", of: ":focus") == "new-todo")
    }

    // MARK: No todos, new todo

    @Test func `Without todos there is neither main nor footer`() async throws {
        try await withTodos { browser, _ in
            #expect(try await !browser.exists(".main"))
            #expect(try await !browser.exists(".todoapp .footer"))
            #expect(try await !browser.exists(".save-ticks"))
            try await browser.add("One")
            #expect(try await browser.isShown(".main"))
            #expect(try await browser.isShown(".todoapp .footer"))
            try await browser.follow(".destroy")
            #expect(try await !browser.exists(".main"))
            #expect(try await !browser.exists(".todoapp .footer"))
        }
    }

    @Test func `Enter adds a todo at the end, and the field is empty and focused for the next`() async throws {
        try await withTodos { browser, _ in
            try await expectFocus(browser)
            try await browser.add("One")
            try await expectFocus(browser)
            #expect(try await browser.value(".new-todo").isEmpty)
            try await browser.add("Two")
            #expect(try await browser.titles == ["One", "Two"])
            try await browser.type("Three", into: ".new-todo")
            try await browser.follow(".add")
            #expect(try await browser.titles == ["One", "Two", "Three"])
        }
    }

    @Test func `Titles are trimmed, and only white space adds nothing`() async throws {
        try await withTodos { browser, _ in
            try await browser.add("   ")
            #expect(try await !browser.exists(".main"))
            try await browser.add("")
            #expect(try await !browser.exists(".main"))
            try await browser.add("   One  and two   ")
            // The page's own text, because the visible text collapses white space.
            #expect(try await browser.property("textContent", of: ".todo-list label") == "One  and two")
        }
    }

    @Test func `A title that looks like HTML is shown as text, and so are quotes, emoji and other scripts`()
        async throws
    {
        let titles = [
            "<b>bold</b> & \"quoted\" 'too'", "</label><script>alert(1)</script>", "🚲 👩‍👩‍👧 naïve ελληνικά עברית",
            "&amp; %20 +",
        ]
        try await withTodos { browser, _ in
            for title in titles { try await browser.add(title) }
            #expect(try await browser.titles == titles)
            #expect(try await !browser.exists(".todo-list b, .todo-list script"))
            for (index, title) in titles.enumerated() {
                try await browser.edit(index + 1)
                #expect(try await browser.value(".edit") == title)
                try await browser.pressEnter(in: ".edit")
            }
            #expect(try await browser.titles == titles)
        }
    }

    @Test func `A title wider than a phone is shown completely, and the page is as wide as the phone`() async throws {
        let long = String(repeating: "Donaudampfschiff", count: 40)
        try await withTodos { browser, _ in
            try await browser.resize(width: 390, height: 844)
            try await browser.add(long)
            // The field accepts 500 characters.
            #expect(try await browser.titles == [String(long.prefix(500))])
            #expect(
                try await browser.evaluate("return document.documentElement.scrollWidth <= window.innerWidth") == "1"
            )
        }
    }

    // MARK: Ticks

    @Test func `Several checkboxes are ticked and unticked, and saved at once`() async throws {
        try await withTodos("One", "Two", "Three", "Four") { browser, _ in
            for id in [1, 3] { try await browser.click("#toggle-\(id)") }
            try await browser.follow(".save-ticks")
            #expect(try await browser.titles(".completed") == ["One", "Three"])
            #expect(try await browser.text(".todo-count") == "2 items left")
            for id in [1, 2] { try await browser.click("#toggle-\(id)") }
            try await browser.follow(".save-ticks")
            #expect(try await browser.titles(".completed") == ["Two", "Three"])
            #expect(try await browser.isSelected("#toggle-2"))
            #expect(try await !browser.isSelected("#toggle-1"))
        }
    }

    @Test func `Ticks are saved if another button is pressed`() async throws {
        try await withTodos("One", "Two", "Three") { browser, _ in
            try await browser.click("#toggle-3")
            try await browser.follow("li:nth-child(1) .destroy")
            #expect(try await browser.titles == ["Two", "Three"])
            #expect(try await browser.titles(".completed") == ["Three"])
        }
    }

    @Test func `One checkbox ticks and unticks all, and shows whether all are ticked`() async throws {
        try await withTodos("One", "Two") { browser, _ in
            #expect(try await !browser.isSelected(".toggle-all"))
            try await browser.click(".toggle-all + label")
            try await browser.follow(".save-ticks")
            #expect(try await browser.titles(".completed") == ["One", "Two"])
            #expect(try await browser.isSelected(".toggle-all"))
            #expect(try await browser.text(".todo-count") == "0 items left")

            try await browser.click("#toggle-2")
            try await browser.follow(".save-ticks")
            #expect(try await !browser.isSelected(".toggle-all"))
            #expect(try await browser.titles(".completed") == ["One"])
            try await browser.click("#toggle-2")
            try await browser.follow(".save-ticks")
            #expect(try await browser.isSelected(".toggle-all"))

            try await browser.click(".toggle-all")
            try await browser.follow(".save-ticks")
            #expect(try await browser.titles(".completed") == [])
        }
    }

    @Test func `Clearing completed todos also unticks the checkbox for all`() async throws {
        try await withTodos("One") { browser, _ in
            try await browser.click(".toggle-all")
            try await browser.follow(".save-ticks")
            try await browser.follow(".clear-completed")
            #expect(try await !browser.exists(".main"))
            try await browser.add("Two")
            #expect(try await !browser.isSelected(".toggle-all"))
        }
    }

    // MARK: Counter, clear completed

    @Test func `The remaining todos are counted, in the singular for one`() async throws {
        try await withTodos("One") { browser, _ in
            #expect(try await browser.text(".todo-count") == "1 item left")
            #expect(try await browser.text(".todo-count strong") == "1")
            try await browser.add("Two")
            #expect(try await browser.text(".todo-count") == "2 items left")
            #expect(try await browser.text(".todo-count strong") == "2")
            try await browser.click("#toggle-2")
            try await browser.follow(".save-ticks")
            #expect(try await browser.text(".todo-count") == "1 item left")
        }
    }

    @Test func `The button that clears completed todos is present only if there are any`() async throws {
        try await withTodos("One", "Two", "Three") { browser, _ in
            #expect(try await !browser.exists(".clear-completed"))
            for id in [1, 3] { try await browser.click("#toggle-\(id)") }
            try await browser.follow(".save-ticks")
            #expect(try await browser.text(".clear-completed") == "Clear completed")
            try await browser.follow(".clear-completed")
            #expect(try await browser.titles == ["Two"])
            #expect(try await !browser.exists(".clear-completed"))
        }
    }

    @Test func `A todo is removed by its own button`() async throws {
        try await withTodos("One", "Two", "Three") { browser, _ in
            try await browser.follow("li:nth-child(2) .destroy")
            #expect(try await browser.titles == ["One", "Three"])
        }
    }
}
