import ElmwoodViewTree

extension PageTree {
    /// Creates the page of a view as a document: with everything that the HTML writer adds to controls.
    ///
    /// - Parameters:
    ///   - problems: the problems of fields. Sentences that the view does not contain are in a list at the top of the page.
    ///   - isScripted: whether the page has the script, so that the content of `noscript` is not shown.
    ///   - isToggled: whether the visitor has opened or closed that `details`, dialog or popover.
    package convenience init(
        _ rendering: Rendering,
        problems: [Problem] = [],
        isScripted: Bool,
        isToggled: ((PageNode) -> Bool)? = nil
    ) {
        self.init(of: rendering)
        records.reserveCapacity(64)
        var builder = Builder(tree: self, isScripted: isScripted, isToggled: isToggled)
        builder.sentences = problems.isEmpty ? [] : Self.unsaid(problems, in: rendering)
        builder.add(rendering.records, parent: -1, [], isInForm: false)
        if !problems.isEmpty { mark(problems) }
    }

    /// Marks the invalid fields, as the HTML writer and the script do.
    private func mark(_ problems: [Problem]) {
        for node in controls where node.isField && !node.has("aria-invalid") {
            guard let name = node["name"] ?? node["id"] else { continue }
            let form = node.form
            guard form == nil || form?["data-form"] != nil else { continue }
            if problems.contains(where: { $0.field == name && $0.form == form?["data-form"] }) {
                records[node.index].attributes.append(PageAttribute(name: "aria-invalid", value: "true"))
            }
        }
    }

    /// Returns the sentences that the view does not contain, each once.
    private static func unsaid(_ problems: [Problem], in rendering: Rendering) -> [String] {
        let said = rendering.records.map(\.text).joined()
        var sentences: [String] = []
        for problem in problems where !sentences.contains(problem.sentence) && !said.contains(problem.sentence) {
            sentences.append(problem.sentence)
        }
        return sentences
    }

    /// Makes everything outside of a modal dialog inert while the dialog is shown.
    package func restrict(to dialog: PageNode) {
        guard !dialog.isHidden else { return }
        for index in records.indices where !PageNode(self, index).isWithin(dialog) {
            records[index].facts.insert(.inert)
        }
    }

    /// Returns the facts that follow from an element's own name and attributes, for it and its content.
    package static func ownFacts(_ tag: String, _ attributes: [PageAttribute]) -> NodeFacts {
        var facts: NodeFacts = []
        switch tag {
        case "template", "datalist", "head", "script", "style": facts.insert(.hidden)
        case "dialog": if !attributes.contains(where: { $0.name == "open" }) { facts.insert(.hidden) }
        case "input":
            if attributes.contains(where: { $0.name == "type" && $0.value.lowercased() == "hidden" }) {
                facts.insert(.hidden)
            }
        default: break
        }
        for attribute in attributes {
            switch attribute.name {
            case "hidden": if attribute.value.lowercased() != "until-found" { facts.insert(.hidden) }
            case "inert": facts.insert(.inert)
            case "popover": facts.insert(.hidden)
            default: break
            }
        }
        return facts
    }

    private struct Builder {
        let tree: PageTree
        let isScripted: Bool
        let isToggled: ((PageNode) -> Bool)?
        var sentences: [String] = []
        /// How many modal dialogs are still to come.
        private var modals = 0

        init(tree: PageTree, isScripted: Bool, isToggled: ((PageNode) -> Bool)?) {
            self.tree = tree
            self.isScripted = isScripted
            self.isToggled = isToggled
        }

        private static func modalCount(in nodes: TapeReader) -> Int {
            nodes.reduce(0) { $0 + ($1.name == .dialog && $1.has(.modal) ? 1 : 0) + modalCount(in: $1.children) }
        }

