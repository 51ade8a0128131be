import ElmwoodTestSupport
import Testing
import ElmwoodExamplePrograms

/// Editing and routes of TodoMVC's public specification, without script.
@Suite struct TodoMVCEditingTests {
    private func withTodos(_ titles: String..., test: (Browser, ServedSite) async throws -> Void) async throws {
        try await withSite(TodoMVC()) { browser, site in
            for title in titles { try await browser.add(title) }
            try await test(browser, site)
        }
    }

    // MARK: Editing

    @Test func `While a todo is edited its other controls are hidden, and the field has its title and the focus`()
        async throws
    {
        try await withTodos("One", "Two") { browser, _ in
            try await browser.edit(2)
            #expect(try await browser.count(".editing") == 1)
            #expect(try await browser.exists("li:nth-child(2).editing"))
            #expect(try await browser.isShown(".editing .edit"))
            #expect(try await !browser.isShown(".editing .view"))
            #expect(try await browser.isShown("li:nth-child(1) .view"))
            #expect(try await browser.value(".edit") == "Two")
            #expect(try await browser.attribute("class", of: ":focus") == "edit")
        }
    }

    @Test func `Enter and the button save the edited title without surrounding white space`() async throws {
        try await withTodos("One", "Two") { browser, _ in
            try await browser.edit(2)
            try await browser.fill(".edit", with: "   The second   ")
            try await browser.pressEnter(in: ".edit")
            #expect(try await browser.titles == ["One", "The second"])
            #expect(try await !browser.exists(".editing"))
            #expect(try await browser.attribute("class", of: ":focus") == "new-todo")

            try await browser.edit(1)
            try await browser.fill(".edit", with: "One, at last")
            try await browser.follow(".save")
            #expect(try await browser.titles == ["One, at last", "The second"])
        }
    }

    @Test(arguments: ["", "   "])
    func `A todo whose title is emptied is removed`(_ typed: String) async throws {
        try await withTodos("One", "Two") { browser, _ in
            try await browser.edit(1)
            try await browser.fill(".edit", with: typed)
            try await browser.pressEnter(in: ".edit")
            #expect(try await browser.titles == ["Two"])
        }
    }

    @Test func `Cancel discards the edited title`() async throws {
        try await withTodos("One") { browser, _ in
            try await browser.edit(1)
            try await browser.fill(".edit", with: "Another")
            try await browser.follow(".cancel")
            #expect(try await browser.titles == ["One"])
            #expect(try await !browser.exists(".editing"))
        }
    }

    @Test func `A completed todo that is edited stays completed`() async throws {
        try await withTodos("One", "Two") { browser, _ in
            try await browser.click("#toggle-1")
            try await browser.edit(1)
            try await browser.fill(".edit", with: "Uno")
            try await browser.pressEnter(in: ".edit")
            #expect(try await browser.titles(".completed") == ["Uno"])
        }
    }

    @Test func `A todo that was removed in another tab cannot be saved, and the list continues to work`() async throws {
        try await withTodos("One", "Two") { browser, site in
            try await browser.edit(1)
            let first = try await browser.tab
            try await browser.openTab()
            try await browser.open(site.address())
            try await browser.follow(".cancel")
            try await browser.follow("li:nth-child(1) .destroy")

            try await browser.switchTab(to: first)
            try await browser.fill(".edit", with: "Gone")
            try await browser.pressEnter(in: ".edit")
            #expect(try await browser.text("h1") == "Conflict")
            try await browser.follow("main a")
            #expect(try await browser.titles == ["Two"])
        }
    }

    @Test func `A delete button in a list that changed in another tab deletes its own todo or nothing`() async throws {
        try await withTodos("One", "Two", "Three") { browser, site in
            let first = try await browser.tab
            try await browser.openTab()
            try await browser.open(site.address())
            try await browser.follow("li:nth-child(1) .destroy")
            // This tab still shows all three.
            try await browser.switchTab(to: first)
            try await browser.follow("li:nth-child(2) .destroy")
            try await browser.open(site.address())
            #expect(try await browser.titles == ["Three"])
        }
    }

    // MARK: Routes

