/// The labels of each control.
struct LabelTable {
    /// The indexes of a control's labels, by the index of the control.
    private var byControl: [Int: [Int]] = [:]

    init(_ tree: PageTree) {
        for label in tree.elements where label.tag == "label" {
            let control: PageNode?
            if let id = label["for"] {
                control = tree.element(id: id)
            } else {
                control = label.descendants.first { Self.isLabelable($0) }
            }
            if let control { byControl[control.index, default: []].append(label.index) }
        }
    }

    func labels(of node: PageNode) -> [PageNode] {
        (byControl[node.index] ?? []).map { PageNode(node.tree, $0) }
    }

    static func isLabelable(_ node: PageNode) -> Bool {
        switch node.tag {
        case "button", "meter", "output", "progress", "select", "textarea": true
        case "input": node.type != "hidden"
        default: false
        }
    }
}

extension PageNode {
    /// The labels of a control.
    package var labels: [PageNode] { tree.labels.labels(of: self) }

    /// The control of a `label`.
    package var labelled: PageNode? {
        guard tag == "label" else { return nil }
        return tree.elements.first { $0.labels.contains(self) }
    }

    /// The names that a visitor may use for something to click: its text, its accessible name, its tooltip.
    package var clickNames: [String] {
        var names = [text]
        if tag == "input" {
            names.append(self["value"] ?? Self.standardCaption(type))
            if type == "image" { names.append(self["alt"] ?? "") }
            names += labels.map { $0.labelText }
        }
        names += ["aria-label", "title"].compactMap { self[$0] }
        names += labelledBy
        for image in descendants where image.tag == "img" { names.append(image["alt"] ?? "") }
        for image in descendants where image.tag == "title" { names.append(image.text) }
        return names.compactMap { $0.asName }
    }

    /// The names that a visitor may use for a field.
    package var fieldNames: [String] {
        var names = labels.map { $0.labelText }
        names += ["aria-label", "name", "id", "placeholder", "title"].compactMap { self[$0] }
        names += labelledBy
        return names.compactMap { $0.asName }
    }

    /// The name of something to click in messages.
    package var clickName: String { clickNames.first ?? self["name"] ?? self["id"] ?? "" }

    /// The name of a field in messages.
    package var fieldName: String { fieldNames.first ?? "" }

    /// The text of a label, without the field's text in it, and without a colon or an asterisk at its end.
    private var labelText: String {
        var text = text
        while let last = text.last, last == ":" || last == "*" || last.isWhitespace { text.removeLast() }
        return text
    }

    private var labelledBy: [String] {
        guard let ids = self["aria-labelledby"] else { return [] }
        let texts = ids.split(separator: " ").compactMap { tree.element(id: String($0))?.text }
        return [texts.joined(separator: " ")]
    }

    private static func standardCaption(_ type: String) -> String {
        switch type {
        case "submit": "Submit"
        case "reset": "Reset"
        default: ""
        }
    }
}

extension String {
    /// The text with its white space collapsed; nil if it is empty then.
    var asName: String? {
        var text = FoldedText()
        text.add(self)
        return text.content.isEmpty ? nil : text.content
    }
}
