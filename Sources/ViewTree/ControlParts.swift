/// Where the attributes are that decide how a control or a form is written, in one pass over them.
struct ControlParts {
    let tape: Tape
    private(set) var type: TapeAttribute?
    private(set) var name: TapeAttribute?
    private(set) var id: TapeAttribute?
    private(set) var value: TapeAttribute?
    private(set) var form: TapeAttribute?
    private(set) var formName: TapeAttribute?
    private(set) var click: TapeAttribute?
    private(set) var change: TapeAttribute?
    private(set) var submit: TapeAttribute?
    private(set) var isChecked = false
    private(set) var isDisabled = false
    private(set) var isMultiple = false
    private(set) var isSelected = false
    private(set) var isInvalid = false

    init(_ tape: Tape, _ attributes: Range<Int>) {
        self.tape = tape
        for attribute in TapeAttributes(tape: tape, range: attributes) {
            switch attribute.name {
            case .type: type = attribute
            case .name: name = attribute
            case .id: id = attribute
            case .value: value = attribute
            case .form: form = attribute
            case .formName: formName = attribute
            case .onClick: click = attribute
            case .onChange: change = attribute
            case .onSubmit: submit = attribute
            case .checked: isChecked = true
            case .disabled: isDisabled = true
            case .multiple: isMultiple = true
            case .selected: isSelected = true
            case .ariaInvalid: isInvalid = true
            default: break
            }
        }
    }

    /// The value of the attribute; empty where it is not there.
    func text(_ attribute: TapeAttribute?) -> String { attribute?.text ?? "" }

    /// The name that the control's value is sent under, or nil.
    var sentName: String? { name?.text ?? id?.text }
}
