import CElmwoodViewTree

/// The address of a record, or of a part of one.
typealias Address = UnsafeRawPointer

/// Reads records by their addresses, without reference counting, for callers that skip most of them. The caller keeps the memory
/// alive.
///
/// The size of a record is checked against its container (``ChildCursor``); its parts lie within it by construction.
enum Records {
    @inline(__always)
    static func kind(_ record: Address) -> UInt8 { record.load(as: UInt8.self) }

    @inline(__always)
    static func load16(_ address: Address) -> UInt16 { address.loadUnaligned(as: UInt16.self) }

    @inline(__always)
    static func load32(_ address: Address) -> Int { Int(address.loadUnaligned(as: UInt32.self)) }

    @inline(__always)
    static func size(_ record: Address) -> Int { load32(record + RecordLayout.size) }

    /// Returns the number of the element's name.
    @inline(__always)
    static func name(_ element: Address) -> UInt16 { load16(element + RecordLayout.name) }

    @inline(__always)
    static func facts(_ element: Address) -> Facts { Facts(rawValue: load16(element + RecordLayout.facts)) }

    /// Returns the size of the attribute's custom name, which precedes its value.
    @inline(__always)
    static func nameSize(_ attribute: Address) -> Int { Int(kind(attribute + RecordLayout.attributeNameSize)) }

    /// Returns the range of the element's attributes.
    @inline(__always)
    static func attributes(_ element: Address) -> Range<Address> {
        let start = element + RecordLayout.elementHeader
        return start..<(start + load32(element + RecordLayout.attributesSize))
    }

    /// Returns the range of the element's content.
    @inline(__always)
    static func content(_ element: Address) -> Range<Address> {
        let start = attributes(element).upperBound
        return start..<max(start, element + size(element))
    }

    @inline(__always)
    static func isElement(_ node: Node) -> Bool { kind(node.start) == RecordKind.element.rawValue }

    /// Returns the bytes of a range; 8 more are readable.
    @inline(__always)
    static func bytes(_ range: Range<Address>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: range.lowerBound, count: range.upperBound - range.lowerBound)
    }

    /// Returns the bytes of a range as a text.
    static func string(_ range: Range<Address>) -> String { String(decoding: bytes(range), as: UTF8.self) }

    /// Returns the range of the element's key, or nil if it has none.
    @inline(__always)
    static func key(_ element: Address) -> Range<Address>? {
        guard facts(element).contains(.key) else { return nil }
        let attributes = attributes(element)
        // In most cases the key comes first.
        let first = attributes.lowerBound
        if !attributes.isEmpty, load16(first) == AttributeName.key.id {
            let value = first + RecordLayout.attributeHeader
            return value..<(value + load32(first + RecordLayout.attributeSize))
        }
        return value(of: .key, in: attributes)
    }

    /// Whether the children of the element belong to a script: a patch leaves them as they are.
    @inline(__always)
    static func isOpaque(_ element: Address) -> Bool {
        facts(element).contains(.opaque) && value(of: .opaque, in: attributes(element)) != nil
    }

    /// Returns the range of an attribute's value, or nil if there is no such attribute.
    static func value(of name: AttributeName, in attributes: Range<Address>) -> Range<Address>? {
        var offset = attributes.lowerBound
        while offset < attributes.upperBound {
            let value = offset + RecordLayout.attributeHeader
            let end = value + load32(offset + RecordLayout.attributeSize)
            if load16(offset) == name.id { return value..<end }
            offset = end
        }
        return nil
    }

    /// Returns the element in a lazy part's memory that the reference leads to.
    @inline(__always)
    static func element(ofPart reference: Address) -> Address {
        // It is not null: only the arena makes such a record, and writes an address that it has allocated.
        reference.loadUnaligned(fromByteOffset: RecordLayout.partElement, as: Address.self)
    }

    /// Returns the element as a node; a reference to a lazy part is resolved.
    @inline(__always)
    static func node(_ record: Address, size: Int) -> Node {
        guard kind(record) == RecordLayout.partKind else { return Node(record, record + size) }
        let element = element(ofPart: record)
        return Node(element, element + Records.size(element))
    }

    /// Returns the child if the content is one record.
    @inline(__always)
    static func onlyChild(_ content: Range<Address>) -> Node? {
        let size = content.upperBound - content.lowerBound
        guard size >= RecordLayout.textHeader, self.size(content.lowerBound) == size,
            kind(content.lowerBound) != RecordKind.nothing.rawValue
        else { return nil }
        return node(content.lowerBound, size: size)
    }

    /// Returns all text in the records, including that of elements, and optionally the raw markup.
    static func text(of records: Range<Address>, withMarkup: Bool = false) -> String {
        var text: [UInt8] = []
        appendText(of: records, withMarkup: withMarkup, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the text of the records. The recursion is as deep as the view, which is bounded.
    private static func appendText(of records: Range<Address>, withMarkup: Bool, to text: inout [UInt8]) {
        var cursor = ChildCursor(records)
        while let node = cursor.next() {
            switch kind(node.start) {
            case RecordKind.text.rawValue: forEachText(in: node.range) { text += $0 }
            case RecordKind.raw.rawValue: if withMarkup { forEachText(in: node.range) { text += $0 } }
            case RecordKind.element.rawValue: appendText(of: content(node.start), withMarkup: false, to: &text)
            default: break
            }
        }
    }

    /// Returns the text of a text node's records, and of raw markup if it is read as text.
    static func text(_ range: Range<Address>) -> [UInt8] {
        var text: [UInt8] = []
        forEachText(in: range) { text += $0 }
        return text
    }

    /// Calls the function for each text of the records, in order.
    @inline(__always)
    static func forEachText(in range: Range<Address>, _ body: (UnsafeRawBufferPointer) -> Void) {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let end = offset + max(size(offset), RecordLayout.textHeader)
            if kind(offset) == RecordKind.text.rawValue || kind(offset) == RecordKind.raw.rawValue {
                body(bytes((offset + RecordLayout.textHeader)..<end))
            }
            offset = end
        }
    }
}

