import ElmwoodTestSupport
import Testing

@testable import ElmwoodMarkdown
@testable import ElmwoodViewTree

/// Whatever a text contains, it leads to harmless elements.
@Suite struct MarkdownSafetyTests {
    @Test(arguments: [
        "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "a <b onclick=alert(1)>b</b>",
        "<div>\n\n**a**\n\n</div>", "<!-- --><svg/onload=alert(1)>", "<?php ?>", "<![CDATA[x]]>", "<style>*{}</style>",
        "`<script>`", "# <iframe src=/>", "| <b> |\n|---|\n| <script> |",
    ])
    func `HTML is text`(text: String) throws {
        let elements = try names(in: text)
        #expect(elements.isSubset(of: Self.harmless), "\(elements)")
        #expect(!elements.contains("img"))
        #expect(try html(text).contains("&lt;"))
    }

    @Test(arguments: [
        "javascript:alert(1)", "JavaScript:alert(1)", "vbscript:x", "data:text/html,x", "data:image/svg+xml,x",
        "file:///x",
        "&#106;avascript:x", "javascript&colon;x", "java&#10;script:x", "java&Tab;script:x",
        "java&NewLine;script:x", "&#1;javascript:x", "&#x20;javascript:x", "x:y", "blob:x", "ftp://x",
        "java\u{0}script:x", "\u{FEFF}javascript:x", "javaſcript:x", "about:blank", "feed:javascript:x",
        "view-source:x",
        "http&#10;:x", "mailto&#9;:x", "jAvAsCrIpT\\:x",
    ])
    func `Addresses with another scheme are no links and no images`(address: String) throws {
        for text in [
            "[a](\(address))", "[a](<\(address)>)", "![a](<\(address)>)", "[a][b]\n\n[b]: <\(address)>", "<\(address)>",
        ] {
            let result = try html(text)
            #expect(!result.contains("href"), "\(text) → \(result)")
            #expect(!result.contains("src="), "\(text) → \(result)")
        }
    }

    @Test(arguments: ["/a:b", "a/b:c", "?a:b", "#a:b", "HTTPS://example.org", "//example.org/a:b"])
    func `A colon after the beginning of a path is no scheme`(address: String) throws {
        #expect(MarkdownAddress.checked(address, schemes: MarkdownAddress.linkSchemes) == address)
    }

    @Test func `An image of a mail address is its text`() throws {
        #expect(try html("![a](mailto:b@example.org)") == "<p>a</p>")
    }

    /// A text that nests deeply, with a short name in the report.
    struct DeepText: CustomTestStringConvertible {
        let testDescription: String
        let text: String

        init(_ name: String, _ text: String) { (testDescription, self.text) = (name, text) }

        static let all = [
            DeepText("quotes", String(repeating: "> ", count: 30_000) + "a"),
            DeepText("items", String(repeating: "- ", count: 30_000) + "a"),
            DeepText("numbers", String(repeating: "1. ", count: 30_000) + "a"),
            DeepText("open emphasis", String(repeating: "*a **a ", count: 10_000)),
            DeepText(
                "closed emphasis",
                String(repeating: "*", count: 40_000) + "a" + String(repeating: "*", count: 40_000)
            ),
            DeepText("brackets", String(repeating: "[", count: 50_000)),
            DeepText(
                "images",
                String(repeating: "![", count: 20_000) + "a" + String(repeating: "](b)", count: 10_000)
            ),
            DeepText("backticks", String(repeating: "`a``b", count: 10_000)),
            DeepText("columns", String(repeating: "|a", count: 300) + "\n" + String(repeating: "|-", count: 300)),
            DeepText(
                "indented items",
                (0..<400).map { String(repeating: " ", count: $0 * 2) + "- a" }.joined(separator: "\n")
            ),
            DeepText(
                "growing quotes",
                (0..<300).map { String(repeating: ">", count: $0) + "a" }.joined(separator: "\n\n")
            ),
        ]
    }

    @Test(arguments: DeepText.all)
    func `What is nested deeply is shown, and ends`(deep: DeepText) throws {
        #expect(try !html(deep.text).isEmpty)
        #expect(try names(in: deep.text).isSubset(of: Self.harmless))
    }

    @Test func `What is deeper than the limit is shown as plain text`() throws {
        #expect(
            try html("> > > **a** b", limits: .init(depth: 3))
                == "<blockquote><blockquote>a b</blockquote></blockquote>"
        )
        #expect(try html("*a **b `c`***", limits: .init(depth: 2)) == "<p>a b c</p>")
        let deep = try html(String(repeating: "> ", count: 150) + "a", limits: .init(depth: 1_000))
        #expect(deep.contains("a<") && deep.hasPrefix("<blockquote>"))
    }

    @Test func `Any text leads to harmless elements only`() throws {
        var random = SeededGenerator(seed: 18)
        let pieces = [
            "*", "**", "_", "~~", "`", "```", "[", "](", ")", "!", "<", ">", "> ", "- ", "1. ", "# ", "|", "---", "\n",
            "\n\n", "    ",
            "[ ] ", "[x] ", "javascript:", "data:", "http://a", "<script>", "</b>", "&#10;", "&lt;", "\\", "\"", "'",
            "a", "é", "𝄞",
            "\u{0}", "\t", "\r", ":", "[b]: ",
        ]
        for _ in 0..<fuzzRounds(2_000) {
            let text = random.text(of: pieces, upTo: 60)
            #expect(try names(in: text).isSubset(of: Self.harmless), "\(text.debugDescription)")
        }
        for _ in 0..<fuzzRounds(500) {
            let bytes = (0..<random.below(200)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(try names(in: text).isSubset(of: Self.harmless), "\(bytes)")
        }
    }

    private static let harmless: Set<String> = [
        "p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "ul", "ol", "li", "pre", "code", "hr", "table", "thead",
        "tbody", "tr",
        "th", "td", "br", "em", "strong", "del", "a", "img", "span",
    ]

    /// Returns the names of the elements of a text's HTML, and checks their addresses.
    private func names(in text: String) throws -> Set<String> {
        let markdown = Markdown(text)
        let rendering = try Rendering.render { () -> Html<Never> in markdown.view() }
        var names: Set<String> = []
        var nodes = Array(rendering.records)
        while let node = nodes.popLast() {
            guard node.kind == .element else { continue }
            names.insert(node.tag)
            for attribute in node.attributes {
                #expect(
                    ["href", "src", "alt", "title", "rel", "loading", "class", "start", "scope", "role", "aria-label"]
                        .contains(attribute.label)
                )
                guard ["href", "src"].contains(attribute.label) else { continue }
                let address = attribute.text.lowercased()
                let isKnown = ["http:", "https:", "mailto:"].contains { address.hasPrefix($0) }
                #expect(
                    isKnown || !address.prefix { !"/?#\\".contains($0) }.contains(":"),
                    "\(address.debugDescription)"
                )
            }
            nodes += node.children
        }
        return names
    }
}
