// New siblings that differ in their strings alone, as the rows of a table do, are written once, and then their strings.
//
// Whether two elements have one shape is told by their records, side by side. Which of the records' strings stand where
// in the patch is found once for a run, by its first element.

/// What is known of a run of new elements of one shape.
struct Run {
    /// A string of a record, as offsets in the tape: an attribute's value, a text.
    struct Value {
        var start: UInt32
        var end: UInt32

        @inline(__always)
        init(_ range: Range<Int>) {
            start = UInt32(truncatingIfNeeded: range.lowerBound)
            end = UInt32(truncatingIfNeeded: range.upperBound)
        }

        @inline(__always) var range: Range<Int> { Int(start)..<max(Int(start), Int(end)) }
    }

    /// The strings of the first element, and those of the one at hand, in the order of the records.
    var first: [Value] = []
    var other: [Value] = []
    /// By the place of such a string: whether it is another in any element of the run.
    var differs: [Bool] = []
    /// By the number of the string in the patch: which strings of the records it is made of; none where the writer adds it.
    var slots: [Range<Int>] = []

    /// Records that were looked at.
    var steps = 0

    /// The numbers of the strings that differ.
    var differing: [Int] { slots.indices.filter { slot in slots[slot].contains { differs[$0] } } }

    /// Whether the records there differ in their strings alone; notes which strings differ.
    mutating func haveOneShape(
        _ first: Range<Int>,
        _ other: Range<Int>,
        _ records: Records,
        _ value: inout Int
    ) -> Bool {
        var offset = first.lowerBound
        var position = other.lowerBound
        while offset < first.upperBound, position < other.upperBound {
            steps += 1
            let end = offset + max(records.size(offset), RecordLayout.textHeader)
            let otherEnd = position + max(records.size(position), RecordLayout.textHeader)
            let kind = records.kind(offset)
            guard kind == records.kind(position) else { return false }
            switch kind {
            case RecordKind.text.rawValue:
                note(
                    (offset + RecordLayout.textHeader)..<end,
                    (position + RecordLayout.textHeader)..<otherEnd,
                    records,
                    &value
                )
            case RecordKind.element.rawValue:
                guard records.name(offset) == records.name(position), records.facts(offset) == records.facts(position),
                    haveOneShape(attributes: records.attributes(offset), records.attributes(position), records, &value)
                else { return false }
                let content = records.attributes(offset).upperBound..<end
                let otherContent = records.attributes(position).upperBound..<otherEnd
                if records.hasFixedContent(offset) {
                    guard areEqual(records.bytes(content), records.bytes(otherContent)) else { return false }
                } else if !haveOneShape(content, otherContent, records, &value) {
                    return false
                }
            case RecordKind.raw.rawValue:
                // The element's whole content is written as HTML, and is no string of the patch.
                guard areEqual(records.bytes(first), records.bytes(other)) else { return false }
            default:
                guard areEqual(records.bytes(offset..<end), records.bytes(position..<otherEnd)) else { return false }
            }
            offset = end
            position = otherEnd
        }
        return offset >= first.upperBound && position >= other.upperBound
    }

    private mutating func haveOneShape(
        attributes first: Range<Int>,
        _ other: Range<Int>,
        _ records: Records,
        _ value: inout Int
    ) -> Bool {
        var offset = first.lowerBound
        var position = other.lowerBound
        while offset < first.upperBound, position < other.upperBound {
            // Number, kind and size of a custom name: all but the size of the value.
            guard records.load32(offset) == records.load32(position) else { return false }
            let name = offset + RecordLayout.attributeHeader
            let otherName = position + RecordLayout.attributeHeader
            let end = name + records.load32(offset + RecordLayout.attributeSize)
            let otherEnd = otherName + records.load32(position + RecordLayout.attributeSize)
            let nameSize = records.nameSize(offset)
            // Of a custom element the tag is its first attribute.
            let fixed = records.load16(offset) == AttributeName.tag.id ? end - name : nameSize
            if fixed > 0 {
                guard otherName + fixed <= otherEnd,
                    areEqual(records.bytes(name..<(name + fixed)), records.bytes(otherName..<(otherName + fixed)))
                else { return false }
            }
            note((name + nameSize)..<end, (otherName + nameSize)..<otherEnd, records, &value)
            offset = end
            position = otherEnd
        }
        return offset >= first.upperBound && position >= other.upperBound
    }

    @inline(__always)
    private mutating func note(_ first: Range<Int>, _ other: Range<Int>, _ records: Records, _ value: inout Int) {
        if value < differs.count, !differs[value], !areEqual(records.bytes(first), records.bytes(other)) {
            differs[value] = true
        }
        value += 1
    }
}

extension Records {
    /// Appends the strings of the records there that may differ in a copy.
    func appendValues(_ records: Range<Int>, to values: inout [Run.Value]) {
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

    /// Whether the content of the element there must be the same in a copy: script and style, which no row has.
    @inline(__always)
    func hasFixedContent(_ element: Int) -> Bool {
        let name = name(element)
        return ContentKind(name) == .text && name != ElementName.textarea.id
    }
}
