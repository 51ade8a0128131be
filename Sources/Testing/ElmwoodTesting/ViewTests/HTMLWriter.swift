import ElmwoodPageTree

/// Writes elements as indented HTML: one per line, with its content on the same line if that is short text.
struct HTMLWriter {
    private(set) var text = ""

    /// The greatest length of a line with an element and all its content.
    private static let longestLine = 100
    private static let void: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ]
    /// Elements whose white space is preserved.
    private static let preformatted: Set<String> = ["pre", "textarea", "script", "style"]

    mutating func write(_ node: PageNode, depth: Int = 0) {
        guard !node.isOfFramework else { return }
        let indent = String(repeating: "  ", count: depth)
        guard node.isElement else {
            let folded = Self.folded(node.record.text)
            if !folded.isEmpty { text += indent + Self.escaped(folded) + "\n" }
            return
        }
        if let line = Self.line(node), line.count + indent.count <= Self.longestLine {
            text += indent + line + "\n"
            return
        }
        text += indent + Self.startTag(node)
        if Self.void.contains(node.tag) { return text += "\n" }
        if !node.children.contains(where: { _ in true }) { return text += "</\(node.tag)>\n" }
        text += "\n"
        if Self.preformatted.contains(node.tag) {
            text += node.children.map(Self.unfolded).joined() + "\n"
        } else {
            for child in node.children { write(child, depth: depth + 1) }
        }
        text += indent + "</\(node.tag)>\n"
    }

    /// Returns the element on one line; nil if it contains elements that need lines of their own, or lines in what is preformatted.
    private static func line(_ node: PageNode, isPreformatted: Bool = false) -> String? {
        guard !node.isOfFramework else { return "" }
        guard node.isElement else { return escaped(node.record.text) }
        if void.contains(node.tag) { return startTag(node) }
        let isPreformatted = isPreformatted || preformatted.contains(node.tag)
        var content = ""
        for child in node.children where !child.isOfFramework {
            if child.isElement, !PageNode.isInline(child.tag) { return nil }
            guard let line = line(child, isPreformatted: isPreformatted) else { return nil }
            content += line
        }
        if !isPreformatted { content = folded(content) }
        return content.contains("\n") ? nil : startTag(node) + content + "</\(node.tag)>"
    }

    /// Returns the node with its white space as it is.
    private static func unfolded(_ node: PageNode) -> String {
        guard !node.isOfFramework else { return "" }
        guard node.isElement else { return escaped(node.record.text) }
        if void.contains(node.tag) { return startTag(node) }
        return startTag(node) + node.children.map(unfolded).joined() + "</\(node.tag)>"
    }

    private static func startTag(_ node: PageNode) -> String {
        var tag = "<" + node.tag
        for attribute in node.attributes where !node.isOfFramework(attribute) {
            tag += " " + attribute.name
            if !attribute.value.isEmpty { tag += "=\"\(escaped(attribute.value, inAttribute: true))\"" }
        }
        return tag + ">"
    }

    /// Returns the text with white space collapsed, and none at its ends.
    private static func folded(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func escaped(_ text: String, inAttribute: Bool = false) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<" where !inAttribute: escaped += "&lt;"
            case ">" where !inAttribute: escaped += "&gt;"
            case "\"" where inAttribute: escaped += "&quot;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}

extension PageNode {
    /// Whether the framework has added it to the page.
    fileprivate var isOfFramework: Bool {
        record.facts.contains(.added) || attributes.contains { $0.name.hasPrefix("data-elmwood") }
    }

    /// Whether the framework has added the attribute, which assigns a lone control to the page's form.
    fileprivate func isOfFramework(_ attribute: PageAttribute) -> Bool {
        attribute.name == "form" && attribute.value == "elmwood"
    }

    /// Whether the element is part of a line of text.
    fileprivate static func isInline(_ tag: String) -> Bool { inlineTags.contains(tag) }

    private static let inlineTags: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "br", "cite", "code", "data", "del", "dfn", "em", "i", "img", "input", "ins",
        "kbd",
        "mark",
        "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "u", "var", "wbr",
    ]
}