        mutating func add(_ nodes: TapeReader, parent: Int, _ facts: NodeFacts, isInForm: Bool) {
            for node in nodes {
                switch node.kind {
                case .element: add(node, parent, facts, isInForm: isInForm)
                case .text: add(text: node.text, parent, facts)
                case .raw: add(text: Self.textOfMarkup(node.text), parent, facts.union(.markup))
                case .comment, .nothing: break
                }
            }
        }

        private func add(text: String, _ parent: Int, _ facts: NodeFacts) {
            let index = tree.records.count
            tree.records.append(Record(tag: "", text: text, parent: parent, end: index + 1, facts: facts))
        }

        private mutating func add(_ node: TapeNode, _ parent: Int, _ outer: NodeFacts, isInForm: Bool) {
            let index = tree.records.count
            let tag = node.tag
            var record = Record(tag: tag, parent: parent, facts: outer)
            record.attributes = Self.attributes(node, tag, isInForm: isInForm)
            record.facts.formUnion(PageTree.ownFacts(tag, record.attributes))
            // The content of `noscript` is shown only without script.
            if tag == "noscript", isScripted { record.facts.insert(.hidden) }
            tree.records.append(record)
            if let isToggled, record.isOpenable, isToggled(PageNode(tree, index)) { toggle(index, within: outer) }
            let inner = tree.records[index].facts
            switch tag {
            case "details": addDetails(node, index, inner, isInForm: isInForm)
            case "fieldset" where node.has(.disabled):
                addDisabledFieldset(node, index, inner, isInForm: isInForm)
            case "body":
                modals = sentences.isEmpty ? 0 : Self.modalCount(in: node.children)
                if modals == 0 { addSentences(index) }
                add(node.children, parent: index, inner, isInForm: false)
            case "dialog" where node.has(.modal):
                // Where nothing else can be used, the problems are shown.
                modals -= 1
                if modals == 0 { addSentences(index) }
                add(node.children, parent: index, inner, isInForm: isInForm)
            default:
                add(node.children, parent: index, inner, isInForm: isInForm || tag == "form")
            }
            tree.records[index].end = tree.records.count
        }

        /// Shows or hides a dialog or a popover.
        private func toggle(_ index: Int, within outer: NodeFacts) {
            let record = tree.records[index]
            guard !outer.contains(.hidden) else { return }
            tree.records[index].facts.formSymmetricDifference(.hidden)
            guard record.tag == "dialog" else { return }
            if record.attributes.contains(where: { $0.name == "open" }) {
                tree.records[index].attributes.removeAll { $0.name == "open" }
            } else {
                tree.records[index].attributes.append(PageAttribute(name: "open", value: ""))
            }
        }

        /// A closed `details` shows only its first `summary`.
        private mutating func addDetails(_ node: TapeNode, _ index: Int, _ facts: NodeFacts, isInForm: Bool) {
            let isOpen = node.has(.open) != (isToggled?(PageNode(tree, index)) ?? false)
            tree.records[index].attributes.removeAll { $0.name == "open" }
            if isOpen { tree.records[index].attributes.append(PageAttribute(name: "open", value: "")) }
            var isFirstSummary = true
            for child in node.children {
                let isSummary = isFirstSummary && child.kind == .element && child.tag == "summary"
                if isSummary { isFirstSummary = false }
                let inner = isOpen || isSummary ? facts : facts.union(.hidden)
                if child.kind == .element {
                    add(child, index, inner, isInForm: isInForm)
                } else if child.kind == .text {
                    add(text: child.text, index, inner)
                }
            }
        }

        /// A disabled `fieldset` disables every control in it, except those in its first `legend`.
        private mutating func addDisabledFieldset(
            _ node: TapeNode,
            _ index: Int,
            _ facts: NodeFacts,
            isInForm: Bool
        ) {
            var isFirstLegend = true
            for child in node.children {
                guard child.kind == .element else {
                    if child.kind == .text { add(text: child.text, index, facts) }
                    continue
                }
                let isLegend = isFirstLegend && child.tag == "legend"
                if isLegend { isFirstLegend = false }
                add(child, index, isLegend ? facts : facts.union(.inDisabledFieldset), isInForm: isInForm)
            }
        }

