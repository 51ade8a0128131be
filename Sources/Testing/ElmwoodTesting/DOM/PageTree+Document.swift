// JSON of any shape, as JSONSerialization reads it: FoundationEssentials has none.
import ElmwoodPageTree
import Foundation

extension PageTree {
    /// Creates the page from a browser's document, which ``reader`` wrote as JSON.
    ///
    /// - Throws: an error if the text is not such a document.
    package convenience init(document json: String) throws {
        self.init()
        guard let root = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [Any] else {
            throw DriverFailure("The browser's document could not be read.")
        }
        add(page: root)
    }

    /// Adds the nodes of a page without any: its root element, as ``reader`` writes it.
    func add(page root: [Any]) {
        var dialog: Int?
        add(root, parent: -1, [], &dialog)
        if let dialog { restrict(to: PageNode(self, dialog)) }
    }

    /// The body of a function that writes the document as JSON. An element has its name, its attributes, its content and its value;
    /// a text is a string. Elements that Elmwood has added are omitted, except the sentences at the top of the page.
    package static let reader = """
        const read = (node) => {
            if (node.nodeType == 3) return node.data;
            if (node.nodeType != 1) return null;
            const isAdded = node.hasAttribute("data-elmwood");
            if (isAdded && !node.matches(".problems")) return null;
            const isHTML = node.namespaceURI == "http://www.w3.org/1999/xhtml";
            const attributes = [...node.attributes].map(({ name, value }) => [name, value]);
            const children = node.matches("noscript,script,style") ? [] : [...node.childNodes].map(read);
            let held = null;
            if (isHTML && node.localName == "select") {
                held = [...node.options].flatMap((option, place) => (option.selected ? [place] : []));
            } else if (isHTML && node.localName == "textarea") held = node.value;
            else if (isHTML && node.localName == "input" && node.type == "file") {
                held = [...node.files].map((file) => file.name);
            } else if (isHTML && node.localName == "input") {
                held = /box|radio/.test(node.type) ? node.checked : node.value;
            }
            const opened = node.matches(":modal,dialog[data-modal][open]") ? "modal" : node.matches(":popover-open") ? "popover" : "";
            return [node.localName, attributes, children.filter((child) => child != null), held, isAdded, opened];
        };
        return JSON.stringify(read(document.documentElement));
        """

    /// Adds a node.
    ///
    /// - Parameter dialog: the index of the last modal dialog.
    private func add(_ node: Any, parent: Int, _ outer: NodeFacts, _ dialog: inout Int?) {
        if let text = node as? String {
            // Adjacent texts are one text, as in a view.
            if let last = records.indices.last, records[last].tag.isEmpty, records[last].parent == parent {
                records[last].text += text
            } else {
                records.append(Record(tag: "", text: text, parent: parent, end: records.count + 1, facts: outer))
            }
            return
        }
        guard let parts = node as? [Any], parts.count == 6, let tag = parts[0] as? String else { return }
        let index = records.count
        var record = Record(tag: tag, parent: parent, facts: outer)
        record.attributes = (parts[1] as? [[String]] ?? []).compactMap { pair in
            pair.count == 2 ? Self.attribute(pair[0], pair[1]) : nil
        }
        record.facts.formUnion(Self.ownFacts(tag, record.attributes))
        if parts[4] as? Bool == true { record.facts.insert(.added) }
        if parts[5] as? String == "modal" { dialog = index }
        if parts[5] as? String == "popover", !outer.contains(.hidden) { record.facts.remove(.hidden) }
        records.append(record)
        if tag == "input", let names = parts[3] as? [String] {
            // The browser does not reveal the content of the files.
            held[index] = .files(names.map { TestFile($0, content: []) })
        } else if let chosen = parts[3] as? [Int] {
            held[index] = .chosen(chosen)
        } else if let text = parts[3] as? String {
            held[index] = .text(text)
        } else if let isChecked = parts[3] as? Bool {
            held[index] = .checked(isChecked)
        }
        addChildren(parts[2] as? [Any] ?? [], of: index, tag, record, &dialog)
        records[index].end = records.count
    }

