// JSON of any shape, as JSONSerialization reads it: FoundationEssentials has none.
import Foundation

extension PageTree {
    /// The page as a browser's document has it, which ``reader`` wrote as JSON.
    ///
    /// - Throws: where it is none.
    convenience init(document json: String) throws {
        self.init()
        guard let root = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [Any] else {
            throw DriverFailure("The browser's document could not be read.")
        }
        var dialog: Int?
        add(root, parent: -1, [], &dialog)
        if let dialog { restrict(to: PageNode(self, dialog)) }
    }

    /// The body of a function that writes the document as JSON: of an element its name, its attributes, what is in it, and
    /// what it holds; of a text the text. What Elmwood has added is left out, but for the sentences at the page's top.
    static let reader = """
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
            const opened = node.matches(":modal") ? "modal" : node.matches(":popover-open") ? "popover" : "";
            return [node.localName, attributes, children.filter((child) => child != null), held, isAdded, opened];
        };
        return JSON.stringify(read(document.documentElement));
        """

    /// - Parameter dialog: where the last of the dialogs is that keep a visitor from all else.
    private func add(_ node: Any, parent: Int, _ outer: NodeFacts, _ dialog: inout Int?) {
        if let text = node as? String {
            // Texts that follow each other are one, as they are in a view.
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
            // What is in them, the browser tells nobody.
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
        // What stands at the top of a closed `details`, or in the legend of a disabled `fieldset`, is not as the rest.
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

    /// An attribute without the marks that the script sets for style sheets; nil where it is nothing but such marks.
    private static func attribute(_ name: String, _ value: String) -> PageAttribute? {
        if name == "data-elmwood" { return nil }
        guard name == "class", value.contains("elmwood-") else { return PageAttribute(name: name, value: value) }
        let names = value.split(separator: " ").filter { !$0.hasPrefix("elmwood-") }
        return names.isEmpty ? nil : PageAttribute(name: name, value: names.joined(separator: " "))
    }
}

extension PageTree {
    /// How this page differs from another, as a sentence; nil where both show the same. What controls hold and what is opened
    /// is the visitor's, and not compared.
    func difference(to other: PageTree) -> String? {
        let left = comparable, right = other.comparable
        for (one, two) in zip(left, right) where one != two {
            return "It has \(one), and the view \(two)."
        }
        if left.count == right.count { return nil }
        return left.count > right.count
            ? "It has \(left[right.count]), and the view does not."
            : "The view has \(right[left.count]), and it does not."
    }

    /// The nodes, a line each; what stands in markup of the program's own cannot be compared.
    private var comparable: [String] {
        var lines: [String] = []
        for record in records where !record.facts.contains(.markup) {
            guard !record.tag.isEmpty else {
                if !record.text.isEmpty { lines.append("“\(record.text)”") }
                continue
            }
            // A control that is told of at each keystroke alone gets its form and its name by the script.
            let isLoose =
                record.attributes.contains { $0.name == "data-on-input" }
                && !record.attributes.contains { $0.name == "data-on-change" }
            let attributes = record.attributes.filter { attribute in
                if isLoose, attribute.name == "form" || attribute.name == "name" { return false }
                return !(attribute.name == "open" && (record.tag == "details" || record.tag == "dialog"))
                    && attribute.name != "aria-busy"
                    && !(attribute.name == "class" && attribute.value.isEmpty)
            }
            let names = attributes.map { "\($0.name)=\"\($0.value)\"" }.sorted().joined(separator: " ")
            lines.append("<\(record.tag)\(names.isEmpty ? "" : " \(names)")>")
        }
        return lines
    }

    /// Whether the program wrote markup of its own.
    var hasMarkup: Bool { records.contains { $0.facts.contains(.markup) } }
}
