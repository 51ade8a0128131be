import ElmwoodTestSupport
import Testing

/// Where the caret is in a field that a patch gives the focus to.
@Suite struct PatchingCaretTests {
    @Test(arguments: ["input", "textarea", "search", "password"])
    func `A field that a patch brings has its caret at the end of what is in it`(_ kind: String) async throws {
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

    @Test func `So it has where a whole page brings it`() async throws {
        try await withPatching("<body><button>b</button></body>") { page async throws in
            try await page.browser.click("button")
            try await page.run("morphPage('<title>Test</title><body><button>b</button><input autofocus value=old>', 1)")
            #expect(try await page.value("document.activeElement.selectionStart") == "3")
            #expect(try await page.value("document.activeElement.selectionEnd") == "3")
        }
    }

    @Test(arguments: ["number", "email", "checkbox", "range", "date"])
    func `A field that knows no caret gets the focus all the same`(_ type: String) async throws {
        try await withPatching("<body></body>") { page async throws in
            let field = ##"[[["input", {"autofocus": 1, "type": "\##(type)"}]]]"##
            #expect(try await page.patchBody(field, sequence: 1) == "true")
            #expect(try await page.value("document.activeElement.type") == type)
        }
    }

    @Test func `A caret that was there stays where it was`() async throws {
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
