import ElmwoodTestSupport
import Testing
import ElmwoodViewTree

/// Changes of visitors in controls, and patches of the same controls.
@Suite struct PatchingFieldTests {
    @Test func `A patched value, checkbox and choice is shown, even after the visitor changed it`() async throws {
        let body = """
            <body><input id=text value=a><input id=box type=checkbox><input type=radio name=r value=1 checked>\
            <input type=radio name=r value=2><select><option selected>x<option>y</select></body>
            """
        try await withPatching(body) { page async throws in
            try await page.browser.fill("#text", with: "mine")
            try await page.browser.click("#box")
            try await page.browser.click("[value='2']")
            try await page.browser.click("option:nth-child(2)")
            // The patch includes the visitor's events.
            let patch =
                ##"[0, ["value", "b"], 1, ["checked", 1], 2, ["checked", 1], 4, [0, ["selected", 1], 1, ["title", "t"]]]"##
            #expect(try await page.patchBody(patch, sequence: 1) == "true")
            #expect(try await page.value("$('#text').value + $('#text').defaultValue") == "bb")
            #expect(try await page.value("$('#box').checked") == "true")
            // A control without a patch has the visitor's value.
            #expect(try await page.value("$('[name=r]:checked').value + $('select').value") == "2y")
            try await page.patchBody(
                ##"[1, ["checked", 0], 2, ["checked", 0], 3, ["checked", 1], 4, [0, ["selected", 0], 1, ["selected", 1]]]"##,
                sequence: 2
            )
            try await page.patchBody(
                ##"[2, ["checked", 1], 3, ["checked", 0], 4, [0, ["selected", 1], 1, ["selected", 0]]]"##,
                sequence: 3
            )
            #expect(
                try await page.value("$('#box').checked + $('[name=r]:checked').value + $('select').value") == "false1x"
            )
        }
    }

    @Test func `A property that already has its value is not set again`() async throws {
        try await withPatching("<body><input value=a><input type=checkbox><textarea>t</textarea></body>") {
            page async throws in
            try await page.run(
                """
                globalThis.writes = [];
                for (const [prototype, name] of [[HTMLInputElement.prototype, 'value'], [HTMLInputElement.prototype, 'checked'],
                    [HTMLTextAreaElement.prototype, 'value']]) {
                    const old = Object.getOwnPropertyDescriptor(prototype, name);
                    Object.defineProperty(prototype, name, { ...old, set(value) { writes.push(name + value); old.set.call(this, value); } });
                }
                """
            )
            try await page.browser.type("b", into: "input")
            try await page.browser.click("[type=checkbox]")
            try await page.patchBody(##"[0, ["value", "ab"], 1, ["checked", 1], 2, 0, "u"]"##, sequence: 1)
            #expect(
                try await page.value("$('input').value + $('[type=checkbox]').checked + $('textarea').value")
                    == "abtrueu"
            )
            #expect(try await page.value("writes.join()") == "")
        }
    }

    @Test func `A patch that was made before the last keystroke does not change the typed text`() async throws {
        try await withPatching("<body><input value=''><textarea></textarea><p>x</p></body>") { page async throws in
            try await page.browser.type("el", into: "input")
            try await page.run("noteEdit($('input'), 1, true)")
            try await page.browser.type("m", into: "input")
            try await page.run("noteEdit($('input'), 2, true)")
            try await page.patchBody(##"[0, ["value", "EL"], 2, 0, "y"]"##, sequence: 1)
            try await page.run("settleFields(1)")
            #expect(try await page.value("$('input').value + ' ' + $('input').defaultValue") == "elm EL")
            // The patch that includes it sets the program's text, with the caret in its place.
            try await page.patchBody(##"[0, ["value", "ELM"]]"##, sequence: 2)
            #expect(
                try await page.value("[$('input').value, $('input').selectionStart, $('input').selectionEnd].join()")
                    == "ELM,3,3"
            )
        }
    }

    @Test func `Unsent text is not changed by a push, but by the answer to a later event`() async throws {
        try await withPatching("<body><textarea>one</textarea></body>") { page async throws in
            try await page.browser.type("!", into: "textarea")
            try await page.patchBody(##"[0, 0, "pushed"]"##, sequence: 0)
            #expect(try await page.value("$('textarea').value") == "one!")
            // A button that was pressed afterwards, and fills the field.
            try await page.patchBody(##"[0, 0, "filled"]"##, sequence: 1)
            #expect(try await page.value("$('textarea').value") == "filled")
        }
    }

    @Test func `Unsent text is not changed by pushes that follow the answer to a later event`() async throws {
        try await withPatching("<body><input value=one></body>") { page async throws in
            try await page.browser.type("!", into: "input")
            // A button that has nothing to do with the field.
            try await page.patchBody("[]", sequence: 1)
            // Somebody else has changed what the field shows.
            try await page.patchBody(##"[0, ["value", "two"]]"##, sequence: 1)
            #expect(try await page.value("$('input').value + ' ' + $('input').defaultValue") == "one! two")
            try await page.patchBody(##"[0, ["value", "filled"]]"##, sequence: 2)
            #expect(try await page.value("$('input').value") == "filled")
        }
    }

    @Test func `A focused field shows the visitor's text, and without focus what is rendered`() async throws {
        try await withPatching("<body><input id=a value=1><input id=b></body>") { page async throws in
            try await page.browser.type("23", into: "#a")
            try await page.run("noteEdit($('#a'), 1, true)")
            // The program accepted only one digit, so nothing on the page changes.
            try await page.patchBody("[]", sequence: 1)
            try await page.run("settleFields(1)")
            #expect(try await page.value("$('#a').value") == "123")
            try await page.browser.click("#b")
            try await page.browser.wait(until: "the field shows what is rendered") { try $0.value("#a") == "1" }
        }
    }

    @Test func `A change that the program refused is reverted when its event is answered`() async throws {
        let body = """
            <body><input id=box type=checkbox><input type=radio name=r value=1 checked><input type=radio name=r value=2>\
            <select><option selected>x<option>y</select><input id=number type=number value=5><input id=free></body>
            """
        try await withPatching(body) { page async throws in
            try await page.browser.click("#box")
            try await page.browser.click("[value='2']")
            try await page.browser.click("option:nth-child(2)")
            try await page.browser.fill("#number", with: "500")
            try await page.browser.fill("#free", with: "kept")
            try await page.run(
                "['#box', '[value=\"2\"]', 'select', '#number', '#free'].forEach((name, index) => noteEdit($(name), index + 1))"
            )
            try await page.run("applyOperations([], 2); settleFields(2)")
            #expect(
                try await page.value(
                    "$('#box').checked + $('[name=r]:checked').value + $('select').value + $('#number').value"
                ) == "false1y500"
            )
            try await page.run("applyOperations([], 5); settleFields(5)")
            #expect(try await page.value("$('select').value + $('#number').value") == "x5")
            // The view sets no value for this field.
            #expect(try await page.value("$('#free').value") == "kept")
        }
    }

    @Test func `A field that no patch changes retains its typed text, with or without focus`() async throws {
        try await withPatching("<body><p>x</p><input id=a value=1><input id=b><textarea>t</textarea></body>") {
            page async throws in
            for field in ["#a", "#b", "textarea"] { try await page.browser.type("typed", into: field) }
            try await page.patchBody(##"[0, 0, "y", 1, ["title", "t"], 3, ["class", "c"]]"##, sequence: 9)
            #expect(try await page.value("$('#a').value + $('#b').value + $('textarea').value") == "1typedtypedttyped")
        }
    }

    @Test(arguments: ["text", "search", "tel", "url", "password", "textarea"])
    func `Caret and selection retain their positions in the text`(_ type: String) async throws {
        let field = type == "textarea" ? "<textarea>abcdef</textarea>" : "<input type=\(type) value=abcdef>"
        try await withPatching("<body>\(field)</body>") { page async throws in
            let patch = { (text: String) in type == "textarea" ? "[0, 0, \"\(text)\"]" : "[0, [\"value\", \"\(text)\"]]"
            }
            try await page.run("$('input,textarea').focus(); $('input,textarea').setSelectionRange(1, 3, 'backward')")
            try await page.patchBody(patch("ABCDEF"), sequence: 1)
            let selection =
                "const field = $('input,textarea'); return [field.value, field.selectionStart, field.selectionEnd, field.selectionDirection]"
            #expect(try await page.run(selection) == "ABCDEF,1,3,backward")
            // A caret at the end stays there.
            try await page.run("$('input,textarea').setSelectionRange(6, 6)")
            try await page.patchBody(patch("abcdefgh"), sequence: 2)
            let longer = try await page.run(selection)
            #expect(longer.hasPrefix("abcdefgh,8,8"))
            try await page.patchBody(patch("ab"), sequence: 3)
            let shorter = try await page.run(selection)
            #expect(shorter.hasPrefix("ab,2,2"))
        }
    }

    @Test(arguments: ["number", "email", "date", "range", "color"])
    func `A field without a selection can be patched too`(_ type: String) async throws {
        let values = ["number": "12", "email": "a@b.c", "date": "2026-01-02", "range": "7", "color": "#ff0000"]
        let value = values[type] ?? ""
        try await withPatching("<body><input type=\(type)></body>") { page async throws in
            try await page.run("$('input').focus()")
            #expect(try await page.patchBody("[0, [\"value\", \"\(value)\"]]") == "true")
            #expect(try await page.value("$('input').value") == value)
        }
    }

    @Test func `A new field gets its bounds before its value`() async throws {
        let old = try Rendering.render { p {} as Html<String> }
        let new = try Rendering.render { p { input(.value("150"), .type(.range), .max(200)) } as Html<String> }
        try await withPatching("<body><p></p></body>") { page async throws in
            let operations = String(decoding: new.patch(from: old), as: UTF8.self)
            #expect(try await page.patchBody(operations) == "true")
            #expect(try await page.value("$('input').value") == "150")
        }
    }

    @Test func `An indeterminate checkbox stays so until a patch sets it`() async throws {
        try await withPatching("<body><input type=checkbox></body>") { page async throws in
            try await page.run("$('input').indeterminate = true")
            try await page.patchBody(##"[0, ["title", "t"]]"##)
            #expect(try await page.value("$('input').indeterminate + ' ' + $('input').checked") == "true false")
            try await page.patchBody(##"[0, ["checked", 1]]"##)
            #expect(try await page.value("$('input').checked") == "true")
        }
    }

    @Test func `The visitor's radio button stays chosen even if an older patch chooses another`() async throws {
        let body =
            "<body><input type=radio name=r value=1 checked><input type=radio name=r value=2><input type=radio name=r value=3></body>"
        try await withPatching(body) { page async throws in
            try await page.browser.click("[value='3']")
            try await page.run("noteEdit($('[value=\"3\"]'), 1)")
            try await page.patchBody(##"[0, ["checked", 0], 1, ["checked", 1]]"##, sequence: 0)
            #expect(try await page.value("$(':checked').value") == "3")
            try await page.patchBody(
                ##"[[0, 3, ["input", {"type": "radio", "name": "r", "value": "4", "checked": 1}]], 1, ["checked", 0]]"##,
                sequence: 0
            )
            #expect(try await page.value("$(':checked').value") == "3")
            try await page.patchBody(##"[2, ["title", "t"]]"##, sequence: 1)
            #expect(try await page.value("$(':checked').value") == "3")
        }
    }

    @Test func `A selected option stays selected by its value if options change`() async throws {
        try await withPatching("<body><select><option>a<option>b<option>c</select></body>") { page async throws in
            // Nothing is selected yet: the first option counts, whatever it is.
            try await page.patchBody(##"[0, [[["option", "z"], 0, 3]]]"##, sequence: 1)
            #expect(try await page.value("$('select').value") == "z")
            try await page.browser.click("option:nth-child(3)")
            try await page.patchBody(##"[0, [0, 0, "y", 1, 0, "b", 2, 0, "a"]]"##, sequence: 1)
            #expect(try await page.value("$('select').value") == "b")
            try await page.patchBody(##"[0, [[["option", {"value": "b"}, "B"], ["option", "n"]]]]"##, sequence: 2)
            #expect(try await page.value("$('select').value + $('select').options.length") == "b2")
            // The selected option does not exist any more.
            try await page.patchBody(##"[0, [[["option", "p"], ["option", {"selected": 1}, "q"]]]]"##, sequence: 3)
            #expect(try await page.value("$('select').value") == "q")
        }
    }

    @Test func `Several selected options stay selected`() async throws {
        try await withPatching("<body><select multiple><option selected>a<option>b<option>c</select></body>") {
            page async throws in
            try await page.run(
                "$$('option')[1].selected = $$('option')[2].selected = true; $$('option')[0].selected = false"
            )
            try await page.patchBody(##"[0, [[-3, ["option", "n"], 1, 1, -1], 1, ["title", "t"]]]"##, sequence: 1)
            #expect(
                try await page.value("[...$('select').selectedOptions].map((option) => option.value).join()") == "c,b"
            )
            try await page.patchBody(##"[0, [1, ["selected", 1], 3, ["selected", 0]]]"##, sequence: 1)
            #expect(
                try await page.value("[...$('select').selectedOptions].map((option) => option.value).join()") == "n"
            )
        }
    }

    @Test func `A patch does not close an open list`() async throws {
        try await withPatching("<body><select><option>a<option>b</select><p>x</p></body>") { page async throws in
            try await page.browser.click("select")
            let isOpen = try await page.value("$('select').matches(':open')")
            try await page.patchBody(##"[1, 0, "y", 0, [[0, 2, ["option", "c"]], 1, 0, "B"]]"##, sequence: 1)
            #expect(try await page.value("$('select').matches(':open')") == isOpen)
            #expect(isOpen == "true")
            try await page.browser.press(.escape)
        }
    }

    @Test func `A file input retains its files through patches and whole pages`() async throws {
        try await withPatching("<body><p>x</p><input type=file></body>") { page async throws in
            try await page.browser.type(#filePath, into: "input")
            try await page.patchBody(##"[[["b", "n"], 1, 1], 1, ["class", "c", "title", "t"]]"##, sequence: 5)
            #expect(try await page.value("$('input').files[0].name") == "PatchingFieldTests.swift")
            try await page.run("morphPage('<title>Test</title><body><b>n</b><i>!</i><input type=file title=u>', 6)")
            #expect(try await page.value("$('input').files[0].name + $('input').title") == "PatchingFieldTests.swiftu")
        }
    }

    @Test func `An invalid number is not overwritten by the empty text that it reads as`() async throws {
        try await withPatching("<body><input type=number value=5></body>") { page async throws in
            try await page.browser.fill("input", with: "1e")
            #expect(try await page.value("$('input').validity.badInput + $('input').value") == "true")
            try await page.run("noteEdit($('input'), 1, true)")
            try await page.patchBody(##"[0, ["value", ""]]"##, sequence: 1)
            try await page.run("settleFields(1)")
            #expect(try await page.value("$('input').validity.badInput") == "true")
            try await page.browser.type("2", into: "input")
            #expect(try await page.value("$('input').value") == "1e2")
            // The same number in another notation.
            try await page.patchBody(##"[0, ["value", "100"]]"##, sequence: 2)
            #expect(try await page.value("$('input').value") == "1e2")
            try await page.patchBody(##"[0, ["value", "99"]]"##, sequence: 3)
            #expect(try await page.value("$('input').value") == "99")
        }
    }

    @Test(.needs(.composition))
    func `No patch changes a text during composition`() async throws {
        try await withPatching("<body><input value=''></body>") { page async throws in
            try await page.run("$('input').focus()")
            try await page.browser.compose("に")
            try await page.run("noteEdit($('input'), 1, true)")
            try await page.patchBody(##"[0, ["value", "ni"]]"##, sequence: 1)
            try await page.run("settleFields(1)")
            try await page.browser.compose("にほ")
            #expect(try await page.value("$('input').value + $('input').defaultValue") == "にほni")
            try await page.browser.endComposition(with: "日本")
            #expect(try await page.value("$('input').value") == "日本")
            try await page.patchBody(##"[0, ["value", "nihon"]]"##, sequence: 2)
            #expect(try await page.value("$('input').value") == "nihon")
        }
    }

    @Test func `After an accepted submit the fields are reset, except for later input`() async throws {
        let form = """
            <form data-form=f id=x><input name=a value=d><textarea name=elements>d</textarea><input type=checkbox name=id>\
            <input type=radio name=r value=1 checked><input type=radio name=r value=2><select name=submit><option>x<option>y</select>\
            <input type=file name=file><input name=later></form><input form=x name=outside>
            """
        try await withPatching("<body>\(form)</body>") { page async throws in
            for name in ["a", "elements", "later", "outside"] {
                try await page.browser.type("typed", into: "[name=\(name)]")
            }
            try await page.browser.click("[name=id]")
            try await page.browser.click("[value='2']")
            try await page.browser.click("option:nth-child(2)")
            try await page.browser.type(#filePath, into: "[name=file]")
            try await page.run("noteSubmit($('[data-form]'), countEvent())")
            try await page.browser.type("!", into: "[name=later]")
            try await page.patchBody(##"[0, [0, ["value", "new"]]]"##, sequence: 1)
            try await page.run("acceptSubmit($('[data-form]'))")
            let shown =
                "$('[name=a]').value + $('textarea').value + $('[name=id]').checked + $('[name=r]:checked').value + $('select').value + $('[name=file]').files.length + $('[name=outside]').value"
            #expect(try await page.value(shown) == "newdfalse1x0")
            #expect(try await page.value("$('[name=later]').value") == "typed!")
        }
    }

    @Test func `After a refused submit the fields retain their input`() async throws {
        try await withPatching("<body><form data-form=f><input name=a value=d></form></body>") { page async throws in
            try await page.browser.type("typed", into: "input")
            try await page.run("noteSubmit($('[data-form]'), countEvent())")
            try await page.patchBody(##"[[["p", "no"], 0, 1]]"##, sequence: 1)
            try await page.run("settleFields(1)")
            #expect(try await page.value("$('input').value") == "dtyped")
        }
    }

    @Test func `A field that becomes another one does not retain the input`() async throws {
        try await withPatching("<body><input name=row-2 value=2><input type=checkbox id=b></body>") {
            page async throws in
            try await page.browser.type("typed", into: "[name]")
            try await page.browser.click("#b")
            try await page.patchBody(##"[0, ["name", "row-3", "value", "3"], 1, ["id", "c"]]"##)
            #expect(try await page.value("$('input').value + $('#c').checked") == "3false")
        }
    }
}
