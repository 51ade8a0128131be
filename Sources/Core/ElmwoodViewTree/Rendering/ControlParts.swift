/// The values of the attributes that decide how a control or a form is written, found in one pass.
///
/// It stores addresses instead of ``TapeAttribute``: each of those retains the memory, which for a page of a thousand controls cost
/// more than writing them.
struct ControlParts {
    private(set) var type: Range<Address>?
    private(set) var name: Range<Address>?
    private(set) var id: Range<Address>?
    private(set) var value: Range<Address>?
    private(set) var form: Range<Address>?
    private(set) var formName: Range<Address>?
    private(set) var change: Range<Address>?
    private(set) var submit: Range<Address>?
    private(set) var isChecked = false
    private(set) var isDisabled = false
    private(set) var isMultiple = false
    private(set) var isSelected = false
    private(set) var isInvalid = false

    init(_ attributes: Range<Address>) {
        var attribute = attributes.lowerBound
        while attribute < attributes.upperBound {
            let value = attribute + RecordLayout.attributeHeader
            let end = value + Records.load32(attribute + RecordLayout.attributeSize)
            switch Records.load16(attribute) {
            case AttributeName.type.id: type = value..<end
            case AttributeName.name.id: name = value..<end
            case AttributeName.id.id: id = value..<end
            case AttributeName.value.id: self.value = value..<end
            case AttributeName.form.id: form = value..<end
            case AttributeName.formName.id: formName = value..<end
            case AttributeName.onChange.id: change = value..<end
            case AttributeName.onSubmit.id: submit = value..<end
            case AttributeName.checked.id: isChecked = true
            case AttributeName.disabled.id: isDisabled = true
            case AttributeName.multiple.id: isMultiple = true
            case AttributeName.selected.id: isSelected = true
            case AttributeName.ariaInvalid.id: isInvalid = true
            default: break
            }
            attribute = end
        }
    }

    /// Returns the value of an attribute; empty if there is none.
    func text(_ value: Range<Address>?) -> String {
        if let value { Records.string(value) } else { "" }
    }

    /// The value of the control; nil if it has no such attribute.
    var valueText: String? {
        if let value { Records.string(value) } else { nil }
    }

    /// The name with which the control's value is sent, or nil. It avoids `map` and `??`, whose closures would each capture a copy
    /// of all the parts.
    var sentName: String? {
        if let name { return Records.string(name) }
        if let id { return Records.string(id) }
        return nil
    }

    /// Whether the control belongs to the page-wide form: it has a handler of changes, and no form.
    func isLone(isInForm: Bool) -> Bool { change != nil && !isInForm && form == nil }

    /// The name of a typed form.
    var typedFormName: Range<Address>? { formName ?? name ?? id }

    /// Whether a dialog is rendered open as a modal one.
    static func isModal(_ attributes: Range<Address>) -> Bool {
        var attribute = attributes.lowerBound
        while attribute < attributes.upperBound {
            if Records.load16(attribute) == AttributeName.modal.id { return true }
            attribute += RecordLayout.attributeHeader + Records.load32(attribute + RecordLayout.attributeSize)
        }
        return false
    }

    /// Returns the text of the message that a button offers for a click, or nil.
    static func clickMessage(_ attributes: Range<Address>) -> Range<Address>? {
        var attribute = attributes.lowerBound
        while attribute < attributes.upperBound {
            let value = attribute + RecordLayout.attributeHeader
            let end = value + Records.load32(attribute + RecordLayout.attributeSize)
            if Records.load16(attribute) == AttributeName.onClick.id {
                let kind = Records.kind(attribute + RecordLayout.attributeKind)
                return kind == AttributeValue.Kind.message.rawValue ? value..<end : nil
            }
            attribute = end
        }
        return nil
    }
}
