/// An attribute as HTML has it.
struct WrittenAttribute {
    /// The number of its name; 0 where the name stands in front of the value.
    var id: UInt16
    /// Whether it is there without a value.
    var isFlag: Bool
    /// Of a name that the table does not have, its size; else 0.
    var nameSize: Int
    /// The bytes of the name, if it is a custom one, and of the value; readable for 8 more where ``isInTape``.
    var bytes: UnsafeRawBufferPointer
    var isInTape: Bool

    @inline(__always)
    var customName: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<nameSize]) }

    @inline(__always)
    var value: UnsafeRawBufferPointer { nameSize == 0 ? bytes : UnsafeRawBufferPointer(rebasing: bytes[nameSize...]) }

    /// Whether both have the same name. Case is none to an HTML parser.
    func hasName(of other: WrittenAttribute) -> Bool {
        guard id == other.id, nameSize == other.nameSize else { return false }
        return nameSize == 0 || zip(customName, other.customName).allSatisfy { lowerCase($0) == lowerCase($1) }
    }

    func hasValue(of other: WrittenAttribute) -> Bool { isFlag == other.isFlag && areEqual(value, other.value) }
}

/// The byte, of an ASCII letter the small one.
@inline(__always)
func lowerCase(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

/// The attributes of an element just as ``HTMLWriter`` writes them, without an overlay. Only `value` comes last: a browser
/// changes a value that does not lie within the bounds that it knows by then.
///
/// The writer writes each kind of element by code of its own, since every page waits for it. What it does to forms and
/// controls is said here a second time, in one place; a test sees to it that both say the same.
struct WrittenAttributes: Sequence, IteratorProtocol {
    private var offset: Address
    private let end: Address
    private var skipped = SkippedAttributes.none
    private var added: (WrittenAttribute?, WrittenAttribute?, WrittenAttribute?) = (nil, nil, nil)
    private var value: WrittenAttribute?

    /// The attributes of the element there, which stands in a form or in none.
    init(_ element: Address, isInForm: Bool) {
        let attributes = Records.attributes(element)
        offset = attributes.lowerBound
        end = attributes.upperBound
        switch Records.name(element) {
        case ElementName.button.id:
            guard let message = ControlParts.clickMessage(attributes) else { break }
            skipped = .ofMessageButton
            added = (
                Self.written(.form, "elmwood"), Self.written(.name, "message"), written(.value, message)
            )
        case ElementName.input.id, ElementName.textarea.id, ElementName.select.id:
            let parts = ControlParts(attributes)
            guard parts.isLone(isInForm: isInForm) else { break }
            added.0 = Self.written(.form, "elmwood")
            if parts.name == nil, let id = parts.id { added.1 = written(.name, id) }
        case ElementName.form.id:
            let parts = ControlParts(attributes)
            guard parts.submit != nil else { break }
            let isMultipart = Records.facts(element).contains(.fileInput)
            skipped = .ofTypedForm(isMultipart: isMultipart)
            added.0 = Self.written(.method, "post")
            added.1 = parts.typedFormName.map { written(.formName, $0) } ?? Self.written(.formName, "")
            if isMultipart { added.2 = Self.written(.enctype, "multipart/form-data") }
        default: break
        }
    }

    private func written(_ name: AttributeName, _ value: Range<Address>) -> WrittenAttribute {
        WrittenAttribute(id: name.id, isFlag: false, nameSize: 0, bytes: Records.bytes(value), isInTape: true)
    }

    private static func written(_ name: AttributeName, _ value: StaticString) -> WrittenAttribute {
        let bytes = UnsafeRawBufferPointer(start: value.utf8Start, count: value.utf8CodeUnitCount)
        return WrittenAttribute(id: name.id, isFlag: false, nameSize: 0, bytes: bytes, isInTape: false)
    }

    /// The next one, or nil at the end.
    @inline(__always)
    mutating func next() -> WrittenAttribute? {
        if let first = added.0 {
            added = (added.1, added.2, nil)
            return first
        }
        while offset < end {
            let id = Records.load16(offset)
            let start = offset + RecordLayout.attributeHeader
            let nameSize = Records.nameSize(offset)
            let isFlag = Records.kind(offset + RecordLayout.attributeKind) == AttributeValue.Kind.flag.rawValue
            let next = start + Records.load32(offset + RecordLayout.attributeSize)
            offset = next
            if id <= AttributeName.lastUnwritten && id != AttributeName.custom.id || skipped.contains(id) { continue }
            let attribute = WrittenAttribute(
                id: id,
                isFlag: isFlag,
                nameSize: nameSize,
                bytes: Records.bytes(start..<next),
                isInTape: true
            )
            guard id == AttributeName.value.id else { return attribute }
            value = attribute
        }
        defer { value = nil }
        return value
    }
}
