import ElmwoodTestSupport
import Testing

/// A page's state in the browser through patches: focus, scroll positions, selections and open elements; and the marks and problems
/// that the script shows.
@Suite struct PatchingStateTests {
    /// A patch of the body that moves its second child to the front.
    private static let move = "[[-2, 0, 1, 2, 1]]"

    /// Removes a function that only newer browsers have, to test the others.
    private static let withoutMove =
        "delete Element.prototype.moveBefore; delete DocumentFragment.prototype.moveBefore;"

    @Test(arguments: [true, false])
    func `Moved elements retain the focus and the selection`(_ canMove: Bool) async throws {
        try await withPatching("<body><p>one</p><div><p><input value=abcdef></p></div><p>x</p></body>") {
            page async throws in
            if !canMove { try await page.run(Self.withoutMove) }
            try await page.run(
                """
                globalThis.events = [];
                for (const name of ['focusin', 'focusout']) document.addEventListener(name, (event) => events.push(name));
                $('input').focus(); $('input').setSelectionRange(2, 4); events = [];
                """
            )
            #expect(try await page.patchBody(Self.move) == "true")
            #expect(try await page.value("$('div').nextElementSibling.textContent") == "one")
            #expect(
                try await page.value(
                    "[document.activeElement == $('input'), $('input').selectionStart, $('input').selectionEnd].join()"
                ) == "true,2,4"
            )
            if canMove { #expect(try await page.value("events.join()") == "") }
            try await page.browser.press(.backspace)
            #expect(try await page.value("$('input').value") == "abef")
        }
    }

