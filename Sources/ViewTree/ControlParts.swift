/// Where the values of the attributes are that decide how a control or a form is written, in one pass over them.
///
/// Ranges, and no ``TapeAttribute``: each of those retains the tape, which for a page of a thousand controls cost more
/// than to write them.
struct ControlParts {
    private let tape: Tape
    private(set) var type: Range<Int>?
    private(set) var name: Range<Int>?
    private(set) var id: Range<Int>?
    private(set) var value: Range<Int>?
    private(set) var form: Range<Int>?
    private(set) var formName: Range<Int>?
    private(set) var change: Range<Int>?
    private(set) var submit: Range<Int>?
    private(set) var isChecked = false
    private(set) var isDisabled = false
    private(set) var isMultiple = false
    private(set) var isSelected = false
    private(set) var isInvalid = false

    init(_ tape: Tape, _ attributes: Range<Int>) {
        self.tape = tape
        var attribute = attributes.lowerBound
        while attribute < attributes.upperBound {
            let value = attribute + RecordLayout.attributeHeader
            let end = value + tape.load32(attribute + RecordLayout.attributeSize)
            switch tape.load16(attribute) {
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

    /// The value of an attribute; empty where it is not there.
    func text(_ value: Range<Int>?) -> String {
        if let value { tape.string(value) } else { "" }
    }

    /// The value of the control; nil where it has no such attribute.
    var valueText: String? {
        if let value { tape.string(value) } else { nil }
    }

    /// The name that the control's value is sent under, or nil. Without `map` and `??`, whose closures would each hold a
    /// copy of all the parts.
    var sentName: String? {
        if let name { return tape.string(name) }
        if let id { return tape.string(id) }
        return nil
    }

    /// Whether the control belongs to the page-wide form: it has a handler of changes, and no form.
    func isLone(isInForm: Bool) -> Bool { change != nil && !isInForm && form == nil }

    /// Where the name of a typed form is.
    var typedFormName: Range<Int>? { formName ?? name ?? id }

    /// Where the text of the message is that a button offers when it is clicked, or nil.
    static func clickMessage(_ tape: Tape, _ attributes: Range<Int>) -> Range<Int>? {
        var attribute = attributes.lowerBound
        while attribute < attributes.upperBound {
            let value = attribute + RecordLayout.attributeHeader
            let end = value + tape.load32(attribute + RecordLayout.attributeSize)
            if tape.load16(attribute) == AttributeName.onClick.id {
                let kind = tape.load8(attribute + RecordLayout.attributeKind)
                return kind == AttributeValue.Kind.message.rawValue ? value..<end : nil
            }
            attribute = end
        }
        return nil
    }
}
