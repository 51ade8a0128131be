extension PageNode {
    /// The text that a visitor reads in it: what is hidden left out, white space folded, and a space between what does not
    /// stand in one line of text. Of what is hidden as a whole, the text that it would have.
    package var text: String {
        var reader = TextReader(isHidden: isHidden)
        reader.read(self)
        return reader.text
    }
}

/// Gathers the text of elements.
private struct TextReader {
    private(set) var text = ""
    /// Whether all of it is hidden.
    let isHidden: Bool
    /// Whether a space is to stand before what comes next.
    private var isApart = false

    init(isHidden: Bool) { self.isHidden = isHidden }

    mutating func read(_ node: PageNode) {
        let records = node.tree.records
        guard node.isElement else { return add(node.record.text) }
        if node.isHidden, !isHidden, node.tag != "title" { return }
        switch node.tag {
        case "select", "textarea", "script", "style", "template", "datalist": return
        case "br", "hr":
            isApart = true
            return
        default: break
        }
        let isBlock = !Self.inline.contains(node.tag)
        if isBlock { isApart = true }
        var index = node.index + 1
        while index < records[node.index].end {
            read(PageNode(node.tree, index))
            index = records[index].end
        }
        if isBlock { isApart = true }
    }

    private mutating func add(_ piece: String) {
        for character in piece {
            if character.isWhitespace {
                isApart = true
            } else {
                if isApart, !text.isEmpty { text.append(" ") }
                isApart = false
                text.append(character)
            }
        }
    }

    /// The elements whose text goes on in the line.
    private static let inline: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins", "kbd", "label",
        "mark", "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "title", "tspan",
        "tt",
        "u", "var", "wbr",
    ]
}
