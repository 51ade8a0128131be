import ElmwoodSVG
import ElmwoodTestSupport
import Testing

@testable import ElmwoodViewTree

/// Content that HTML cannot express is left out or corrected.
@Suite struct ContentTests {
    private func render(@HtmlBuilder<Message> _ view: () throws -> Html<Message>) throws -> (
        html: String, why: [String]
    ) {
        let rendering = try Rendering.render(view)
        return (rendering.htmlText, rendering.diagnostics)
    }

    @Test func `Text, attributes and markup are escaped according to their context`() throws {
        let value = "a&b<c>\"d\"\u{0}\r'é𝄞"
        let escaped = "a&amp;b&lt;c&gt;&quot;d&quot;\u{FFFD}&#13;'é𝄞"
        #expect(try render { p(.id(value)) { value } }.html == "<p id=\"\(escaped)\">\(escaped)</p>")
        #expect(try render { raw("<b>&</b>") }.html == "<b>&</b>")
        for size in 0..<70 {
            let text = String(repeating: "x", count: size)
            #expect(
                try render {
                    text + "<"; text
                }.html == text + "&lt;" + text
            )
            // An element with one text, wherever the text needs a reference.
            for position in 0..<min(size, 20) {
                let (start, end) = (text.prefix(position), text.dropFirst(position + 1))
                #expect(try render { b { "\(start)&\(end)" } }.html == "<b>\(start)&amp;\(end)</b>")
            }
        }
    }

    @Test func `A comment cannot be ended early`() throws {
        #expect(try render { comment(" a ") }.html == "<!-- a -->")
        for text in ["", ">", "->", "-->", "--!>", "<!--", "a-", "a--", "---"] {
            let html = try render { comment(text) }.html
            let inner = html.dropFirst(4).dropLast(3)
            #expect(html.hasPrefix("<!--") && html.hasSuffix("-->"))
            #expect(!inner.contains("--") && !inner.hasPrefix(">") && !inner.hasPrefix("->") && !inner.hasSuffix("-"))
        }
    }

    @Test func `Rows directly in a table are put into a tbody, as in a browser`() throws {
        #expect(
            try render {
                table {
                    tr { td { "1" } }; tr { td { "2" } }
                }
            }.html
                == "<table><tbody><tr><td>1</td></tr><tr><td>2</td></tr></tbody></table>"
        )
        #expect(
            try render {
                table {
                    caption { "c" }; tr { td { "1" } }; thead {}; tr { td { "2" } }; tr {}
                }
            }.html
                == "<table><caption>c</caption><tbody><tr><td>1</td></tr></tbody><thead></thead>"
                + "<tbody><tr><td>2</td></tr><tr></tr></tbody></table>"
        )
        let straight = try Rendering.render { () -> Html<Message> in table { tr { td { "1" } } } }
        let section = try Rendering.render { () -> Html<Message> in table { tbody { tr { td { "1" } } } } }
        #expect(straight.records.map { $0.children.map(\.tag) } == section.records.map { $0.children.map(\.tag) })
    }

    @Test(arguments: [
        ("<div> in p", "<p>ab</p>"), ("a in a", "<a><span></span></a>"), ("form in form", "<form></form>"),
        ("button in button", "<button></button>"), ("li in li", "<li></li>"),
        ("text in tr", "<table><tbody><tr></tr></tbody></table>"),
        ("div in tr", "<table><tbody><tr></tr></tbody></table>"),
        ("td in div", "<div></div>"), ("h2 in h1", "<h1></h1>"), ("div in svg", "<svg></svg>"),
        ("circle in div", "<div></div>"), ("b in title", "<title>ab</title>"), ("p in select", "<select></select>"),
    ])
    func `Content that the parser would move or drop is left out, with a diagnostic`(_ name: String, _ expected: String)
        throws
    {
        let result = try render {
            switch name {
            case "<div> in p":
                p {
                    "a"; div { "x" }; "b"
                }
            case "a in a": a { span { a { "x" } } }
            case "form in form": form { form { "x" } }
            case "button in button": button { button { "x" } }
            case "li in li": li { li { "x" } }
            case "text in tr": table { tr { "x" } }
            case "div in tr": table { tr { div { "x" } } }
            case "td in div": div { td { "x" } }
            case "h2 in h1": h1 { h2 { "x" } }
            case "div in svg": svg { div { "x" } }
            case "circle in div": div { circle(.r(1)) }
            case "b in title":
                title {
                    "a"; b { "x" }; "b"
                }
            default: select { p { "x" } }
            }
        }
        #expect(result.html == expected)
        #expect(result.why.count == 1)
        #expect(result.why.first?.contains("left out") == true)
    }

    @Test func `Similar content that is valid is not changed`() throws {
        let result = try render {
            ul { li { ul { li { "x" } } } }
            table { tr { td { table { tr { td { p { button { "y" } } } } } } } }
            p { button { span { "z" } } }
            a { table { tr { td { a { "w" } } } } }
            svg { foreignObject { div { "v" } } }
            table { " \n" }
        }
        #expect(result.why.isEmpty)
        #expect(result.html.contains("<a><table><tbody><tr><td><a>w</a>"))
    }

    @Test func `Text in a script cannot end it`() throws {
        #expect(try render { script { "a < b && c > \"d\"" } }.html == "<script>a < b && c > \"d\"</script>")
        #expect(try render { script { "<\0/script><\0!--" } }.html == "<script><\u{FFFD}/script><\u{FFFD}!--</script>")
        for text in ["</script>", "x</SCRIPT ", "<!--"] {
            let result = try render { script { text } }
            #expect(result.html == "<script></script>")
            #expect(result.why.count == 1)
        }
        #expect(
            try render {
                style {
                    "</sty"; "le>"
                }
            }.html == "<style></style>"
        )
    }

    @Test func `A leading line feed in pre and textarea is retained`() throws {
        #expect(try render { pre { "\na" } }.html == "<pre>\n\na</pre>")
        #expect(try render { pre { "a" } }.html == "<pre>a</pre>")
        #expect(try render { textarea { "\n\n" } }.html == "<textarea>\n\n\n</textarea>")
    }

    @Test func `A repeated attribute is written once: classes are joined, and of other attributes the last counts`()
        throws
    {
        #expect(
            try render { div(.class("a"), .id("1"), .class("b"), .id("2"), .none, .attribute("ID", "3")) }.html
                == "<div class=\"a b\" id=\"3\"></div>"
        )
        #expect(
            try render { div(.attribute("data-x", "1"), .attribute("data-X", "2"), .attribute("data-y", "3")) }.html
                == "<div data-X=\"2\" data-y=\"3\"></div>"
        )
    }

    @Test(arguments: [
        "javascript:alert(1)", "JaVaScRiPt:x", " \u{1}javascript:x", "java\nscript:x", "java\tscript\r:x",
        "vbscript:x", "data:text/html,<script>", "data:text/html;base64,x", "DATA:TEXT/HTML,x", "data: text/html,x",
        "data:application/xhtml+xml,x", "data:text/xml,x",
    ])
    func `An address that could run a script is left out, with a diagnostic`(_ address: String) throws {
        let result = try render {
            a(.href(address)) { "x" }
            svg { SVG.a(.attribute("xlink:href", address)) {} }
            form(.action(address))
            button(.attribute("FormAction", address))
        }
        #expect(result.html == "<a>x</a><svg><a></a></svg><form></form><button></button>")
        #expect(result.why.count == 4)
    }

    @Test(arguments: [
        "javascript:alert(1)", "/a;javascript:x", "/a; java\nscript:x", "java\tscript:x;/a", "\u{1}javascript:x",
        "data:text/html,x",
    ])
    func `An animation cannot set an address that could run a script`(_ values: String) throws {
        let result = try render {
            svg { SVG.a { animate(.attribute("attributeName", "href"), .attribute("values", values)) } }
        }
        #expect(result.html == "<svg><a><animate attributeName=\"href\"></animate></a></svg>")
        #expect(result.why.count == 1)
    }

    @Test(arguments: ["0 0 24 24; 0 0 48 48", "M 0,0 L 1,1;M 1,1", "/a;/b"])
    func `Ordinary values of an animation are written`(_ values: String) throws {
        let result = try render { svg { animate(.attribute("values", values)) } }
        #expect(result.html == "<svg><animate values=\"\(values)\"></animate></svg>")
    }

    @Test(arguments: [
        "/x", "", "#a", "?q=javascript:", "https://example.org/javascript:", "mailto:a@b", "a/b:c",
        "./javascript:x",
        "data:image/png;base64,AAAA", "data:,x", "JAVA:x",
    ])
    func `An ordinary address is written`(_ address: String) throws {
        #expect(try render { a(.href(address)) }.html == "<a href=\"\(address)\"></a>")
    }

    @Test(arguments: ["400px", "50%", "1.5", "-1", "+1", "", " 4"])
    func `The size of an HTML element must be a whole number of pixels`(_ size: String) throws {
        let result = try render { img(.width(size), .height(size), .alt("")) }
        #expect(result.html == "<img alt=\"\">")
        #expect(
            result.why.map { String($0.prefix { $0 != ":" }) } == [
                "The width of <img> is left out", "The height of <img> is left out",
            ]
        )
        let whole = try render { canvas(.width(400), .height("300")) }
        #expect(whole.html == "<canvas width=\"400\" height=\"300\"></canvas>" && whole.why.isEmpty)
    }

    @Test(arguments: ["2em", "50%", "7"])
    func `The size of elements of SVG and MathML and of custom elements may be any value`(_ size: String) throws {
        let result = try render {
            svg(.width(size)) { rect(.height(size)) }
            element("x-chart", .width(size))
            math { mspace(.width(size)) }
        }
        #expect(result.why.isEmpty)
        #expect(result.html.components(separatedBy: "=\"\(size)\"").count == 5)
    }

    @Test func `No attribute name is an inline script, or breaks out of its tag`() throws {
        for name in ["onclick", "OnLoad", "on", "", "a b", "a=b", "a>b", "a/b", "a\"b", "a\nb"] {
            let result = try render { div(.attribute(name, "alert(1)")) }
            #expect(result.html == "<div></div>")
            #expect(result.why.count == 1)
        }
        #expect(try render { iframe(.attribute("srcdoc", "<script>")) }.html == "<iframe></iframe>")
    }

    @Test func `A repeated key is reported, and keys may be in any order`() throws {
        let doubled = try render { ul { for key in ["b", "a", "a.b", "b"] { li(.key(key)) { key } } } }
        #expect(doubled.why == ["The key \"b\" is used twice among the children of <ul>."])
        #expect(try render { ul { for key in [9, 10, 11, 3, 2] { li(.key(key)) {} } } }.why.isEmpty)
        #expect(
            try render {
                ul {
                    li(.key("")) {}; li(.key("\u{1F600}\"\t")) {}; li {}
                }
            }.why.isEmpty
        )
        #expect(try render { table { for key in [1, 1] { tr(.key(key)) {} } } }.why.count == 1)
        // Increasing or not, short or long, and different in one byte only.
        let keys = ["", "\u{0}", "0", "00", "1", "7", "é", "1234567", "7654321", "12345678", "87654321", "123456789"]
        var random = SeededGenerator(seed: 7)
        for _ in 0..<fuzzRounds(300) {
            var chosen = (0..<random.below(8)).map { _ in keys[random.below(keys.count)] }
            if random.below(2) == 0 { chosen.sort { ($0.utf8.count, $0) < ($1.utf8.count, $1) } }
            let repeated = Set(chosen.filter { key in chosen.count { $0 == key } > 1 })
            #expect(
                try render { ul { for key in chosen { li(.key(key)) {} } } }.why.count == repeated.count,
                "\(chosen)"
            )
        }
    }

    @Test func `A control that cannot be sent because it has no name is reported`() throws {
        #expect(try render { input(.onChange(Message.set)) }.why.count == 1)
        #expect(try render { input(.id("i"), .onChange(Message.set)) }.why.isEmpty)
        #expect(try render { form(.onSubmit(Message.add)) }.why.count == 1)
    }

    @Test func `A space between inline elements is written where the view has one`() throws {
        let apart = try written {
            p {
                em { "a" }; " "; strong { "b" }; i { "c" }
            }
        }
        #expect(apart == "<p><em>a</em> <strong>b</strong><i>c</i></p>")
    }
}
