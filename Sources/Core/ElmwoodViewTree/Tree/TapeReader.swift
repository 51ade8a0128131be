/// Reads adjacent records, in document order.
///
/// Adjacent texts are one text, as for the HTML parser.
///
/// ```swift
/// for node in rendering.records where node.kind == .element {
///     print(node.name.text, node.attributes.count, node.children.count)
/// }
/// ```
package struct TapeReader: Sequence, IteratorProtocol, Sendable {
    let memory: RecordMemory
    var range: Range<Int>

    /// Returns the next record, or nil at the end.
    package mutating func next() -> TapeNode? {
        while range.lowerBound < range.upperBound {
            let start = range.lowerBound
            let kind = RecordKind(rawValue: memory.load8(start)) ?? .nothing
            var end = start + memory.load32(start + RecordLayout.size)
            guard end > start, end <= range.upperBound else { break }
            if kind == .text {
                while end < range.upperBound, memory.load8(end) == RecordKind.text.rawValue {
                    let size = memory.load32(end + RecordLayout.size)
                    guard size > 0, end + size <= range.upperBound else { break }
                    end += size
                }
            }
            range = end..<range.upperBound
            if memory.load8(start) == RecordLayout.partKind {
                guard let (memory, element) = memory.element(ofPart: start) else { break }
                return TapeNode(memory: memory, kind: .element, range: element)
            }
            if kind != .nothing { return TapeNode(memory: memory, kind: kind, range: start..<end) }
        }
        return nil
    }
}

/// One node of the view: an element, a text, markup or a comment.
package struct TapeNode: Sendable {
    let memory: RecordMemory
    /// The kind of the node.
    package let kind: RecordKind
    /// The range of its bytes in the memory; for a text, all the records that make it up.
    let range: Range<Int>

    /// The element's name; ``ElementName/custom`` if its name is ``tag``, and for other nodes.
    package var name: ElementName {
        kind == .element ? ElementName(id: memory.load16(range.lowerBound + RecordLayout.name)) : .custom
    }

    /// The element's name as HTML; empty for other nodes.
    package var tag: String {
        guard kind == .element else { return "" }
        let name = name
        return name == .custom ? attribute(.tag)?.text ?? "" : name.text.description
    }

    /// What it contains somewhere, itself included.
    package var facts: Facts {
        kind == .element ? Facts(rawValue: memory.load16(range.lowerBound + RecordLayout.facts)) : []
    }

    /// The attributes and events of an element, in the order in which they are written.
    package var attributes: TapeAttributes {
        guard kind == .element else { return TapeAttributes(memory: memory, range: 0..<0) }
        let start = range.lowerBound + RecordLayout.elementHeader
        return TapeAttributes(memory: memory, range: start..<max(start, min(contentStart, range.upperBound)))
    }

    /// The content of the element.
    package var children: TapeReader {
        guard kind == .element else { return TapeReader(memory: memory, range: 0..<0) }
        return TapeReader(memory: memory, range: min(contentStart, range.upperBound)..<range.upperBound)
    }

    private var contentStart: Int {
        range.lowerBound + RecordLayout.elementHeader + memory.load32(range.lowerBound + RecordLayout.attributesSize)
    }

    /// The text, the markup or the comment; of an element, all the text in it.
    package var text: String {
        switch kind {
        case .nothing: return ""
        case .raw, .comment: return memory.string((range.lowerBound + RecordLayout.textHeader)..<range.upperBound)
        case .element:
            var text = ""
            for child in children where child.kind == .element || child.kind == .text { text += child.text }
            return text
        case .text:
            var text = ""
            var start = range.lowerBound
            while start < range.upperBound {
                let end = start + Swift.max(memory.load32(start + RecordLayout.size), RecordLayout.textHeader)
                text += memory.string((start + RecordLayout.textHeader)..<Swift.min(end, range.upperBound))
                start = end
            }
            return text
        }
    }

    /// Returns the attribute or event of that name, or nil.
    package func attribute(_ name: AttributeName) -> TapeAttribute? {
        attributes.first { $0.name == name }
    }

    /// Whether the element has an attribute or event of that name.
    package func has(_ name: AttributeName) -> Bool { attribute(name) != nil }

    /// The element's key among its siblings, or nil.
    package var key: String? { attribute(.key)?.text }
}

/// The attributes and events of an element.
package struct TapeAttributes: Sequence, IteratorProtocol, Sendable {
    let memory: RecordMemory
    var range: Range<Int>

    /// Returns the next one, or nil at the end.
    package mutating func next() -> TapeAttribute? {
        let start = range.lowerBound
        guard start <= range.upperBound - RecordLayout.attributeHeader else { return nil }
        let end = start + RecordLayout.attributeHeader + memory.load32(start + RecordLayout.attributeSize)
        guard end <= range.upperBound else { return nil }
        range = end..<range.upperBound
        return TapeAttribute(memory: memory, range: start..<end)
    }
}

/// An attribute or an event of an element.
package struct TapeAttribute: Sendable {
    let memory: RecordMemory
    let range: Range<Int>

    /// Its name; ``AttributeName/custom`` if its name is ``label``.
    package var name: AttributeName { AttributeName(id: memory.load16(range.lowerBound)) }

    /// The number of its name: for comparing with many names, without a lookup in a table.
    package var nameID: UInt16 { memory.load16(range.lowerBound) }

    /// Its kind: a value, a name only, a message, or a handler.
    package var kind: AttributeValue.Kind {
        AttributeValue.Kind(rawValue: memory.load8(range.lowerBound + RecordLayout.attributeKind)) ?? .none
    }

    /// The name as HTML; for an event, the event's name.
    package var label: String {
        let name = name
        return name == .custom ? memory.string(valueStart..<textStart) : name.text.description
    }

    /// The value; for an event that offers a message, the message's text; empty for a name only and for a handler.
    package var text: String { memory.string(textRange) }

    /// The range of the value's bytes.
    var textRange: Range<Int> { textStart..<range.upperBound }

    /// The handler that makes a message from the input; nil for an event that offers a message, and for attributes.
    package var handler: Handler? { kind == .handler ? memory.handler(at: range.lowerBound) : nil }

    private var valueStart: Int { range.lowerBound + RecordLayout.attributeHeader }

    private var textStart: Int {
        let start = valueStart + Int(memory.load8(range.lowerBound + RecordLayout.attributeNameSize))
        return Swift.min(start, range.upperBound)
    }
}
