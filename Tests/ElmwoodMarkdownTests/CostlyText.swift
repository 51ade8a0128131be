import ElmwoodMarkdown
import ElmwoodTestSupport
import Testing

/// Texts for which cmark-gfm 0.29.0.gfm.6 needs time or memory in the square of their length, with a short name in the report.
struct CostlyText: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Returns the text in about as many bytes, never more.
    let text: @Sendable (_ bytes: Int) -> String

    private init(_ name: String, _ text: @escaping @Sendable (Int) -> String) {
        (testDescription, self.text) = (name, text)
    }

    /// A beginning, and a part that is repeated.
    private init(_ name: String, _ beginning: String = "", repeating part: String, _ end: String = "") {
        self.init(name) { beginning + repeated(part, $0 - beginning.utf8.count - end.utf8.count) + end }
    }

    /// Several parts, each repeated over its share of the text.
    private init(_ name: String, shares parts: String...) {
        self.init(name) { bytes in parts.map { repeated($0, bytes / parts.count) }.joined() }
    }

    /// All of them if every test runs in full, else every fourth.
    static let usual = runsInFull ? all : stride(from: 0, to: all.count, by: 4).map { all[$0] }

    private static let all = vulnerabilities + emphasis + brackets + tables + blocks + nodes

    private static let vulnerabilities = [
        CostlyText("CVE-2023-22483, delimiters", repeating: "a**b_c~"),
        CostlyText("CVE-2023-22483, delimiters that open and close", shares: "&~a", "**_"),
        CostlyText("CVE-2023-22483, processing instructions", repeating: "x<?"),
        CostlyText("CVE-2023-22483, declarations", repeating: "x<!A "),
        CostlyText("CVE-2023-22483, CDATA", repeating: "x<![CDATA["),
        CostlyText("CVE-2023-22483, one long reference", longReference),
        CostlyText("CVE-2023-22483, delimiter rows", repeating: "a|b\n|-|\n"),
        CostlyText("CVE-2023-22484, comments", "</", repeating: "<!--"),
        CostlyText("CVE-2023-22485, addresses", repeating: "www.a_@b://c "),
        CostlyText("CVE-2023-22486, links in images", repeating: "![[]()"),
        CostlyText("CVE-2023-24824, quotes", repeating: ">", "a"),
        CostlyText("CVE-2023-24824, lists", repeating: "- ", "a"),
        CostlyText("CVE-2023-24824, quotes and emphasis", shares: ">", "*a*"),
        CostlyText("CVE-2023-26485, underscores", repeating: "_", "a"),
        CostlyText("CVE-2023-26485, underscores that open", repeating: "__a "),
        CostlyText("CVE-2023-26485, both sides") { repeated("_", $0 / 2 - 1) + "a" + repeated("_", $0 / 2) },
        CostlyText("CVE-2023-37463, columns and rows") { bytes in
            repeated("|a", bytes / 4) + "\n" + repeated("|-", bytes / 4) + "\n" + repeated("|a\n", bytes / 2 - 2)
        },
        CostlyText("CVE-2023-37463, columns and few rows") { bytes in
            repeated("|a", bytes * 4 / 9) + "\n" + repeated("|-", bytes * 4 / 9) + "\n" + repeated("|\n", bytes / 9 - 2)
        },
        CostlyText("CVE-2023-37463, footnotes", repeating: "[^a]:"),
        CostlyText("CVE-2023-37463, footnotes of many lines", repeating: "[^a]:\n"),
    ]

    private static let emphasis = [
        CostlyText("emphasis that opens", repeating: "*a **a "),
        CostlyText("emphasis that closes", repeating: "a** "),
        CostlyText("emphasis of two kinds", repeating: "*a_ "),
        CostlyText("emphasis of many lengths") { bytes in
            lines(bytes) { repeated("*", $0 % 90) + "a" }.filter { $0 != "\n" }
        },
        CostlyText("emphasis within words", repeating: "a**b"),
        CostlyText("emphasis before links", shares: "*a_ ", "[a](b)"),
        CostlyText("deleted", repeating: "~a~~"),
        CostlyText("deleted, of two lengths", shares: "~~a ", "a~ "),
        CostlyText("backticks", repeating: "`a``b"),
        CostlyText("backticks of many lengths") { bytes in
            lines(bytes) { repeated("`", $0 % 200) + "a" }.filter { $0 != "\n" }
        },
    ]

    private static let brackets = [
        CostlyText("brackets", repeating: "["),
        CostlyText("brackets of both kinds", shares: "[", "]"),
        CostlyText("brackets and emphasis", repeating: "[ a_"),
        CostlyText("brackets and parentheses", repeating: "[ (]("),
        CostlyText("links without an end", repeating: "[a](b"),
        CostlyText("links with an open bracket", repeating: "[a](<b"),
        CostlyText("links with nested parentheses", "[a](", repeating: "("),
        CostlyText("links with many parentheses", repeating: "[a](((b))"),
        CostlyText("links with an open title", repeating: "[a](b \"c"),
        CostlyText("images in images", shares: "![", "](b)"),
        CostlyText("links", repeating: "[a](b)"),
        CostlyText("references", repeating: "[a]: b\n"),
        CostlyText("references with open titles", repeating: "[a]: b 'c\n"),
        CostlyText("references and links", "[a]: b\n\n", repeating: "[a]"),
        CostlyText("references with long titles", longTitle),
        CostlyText("references within a word", repeating: "]:"),
        CostlyText("long names") { bytes in "[a]: b\n\n" + repeated("[" + repeated("a", 900) + "]", bytes - 8) },
        CostlyText("tags with attributes", repeating: "<a b='c' "),
        CostlyText("tags without an end", repeating: "<a b=\""),
        CostlyText("automatic links", repeating: "<a:b"),
        CostlyText("automatic links to mail", repeating: "<a@b.c"),
        CostlyText("entities", repeating: "&amp;"),
        CostlyText("entities without an end", repeating: "&ampamp"),
        CostlyText("escapes", repeating: "\\a\\*"),
    ]

    private static let tables = [
        CostlyText("bars of a row", "| a | b |\n| - | - |\n", repeating: "|"),
        CostlyText("escaped bars of a row", "| a | b |\n| - | - |\n", repeating: "\\|"),
        CostlyText("bars of the head", repeating: "|", "\n|-|\n"),
        CostlyText("a head of many lines", repeating: "a\n", "|-|\n"),
        CostlyText("delimiter rows", repeating: "|-|\n"),
        CostlyText("delimiter rows in quotes", repeating: "> |-|\n"),
        CostlyText("delimiter rows of one column", repeating: "aaa\rbbb\n-\u{B}\n"),
        CostlyText("rows", "|a|\n|-|\n", repeating: "|\n"),
        CostlyText("tables", repeating: "|a|\n|-|\n\n"),
        CostlyText("rows with links", "|a|\n|-|\n", repeating: "|[a](b)|\n"),
    ]

    private static let blocks = [
        CostlyText("numbers", repeating: "1. ", "a"),
        CostlyText("numbers in parentheses", repeating: "1) 2) ", "a"),
        CostlyText("marks of all kinds", repeating: "> - + 1. ", "a"),
        CostlyText("rules of stars", repeating: "* ", "a"),
        CostlyText("blank lines in lists", repeated("- ", 400) + "a", repeating: "\n"),
        CostlyText("growing quotes") { bytes in lines(bytes) { repeated(">", $0) + "a\n" } },
        CostlyText("indented items") { bytes in lines(bytes) { repeated("  ", $0 * 2) + "- a" } },
        CostlyText("items indented by tabs") { bytes in lines(bytes) { repeated("\t", $0) + repeated("- ", 40) + "a" }
        },
        CostlyText("empty items", repeating: "-\n"),
        CostlyText("items", repeating: "- a\n"),
        CostlyText("tasks", repeating: "- [ ] a\n"),
        CostlyText("headings", repeating: "a\n-\n"),
        CostlyText("headings after references", repeating: "[a]: b\n===\n"),
        CostlyText("fences", repeating: "```\n"),
        CostlyText("code with blank lines", repeating: "    a\n\n"),
        CostlyText("HTML", repeating: "<div>\n\n"),
        CostlyText("scripts", repeating: "<script>\n"),
    ]

    private static let nodes = [
        CostlyText("lines", repeating: "a\n"),
        CostlyText("paragraphs", repeating: "a\n\n"),
        CostlyText("hard line breaks", repeating: "a\\\n"),
        CostlyText("dashes after a star", "*", repeating: "-"),
        CostlyText("quotation marks", repeating: "\""),
        CostlyText("ampersands", repeating: "&"),
        CostlyText("less-than signs", repeating: "<"),
        CostlyText("exclamation marks", repeating: "!"),
        CostlyText("null characters", repeating: "\u{0}"),
        CostlyText("letters", repeating: "a"),
    ]

    /// One long address, which each link of the second half has.
    private static func longReference(_ bytes: Int) -> String {
        "[a]: /" + repeated("x", bytes / 2 - 8) + "\n\n" + repeated("[a]", bytes / 2)
    }

    private static func longTitle(_ bytes: Int) -> String {
        "> [a]:\n> /x\n> '" + repeated("]: y ", bytes / 2 - 20) + "'\n\n" + repeated("[a]", bytes / 2)
    }
}

private func repeated(_ part: String, _ bytes: Int) -> String {
    String(repeating: part, count: max(0, bytes / part.utf8.count))
}

/// Lines that depend on their number, as many as there is room for.
private func lines(_ bytes: Int, _ line: (Int) -> String) -> String {
    var text = ""
    for number in 0... {
        let next = line(number) + "\n"
        guard text.utf8.count + next.utf8.count <= bytes else { break }
        text += next
    }
    return text
}
