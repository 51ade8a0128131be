import Testing

@testable import ElmwoodMarkdown
@testable import ElmwoodViewTree

/// Returns the HTML that a text leads to.
func html(_ text: String, limits: Markdown.Limits = Markdown.Limits(), topHeading: Int = 1) throws -> String {
    let markdown = Markdown(text, limits: limits)
    let rendering = try Rendering.render { () -> Html<Never> in markdown.view(topHeading: topHeading) }
    #expect(rendering.diagnostics.isEmpty)
    return String(decoding: rendering.html(), as: UTF8.self)
}

/// Each construct of Markdown leads to its elements.
@Suite struct MarkdownTests {
    @Test(arguments: [
        ("one\ntwo\n\nthree", "<p>one\ntwo</p><p>three</p>"),
        ("one  \ntwo", "<p>one<br>two</p>"),
        ("# One\n\n###### Six", "<h1>One</h1><h6>Six</h6>"),
        ("One\n===\n\nTwo\n---", "<h1>One</h1><h2>Two</h2>"),
        ("*a* **b** ~~c~~ `d`", "<p><em>a</em> <strong>b</strong> <del>c</del> <code>d</code></p>"),
        ("***a***", "<p><em><strong>a</strong></em></p>"),
        ("> a\n> > b", "<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>"),
        ("---", "<hr>"),
        ("a & b < c", "<p>a &amp; b &lt; c</p>"),
        ("\\*a\\* &copy; &#35;", "<p>*a* © #</p>"),
        ("", ""),
    ])
    func `Paragraphs, headings, emphasis and quotes are elements`(text: String, expected: String) throws {
        #expect(try html(text) == expected)
    }

    @Test(arguments: [
        ("- a\n- b", "<ul><li>a</li><li>b</li></ul>"),
        ("- a\n\n- b", "<ul><li><p>a</p></li><li><p>b</p></li></ul>"),
        ("1. a\n2. b", "<ol><li>a</li><li>b</li></ol>"),
        ("7) a", "<ol start=\"7\"><li>a</li></ol>"),
        ("- a\n  - b", "<ul><li>a<ul><li>b</li></ul></li></ul>"),
    ])
    func `Lists are tight or loose, and may be nested`(text: String, expected: String) throws {
        #expect(try html(text) == expected)
    }

    @Test func `A task list has signs, and no control that a page would offer`() throws {
        let list = try html("- [x] done\n- [ ] not yet")
        #expect(list.contains("<li class=\"task\"><span role=\"img\" aria-label=\"Done:\">☑</span> done</li>"))
        #expect(list.contains("aria-label=\"To do:\">☐</span> not yet"))
        #expect(!list.contains("<input"))
    }

    @Test(arguments: [
        ("```swift\nlet a = 1 < 2\n```", "<pre><code class=\"language-swift\">let a = 1 &lt; 2\n</code></pre>"),
        ("    indented", "<pre><code>indented\n</code></pre>"),
        ("```\"><script>\nx\n```", "<pre><code>x\n</code></pre>"),
        ("~~~ c++ linenos\nx\n~~~", "<pre><code class=\"language-c++\">x\n</code></pre>"),
    ])
    func `Code is shown as it is, with its language as a class`(text: String, expected: String) throws {
        #expect(try html(text) == expected)
    }

    @Test(arguments: [
        ("[a](/b?c=1&d=2#e)", "<p><a href=\"/b?c=1&amp;d=2#e\">a</a></p>"),
        ("[a](b \"c\")", "<p><a href=\"b\" title=\"c\">a</a></p>"),
        ("[a](https://example.org/b)", "<p><a href=\"https://example.org/b\" rel=\"nofollow ugc\">a</a></p>"),
        ("[a][b]\n\n[b]: /c", "<p><a href=\"/c\">a</a></p>"),
        (
            "<https://example.org>",
            "<p><a href=\"https://example.org\" rel=\"nofollow ugc\">https://example.org</a></p>"
        ),
        ("<a@example.org>", "<p><a href=\"mailto:a@example.org\" rel=\"nofollow ugc\">a@example.org</a></p>"),
        ("![a *b*](/c.png)", "<p><img src=\"/c.png\" alt=\"a b\" loading=\"lazy\"></p>"),
        (
            "[![a](/b.png)](/c)", "<p><a href=\"/c\"><img src=\"/b.png\" alt=\"a\" loading=\"lazy\"></a></p>"
        ),
    ])
    func `Links and images have their addresses`(text: String, expected: String) throws {
        #expect(try html(text) == expected)
    }

    @Test func `A table has a head, rows and alignments`() throws {
        #expect(try !html("| a |\n|---|").contains("<tbody>"))
        let whole = try html("| a | b | c |\n|---|:-:|--:|\n| *1* | 2 | 3 |\n| 4 |")
        #expect(whole.contains("<thead><tr><th scope=\"col\">a</th><th scope=\"col\" class=\"align-center\">b</th>"))
        #expect(
            whole.contains(
                "<tr><td><em>1</em></td><td class=\"align-center\">2</td><td class=\"align-right\">3</td></tr>"
            )
        )
        #expect(whole.contains("<tr><td>4</td><td class=\"align-center\"></td><td class=\"align-right\"></td></tr>"))
    }

    @Test func `Headings begin at the level that the page has for them`() throws {
        #expect(try html("# a\n\n## b\n\n###### c", topHeading: 2) == "<h2>a</h2><h3>b</h3><h6>c</h6>")
    }

    @Test func `Equal texts are equal values`() {
        #expect(Markdown("*a*") == Markdown("_a_"))
        #expect(Markdown("*a*") != Markdown("a"))
    }

    @Test func `Lines beyond the limit of bytes are shown as they were written`() throws {
        #expect(try html("*a*\n*b*\n*c*\n", limits: .init(bytes: 8)) == "<p><em>a</em>\n<em>b</em></p><p>*c*\n</p>")
        #expect(try html("*é𝄞*", limits: .init(bytes: 5)) == "<p>*é𝄞*</p>")
        #expect(try html("*a*\n \n", limits: .init(bytes: 4)) == "<p><em>a</em></p>")
        #expect(try html("<b>", limits: .init(bytes: 0)) == "<p>&lt;b&gt;</p>")
    }
}
