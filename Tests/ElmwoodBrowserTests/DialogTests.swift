import ElmwoodTestSupport
import Testing

/// Modal dialogs, by the view and by commands.
@Suite struct DialogTests {
    @Test func `The model opens and closes a dialog that is modal, which keeps what is typed and returns the focus`()
        async throws
    {
        try await withLiveSite(DialogPantry()) { browser, site in
            try await browser.click("#rename-2")
            try await browser.waitForModal("#edit")
            #expect(try await browser.focus == "title")
            #expect(try await browser.evaluate("return +\(Browser.reaches("#rename-1"))") == "0")
            try await browser.fill("#title", with: "Flour")
            try await browser.click("#tick")
            try await browser.wait(for: "1 0", in: "#state")
            #expect(try await browser.value("#title") == "Flour")
            try await browser.click("#save")
            try await browser.wait(until: "it is refused") { try $0.isShown("#edit .problems") }
            #expect(try await browser.value("#title") == "Flour")
            try await browser.waitForModal("#edit")
            try await browser.fill("#title", with: "Sea salt")
            try await browser.click("#save")
            try await browser.waitForModal(nil)
            #expect(try await browser.texts(".title") == ["Flour", "Sea salt"])
            #expect(try await browser.focus == "rename-2")
            // A dialog over another one, which both close with what they ask about.
            try await browser.click("#rename-1")
            try await browser.waitForModal("#edit")
            try await browser.click("#remove")
            try await browser.waitForModal("#sure")
            #expect(try await browser.evaluate("return +\(Browser.reaches("#title"))") == "0")
            try await browser.click("#no")
            try await browser.waitForModal("#edit")
            #expect(try await browser.focus == "remove")
            try await browser.click("#remove")
            try await browser.waitForModal("#sure")
            try await browser.click("#yes")
            try await browser.waitForModal(nil)
            #expect(try await browser.texts(".title") == ["Sea salt"])
            // What a patch closes is no act of the visitor.
            #expect(try await browser.text("#state") == "1 0")
            if BrowserKind.chosen.can(.log) {
                let log = try await browser.log().filter { !$0.contains("/favicon.ico") }
                #expect(log == [])
            }
        }
    }

    @Test
    func
        `A dialog that the visitor closes stays closed and tells the program, and one that a patch removes returns the focus`()
        async throws
    {
        try await withLiveSite(DialogPantry()) { browser, site in
            try await browser.click("#rename-1")
            try await browser.waitForModal("#edit")
            try await browser.press(.escape)
            try await browser.wait(for: "0 1", in: "#state")
            #expect(try await browser.focus == "rename-1")
            try await browser.click("#rename-1")
            try await browser.waitForModal("#edit")
            try await browser.click("#cancel")
            try await browser.wait(for: "0 2", in: "#state")
            try await browser.waitForModal(nil)
            // A dialog that comes and goes as an element.
            try await browser.click("#show-2")
            try await browser.waitForModal("#card")
            try await browser.click("#hide")
            try await browser.waitForModal(nil)
            #expect(try await browser.exists("#card") == false)
            #expect(try await browser.focus == "show-2")
            // It is modal also if the page is loaded with it.
            try await browser.click("#rename-2")
            try await browser.waitForModal("#edit")
            try await browser.refresh()
            try await browser.waitForModal("#edit")
            #expect(try await browser.focus == "title")
            try await browser.press(.escape)
            try await browser.wait(for: "0 3", in: "#state")
            try await browser.waitForModal(nil)
        }
    }

    @Test func `Commands open and close a dialog`() async throws {
        try await withLiveSite(DialogPantry()) { browser, site in
            try await browser.click("#ask-help")
            try await browser.waitForModal("#help")
            try await browser.click("#help-tick")
            try await browser.wait(for: "1 0", in: "#state")
            try await browser.waitForModal("#help")
            try await browser.click("#understood")
            try await browser.waitForModal(nil)
            #expect(try await browser.focus == "ask-help")
            try await browser.click("#ask-help")
            try await browser.waitForModal("#help")
            try await browser.click("#leave-help")
            try await browser.waitForModal(nil)
        }
    }

    @Test func `Without script a modal dialog is a page of its own`() async throws {
        try await withLiveSite(DialogPantry(), script: .off) { browser, site in
            try await browser.follow("#rename-2")
            let covers = """
                const { x, y, width, height } = document.querySelector("#edit").getBoundingClientRect();
                return [x, y, width == innerWidth, height == innerHeight].join()
                """
            #expect(try await browser.evaluate(covers) == "0,0,true,true")
            #expect(try await browser.isShown("#save"))
            for hidden in ["h1", "#rename-1", "#ask-help"] { #expect(try await !browser.isShown(hidden)) }
            try await browser.fill("#title", with: "Flour")
            try await browser.follow("#save")
            #expect(try await browser.text("#edit .problems") == "There is one already.")
            #expect(try await browser.isShown("#edit .problems"))
            #expect(try await browser.value("#title") == "Flour")
            #expect(try await !browser.isShown("h1"))
            try await browser.follow("#remove")
            #expect(try await browser.isShown("#yes"))
            #expect(try await browser.evaluate("return +\(Browser.reaches("#rename-1"))") == "0")
            try await browser.follow("#no")
            try await browser.fill("#title", with: "Sea salt")
            try await browser.follow("#save")
            #expect(try await browser.texts(".title") == ["Flour", "Sea salt"])
            #expect(try await browser.isShown("h1"))
            try await browser.follow("#rename-1")
            try await browser.follow("#cancel")
            #expect(try await browser.isShown("#rename-1"))
        }
    }
}

extension Browser {
    /// Waits until that dialog is the topmost modal one; nil: until there is none.
    fileprivate func waitForModal(_ selector: String?) throws {
        let state = "return [...document.querySelectorAll(':modal')].map((one) => '#' + one.id).pop() ?? ''"
        try wait(until: "the modal dialog is \(selector ?? "none")") { try $0.evaluate(state) == selector ?? "" }
    }

    /// The id of the element with the focus.
    var focus: String { get throws { try evaluate("return document.activeElement.id") } }

    /// An expression that says whether an element can have the focus, which it then has not.
    fileprivate static func reaches(_ selector: String) -> String {
        """
        ((one, former) => { one.focus(); const has = document.activeElement == one; former.focus(); return has })(\
        document.querySelector("\(selector)"), document.activeElement)
        """
    }
}
