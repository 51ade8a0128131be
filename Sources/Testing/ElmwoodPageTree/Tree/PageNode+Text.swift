extension PageNode {
    /// The visible text, with white space collapsed, and a space between parts that are not in one line of text. If the node itself
    /// is hidden, the text that it would have.
    package var text: String {
        var reader = TextReader(isHidden: isHidden)
        reader.read(self)
        return reader.text.content
    }
}

/// Collects the text of elements.
struct TextReader {
    private(set) var text = FoldedText()
    /// Whether the whole node is hidden.
    let isHidden: Bool

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

    /// The elements whose text continues the line.
    static let inline: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins", "kbd", "label",
        "mark", "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "title", "tspan",
        "tt",
        "u", "var", "wbr",
    ]
}

/// A text whose white space is collapsed as it is built: one space in place of any white space, and none at the ends.
struct FoldedText {
    private(set) var content = ""
    /// Whether a space precedes the next part.
    var isApart = false

    mutating func add(_ piece: String) {
        for scalar in piece.unicodeScalars {
            // Most characters are ASCII, and need no lookup in a table.
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
