/// Whether a child can become another one.
enum Likeness {
    /// It cannot: they are two different children.
    case other
    /// It can, if its position allows it.
    case same
    /// It has the same key.
    case sameKey
}

extension Diff {
    /// Whether the old child can become the new one: both have the same kind, the same tag and, if they are fields, the same name,
    /// so that the visitor's text never moves to another field.
    func likeness(_ oldNode: Node, _ newNode: Node) -> Likeness {
        let kind = Records.kind(newNode.start)
        guard Records.kind(oldNode.start) == kind else { return .other }
        guard kind == RecordKind.element.rawValue else { return .same }
        let name = Records.name(newNode.start)
        guard Records.name(oldNode.start) == name else { return .other }
        let oldAttributes = Records.attributes(oldNode.start)
        let newAttributes = Records.attributes(newNode.start)
        if areEqual(Records.bytes(oldAttributes), Records.bytes(newAttributes)) {
            return Records.key(newNode.start) == nil ? .same : .sameKey
        }
        let before = ElementIdentity(oldAttributes, name)
        let after = ElementIdentity(newAttributes, name)
        guard before.isSame(as: after) else { return .other }
        return after.key == nil ? .same : .sameKey
    }
}

/// The parts of an element that identify it: if one of them changes, it is another element.
struct ElementIdentity {
    private(set) var key: UnsafeRawBufferPointer?
    /// The name of an element that the table does not have.
    private var tag: UnsafeRawBufferPointer?
    private var type: UnsafeRawBufferPointer?
    private var customized: UnsafeRawBufferPointer?
    private var name: UnsafeRawBufferPointer?
    private(set) var id: UnsafeRawBufferPointer?
    private var formName: UnsafeRawBufferPointer?
    private let element: UInt16

    init(_ attributes: Range<Address>, _ element: UInt16) {
        self.element = element
        var offset = attributes.lowerBound
        while offset < attributes.upperBound {
            let start = offset + RecordLayout.attributeHeader
            let end = start + Records.load32(offset + RecordLayout.attributeSize)
            let value = Records.bytes(start..<end)
            switch Records.load16(offset) {
            case AttributeName.key.id: key = value
            case AttributeName.tag.id: tag = value
            case AttributeName.type.id: type = value
            case AttributeName.is.id: customized = value
            case AttributeName.name.id: name = value
            case AttributeName.id.id: id = value
            case AttributeName.formName.id: formName = value
            default: break
            }
            offset = end
        }
    }

    /// The name of a field or a form; nil for all other elements.
    private var fieldName: UnsafeRawBufferPointer? {
        switch element {
        case ElementName.input.id, ElementName.textarea.id, ElementName.select.id: name ?? id
        case ElementName.form.id: formName ?? name ?? id
        default: nil
        }
    }

    /// What identifies an element without a key among its siblings: a field's name, or an id.
    var hint: UnsafeRawBufferPointer? { fieldName ?? id }

    func isSame(as other: ElementIdentity) -> Bool {
        guard areSame(key, other.key), areSame(tag, other.tag), areSame(customized, other.customized) else {
            return false
        }
        if element == ElementName.input.id, !areSame(type, other.type) { return false }
        return areSame(fieldName, other.fieldName)
    }

    private func areSame(_ left: UnsafeRawBufferPointer?, _ right: UnsafeRawBufferPointer?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return areEqual(left, right)
    }
}
