import Elmwood
import TestSupport
import Testing
import TodoMVCExample

/// TodoMVC as a visitor without script uses it, by the lines of its specification.
@Suite struct TodoMVCTests {
    private func todos(
        _ titles: [String] = [],
        _ test: (Browser, SiteAddress) async throws -> Void
    ) async throws {
        var site = Site()
        site.mount(TodoMVC(), at: "/todomvc")
        try await browsing(site) { browser, address in
            try await browser.open(address("/todomvc"))
            for title in titles { try await browser.add(title) }
            try await test(browser, address)
        }
    }

    @Test func `with no todos there is neither list nor footer, and the field has the focus`() async throws {
        try await todos { browser, _ in
            let parts = try await browser.count(".main, .footer")
            #expect(parts == 0)
            #expect(try await browser.attribute("autofocus", of: ".new-todo") == "true")
        }
    }

    @Test func `Enter adds a todo at the end, trimmed, and empties the field`() async throws {
        try await todos(["  buy milk  ", "<b>bold</b> & \"quoted\""]) { browser, _ in
            let titles = try await browser.titles
            #expect(titles == ["buy milk", "<b>bold</b> & \"quoted\""])
            #expect(try await browser.value(".new-todo") == "")
            #expect(try await browser.text(".todo-count") == "2 items left")
            #expect(try await browser.path == "/todomvc")
        }
    }

    @Test func `a title of white space adds nothing`() async throws {
        try await todos(["   "]) { browser, _ in
            let lists = try await browser.count(".main")
            #expect(lists == 0)
        }
    }

    @Test func `ticks are saved by their button, and by any other`() async throws {
        try await todos(["one", "two"]) { browser, _ in
            try await browser.click("#toggle-1")
            try await browser.follow(".save-ticks")
            #expect(try await browser.texts("li.completed label") == ["one"])
            #expect(try await browser.isSelected("#toggle-1"))
            #expect(try await browser.text(".todo-count") == "1 item left")
            try await browser.click("#toggle-2")
            try await browser.click("#toggle-1")
            try await browser.follow("li:last-child .destroy")
            #expect(try await browser.titles == ["one"])
            #expect(try await !browser.isSelected("#toggle-1"))
        }
    }

    @Test func `toggle all completes all, and takes it back; clearing removes what is completed`() async throws {
        try await todos(["one", "two"]) { browser, _ in
            #expect(try await !browser.exists(".clear-completed"))
            try await browser.click("#toggle-all")
            try await browser.follow(".save-ticks")
            #expect(try await browser.count("li.completed") == 2)
            #expect(try await browser.isSelected("#toggle-all"))
            #expect(try await browser.text(".todo-count") == "0 items left")
            try await browser.click("#toggle-all")
            try await browser.follow(".save-ticks")
            #expect(try await browser.count("li.completed") == 0)
            try await browser.click("#toggle-2")
            try await browser.follow(".save-ticks")
            try await browser.follow(".clear-completed")
            #expect(try await browser.titles == ["one"])
            #expect(try await !browser.exists(".clear-completed"))
        }
    }

    @Test func `the filters are addresses of their own, kept while the list changes`() async throws {
        try await todos(["one", "two", "three"]) { browser, address in
            try await browser.click("#toggle-2")
            try await browser.follow(".save-ticks")
            try await browser.follow(".filters a[href$='/active']")
            #expect(try await browser.path == "/todomvc/active")
            #expect(try await browser.titles == ["one", "three"])
            #expect(try await browser.text(".filters a.selected") == "Active")
            try await browser.add("four")
            #expect(try await browser.path == "/todomvc/active")
            #expect(try await browser.titles == ["one", "three", "four"])
            try await browser.follow(".filters a[href$='/completed']")
            #expect(try await browser.titles == ["two"])
            try await browser.back()
            #expect(try await browser.text(".filters a.selected") == "Active")
            try await browser.open(address("/todomvc/completed"))
            #expect(try await browser.titles == ["two"])
            try await browser.follow(".filters li:first-child a")
            #expect(try await browser.count(".todo-list li") == 4)
        }
    }

    @Test func `a todo is edited by its button, saved by Enter, and left as it was by Cancel`() async throws {
        try await todos(["one", "two"]) { browser, _ in
            try await browser.follow("li:first-child .edit-button")
            #expect(try await browser.count("li.editing") == 1)
            #expect(try await browser.value(".edit") == "one")
            try await browser.fill(".edit", with: "  first ")
            try await browser.pressEnter(in: ".edit")
            #expect(try await browser.titles == ["first", "two"])
            #expect(try await !browser.exists(".edit"))

            try await browser.follow("li:last-child .edit-button")
            try await browser.fill(".edit", with: "lost")
            try await browser.follow(".cancel")
            #expect(try await browser.titles == ["first", "two"])
            #expect(try await !browser.exists(".edit"))
        }
    }

    @Test func `a title edited away takes the todo with it`() async throws {
        try await todos(["one", "two"]) { browser, _ in
            try await browser.follow("li:first-child .edit-button")
            try await browser.clear(".edit")
            try await browser.follow(".save")
            #expect(try await browser.titles == ["two"])
        }
    }

    @Test func `a delete button in a list that changed in another tab deletes its own todo or nothing`() async throws {
        try await todos(["one", "two", "three"]) { browser, address in
            let first = try await browser.tab
            try await browser.openTab()
            try await browser.open(address("/todomvc"))
            try await browser.follow("li:first-child .destroy")
            try await browser.switchTab(to: first)
            // Here the list still shows all three.
            try await browser.follow("li:nth-child(2) .destroy")
            try await browser.open(address("/todomvc"))
            #expect(try await browser.titles == ["three"])
        }
    }

    @Test func `the page fits a phone and a desktop, and the browser complains of nothing`() async throws {
        try await todos(["one", String(repeating: "long ", count: 60)]) { browser, _ in
            for (width, height) in [(390, 844), (1280, 800)] {
                try await browser.resize(width: width, height: height)
                let overflow = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
                #expect(try await browser.evaluate(overflow) == "0")
                #expect(try await browser.isShown(".todo-list li:first-child .destroy"))
            }
            #expect(try await browser.log().filter { !$0.contains("favicon") } == [])
        }
    }
}

extension Browser {
    /// The titles of the todos that the list shows.
    fileprivate var titles: [String] {
        get throws { try texts(".todo-list label") }
    }

    /// Types a todo's title into the field at the top, and Enter.
    fileprivate func add(_ title: String) throws {
        try type(title, into: ".new-todo")
        try pressEnter(in: ".new-todo")
    }
}