        /// Adds the list at the top of the body, or of the topmost modal dialog, as the HTML writer and the script do.
        private mutating func addSentences(_ place: Int) {
            guard !sentences.isEmpty else { return }
            let list = tree.records.count
            let attributes = [
                PageAttribute(name: "role", value: "alert"), PageAttribute(name: "class", value: "problems"),
            ]
            tree.records.append(Record(tag: "div", attributes: attributes, parent: place, facts: .added))
            tree.records.append(Record(tag: "ul", parent: list, facts: .added))
            for sentence in sentences {
                let item = tree.records.count
                tree.records.append(Record(tag: "li", parent: list + 1, end: item + 2, facts: .added))
                add(text: sentence, item, .added)
            }
            tree.records[list].end = tree.records.count
            tree.records[list + 1].end = tree.records.count
        }

        /// Returns the attributes as the HTML writer writes them.
        private static func attributes(_ node: TapeNode, _ tag: String, isInForm: Bool) -> [PageAttribute] {
            var own: [PageAttribute] = []
            var isClickMessage = false
            var asksForChanges = false
            var submits = false
            var formName: String?
            for attribute in node.attributes {
                switch attribute.nameID {
                case AttributeName.tag.id, AttributeName.timeZone.id: continue
                case AttributeName.formName.id:
                    formName = attribute.text
                    continue
                case AttributeName.onClick.id: isClickMessage = isClickMessage || attribute.kind == .message
                case AttributeName.onChange.id: asksForChanges = true
                case AttributeName.onSubmit.id: submits = true
                default: break
                }
                let isEvent = attribute.name.traits.contains(.event)
                own.append(
                    PageAttribute(name: (isEvent ? "data-on-" : "") + attribute.label, value: attribute.text)
                )
            }
            func value(_ name: String) -> String? { own.first { $0.name == name }?.value }
            switch tag {
            case "button" where isClickMessage:
                let text = value("data-on-click") ?? ""
                own.removeAll { ["type", "form", "name", "value", "data-on-click"].contains($0.name) }
                own.insert(PageAttribute(name: "form", value: "elmwood"), at: 0)
                own.insert(PageAttribute(name: "name", value: "message"), at: 1)
                own.insert(PageAttribute(name: "value", value: text), at: 2)
            case "dialog" where node.has(.modal):
                own.removeAll { $0.name == "open" }
                own.insert(PageAttribute(name: "open", value: ""), at: 0)
            case "input", "select", "textarea":
                guard asksForChanges, !isInForm, value("form") == nil else { break }
                let name = value("name") == nil ? value("id") : nil
                own.insert(PageAttribute(name: "form", value: "elmwood"), at: 0)
                if let name { own.insert(PageAttribute(name: "name", value: name), at: 1) }
            case "form" where submits:
                let name = formName ?? value("name") ?? value("id") ?? ""
                own.removeAll { ["method", "data-on-submit"].contains($0.name) }
                own.insert(PageAttribute(name: "method", value: "post"), at: 0)
                own.insert(PageAttribute(name: "data-form", value: name), at: 1)
                guard node.facts.contains(.fileInput) else { break }
                own.removeAll { $0.name == "enctype" }
                own.insert(PageAttribute(name: "enctype", value: "multipart/form-data"), at: 2)
            default: break
            }
            return own
        }

        /// Returns the text of raw markup, without its tags.
        private static func textOfMarkup(_ markup: String) -> String {
            var text = ""
            var isInTag = false
            for character in markup {
                switch character {
                case "<": isInTag = true
                case ">" where isInTag:
                    isInTag = false
                    text += " "
                case _ where !isInTag: text.append(character)
                default: break
                }
            }
            for (reference, character) in [
                ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
            ] {
                text = text.replacing(reference, with: character)
            }
            return text
        }
    }
}
