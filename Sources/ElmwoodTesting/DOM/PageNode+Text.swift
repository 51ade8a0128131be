extension PageNode {
    /// The text that a visitor reads in it: what is hidden left out, white space folded, and a space between what does not
    /// stand in one line of text. Of what is hidden as a whole, the text that it would have.
    package var text: String {
        var reader = TextReader(isHidden: isHidden)
        reader.read(self)
        return reader.text.content
    }
}

/// Gathers the text of elements.
private struct TextReader {
    private(set) var text = FoldedText()
    /// Whether all of it is hidden.
    let isHidden: Bool

    init(isHidden: Bool) { self.isHidden = isHidden }

    mutating func read(_ node: PageNode) {
        let records = node.tree.records
        guard node.isElement else { return text.add(node.tree.records[node.index].text) }
        if node.isHidden, !isHidden, node.tag != "title" { return }
        switch node.tag {
        case "select", "textarea", "script", "style", "template", "datalist": return
        case "br", "hr":
            text.isApart = true
            return
        default: break
        }
        let isBlock = !Self.inline.contains(node.tag)
        if isBlock { text.isApart = true }
        var index = node.index + 1
        while index < records[node.index].end {
            read(PageNode(node.tree, index))
            index = records[index].end
        }
        if isBlock { text.isApart = true }
    }

    /// The elements whose text continues in the line.
    private static let inline: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins", "kbd", "label",
        "mark", "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "title", "tspan",
        "tt",
        "u", "var", "wbr",
    ]
}

/// A text whose white space is folded as it is put together: a space in the place of any, none at its ends.
struct FoldedText {
    private(set) var content = ""
    /// Whether a space is to stand before what comes next.
    var isApart = false

    mutating func add(_ piece: String) {
        for scalar in piece.unicodeScalars {
            // Most are of ASCII, of which no table is asked.
            if scalar.isASCII ? scalar == " " || "\t"..."\r" ~= scalar : scalar.properties.isWhitespace {
                isApart = true
            } else {
                if isApart, !content.isEmpty { content.unicodeScalars.append(" ") }
                isApart = false
                content.unicodeScalars.append(scalar)
            }
        }
    }
}
