import ElmwoodTestSupport
import Testing

/// Whole pages that are morphed into the shown page.
@Suite struct PatchingPageTests {
    @Test(
        arguments: [
            ("<p>one</p><p>two</p>", "<p>one</p><p>two</p>"), ("<p>one</p>", "<h1>x</h1><p>one</p>text<!--c-->"),
            ("<ul><li>1<li>2<li>3</ul>", "<ol><li>1</ol>"), ("text<b>x</b>more", "more<b>y</b>"), ("", "<p>x"),
            ("<p>x", ""),
            ("<svg><g id=a></g></svg>", "<svg viewBox='0 0 1 1'><a xlink:href='#'></a><g id=a></g></svg>"),
            ("<template><p>1</p></template>", "<template><p>2</p><b></b></template>"),
            ("<noscript><p>1</p></noscript><p>a", "<noscript><p>2</p></noscript><p>b"),
            ("<table><tr><td>1</table>", "<table><thead><tr><th>h</thead><tr><td>1<tr><td>2</table>"),
            (
                "<div data-key=a>1</div><div data-key=b>2</div>",
                "<div data-key=b>2</div><p>x</p><div data-key=a>1</div>"
            ),
        ]
    ) func `The page becomes the HTML that it is morphed to`(_ before: String, _ after: String) async throws {
        try await withPatching("<body>\(before)</body>") { page async throws in
            let whole = "<html lang=de class=x><title>Test</title><body dir=rtl>\(after)"
            #expect(try await page.value("morphPage(`\(whole)`, 0)") == "true")
            #expect(try await page.value("matches(`\(whole)`)") == "true")
            #expect(try await page.value("morphPage(`<title>Test</title><body>\(before)`, 0)") == "true")
            #expect(try await page.value("matches(`<title>Test</title><body>\(before)`)") == "true")
        }
    }

    @Test(arguments: [
        ("cab", "abc"), ("dcba", "abcd"), ("bcd", "abcd"), ("axbycz", "abc"), ("bca", "abc"), ("", "abc"), ("abc", ""),
    ])
    func `Rows are matched by key or by id, and retain their nodes`(_ after: String, _ before: String) async throws {
        let rows = { (names: String, attribute: String) in
            names.map { "<li \(attribute)='\($0)'>\($0) <input></li>" }.joined()
        }
        let lists = { (names: String) in "<ul>\(rows(names, "data-key"))</ul><ol>\(rows(names, "id"))</ol>" }
        try await withPatching("<body>\(lists(before))</body>") { page async throws in
            try await page.run(
                "for (const node of $$('li')) { node.was = node.textContent; node.querySelector('input').value = node.textContent; }"
            )
            let whole = "<title>Test</title><body>\(lists(after))"
            #expect(try await page.value("morphPage(`\(whole)`, 0)") == "true")
            #expect(try await page.value("matches(`\(whole)`)") == "true")
            #expect(
                try await page.value(
                    "$$('li').every((node) => !node.was || node.was == node.textContent && node.was == node.querySelector('input').value)"
                ) == "true"
            )
            let kept = before.filter { after.contains($0) }.count * 2
            #expect(try await page.value("$$('li').filter((node) => node.was).length") == "\(kept)")
        }
    }

    @Test func `If a row without a key is removed, its input does not move to another row`() async throws {
        let row = { (name: String) in "<li>\(name)<input name=x></li>" }
        try await withPatching("<body><ul>\(["a", "b", "c"].map(row).joined())</ul></body>") { page async throws in
            for (index, text) in ["one", "two", "three"].enumerated() {
                try await page.browser.type(text, into: "li:nth-child(\(index + 1)) input")
            }
            try await page.run("morphPage('<title>Test</title><body><ul>\(["a", "c"].map(row).joined())</ul>', 0)")
            #expect(try await page.value("$$('li input').map((field) => field.value).join()") == "one,three")
        }
    }

    @Test func `Input, choices, ticks, focus and caret are retained`() async throws {
        let fields = """
            <input id=a value=1><textarea name=b>x</textarea><select><option>p<option>q</select><input type=checkbox><input type=file>
            """
        try await withPatching("<body><main>\(fields)<p>x</p></main></body>") { page async throws in
            try await page.browser.type("23", into: "#a")
            try await page.browser.type("yz", into: "textarea")
            try await page.browser.click("option:nth-child(2)")
            try await page.browser.click("[type=checkbox]")
            try await page.browser.type(#filePath, into: "[type=file]")
            try await page.run("$('#a').focus(); $('#a').setSelectionRange(1, 2)")
            let state =
                "[$('#a').value, $('textarea').value, $('select').value, $('[type=checkbox]').checked, $('[type=file]').files.length, document.activeElement.id, $('#a').selectionStart].join()"
            #expect(try await page.value(state) == "123,xyz,q,true,1,a,1")
            try await page.run(
                "morphPage(`<title>New</title><body><h1>New</h1><main class=m><p>z</p>\(fields)</main>`, 0)"
            )
            #expect(try await page.value(state) == "123,xyz,q,true,1,a,1")
            #expect(try await page.browser.title == "New")
            // A value that is new in the page is applied, unless the visitor has changed the field later.
            let changed = fields.replacing("value=1", with: "value=9").replacing(
                "<option>p",
                with: "<option selected>p"
            )
            try await page.run(
                "morphPage(`<title>New</title><body><h1>New</h1><main class=m><p>z</p>\(changed)</main>`, 1)"
            )
            #expect(try await page.value(state) == "9,xyz,p,true,1,a,1")
        }
    }

    @Test func `The title, the language and the head are updated`() async throws {
        let head = "<title>One</title><meta name=a content=1><link rel=stylesheet href=/a.css>"
        try await withPatching("<body>x</body>", head: head, attributes: " lang=en", others: ["/a.css": ""]) {
            page async throws in
            try await page.run("globalThis.sheet = $('link'); $('head').append(document.createElement('i'))")
            let whole =
                "<html lang=de class=k><head><meta name=b content=2><title>Zwei</title><meta name=a content=3><link rel=stylesheet href=/a.css></head><body class=l>y"
            #expect(try await page.value("morphPage('\(whole)', 0)") == "true")
            #expect(try await page.browser.title == "Zwei")
            #expect(try await page.value("sheet == $('link') && sheet.isConnected") == "true")
            // The page's script and an extension's element are not touched.
            #expect(try await page.value("$$('script').length + ' ' + $$('head i').length") == "1 1")
            try await page.run("$('head i').remove()")
            #expect(try await page.value("matches('\(whole)')") == "true")
        }
    }

    @Test func `Scripts in a whole page do not run`() async throws {
        try await withPatching("<body>x</body>", others: ["/part.js": "globalThis.ran = 1"]) { page async throws in
            try await page.run("morphPage('<title>Test</title><body><script src=/part.js><' + '/script>', 0)")
            #expect(try await page.value("$$('body script').length + String(globalThis.ran)") == "1undefined")
        }
    }

    @Test func `Patches apply to the elements of a whole page`() async throws {
        try await withPatching("<body>x</body>") { page async throws in
            try await page.run(
                "morphPage('<title>Test</title><body><input data-elmwood type=hidden><p>one<b>two</b></p>', 0)"
            )
            #expect(try await page.patchBody(#"[[["h1", "new"], 0, 1], 1, 1, 0, "TWO", 0, 0, "NEW"]"#) == "true")
            #expect(
                try await page.value("matches('<title>Test</title><body><h1>NEW</h1><p>one<b>TWO</b></p>')") == "true"
            )
        }
    }
}