    private func addChildren(
        _ children: [Any],
        of index: Int,
        _ tag: String,
        _ record: Record,
        _ dialog: inout Int?
    ) {
        func has(_ name: String) -> Bool { record.attributes.contains { $0.name == name } }
        // The first `summary` of a closed `details`, and the first `legend` of a disabled `fieldset`, differ from the other
        // children.
        var first: String?
        var others = record.facts
        if tag == "details", !has("open") { (first, others) = ("summary", others.union(.hidden)) }
        if tag == "fieldset", has("disabled") { (first, others) = ("legend", others.union(.inDisabledFieldset)) }
        for child in children {
            let isFirst = first != nil && (child as? [Any])?.first as? String == first
            if isFirst { first = nil }
            add(child, parent: index, isFirst ? record.facts : others, &dialog)
        }
    }

    /// The classes that the script sets for style sheets. Others that begin so are a view's own.
    private static let classesOfScript: Set<Substring> = [
        "elmwood-copied", "elmwood-dragged", "elmwood-failed", "elmwood-offline", "elmwood-pending",
    ]

    /// Returns an attribute without the classes that the script sets; nil if it has nothing else.
    private static func attribute(_ name: String, _ value: String) -> PageAttribute? {
        if name == "data-elmwood" { return nil }
        guard name == "class", value.contains("elmwood-") else { return PageAttribute(name: name, value: value) }
        let names = value.split(separator: " ").filter { !classesOfScript.contains($0) }
        return names.isEmpty ? nil : PageAttribute(name: name, value: names.joined(separator: " "))
    }
}

extension PageTree {
    /// Returns how this page differs from another, as a sentence; nil if both show the same. Values of controls and open elements
    /// depend on the visitor, and are not compared.
    package func difference(to other: PageTree) -> String? {
        // A form that is edited keeps its hidden fields.
        let hidden = controls.filter { $0.type == "hidden" }
        let edited = Set(
            hidden.indices.filter { place in
                hidden[place].form?.formControls.contains { $0.type != "hidden" && $0.fieldValue != $0.renderedValue }
                    ?? false
            }
        )
        let left = comparable(holding: edited), right = other.comparable(holding: edited)
        for (one, two) in zip(left, right) where one != two {
            return "It has \(one), and the view \(two)."
        }
        if left.count == right.count { return nil }
        return left.count > right.count
            ? "It has \(left[right.count]), and the view does not."
            : "The view has \(right[left.count]), and it does not."
    }

    /// Returns the nodes, one line each, without the values of those hidden fields. Nodes in raw markup cannot be compared.
    private func comparable(holding held: Set<Int>) -> [String] {
        var lines: [String] = []
        var hiddenFields = 0
        for record in records where !record.facts.contains(.markup) {
            guard !record.tag.isEmpty else {
                if !record.text.isEmpty { lines.append("“\(record.text)”") }
                continue
            }
            // A control that is reported only at each keystroke gets its form and its name from the script.
            let isLoose =
                record.attributes.contains { $0.name == "data-on-input" }
                && !record.attributes.contains { $0.name == "data-on-change" }
            let isHidden =
                record.tag == "input" && record.attributes.contains { $0.name == "type" && $0.value == "hidden" }
            let isHeld = isHidden && held.contains(hiddenFields)
            if isHidden { hiddenFields += 1 }
            let attributes = record.attributes.filter { attribute in
                if isLoose, attribute.name == "form" || attribute.name == "name" { return false }
                if isHeld, attribute.name == "value" { return false }
                // After a link the script gives the focus to the content.
                if attribute.name == "tabindex", attribute.value == "-1", record.tag == "h1" || record.tag == "main" {
                    return false
                }
                return !(attribute.name == "open" && (record.tag == "details" || record.tag == "dialog"))
                    && attribute.name != "aria-busy"
                    && !(attribute.name == "class" && attribute.value.isEmpty)
            }
            let names = attributes.map { "\($0.name)=\"\($0.value)\"" }.sorted().joined(separator: " ")
            lines.append("<\(record.tag)\(names.isEmpty ? "" : " \(names)")>")
        }
        return lines
    }

    /// Whether the view contains raw markup.
    var hasMarkup: Bool { records.contains { $0.facts.contains(.markup) } }
}
