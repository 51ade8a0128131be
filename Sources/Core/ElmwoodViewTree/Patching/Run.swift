// New siblings that differ only in their strings, as the rows of a table do, are written once, followed by the strings of the
// others.
//
// The records of two elements are compared side by side to find whether they have one shape. The mapping of a patch's strings to
// the records' strings is found once for a run, by its first element.

/// A run of new elements of one shape.
struct Run {
    /// A string of a record: an attribute's value, a text.
    struct Value {
        let range: Range<Address>

        @inline(__always)
        init(_ range: Range<Address>) { self.range = range }
    }

    /// The strings of the first element in the order of the records, followed by those of each copy.
    var first: [Value] = []
    var copies: [Value] = []
    /// By the index of such a string: whether it differs in any element of the run.
    var differs: [Bool] = []
    /// By the number of the string in the patch: the records' strings that it consists of; empty if the writer adds it.
    var slots: [Range<Int>] = []

    /// Records that were examined.
    var steps = 0

    /// The numbers of the strings that differ.
    var differing: [Int] { slots.indices.filter { slot in slots[slot].contains { differs[$0] } } }

    /// Whether the records differ only in their strings. Records the strings, and which of them differ.
    mutating func haveOneShape(
        _ first: Range<Address>,
        _ other: Range<Address>,
        _ value: inout Int
    ) -> Bool {
        var offset = first.lowerBound
        var position = other.lowerBound
        while offset < first.upperBound, position < other.upperBound {
            steps += 1
            let end = offset + max(Records.size(offset), RecordLayout.textHeader)
            let otherEnd = position + max(Records.size(position), RecordLayout.textHeader)
            let kind = Records.kind(offset)
            guard kind == Records.kind(position) else { return false }
            switch kind {
            case RecordKind.text.rawValue:
                note(
                    (offset + RecordLayout.textHeader)..<end,
                    (position + RecordLayout.textHeader)..<otherEnd,
                    &value
                )
            case RecordKind.element.rawValue:
                guard Records.name(offset) == Records.name(position), Records.facts(offset) == Records.facts(position),
                    haveOneShape(attributes: Records.attributes(offset), Records.attributes(position), &value)
                else { return false }
                let content = Records.attributes(offset).upperBound..<end
                let otherContent = Records.attributes(position).upperBound..<otherEnd
                if Records.hasFixedContent(offset) {
                    guard areEqual(Records.bytes(content), Records.bytes(otherContent)) else { return false }
                } else if !haveOneShape(content, otherContent, &value) {
                    return false
                }
            case RecordKind.raw.rawValue:
                // The element's whole content is written as HTML, and is not a string of the patch.
                guard areEqual(Records.bytes(first), Records.bytes(other)) else { return false }
            default:
                guard areEqual(Records.bytes(offset..<end), Records.bytes(position..<otherEnd)) else { return false }
            }
            offset = end
            position = otherEnd
        }
        return offset >= first.upperBound && position >= other.upperBound
    }

    private mutating func haveOneShape(
        attributes first: Range<Address>,
        _ other: Range<Address>,
        _ value: inout Int
    ) -> Bool {
        var offset = first.lowerBound
        var position = other.lowerBound
        while offset < first.upperBound, position < other.upperBound {
            // Number, kind and size of a custom name: everything except the size of the value.
            guard Records.load32(offset) == Records.load32(position) else { return false }
            let name = offset + RecordLayout.attributeHeader
            let otherName = position + RecordLayout.attributeHeader
            let end = name + Records.load32(offset + RecordLayout.attributeSize)
            let otherEnd = otherName + Records.load32(position + RecordLayout.attributeSize)
            let nameSize = Records.nameSize(offset)
            // The first attribute of a custom element is its tag.
            let fixed = Records.load16(offset) == AttributeName.tag.id ? end - name : nameSize
            if fixed > 0 {
                guard otherName + fixed <= otherEnd,
                    areEqual(Records.bytes(name..<(name + fixed)), Records.bytes(otherName..<(otherName + fixed)))
                else { return false }
            }
            note((name + nameSize)..<end, (otherName + nameSize)..<otherEnd, &value)
            offset = end
            position = otherEnd
        }
        return offset >= first.upperBound && position >= other.upperBound
    }

    @inline(__always)
    private mutating func note(_ first: Range<Address>, _ other: Range<Address>, _ value: inout Int) {
        copies.append(Value(other))
        if value < differs.count, !differs[value], !areEqual(Records.bytes(first), Records.bytes(other)) {
            differs[value] = true
        }
        value += 1
    }
}

extension Records {
    /// Appends the strings of the records that may differ in a copy.
    static func appendValues(_ records: Range<Address>, to values: inout [Run.Value]) {
        var offset = records.lowerBound
        while offset < records.upperBound {
            let end = offset + max(size(offset), RecordLayout.textHeader)
            switch kind(offset) {
            case RecordKind.text.rawValue: values.append(Run.Value((offset + RecordLayout.textHeader)..<end))
            case RecordKind.element.rawValue:
                let attributes = attributes(offset)
                var attribute = attributes.lowerBound
                while attribute < attributes.upperBound {
                    let name = attribute + RecordLayout.attributeHeader
                    let next = name + load32(attribute + RecordLayout.attributeSize)
                    values.append(Run.Value((name + nameSize(attribute))..<next))
                    attribute = next
                }
                if !hasFixedContent(offset) { appendValues(attributes.upperBound..<end, to: &values) }
            default: break
            }
            offset = end
        }
    }

    /// Whether the element's content must be the same in a copy: script and style, which no row has.
    @inline(__always)
    static func hasFixedContent(_ element: Address) -> Bool {
        let name = name(element)
        return ContentKind(name) == .text && name != ElementName.textarea.id
    }
}
