import ElmwoodTestSupport
import Testing

/// Patches of the tree in a real browser: nodes that stay, move, are inserted and removed.
@Suite struct PatchingTreeTests {
    private static let list = """
        <body><ul><li data-key="a">a</li><li data-key="b.1">b</li><li data-key='"c"'>c</li><li data-key="😀">d</li></ul></body>
        """

    @Test(
        arguments: [
            ("[-4, 0, 3]", "d a b c"), ("[1, 3, -1]", "b c d a"), ("[-4, -3, -2, 0, 1]", "d c b a"),
            ("[0, 1, 3, 1]", "a d"),
            ("[-2, 0, 1, 2, 2]", "b a c d"), ("[]", ""), ("[0, 4]", "a b c d"),
            (#"[0, 1, ["li", {"data-key": "n"}, "new"], 1, 3]"#, "a new b c d"),
            (#"[-4, ["li", "x"], ["li", "y"], 1, 1, -1]"#, "d x y b a"),
        ]
    ) func `Keyed rows that move or stay retain their nodes`(_ edit: String, _ result: String) async throws {
        try await withPatching(Self.list) { page async throws in
            try await page.run("for (const node of $$('li')) node.was = node.textContent")
            #expect(try await page.patchBody("[0, [\(edit)]]") == "true")
            #expect(try await page.value("$$('li').map((node) => node.textContent).join(' ')") == result)
            #expect(
                try await page.value("$$('li').every((node) => !node.was == /new|x|y/.test(node.textContent))")
                    == "true"
            )
            #expect(
                try await page.value("$$('li').every((node) => !node.was || node.was == node.textContent)") == "true"
            )
        }
    }

    @Test func `A run of elements of one shape is built from one element and the differences`() async throws {
        try await withPatching("<body><table><tbody></tbody></table></body>") { page async throws in
            let row =
                #"["tr", {"data-key": "1", "class": "row", "hidden": 1}, ["td", "one"], {"c": "x"}, ["td", {"title": "t"}, "!"]]"#
            let run = #"{"t": \#(row), "s": [0, 2, 3], "v": ["2", "two", "u", "3", "three", "v"]}"#
            #expect(try await page.patchBody("[0, 0, [[\(run)]]]") == "true")
            let rows = [("1", "one", "t"), ("2", "two", "u"), ("3", "three", "v")].map {
                "<tr data-key='\($0.0)' class='row' hidden><td>\($0.1)</td><!--x--><td title='\($0.2)'>!</td></tr>"
            }
            let table = "<body><table><tbody>\(rows.joined())</tbody></table></body>"
            #expect(try await page.value("matches(`<title>Test</title>\(table)`)") == "true")
            // The new rows can be patched by their positions.
            #expect(try await page.patchBody(#"[0, 0, 2, 0, 0, "drei"]"#) == "true")
            #expect(try await page.value("$$('tr')[2].textContent") == "drei!")
        }
    }

