/// An attribute as it is in HTML.
struct WrittenAttribute {
    /// The number of its name; 0 if the name precedes the value.
    var id: UInt16
    /// Whether it is present without a value.
    var isFlag: Bool
    /// The size of a name that the table does not have; else 0.
    var nameSize: Int
    /// The bytes of the custom name, if any, and of the value. 8 more are readable if ``isInTape``.
    var bytes: UnsafeRawBufferPointer
    var isInTape: Bool

    @inline(__always)
    var customName: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<nameSize]) }

    @inline(__always)
    var value: UnsafeRawBufferPointer { nameSize == 0 ? bytes : UnsafeRawBufferPointer(rebasing: bytes[nameSize...]) }

    /// Whether both have the same name. Names are case-insensitive to an HTML parser.
    func hasName(of other: WrittenAttribute) -> Bool {
        guard id == other.id, nameSize == other.nameSize else { return false }
        return nameSize == 0 || zip(customName, other.customName).allSatisfy { lowerCase($0) == lowerCase($1) }
    }

    func hasValue(of other: WrittenAttribute) -> Bool { isFlag == other.isFlag && areEqual(value, other.value) }
}

/// Returns the byte, with an ASCII letter in lower case.
@inline(__always)
func lowerCase(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

/// The attributes of an element as ``HTMLWriter`` writes them, without an overlay. Only `value` is moved to the end: a browser
/// changes a value outside of the bounds that are set at that time.
///
/// The writer has separate code for each kind of element, since every page depends on its speed. Its changes to forms, controls and dialogs
/// are implemented here a second time, in one place; a test compares the two.
struct WrittenAttributes: Sequence, IteratorProtocol {
    private var offset: Address
    private let end: Address
    private var skipped = SkippedAttributes.none
    private var added: (WrittenAttribute?, WrittenAttribute?, WrittenAttribute?) = (nil, nil, nil)
    private var value: WrittenAttribute?

    /// Creates the attributes of an element, within a form or not.
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
        case ElementName.custom.id:
            guard Records.value(of: .field, in: attributes) != nil else { break }
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
        case ElementName.dialog.id:
            guard ControlParts.isModal(attributes) else { break }
            skipped = SkippedAttributes(.open)
            added.0 = Self.written(.open, "", isFlag: true)
        default: break
        }
    }

    private func written(_ name: AttributeName, _ value: Range<Address>) -> WrittenAttribute {
        WrittenAttribute(id: name.id, isFlag: false, nameSize: 0, bytes: Records.bytes(value), isInTape: true)
    }

    private static func written(
        _ name: AttributeName,
        _ value: StaticString,
        isFlag: Bool = false
    ) -> WrittenAttribute {
        let bytes = UnsafeRawBufferPointer(start: value.utf8Start, count: value.utf8CodeUnitCount)
        return WrittenAttribute(id: name.id, isFlag: isFlag, nameSize: 0, bytes: bytes, isInTape: false)
    }

    /// Returns the next one, or nil at the end.
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