    @Test func `The filters are links, and the current one is marked`() async throws {
        try await withTodos("One", "Two", "Three") { browser, site in
            try await browser.click("#toggle-2")
            try await browser.follow(".save-ticks")
            let filters = [
                (name: "All", path: "", titles: ["One", "Two", "Three"]),
                (name: "Active", path: "/active", titles: ["One", "Three"]),
                (name: "Completed", path: "/completed", titles: ["Two"]),
            ]
            #expect(try await browser.texts(".filters a") == filters.map(\.name))
            for (index, filter) in filters.enumerated() {
                try await browser.follow(".filters li:nth-child(\(index + 1)) a")
                #expect(try await browser.path == ServedSite.path + filter.path)
                #expect(try await browser.titles == filter.titles)
                #expect(try await browser.texts(".filters .selected") == [filter.name])
                #expect(try await browser.attribute("aria-current", of: ".selected") == "page")
                #expect(try await browser.text(".todo-count") == "2 items left")
                try await browser.refresh()
                #expect(try await browser.titles == filter.titles)
            }
            try await browser.back()
            #expect(try await browser.texts(".filters .selected") == ["Active"])
            try await browser.back()
            #expect(try await browser.texts(".filters .selected") == ["All"])
            try await browser.forward()
            #expect(try await browser.texts(".filters .selected") == ["Active"])
        }
    }

    @Test func `An action on a filter's page stays on that page`() async throws {
        try await withTodos("One", "Two") { browser, site in
            try await browser.open(site.address("/active"))
            try await browser.add("Three")
            #expect(try await browser.path == "\(ServedSite.path)/active")
            #expect(try await browser.titles == ["One", "Two", "Three"])
            // A completed todo disappears from this page.
            try await browser.click("#toggle-2")
            try await browser.follow(".save-ticks")
            #expect(try await browser.path == "\(ServedSite.path)/active")
            #expect(try await browser.titles == ["One", "Three"])
            try await browser.edit(2)
            try await browser.fill(".edit", with: "Tres")
            try await browser.pressEnter(in: ".edit")
            #expect(try await browser.titles == ["One", "Tres"])
            #expect(try await browser.path == "\(ServedSite.path)/active")

            try await browser.open(site.address("/completed"))
            #expect(try await browser.titles == ["Two"])
            try await browser.click("#toggle-2")
            try await browser.follow(".save-ticks")
            #expect(try await browser.titles == [])
            #expect(try await browser.path == "\(ServedSite.path)/completed")
            #expect(try await browser.isShown(".todoapp .footer"))
        }
    }

    @Test func `An unknown filter's address is not found, and the page says so`() async throws {
        try await withTodos("One") { browser, site in
            try await browser.open(site.address("/nowhere"))
            #expect(try await browser.text("h1") == "Not Found")
            #expect(try await browser.attribute("href", of: "main a") == "/")
        }
    }

    // MARK: Keyboard

    @Test func `A list can be edited with the keyboard alone`() async throws {
        try await withTodos("One", "Two") { browser, _ in
            // From the field at the top, which has the focus: Add, all, Save ticks, then the first row's checkbox.
            for _ in 0..<4 { try await browser.press(.tab) }
            #expect(try await browser.property("id", of: ":focus") == "toggle-1")
            try await browser.press(.space, in: ":focus")
            // Enter in a checkbox posts only the checkboxes, whatever button comes first.
            try await browser.follow(pressing: .enter, in: ":focus")
            #expect(try await browser.titles(".completed") == ["One"])
            #expect(try await browser.titles == ["One", "Two"])

            for _ in 0..<6 { try await browser.press(.tab) }
            #expect(try await browser.attribute("aria-label", of: ":focus") == "Edit: One")
            try await browser.follow(pressing: .space, in: ":focus")
            try await browser.fill(".edit", with: "Uno")
            try await browser.follow(pressing: .enter, in: ".edit")
            #expect(try await browser.titles == ["Uno", "Two"])

            for _ in 0..<5 { try await browser.press(.tab) }
            #expect(try await browser.attribute("aria-label", of: ":focus") == "Delete: Uno")
            try await browser.follow(pressing: .enter, in: ":focus")
            #expect(try await browser.titles == ["Two"])
        }
    }
}
