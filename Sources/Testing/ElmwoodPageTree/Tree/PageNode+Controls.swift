/// The kind of a control, from a visitor's point of view.
package enum ControlKind: Equatable, Sendable {
    /// Something to click: `button`, `input` of type `submit`, `image`, `button`, `reset`.
    case button
    case checkbox
    case radio
    case select
    case file
    /// A text field: `textarea`, and every other `input`.
    case text
}

extension PageNode {
    /// The type of an `input` or a `button`, in lower case.
    package var type: String {
        if let type = self["type"], !type.isEmpty { return type.lowercased() }
        return tag == "button" ? "submit" : "text"
    }

    /// Whether it is a control that a form may send, including hidden ones and buttons (HTML, section 4.10.2).
    package var isSubmittable: Bool {
        switch tag {
        case "button", "input", "select", "textarea": true
        default: false
        }
    }

    /// The kind of the control; nil if it is none, or never visible.
    package var control: ControlKind? {
        switch tag {
        case "button": .button
        case "select": .select
        case "textarea": .text
        case "input":
            switch type {
            case "hidden": nil
            case "submit", "image", "button", "reset": .button
            case "checkbox": .checkbox
            case "radio": .radio
            case "file": .file
            default: .text
            }
        default: nil
        }
    }

    /// Whether a visitor can enter something in it.
    package var isField: Bool { control.map { $0 != .button } ?? false }

    /// Whether a click on it focuses it.
    package var isFocusable: Bool { control != nil || tag == "a" && has("href") || tag == "summary" || has("tabindex") }

    /// Whether a control is disabled, by itself or by its `fieldset`; or whether an option is, by itself or by its group.
    package var isDisabled: Bool {
        switch tag {
        case "button", "input", "select", "textarea", "fieldset":
            has("disabled") || tree.records[index].facts.contains(.inDisabledFieldset)
        case "option":
            has("disabled") || (parent.map { $0.tag == "optgroup" && $0.has("disabled") } ?? false)
        case "optgroup": has("disabled")
        default: false
        }
    }

    /// Whether it is a field whose text cannot be changed.
    package var isReadOnly: Bool {
        guard has("readonly") else { return false }
        guard tag == "input" else { return tag == "textarea" }
        return !["checkbox", "radio", "file", "range", "color", "hidden", "submit", "button", "reset", "image"]
            .contains(type)
    }

    /// The options of a `select`, in order.
    package var options: [PageNode] { descendants.filter { $0.tag == "option" } }

    /// The control's value: what the visitor entered, or else what was rendered.
    package var fieldValue: FieldValue {
        get { tree.held[index] ?? renderedValue }
        nonmutating set { tree.held[index] = newValue }
    }

    /// The control's value on a page that has just been loaded.
    package var renderedValue: FieldValue {
        switch control {
        case .checkbox: .checked(has("checked"))
        case .radio: .checked(has("checked") && radioGroup.last { $0.has("checked") } == self)
        case .select: .chosen(renderedChoice)
        case .file: .files([])
        case .text, .button, nil: .text(renderedText)
        }
    }

    private var renderedText: String {
        guard tag == "textarea" else { return (self["value"] ?? "").filter { !$0.isNewline || type == "hidden" } }
        return children.map(\.record.text).joined().replacing("\r\n", with: "\n")
    }

    private var renderedChoice: [Int] {
        let options = options
        let selected = options.indices.filter { options[$0].has("selected") }
        if has("multiple") { return selected }
        if let last = selected.last { return [last] }
        guard (self["size"].flatMap { Int($0) } ?? 1) <= 1 else { return [] }
        return options.firstIndex { !$0.isDisabled }.map { [$0] } ?? []
    }

    /// The radio buttons of the same group, including this one.
    package var radioGroup: [PageNode] {
        guard control == .radio, let name = self["name"], !name.isEmpty else { return [self] }
        let form = form
        return tree.controls.filter { $0.control == .radio && $0["name"] == name && $0.form == form }
    }

    /// The value of a text field; the value of the chosen option of a `select`; the value that a checkbox sends if ticked.
    package var value: String {
        switch fieldValue {
        case .text(let text): text
        case .checked: self["value"] ?? "on"
        case .chosen: chosenOptions.first?.optionValue ?? ""
        case .files(let files): files.first?.name ?? ""
        }
    }

    /// All values of a control, as text.
    package var held: String {
        switch fieldValue {
        case .text(let text): text
        case .checked(let isChecked): isChecked ? self["value"] ?? "on" : ""
        case .chosen: chosenOptions.map(\.optionValue).joined(separator: ", ")
        case .files(let files): files.map(\.name).joined(separator: ", ")
        }
    }

    /// Whether a checkbox is ticked, or a radio button is chosen.
    package var isChecked: Bool { fieldValue == .checked(true) }

    /// The chosen options of a `select`.
    package var chosenOptions: [PageNode] {
        guard case .chosen(let places) = fieldValue else { return [] }
        let options = options
        return places.filter(options.indices.contains).map { options[$0] }
    }

    /// The value that an option sends.
    package var optionValue: String { self["value"] ?? collapsedContent }

    /// The label of an option.
    package var optionLabel: String {
        if let label = self["label"], !label.isEmpty { return label }
        return collapsedContent
    }

    private var collapsedContent: String {
        var text = FoldedText()
        for index in (index + 1)..<max(index + 1, tree.records[index].end) { text.add(tree.records[index].text) }
        return text.content
    }

    /// The form that a control belongs to: the one that it names, or else the one around it. Nil for a lone control, whose form is
    /// not an element of the page.
    package var form: PageNode? {
        guard let id = self["form"] else { return tree.form(around: self) }
        return isLone ? nil : tree.elements.first { $0.tag == "form" && $0["id"] == id }
    }

    /// Whether the control belongs to the form of the whole page.
    package var isLone: Bool { self["form"] == "elmwood" }

    /// Whether it has a message or a handler of its own for that event, like `click` or `keydown.enter`.
    package func listens(to event: String) -> Bool { has("data-on-" + event) }

    /// Whether it is a button with a message, which belongs to the page's form.
    package var isMessageButton: Bool { tag == "button" && isLone && self["name"] == "message" }
}
