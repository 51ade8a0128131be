import ElmwoodCalendar
import ElmwoodViewTree

/// A control of the view whose value a post can contain.
struct Control {
    enum Kind: Equatable {
        case input(InputType)
        case textarea
        case select
        /// A button that submits its form, and sends its own value if it was pressed.
        case submitter
        /// A field that the form accepts though the view does not have it: a script of others adds it.
        case accepted
    }

    var kind: Kind
    var node: TapeNode
    /// The name with which its value is sent.
    var name: String
    /// The index of its typed form in the outline; nil for a lone control.
    var form: Int?
    /// Whether it, or a `fieldset` around it, is disabled: it is never sent.
    var isDisabled: Bool
    /// Whether it is in a `hidden` or `inert` subtree: it is sent as it was rendered.
    var isOutOfReach: Bool
    var attributes: ControlAttributes
    /// The text of the label around it, or of the one that refers to it.
    var label: String?

    /// Whether the visitor cannot change it.
    var isLocked: Bool {
        if isOutOfReach { return true }
        switch kind {
        case .input(.hidden): return true
        case .input(let type): return attributes.isReadOnly && type.canBeReadOnly
        case .textarea: return attributes.isReadOnly
        case .select, .submitter, .accepted: return false
        }
    }

    /// The time zone in which its value is a moment.
    var timeZone: DateTimeZone? { attributes.timeZone.flatMap { DateTimeZone($0) } }

    /// Whether it is a checkbox or radio button, which is sent only if it is checked.
    var isCheckable: Bool { kind == .input(.checkbox) || kind == .input(.radio) }

    /// Its rendered value: its only text, or the value that it sends if it is checked.
    var renderedText: String {
        switch kind {
        case .input(.checkbox), .input(.radio): attributes.value ?? "on"
        // A custom element of this kind has its text in an attribute.
        case .textarea: Sanitization.lineFeeds(node.name == .custom ? attributes.value ?? "" : node.text)
        case .input(let type): Sanitization.value(attributes.value ?? "", of: type, attributes: attributes)
        case .select, .submitter: attributes.value ?? ""
        case .accepted: ""
        }
    }
}

/// The attributes of a control that affect its value.
struct ControlAttributes {
    var type: String?
    var name: String?
    var id: String?
    var value: String?
    var form: String?
    var min: String?
    var max: String?
    var step: String?
    var minlength: String?
    var maxlength: String?
    var pattern: String?
    var accept: String?
    var dirname: String?
    var placeholder: String?
    var label: String?
    var size: String?
    var timeZone: String?
    var colorspace: String?
    var fileSize: String?
    /// The limits of an upload in pieces.
    var upload: String?
    var hasAlpha = false
    var isRequired = false
    var isReadOnly = false
    var isMultiple = false
    var isChecked = false
    var isDisabled = false
    var change: TapeAttribute?
    /// Its event for each keystroke.
    var input: TapeAttribute?

    /// Creates the attributes of a field that a form accepts.
    init(name: String, maxlength: String) {
        self.name = name
        self.maxlength = maxlength
    }

    init(_ node: TapeNode) {
        for attribute in node.attributes {
            switch attribute.nameID {
            case AttributeName.type.id: set(&type, attribute)
            case AttributeName.name.id: set(&name, attribute)
            case AttributeName.id.id: set(&id, attribute)
            case AttributeName.value.id: set(&value, attribute)
            case AttributeName.form.id: set(&form, attribute)
            case AttributeName.min.id: set(&min, attribute)
            case AttributeName.max.id: set(&max, attribute)
            case AttributeName.step.id: set(&step, attribute)
            case AttributeName.minlength.id: set(&minlength, attribute)
            case AttributeName.maxlength.id: set(&maxlength, attribute)
            case AttributeName.pattern.id: set(&pattern, attribute)
            case AttributeName.accept.id: set(&accept, attribute)
            case AttributeName.dirname.id: set(&dirname, attribute)
            case AttributeName.placeholder.id: set(&placeholder, attribute)
            case AttributeName.ariaLabel.id: set(&label, attribute)
            case AttributeName.size.id: set(&size, attribute)
            case AttributeName.timeZone.id: set(&timeZone, attribute)
            case AttributeName.colorspace.id: set(&colorspace, attribute)
            case AttributeName.alpha.id: hasAlpha = true
            case AttributeName.required.id: isRequired = true
            case AttributeName.readonly.id: isReadOnly = true
            case AttributeName.multiple.id: isMultiple = true
            case AttributeName.checked.id: isChecked = true
            case AttributeName.disabled.id: isDisabled = true
            case AttributeName.onChange.id: change = change ?? attribute
            case AttributeName.onInput.id: input = input ?? attribute
            case AttributeName.custom.id:
                if attribute.label == fileSizeName { set(&fileSize, attribute) }
                if attribute.label == uploadName { set(&upload, attribute) }
            default: break
            }
        }
    }

    /// Sets an attribute, unless it is set: the first of several of one name counts.
    private func set(_ text: inout String?, _ attribute: TapeAttribute) {
        if text == nil { text = attribute.text }
    }
}

/// An option of a `select`.
struct Choice {
    var value: String
    var label: String
    var isSelected: Bool
    var isDisabled: Bool
    /// Whether it is a direct child of the `select`, not in a group: only such an option can be the placeholder.
    var isTopmost: Bool
}

extension Control {
    /// The options of a `select`, in order.
    var choices: [Choice] {
        guard kind == .select else { return [] }
        var choices: [Choice] = []
        collect(node.children, isDisabled: false, isTopmost: true, into: &choices)
        return choices
    }

    private func collect(
        _ nodes: TapeReader,
        isDisabled: Bool,
        isTopmost: Bool,
        into choices: inout [Choice]
    ) {
        for child in nodes where child.kind == .element {
            switch child.name {
            case .option:
                let text = Sanitization.collapsed(child.text)
                choices.append(
                    Choice(
                        value: child.attribute(.value)?.text ?? text,
                        label: child.attribute(.label)?.text ?? text,
                        isSelected: child.has(.selected),
                        isDisabled: isDisabled || child.has(.disabled),
                        isTopmost: isTopmost
                    )
                )
            case .optgroup:
                let isDisabled = isDisabled || child.has(.disabled)
                collect(child.children, isDisabled: isDisabled, isTopmost: false, into: &choices)
            default:
                collect(child.children, isDisabled: isDisabled, isTopmost: false, into: &choices)
            }
        }
    }

    /// Returns the values that a `select` sends as rendered: the selected ones, or the first that can be selected if one always is.
    func renderedChoices(_ choices: [Choice]) -> [String] {
        if attributes.isMultiple { return choices.filter { $0.isSelected && !$0.isDisabled }.map(\.value) }
        if let chosen = choices.last(where: \.isSelected) { return chosen.isDisabled ? [] : [chosen.value] }
        guard (attributes.size.flatMap { Int($0) } ?? 1) <= 1 else { return [] }
        return choices.first { !$0.isDisabled }.map { [$0.value] } ?? []
    }
}

extension Control {
    /// Returns the kind of a custom element that sends a value, and adds what that says about its length.
    static func ownKind(_ node: TapeNode, _ attributes: inout ControlAttributes) -> Kind {
        let parts = (node.attribute(.field)?.text ?? "").split(separator: " ")
        if parts.count == 2, let most = parts.last { attributes.maxlength = String(most) }
        let kind = parts.first.map(String.init)
        return kind == "textarea" ? .textarea : .input(InputType(attribute: kind))
    }
}
