/// The name that assistive technology reads for an element (Accessible Name and Description Computation 1.2, HTML-AAM 1.0).
///
/// It is one name, and follows the rules. ``PageNode/clickNames`` and ``PageNode/fieldNames`` are all that a visitor may call an element.
extension PageNode {
    /// The accessible name, with its white space collapsed; empty if there is none.
    package var accessibleName: String {
        if let ids = self["aria-labelledby"] {
            var name = FoldedText()
            for id in ids.split(whereSeparator: \.isWhitespace) {
                name.isApart = true
                if let node = tree.element(id: String(id)) { name.add(node.nameWhenReferred) }
            }
            if !name.content.isEmpty { return name.content }
        }
        return nameWithoutReference ?? ""
    }

    /// The name as part of another one, or in place of it: an element's own label, or else its content, whatever its role.
    private var nameWhenReferred: String { nameWithoutReference ?? contentName }

    private var nameWithoutReference: String? {
        if let label = self["aria-label"]?.asName { return label }
        if let name = nameByHTML { return name }
        if takesNameFromContent, let name = contentName.asName { return name }
        if let title = self["title"]?.asName { return title }
        return isField ? (self["placeholder"] ?? self["aria-placeholder"])?.asName : nil
    }

    /// The name that HTML gives: of labels, a legend, a caption, or an attribute.
    private var nameByHTML: String? {
        switch tag {
        case "img", "area": return self["alt"]?.asName
        case "input":
            if type == "image" { return self["alt"]?.asName ?? labelNames }
            guard control == .button else { return labelNames }
            return labelNames ?? self["value"]?.asName ?? (type == "submit" || type == "reset" ? type : nil)
        case "button", "meter", "output", "progress", "select", "textarea": return labelNames
        case "fieldset": return firstChild("legend")?.contentName.asName
        case "figure": return firstChild("figcaption")?.contentName.asName
        case "table": return firstChild("caption")?.contentName.asName
        case "svg": return firstChild("title")?.contentName.asName
        case "optgroup": return self["label"]?.asName
        case "option": return self["label"]?.asName ?? contentName.asName
        default: return nil
        }
    }

    private var labelNames: String? {
        labels.map { $0.contentName }.joined(separator: " ").asName
    }

    /// Returns the first child element of that name.
    func firstChild(_ tag: String) -> PageNode? { elements.first { $0.tag == tag } }

    /// Whether the content is the name, if nothing else is (WAI-ARIA 1.2, section 5.2.8.4).
    private var takesNameFromContent: Bool {
        switch role {
        case "button", "cell", "checkbox", "columnheader", "gridcell", "heading", "link", "menuitem",
            "menuitemcheckbox", "menuitemradio", "option", "radio", "row", "rowheader", "switch", "tab", "tooltip",
            "treeitem":
            true
        default: tag == "summary"
        }
    }

    /// The text of the content, and the names of the pictures in it. What is hidden is left out.
    var contentName: String {
        var name = FoldedText()
        let records = tree.records
        let end = records[index].end
        var blockEnds: [Int] = []
        var next = index + 1
        while next < end {
            while let blockEnd = blockEnds.last, blockEnd <= next {
                name.isApart = true
                blockEnds.removeLast()
            }
            let node = PageNode(tree, next)
            guard node.isElement else {
                name.add(records[next].text)
                next += 1
                continue
            }
            if node.isHidden && !isHidden || node["aria-hidden"] == "true" {
                next = records[next].end
                continue
            }
            let isInline = TextReader.inline.contains(node.tag)
            if !isInline { name.isApart = true }
            if let own = node["aria-label"]?.asName ?? node.pictureName {
                name.isApart = true
                name.add(own)
                name.isApart = true
                next = records[next].end
            } else if node.isSubmittable || ["script", "style", "template", "datalist"].contains(node.tag) {
                next = records[next].end
            } else {
                if !isInline { blockEnds.append(records[next].end) }
                next += 1
            }
        }
        return name.content
    }

    private var pictureName: String? {
        tag == "img" || tag == "svg" || tag == "area" ? nameByHTML ?? self["title"]?.asName : nil
    }

    /// Whether assistive technology is told to pass over it and its content.
    package var isAriaHidden: Bool { closest { $0["aria-hidden"] == "true" } != nil }
}