/// A child of an element, as in the DOM: an element, a comment, or all adjacent texts.
struct Node {
    let start: Address
    let end: Address

    @inline(__always)
    init(_ start: Address, _ end: Address) {
        self.start = start
        self.end = end
    }

    @inline(__always) var size: Int { end - start }
    @inline(__always) var range: Range<Address> { start..<max(start, end) }
}

/// Walks the children of an element. Records of kind *nothing* are skipped, also between two texts.
struct ChildCursor {
    private(set) var offset: Address
    private let end: Address

    @inline(__always)
    init(_ range: Range<Address>) {
        offset = range.lowerBound
        end = range.upperBound
    }

    /// Returns the next child, or nil at the end.
    @inline(__always)
    mutating func next() -> Node? {
        while offset < end {
            let start = offset
            let size = Records.size(start)
            guard size >= RecordLayout.textHeader, size <= end - start else { break }
            offset = start + size
            switch Records.kind(start) {
            case RecordKind.nothing.rawValue: continue
            case RecordKind.text.rawValue: return Node(start, textEnd())
            default: return Records.node(start, size: size)
            }
        }
        offset = end
        return nil
    }

    /// Skips the next child if it is the same lazy part's in both lists.
    @inline(__always)
    mutating func passSharedPart(_ other: inout ChildCursor) -> Bool {
        guard end - offset >= RecordLayout.part, other.end - other.offset >= RecordLayout.part,
            Records.kind(offset) == RecordLayout.partKind, Records.kind(other.offset) == RecordLayout.partKind,
            Records.element(ofPart: offset) == Records.element(ofPart: other.offset)
        else { return false }
        offset += RecordLayout.part
        other.offset += RecordLayout.part
        return true
    }

    /// Skips the texts that follow, and returns the end of the last one.
    private mutating func textEnd() -> Address {
        var textEnd = offset
        while offset < end {
            let kind = Records.kind(offset)
            guard kind == RecordKind.text.rawValue || kind == RecordKind.nothing.rawValue else { break }
            let size = Records.size(offset)
            guard size >= RecordLayout.textHeader, size <= end - offset else { break }
            offset += size
            if kind == RecordKind.text.rawValue { textEnd = offset }
        }
        return textEnd
    }
}

/// Whether both have the same bytes. In most cases their sizes decide.
@inline(__always)
func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard left.count == right.count else { return false }
    guard let first = left.baseAddress, let second = right.baseAddress else { return true }
    return elmwood_are_equal(first, second, left.count)
}
