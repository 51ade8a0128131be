import ElmwoodPageTree

/// Identifies a control of a page, also on the next page: by its row in a list, its form, its name and its type.
struct ControlKey: Hashable {
    /// The element's name.
    fileprivate let tag: String
    private var rows: [String]
    private var form: String?
    fileprivate let name: String
    private var type: String
    /// The value that a checkbox sends, since several may have one name.
    private var value: String?
    /// The number of equal ones before it.
    fileprivate(set) var number = 0

    /// Creates the key without its number.
    init(_ node: PageNode) {
        tag = node.tag
        rows = node.ancestors.compactMap { $0["data-key"] }
        form = node.form.map { $0["data-form"] ?? $0["id"] ?? "" }
        name = Self.name(of: node)
        type = node.tag == "input" ? node.type : ""
        value = node.control == .checkbox || node.control == .radio ? node["value"] : nil
        if node.control == nil { value = node.text }
    }

    fileprivate static func name(of node: PageNode) -> String { node["name"] ?? node["id"] ?? "" }
}

extension PageTree {
    /// Returns the controls for a visitor's input, each with its key.
    func keyedControls() -> [(key: ControlKey, node: PageNode)] {
        var numbers: [ControlKey: Int] = [:]
        return controls.filter { $0.isField }.map { node in
            var key = ControlKey(node)
            let number = numbers[key, default: 0]
            numbers[key] = number + 1
            key.number = number
            return (key, node)
        }
    }

    /// Returns the element with that key, a control or any other.
    func node(_ key: ControlKey) -> PageNode? {
        var wanted = key
        wanted.number = 0
        var number = 0
        for index in records.indices where records[index].tag == wanted.tag {
            let node = PageNode(self, index)
            guard ControlKey.name(of: node) == wanted.name, ControlKey(node) == wanted else { continue }
            if number == key.number { return node }
            number += 1
        }
        return nil
    }

    /// Returns the key of an element.
    func key(of node: PageNode) -> ControlKey {
        var key = ControlKey(node)
        let plain = key
        for index in 0..<node.index where records[index].tag == plain.tag {
            let other = PageNode(self, index)
            if ControlKey.name(of: other) == plain.name, ControlKey(other) == plain { key.number += 1 }
        }
        return key
    }
}

/// The state of a page in a browser beside its document: what was entered, opened and closed.
struct PageMemory {
    private struct Entry {
        var value: FieldValue
        /// The rendered value of the control when it was entered.
        var rendered: FieldValue
    }

    private var entries: [ControlKey: Entry] = [:]
    /// The hidden fields of forms that are edited: they stay as the visitor saw them until the form is sent or reset.
    private var hidden: [HiddenKey: FieldValue] = [:]

    private struct HiddenKey: Hashable {
        var form: String
        var name: String

        init?(_ node: PageNode) {
            guard node.type == "hidden", let form = node.form?["data-form"], let name = node["name"] else { return nil }
            (self.form, self.name) = (form, name)
        }
    }
    /// The `details`, dialogs and popovers that the visitor has opened or closed, and whether the view renders them open.
    var toggled: [String: Bool] = [:]
    /// The open modal dialogs, the topmost one at the end.
    var modals: [Modal] = []

    struct Modal {
        var name: String
        /// The element that had the focus before the dialog was opened.
        var focusOutside: ControlKey?
    }

    /// Whether nothing was entered.
    var isEmpty: Bool { entries.isEmpty && hidden.isEmpty }

    /// Sets the value of a control.
    mutating func enter(_ value: FieldValue, in node: PageNode) {
        let key = node.tree.key(of: node)
        let rendered = node.renderedValue
        node.fieldValue = value
        entries[key] = value == rendered ? nil : Entry(value: value, rendered: rendered)
    }

    /// Keeps the hidden fields of the form that a control belongs to, since the visitor edits it.
    mutating func holdFields(beside node: PageNode) {
        for field in node.form?.formControls ?? [] {
            if let key = HiddenKey(field), hidden[key] == nil { hidden[key] = field.fieldValue }
        }
    }

    /// Lets the hidden fields of a form that is sent have their rendered values.
    mutating func releaseFields(of form: PageNode) {
        for field in form.formControls {
            if let key = HiddenKey(field), hidden.removeValue(forKey: key) != nil { field.tree.held[field.index] = nil }
        }
    }

    /// Resets controls to their rendered values.
    mutating func forget(_ nodes: [PageNode]) {
        guard !isEmpty else { return }
        for node in nodes {
            if let key = HiddenKey(node) { hidden[key] = nil }
            entries[node.tree.key(of: node)] = nil
            node.tree.held[node.index] = nil
        }
    }

    mutating func forgetAll() {
        entries = [:]
        hidden = [:]
        toggled = [:]
        modals = []
    }

    /// Whether the next version of the page comes from somebody else, or from something that the visitor has not done: then
    /// controls keep what was entered, also if their rendered values change.
    var keepsEntries = false

    /// Sets the entered values in the next version of a page. If the rendered value of a control has changed, the control has that
    /// value. Values of removed controls are forgotten.
    mutating func apply(to tree: PageTree) {
        if !hidden.isEmpty {
            for node in tree.controls {
                if let key = HiddenKey(node), let value = hidden[key] { node.fieldValue = value }
            }
        }
        guard !entries.isEmpty else { return }
        var kept: [ControlKey: Entry] = [:]
        for (key, node) in tree.keyedControls() {
            guard var entry = entries[key] else { continue }
            if keepsEntries { entry.rendered = node.renderedValue }
            guard entry.rendered == node.renderedValue else { continue }
            if entry.value == node.renderedValue { continue }
            node.fieldValue = entry.value
            kept[key] = entry
        }
        entries = kept
    }

    /// Sets the entered values in a page that is shown again because of problems. Its fields have the sent values, whatever the
    /// view renders.
    func show(on tree: PageTree) {
        guard !entries.isEmpty else { return }
        for (key, node) in tree.keyedControls() {
            if let entry = entries[key] { node.fieldValue = entry.value }
        }
    }
}