    @Test func `Autofocus acts once, when its element appears`() async throws {
        try await withPatching("<body><input id=a><p>x</p></body>") { page async throws in
            try await page.run("$('#a').focus()")
            let field = #"["div", ["input", {"id": "b", "autofocus": 1}]]"#
            try await page.patchBody("[[0, 2, \(field)]]", sequence: 1)
            #expect(try await page.browser.focused == "input#b")
            try await page.run("$('#a').focus()")
            try await page.patchBody(#"[1, 0, "y", 2, 0, ["title", "t"]]"#, sequence: 2)
            try await page.run("morphPage($('html').outerHTML, 3)")
            #expect(try await page.browser.focused == "input#a")
            // An attribute that is added acts as an element that is added does.
            try await page.patchBody(#"[2, 0, ["autofocus", 0]]"#, sequence: 4)
            try await page.patchBody(#"[2, 0, ["autofocus", 1]]"#, sequence: 5)
            #expect(try await page.browser.focused == "input#b")
        }
    }

    @Test func `A patch from elsewhere does not take the focus from another element`() async throws {
        try await withPatching("<body><input id=a><button id=c>x</button></body>") { page async throws in
            try await page.run("$('#a').focus()")
            try await page.patchBody(#"[[0, 2, ["input", {"id": "b", "autofocus": 1}]]]"#, sequence: 0)
            #expect(try await page.browser.focused == "input#a")
            // If the focused element is removed, the focus may be set.
            try await page.patchBody(#"[[1, 2, ["input", {"id": "d", "autofocus": 1}]]]"#, sequence: 0)
            #expect(try await page.browser.focused == "input#d")
        }
    }

    @Test func `Autofocus acts in a whole page too`() async throws {
        try await withPatching("<body><p>x</p></body>") { page async throws in
            try await page.run("morphPage('<title>Test</title><body><p>x</p><form><input id=a autofocus></form>', 1)")
            #expect(try await page.browser.focused == "input#a")
        }
    }

    @Test func `A blur that a patch causes can be told from the visitor's`() async throws {
        try await withPatching("<body><input id=a><p>x</p></body>") { page async throws in
            try await page.run(
                """
                $('#a').focus(); globalThis.seen = []
                // The window's own blur is not an element's.
                document.addEventListener('blur', ({target}) => seen.push(target.id + ':' + isPatchingNow()), true)
                """
            )
            // The patch moves the focus, and then the visitor does.
            try await page.patchBody(#"[[0, 2, ["input", {"id": "b", "autofocus": 1}]]]"#, sequence: 1)
            try await page.run("$('#b').blur()")
            let seen = try await page.value("seen.join()")
            #expect(seen == "a:true,b:false")
            // Not every browser reports the blur of an element that is removed.
            try await page.run("$('#a').focus(); seen = []")
            try await page.patchBody("[[1, 2]]", sequence: 1)
            #expect(try await page.value("String($('#a'))") == "null")
            #expect(try await page.value("seen.every((blur) => blur.endsWith('true'))") == "true")
            #expect(try await page.value("isPatchingNow()") == "false")
        }
    }

    @Test func `The scroll position is retained, and does not jump if content is inserted above`() async throws {
        let rows = (1...200).map { "<p>row \($0)</p>" }.joined()
        try await withPatching("<body><div></div>\(rows)</body>") { page async throws in
            try await page.run("scrollTo(0, 2000)")
            try await page.patchBody(#"[50, 0, "changed"]"#)
            #expect(try await page.value("scrollY") == "2000")
            let place = "Math.round($$('p')[80].getBoundingClientRect().top)"
            let before = try await page.value(place)
            try await page.patchBody(#"[0, [[["pre", "a\nb\nc\nd\ne\nf\ng\nh"]]]]"#)
            // The browser restores the visible position with the next rendering.
            try await page.browser.wait(until: "the row is where it was") {
                try $0.evaluate("return String(\(place))") == before
            }
            let height = try await page.value("scrollY")
            #expect(try await page.value("morphPage($('html').outerHTML.replace('row 9', 'Row 9'), 1)") == "true")
            #expect(try await page.value("scrollY") == height)
        }
    }

    @Test func `An element that moves retains its inner scroll position`() async throws {
        let lines = (1...50).map { "line \($0)\n" }.joined()
        try await withPatching("<body><p>one</p><div><textarea rows=3>\(lines)</textarea></div><p>x</p></body>") {
            page async throws in
            try await page.run("$('textarea').scrollTop = 80")
            try await page.patchBody(Self.move)
            #expect(try await page.value("$('textarea').scrollTop") == "80")
        }
    }

    @Test func `Elements that the visitor opened stay open, and closed ones stay closed`() async throws {
        let body = """
            <details id=a><summary>A</summary>a</details><details id=b open><summary>B</summary>b</details>\
            <dialog id=c>c</dialog><div id=d popover>d</div><dialog id=e open>e</dialog>
            """
        try await withPatching("<body>\(body)<p>x</p></body>") { page async throws in
            try await page.run("$('#d').showPopover()")
            try await page.run("$('#a').open = true; $('#b').open = false; $('#e').close(); $('#c').showModal()")
            let state =
                "['#a', '#b', '#c', '#e'].map((name) => $(name).open).join() + $('#d').matches(':popover-open') + $('#c').matches(':modal')"
            let opened = try await page.value(state)
            #expect(opened.hasPrefix("true,false,true,false"))
            try await page.patchBody(#"[5, 0, "y", 0, ["class", "k", 1, "aa"], 2, ["title", "t"]]"#, sequence: 1)
            #expect(try await page.value(state) == opened)
            try await page.run("morphPage(`<title>Test</title><body>\(body)<p>z</p>`, 2)")
            #expect(try await page.value(state + " + $('p').textContent") == opened + "z")
            // Attributes that the program changes open and close them.
            try await page.patchBody(#"[1, ["open", 0], 2, ["open", 1], 4, ["open", 0]]"#, sequence: 3)
            try await page.patchBody(#"[1, ["open", 1], 2, ["open", 0]]"#, sequence: 4)
            #expect(
                try await page.value(
                    "['#a', '#b', '#c', '#e'].map((name) => $(name).open).join() + $('#c').matches(':modal')"
                ) == "true,true,false,falsefalse"
            )
        }
    }

    @Test func `A popover stays open through a patch`() async throws {
        try await withPatching("<body><div id=d popover><p>d</p></div><p>x</p></body>") { page async throws in
            try await page.run("$('#d').showPopover()")
            try await page.patchBody(#"[[-2, 0, 1], 1, 0, 0, "e", 1, ["title", "t"]]"#, sequence: 1)
            #expect(try await page.value("$('#d').matches(':popover-open')") == "true")
        }
    }

    @Test func `A selection on the page is retained`() async throws {
        try await withPatching("<body><p>one two</p><p>three</p><p>x</p></body>") { page async throws in
            try await page.run("getSelection().setBaseAndExtent($('p').firstChild, 1, $('p').firstChild, 5)")
            try await page.patchBody(#"[[0, 3, ["p", "new"]], 0, 0, "one two and more", 2, 0, "y"]"#)
            #expect(try await page.value("getSelection().toString()") == "ne t")
            try await page.run("morphPage('<title>Test</title><body><p>one two</p><b>b</b><p>three</p>', 1)")
            #expect(try await page.value("getSelection().toString()") == "ne t")
        }
    }

    // MARK: Marks

    @Test func `Marks survive patches and whole pages, and can be removed completely`() async throws {
        try await withPatching(
            "<body><button class=a id=b>x</button><form data-form=f class=f></form></body>",
            attributes: " class=c"
        ) { page async throws in
            let before = try await page.value("shape($('html'))")
            try await page.run("mark($('#b'), 'pending'); mark($('[data-form]'), 'failed'); mark($('html'), 'offline')")
            #expect(
                try await page.value(
                    "$('#b').className + $('#b').getAttribute('aria-busy') + $('[data-form]').className"
                ) == "a elmwood-pendingtruef elmwood-failed"
            )
            try await page.run(#"applyOperations(["class", "d", 1, [0, ["class", "z"], 1, ["title", "t"]]], 0)"#)
            #expect(
                try await page.value("$('html').className + $('#b').className") == "d elmwood-offlinez elmwood-pending"
            )
            try await page.run(
                "morphPage('<html class=c><title>Test</title><body><button id=b class=a>x</button><form data-form=f class=f></form>', 0)"
            )
            #expect(
                try await page.value("$('html').className + $('#b').className + $('[data-form]').className")
                    == "c elmwood-offlinea elmwood-pendingf elmwood-failed"
            )
            #expect(try await page.value("$('#b').getAttribute('aria-busy')") == "true")
            try await page.run(
                "mark($('#b'), 'failed'); mark($('#b'), ''); mark($('[data-form]'), ''); mark($('html'), '')"
            )
            #expect(try await page.value("shape($('html'))") == before)
        }
    }

    @Test func `Problems are shown at their fields, and above the page if the page does not show them itself`()
        async throws
    {
        let body = """
            <form id=elmwood data-elmwood></form><p>Too short.</p><form data-form=f><input name=name><input name=children></form><form data-form=g><input name=name></form>\
            <input form=elmwood name=q><input name=loose aria-invalid=true>
            """
        try await withPatching("<body>\(body)</body>") { page async throws in
            let before = try await page.value("shape($('html'))")
            try await page.run(
                #"showProblems([["f", "name", "Too short."], ["f", "children", "No number."], [null, "q", "No number."], [null, null, "Busy <now>."]])"#
            )
            #expect(
                try await page.value(
                    "$$('[aria-invalid]').map((field) => (field.form?.dataset?.form ?? '') + field.name).join()"
                ) == "fname,fchildren,q,loose"
            )
            #expect(
                try await page.value("document.body.firstElementChild.outerHTML")
                    == #"<div data-elmwood="" role="alert" class="problems"><ul><li>No number.</li><li>Busy &lt;now&gt;.</li></ul></div>"#
            )
            try await page.run(#"showProblems([["g", "name", "Too short."]])"#)
            #expect(
                try await page.value(
                    "$$('[aria-invalid]').map((field) => (field.form?.dataset?.form ?? '') + field.name).join()"
                ) == "gname,loose"
            )
            try await page.run("showProblems([])")
            #expect(try await page.value("shape($('html'))") == before)
            #expect(try await page.value("$$('.problems').length") == "0")
        }
    }

    @Test func `A typed form that a patch inserts sends its name`() async throws {
        try await withPatching("<body><form id=elmwood method=post hidden data-elmwood></form></body>") {
            page async throws in
            try await page.patchBody(
                #"[[["form", {"method": "post", "data-form": "new"}, ["input", {"name": "a", "value": "b"}]]]]"#
            )
            #expect(
                try await page.value("new URLSearchParams(new FormData($('[data-form]'))).toString()") == "form=new&a=b"
            )
            try await page.patchBody(#"[0, 0, ["value", "c"]]"#)
            #expect(
                try await page.value("new URLSearchParams(new FormData($('[data-form]'))).toString()") == "form=new&a=c"
            )
            // Message buttons and fields outside of forms belong to their form from the start.
            try await page.patchBody(#"[[0, 1, ["button", {"form": "elmwood"}, "x"]]]"#)
            #expect(
                try await page.value("$('body > button').form.id + $('body > button').form.method") == "elmwoodpost"
            )
        }
    }
}