    @Test func `Texts, comments and attributes are changed in place`() async throws {
        try await withPatching("<body><p title=a>one<b>two</b><!--three--></p></body>") { page async throws in
            try await page.run("globalThis.nodes = [...$('p').childNodes]")
            let patch = #"[0, ["title", "b", "lang", "de", "hidden", 1, 0, "ONE", 1, 0, "TWO", 2, "THREE"]]"#
            #expect(try await page.patchBody(patch) == "true")
            #expect(
                try await page.value("$('p').outerHTML")
                    == #"<p title="b" lang="de" hidden="">ONE<b>TWO</b><!--THREE--></p>"#
            )
            #expect(try await page.value("nodes.every((node, index) => node == $('p').childNodes[index])") == "true")
            #expect(try await page.patchBody(#"[0, ["title", 0, "hidden", 0]]"#) == "true")
            #expect(try await page.value("$('p').getAttributeNames()") == "lang")
        }
    }

    @Test func `Boolean attributes are set and removed, and enumerated ones can be false`() async throws {
        try await withPatching("<body><button disabled draggable=true aria-pressed=true>x</button></body>") {
            page async throws in
            try await page.patchBody(
                #"[0, ["disabled", 0, "draggable", "false", "aria-pressed", "false", "hidden", 1]]"#
            )
            #expect(try await page.value("$('[draggable]').disabled") == "false")
            #expect(
                try await page.value("$('[draggable]').outerHTML")
                    == #"<button draggable="false" aria-pressed="false" hidden="">x</button>"#
            )
        }
    }

    @Test func `An element with another name replaces the old one`() async throws {
        try await withPatching("<body><p>one</p><p>two</p></body>") { page async throws in
            #expect(try await page.patchBody(#"[[["h2", "one"], 1, 1]]"#) == "true")
            #expect(try await page.value("matches('<title>Test</title><body><h2>one</h2><p>two</p>')") == "true")
        }
    }

    @Test func `SVG and MathML elements have the same namespaces and cases as from the parser`() async throws {
        let page = """
            <title>Test</title><body><svg viewBox="0 0 1 1" xlink:href="#a" xml:lang="de"><linearGradient gradientUnits="userSpaceOnUse"></linearGradient>\
            <title><b>t</b></title><foreignObject><p title="x"><svg><a></a></svg></p><math></math></foreignObject></svg>\
            <math><mi>x<b></b></mi><mrow><mn>1</mn></mrow></math><p xml:lang="en"></p></body>
            """
        let specs = #"""
            ["svg", {"viewBox": "0 0 1 1", "xlink:href": "#a", "xml:lang": "de"}, ["linearGradient", {"gradientUnits": "userSpaceOnUse"}],
            ["title", ["b", "t"]], ["foreignObject", ["p", {"title": "x"}, ["svg", ["a"]]], ["math"]]],
            ["math", ["mi", "x", ["b"]], ["mrow", ["mn", "1"]]], ["p", {"xml:lang": "en"}]
            """#.replacing("\n", with: "")
        try await withPatching("<body></body>") { patched async throws in
            #expect(try await patched.patchBody("[[\(specs)]]") == "true")
            #expect(try await patched.value("matches(`\(page)`)") == "true")
            // Later patches apply to them too.
            #expect(
                try await patched.patchBody(##"[0, ["viewBox", "0 0 2 2", "xlink:href", "#b", "xml:lang", 0]]"##)
                    == "true"
            )
            #expect(try await patched.value("$('svg').viewBox.baseVal.width") == "2")
            #expect(try await patched.value("$('svg').getAttributeNS('http://www.w3.org/1999/xlink', 'href')") == "#b")
            #expect(try await patched.value("$('svg').getAttributeNames().join()") == "viewBox,xlink:href")
        }
    }

    @Test func `The content of a template is patched, and is not part of the document`() async throws {
        try await withPatching("<body><template><p>one</p></template></body>") { page async throws in
            #expect(try await page.patchBody(#"[0, [[0, 1, ["p", "two"]], 0, 0, "ONE"], 0, 1, 0, "TWO"]"#) == "true")
            #expect(
                try await page.value("matches('<title>Test</title><body><template><p>ONE</p><p>TWO</p></template>')")
                    == "true"
            )
            #expect(try await page.value("$$('p').length + ' ' + $('template').childNodes.length") == "0 0")
            #expect(try await page.patchBody(#"[[0, 1, ["template", ["i", "three"]]]]"#) == "true")
            #expect(
                try await page.value("$$('template')[1].innerHTML + $$('template')[1].childNodes.length")
                    == "<i>three</i>0"
            )
        }
    }

    @Test func `Raw markup is replaced as a whole`() async throws {
        try await withPatching("<body><div><b>one</b></div><p>after</p></body>") { page async throws in
            #expect(
                try await page.patchBody(
                    #"[0, [{"h": "<i>two</i> &amp; <script>globalThis.ran = 1</script>"}], 1, 0, "next"]"#
                ) == "true"
            )
            #expect(try await page.value("$('div').textContent") == "two & globalThis.ran = 1")
            #expect(try await page.value("String(globalThis.ran)") == "undefined")
            #expect(try await page.value("$('p').textContent") == "next")
            #expect(
                try await page.patchBody(
                    #"[[0, 2, ["section", {}, {"h": "<u>three</u>"}], ["svg", {}, {"h": "<g></g>"}]]]"#
                ) == "true"
            )
            #expect(try await page.value("$('section').outerHTML") == "<section><u>three</u></section>")
            #expect(try await page.value("$('g').namespaceURI") == "http://www.w3.org/2000/svg")
        }
    }

    @Test func `Unmanaged nodes do not shift indices, and stay`() async throws {
        try await withPatching("<body><input data-elmwood type=hidden><p>one</p><p>two</p></body>") {
            page async throws in
            try await page.run(
                "$('p').before(Object.assign(document.createElement('aside'), {textContent: 'ad'}), 'text'); $('p').append(document.createElement('hr'))"
            )
            #expect(try await page.patchBody(#"[[-2, ["p", "new"], 0, 1], 0, 0, "TWO", 2, 0, "ONE"]"#) == "true")
            #expect(try await page.value("$$('p').map((node) => node.textContent).join()") == "TWO,new,ONE")
            #expect(try await page.value("$$('aside,hr,input').length") == "3")
        }
    }

    @Test(
        arguments: [
            "const font = document.createElement('font'); font.textContent = 'eins'; $('p').firstChild.replaceWith(font)",
            "const font = document.createElement('font'); $('p').prepend(font); font.append($('p').childNodes[1])",
            "$('p').firstChild.splitText(1)", "$('p').remove()", "$('p').firstChild.remove()",
            "const box = document.createElement('div'); $('p').replaceWith(box); box.append('gone')",
        ]
    ) func `If nodes were removed, wrapped or split a patch is refused, and a whole page repairs the document`(
        _ meddling: String
    ) async throws {
        try await withPatching("<body><p>one<b>two</b></p><i>three</i></body>") { page async throws in
            try await page.run("globalThis.last = $('i'); \(meddling)")
            #expect(try await page.patchBody(#"[0, 0, "ONE"]"#) == "false")
            let whole = "<title>Test</title><body><p>ONE<b>two</b></p><i>three</i>"
            #expect(try await page.value("morphPage('\(whole)', 1)") == "true")
            #expect(try await page.value("matches('\(whole)')") == "true")
            #expect(try await page.value("$('i') == last") == "true")
            // From here on patches apply again.
            #expect(try await page.patchBody(#"[0, 0, "1"]"#) == "true")
            #expect(try await page.value("$('p').textContent") == "1two")
        }
    }

    @Test(arguments: [
        "[7, \"x\"]", "[0, 5, 0, \"x\"]", "[0, \"x\"]", "[[0, 9]]", "[[-9]]", "[0, 0, [\"title\", \"x\"]]",
    ])
    func `A patch that does not fit is refused`(_ patch: String) async throws {
        try await withPatching("<body><p>one</p></body>") { page async throws in
            #expect(try await page.patchBody(patch) == "false")
        }
    }

    @Test func `A long text that the parser splits is one text`() async throws {
        let long = String(repeating: "x", count: 200_000)
        try await withPatching("<body><p>\(long)</p><p>two</p></body>") { page async throws in
            #expect(try await page.patchBody(#"[0, 0, "short", 1, 0, "TWO"]"#) == "true")
            #expect(try await page.value("$$('p').map((node) => node.textContent).join()") == "short,TWO")
            try await page.patchBody("[0, 0, \"\(long)!\"]")
            #expect(
                try await page.value("morphPage(`<title>Test</title><body><p>\(long)!</p><p>TWO</p>`, 0)") == "true"
            )
            #expect(try await page.value("$('p').childNodes.length + ' ' + $('p').textContent.length") == "1 200001")
        }
    }

    @Test func `Line feeds and white space are the same as from the parser`() async throws {
        try await withPatching("<body><pre>\n\n  x</pre><textarea>\n\na</textarea><p> </p></body>") {
            page async throws in
            #expect(
                try await page.value("JSON.stringify([$('pre').textContent, $('textarea').value, $('p').textContent])")
                    == #"["\n  x","\na"," "]"#
            )
            #expect(try await page.patchBody(#"[0, 0, "\n\ny", 1, 0, "\n\nb", 2, 0, "  "]"#) == "true")
            #expect(
                try await page.value("JSON.stringify([$('pre').textContent, $('textarea').value, $('p').textContent])")
                    == #"["\n\ny","\n\nb","  "]"#
            )
        }
    }

    @Test func `The html, head and body elements can be patched`() async throws {
        try await withPatching("<body class=one>x</body>", attributes: " lang=en class=light") { page async throws in
            let patch =
                #"["lang", "de", "class", "dark", 0, [[0, 1, ["meta", {"name": "robots", "content": "none"}]], 0, 0, "Neu"], 1, ["class", 0, "dir", "rtl"]]"#
            #expect(try await page.value("applyOperations(\(patch), 0)") == "true")
            #expect(try await page.browser.title == "Neu")
            #expect(
                try await page.value(
                    "matches('<html lang=de class=dark><title>Neu</title><meta name=robots content=none><body dir=rtl>x')"
                ) == "true"
            )
        }
    }

    @Test(arguments: [true, false])
    func `Frames, media and custom elements are not restarted by a move if the browser supports that`(_ canMove: Bool)
        async throws
    {
        let body = """
            <body><section><p>one</p><div><iframe src="/frame"></iframe><x-part></x-part><input></div></section></body>
            """
        try await withPatching(body, others: ["/frame": "<!doctype html><p>frame"]) { page async throws in
            try await page.run(
                """
                globalThis.connected = 0;
                customElements.define('x-part', class extends HTMLElement {
                    connectedCallback() { connected++; }
                    connectedMoveCallback() {}
                });
                \(canMove ? "" : "delete Element.prototype.moveBefore; delete DocumentFragment.prototype.moveBefore;")
                globalThis.frame = $('iframe').contentWindow;
                frame.mark = 1;
                $('input').focus();
                """
            )
            #expect(try await page.patchBody("[0, [[-2, 0, 1]]]") == "true")
            #expect(try await page.value("$('section').innerHTML.startsWith('<div>')") == "true")
            #expect(try await page.value("document.activeElement == $('input')") == "true")
            if canMove {
                #expect(try await page.value("$('iframe').contentWindow.mark") == "1")
                #expect(try await page.value("connected") == "1")
            }
        }
    }

    @Test func `A script that a patch inserts runs once, and not again if it is moved`() async throws {
        try await withPatching(
            "<body><p>x</p></body>",
            others: ["/part.js": "globalThis.ran = (globalThis.ran ?? 0) + 1"]
        ) { page async throws in
            try await page.patchBody(#"[[0, 1, ["script", {"src": "/part.js"}]]]"#)
            try await page.browser.wait(until: "the script ran") {
                try $0.evaluate("return String(globalThis.ran)") == "1"
            }
            try await page.patchBody("[[-2, 0, 1]]")
            #expect(try await page.value("morphPage($('html').outerHTML, 0)") == "true")
            #expect(try await page.value("ran") == "1")
        }
    }
}
