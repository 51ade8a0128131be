import ElmwoodTestSupport
import Testing

/// The caret in a field to which a patch gives the focus.
@Suite struct PatchingCaretTests {
    @Test(arguments: ["input", "textarea", "search", "password"])
    func `A field that a patch inserts with the focus has its caret at the end of its text`(_ kind: String) async throws
    {
        let field =
            kind == "textarea"
            ? ##"["textarea", {"autofocus": 1}, "Write home"]"##
            : ##"["input", {"autofocus": 1, "value": "Write home", "type": "\##(kind == "input" ? "text" : kind)"}]"##
        try await withPatching("<body><button>b</button></body>") { page async throws in
            try await page.browser.click("button")
            #expect(try await page.patchBody("[[0, 1, \(field)]]", sequence: 1) == "true")
            #expect(try await page.value("document.activeElement.autofocus") == "true")
            // Typed as by hand: no driver moves the caret first.
            try await page.browser.press(.backspace)
            #expect(try await page.value("document.activeElement.value") == "Write hom")
        }
    }

    @Test func `A field that a whole page inserts with the focus has its caret at the end of its text`() async throws {
        try await withPatching("<body><button>b</button></body>") { page async throws in
            try await page.browser.click("button")
            try await page.run("morphPage('<title>Test</title><body><button>b</button><input autofocus value=old>', 1)")
            #expect(try await page.value("document.activeElement.selectionStart") == "3")
            #expect(try await page.value("document.activeElement.selectionEnd") == "3")
        }
    }

    @Test(arguments: ["number", "email", "checkbox", "range", "date"])
    func `A field without a caret gets the focus too`(_ type: String) async throws {
        try await withPatching("<body></body>") { page async throws in
            let field = ##"[[["input", {"autofocus": 1, "type": "\##(type)"}]]]"##
            #expect(try await page.patchBody(field, sequence: 1) == "true")
            #expect(try await page.value("document.activeElement.type") == type)
        }
    }

    @Test func `A caret that a field already has stays in place`() async throws {
        try await withPatching("<body><input value=abcdef><button>b</button></body>") { page async throws in
            try await page.browser.click("input")
            try await page.run("$('input').setSelectionRange(2, 4)")
            try await page.browser.click("button")
            try await page.patchBody(##"[0, ["autofocus", 1]]"##, sequence: 1)
            #expect(try await page.value("document.activeElement.localName") == "input")
            #expect(try await page.value("$('input').selectionStart + '-' + $('input').selectionEnd") == "2-4")
        }
    }
}
