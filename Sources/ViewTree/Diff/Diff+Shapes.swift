// New siblings that differ in their strings alone, as the rows of a table do, are written once, and then their strings.

/// A part of an element's shape, or a string in it.
struct ShapePart {
    enum Kind: UInt8 {
        /// An element begins; the parts up to its end are its own.
        case element
        /// It ends.
        case end
        /// An attribute with its value, which may be another in a copy.
        case value
        /// An attribute without value.
        case flag
        /// A text, which may be another in a copy.
        case text
        /// A text in several records, or one whose line ends are to be mended.
        case longText
        /// What must be the same in a copy: the name of a custom element or attribute, a comment, raw markup.
        case fixed
    }

    var kind: Kind
    var isInTape = true
    /// The number of the element's or attribute's name.
    var name: UInt16
    var bytes: UnsafeRawBufferPointer

    /// Whether it is a string that may be another in a copy.
    var isSlot: Bool { kind == .value || kind == .text || kind == .longText }

    @inline(__always)
    func hasShape(of other: ShapePart) -> Bool {
        kind == other.kind && name == other.name && (kind != .fixed || areEqual(bytes, other.bytes))
    }
}

/// The shapes that are compared: the first of a run, and the one at hand.
struct ShapeScratch {
    var first: [ShapePart] = []
    var other: [ShapePart] = []
    /// By the number of the slot: whether its string is another in any copy.
    var differs: [Bool] = []
}

extension Diff {
    /// How many new elements from that place on have one shape.
    mutating func lengthOfRun(at position: Int, isInForm: Bool) -> Int {
        let node = lists.news[position]
        guard isNewElement(at: position + 1, named: new.name(node.start)) else { return 1 }
        shapes.first.removeAll(keepingCapacity: true)
        shapes.differs.removeAll(keepingCapacity: true)
        var parts = shapes.first
        shapes.first = []
        appendShape(node, isInForm: isInForm, to: &parts)
        for part in parts where part.isSlot { shapes.differs.append(false) }
        shapes.first = parts
        guard !shapes.differs.isEmpty else { return 1 }
        var length = 1
        while isNewElement(at: position + length, named: new.name(node.start)) {
            readOther(at: position + length, isInForm: isInForm)
            guard hasOneShape() else { break }
            length += 1
        }
        // The number of the copies is told by that of their strings.
        if length > 1, !shapes.differs.contains(true) { shapes.differs[0] = true }
        return length
    }

    private func isNewElement(at position: Int, named name: UInt16) -> Bool {
        position < lists.newMiddle && lists.matches[position] < 0 && new.isElement(lists.news[position])
            && new.name(lists.news[position].start) == name
    }

    private mutating func readOther(at position: Int, isInForm: Bool) {
        var parts = shapes.other
        shapes.other = []
        parts.removeAll(keepingCapacity: true)
        appendShape(lists.news[position], isInForm: isInForm, to: &parts)
        shapes.other = parts
    }

    /// Whether the one at hand has the shape of the first; notes which strings differ.
    private mutating func hasOneShape() -> Bool {
        steps += shapes.other.count
        guard shapes.first.count == shapes.other.count else { return false }
        for index in shapes.first.indices where !shapes.first[index].hasShape(of: shapes.other[index]) { return false }
        var slot = 0
        for index in shapes.first.indices where shapes.first[index].isSlot {
            if !shapes.differs[slot], !areEqual(shapes.first[index].bytes, shapes.other[index].bytes) {
                shapes.differs[slot] = true
            }
            slot += 1
        }
        return true
    }

    /// Writes the run that ``lengthOfRun(at:isInForm:)`` found.
    mutating func writeRun(at position: Int, _ length: Int, isInForm: Bool) {
        out.put("{\"t\":")
        writeSpec(lists.news[position], isInForm: isInForm)
        out.put(",\"s\":[")
        var isFirst = true
        for (slot, differs) in shapes.differs.enumerated() where differs {
            if !isFirst { out.put(UInt8(ascii: ",")) }
            isFirst = false
            out.put(decimal: slot)
        }
        out.put("],\"v\":[")
        isFirst = true
        for copy in (position + 1)..<(position + length) {
            readOther(at: copy, isInForm: isInForm)
            var slot = 0
            for index in shapes.other.indices where shapes.other[index].isSlot {
                defer { slot += 1 }
                guard shapes.differs[slot] else { continue }
                if !isFirst { out.put(UInt8(ascii: ",")) }
                isFirst = false
                write(shapes.other[index])
            }
        }
        out.put("]}")
    }

    private mutating func write(_ part: ShapePart) {
        guard part.kind == .longText else { return writeString(part.bytes, isInTape: part.isInTape) }
        let start = part.bytes.baseAddress.map { $0 - new.base } ?? 0
        out.put(jsonString: text(new, start..<(start + part.bytes.count), isRawText: part.name == 1))
    }

    /// Appends the parts of an element in the order in which a patch numbers its strings.
    private mutating func appendShape(_ node: Node, isInForm: Bool, to parts: inout [ShapePart]) {
        let name = new.name(node.start)
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        parts.append(ShapePart(kind: .element, name: name, bytes: nothing))
        if name == ElementName.custom.id, let tag = new.value(of: .tag, in: new.attributes(node.start)) {
            parts.append(ShapePart(kind: .fixed, name: 0, bytes: new.bytes(tag)))
        }
        for attribute in WrittenAttributes(newTape, new, node.start, isInForm: isInForm) {
            if attribute.nameSize > 0 {
                parts.append(ShapePart(kind: .fixed, name: attribute.id, bytes: attribute.customName))
            }
            parts.append(
                ShapePart(
                    kind: attribute.isFlag ? .flag : .value,
                    isInTape: attribute.isInTape,
                    name: attribute.id,
                    bytes: attribute.value
                )
            )
        }
        let content = content(new, node)
        if !content.isEmpty { appendShape(of: content, in: name, isInForm: isInForm, to: &parts) }
        parts.append(ShapePart(kind: .end, name: 0, bytes: nothing))
    }

    private mutating func appendShape(
        of content: Range<Int>,
        in name: UInt16,
        isInForm: Bool,
        to parts: inout [ShapePart]
    ) {
        switch ContentKind(name) {
        case .none: return
        case .text:
            let isRawText = name != ElementName.textarea.id
            if text(new, content, isRawText: isRawText).isEmpty { return }
            parts.append(ShapePart(kind: .longText, name: isRawText ? 1 : 0, bytes: new.bytes(content)))
            return
        case .nodes: break
        }
        let isInForm = isInForm || name == ElementName.form.id
        let start = parts.count
        var cursor = ChildCursor(new, content)
        while let child = cursor.next() {
            let payload =
                (child.start + RecordLayout.textHeader)..<max(child.start + RecordLayout.textHeader, child.end)
            switch new.kind(child.start) {
            case RecordKind.element.rawValue: appendShape(child, isInForm: isInForm, to: &parts)
            case RecordKind.comment.rawValue: parts.append(ShapePart(kind: .fixed, name: 1, bytes: new.bytes(payload)))
            case RecordKind.text.rawValue where new.size(child.start) == child.size:
                parts.append(ShapePart(kind: .text, name: 0, bytes: new.bytes(payload)))
            case RecordKind.text.rawValue:
                parts.append(ShapePart(kind: .longText, name: 0, bytes: new.bytes(child.range)))
            default:
                parts.removeLast(parts.count - start)
                parts.append(ShapePart(kind: .fixed, name: 2, bytes: new.bytes(content)))
                return
            }
        }
    }
}
