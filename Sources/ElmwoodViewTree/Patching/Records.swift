import CElmwoodViewTree

/// Where a record, or a part of one, is in memory.
typealias Address = UnsafeRawPointer

/// Reads records where most are only passed over: an address with no reference count. The caller that has one
/// keeps the memory alive.
///
/// The size of a record is checked against what it stands in (``ChildCursor``); its parts lie within it by construction.
enum Records {
    @inline(__always)
    static func kind(_ record: Address) -> UInt8 { record.load(as: UInt8.self) }

    @inline(__always)
    static func load16(_ address: Address) -> UInt16 { address.loadUnaligned(as: UInt16.self) }

    @inline(__always)
    static func load32(_ address: Address) -> Int { Int(address.loadUnaligned(as: UInt32.self)) }

    @inline(__always)
    static func size(_ record: Address) -> Int { load32(record + RecordLayout.size) }

    /// The number of the name of the element there.
    @inline(__always)
    static func name(_ element: Address) -> UInt16 { load16(element + RecordLayout.name) }

    @inline(__always)
    static func facts(_ element: Address) -> Facts { Facts(rawValue: load16(element + RecordLayout.facts)) }

    /// The size of the custom name of the attribute there, which stands in front of its value.
    @inline(__always)
    static func nameSize(_ attribute: Address) -> Int { Int(kind(attribute + RecordLayout.attributeNameSize)) }

    /// Where the attributes of the element there are.
    @inline(__always)
    static func attributes(_ element: Address) -> Range<Address> {
        let start = element + RecordLayout.elementHeader
        return start..<(start + load32(element + RecordLayout.attributesSize))
    }

    /// Where the content of the element there is.
    @inline(__always)
    static func content(_ element: Address) -> Range<Address> {
        let start = attributes(element).upperBound
        return start..<max(start, element + size(element))
    }

    @inline(__always)
    static func isElement(_ node: Node) -> Bool { kind(node.start) == RecordKind.element.rawValue }

    /// The bytes of a range; readable for 8 more.
    @inline(__always)
    static func bytes(_ range: Range<Address>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: range.lowerBound, count: range.upperBound - range.lowerBound)
    }

    /// The bytes of a range as a text.
    static func string(_ range: Range<Address>) -> String { String(decoding: bytes(range), as: UTF8.self) }

    /// Where the key of the element there is, or nil where it has none.
    @inline(__always)
    static func key(_ element: Address) -> Range<Address>? {
        guard facts(element).contains(.key) else { return nil }
        let attributes = attributes(element)
        // Most often the key comes first.
        let first = attributes.lowerBound
        if !attributes.isEmpty, load16(first) == AttributeName.key.id {
            let value = first + RecordLayout.attributeHeader
            return value..<(value + load32(first + RecordLayout.attributeSize))
        }
        return value(of: .key, in: attributes)
    }

    /// Where the value of an attribute is, or nil where it is not among those.
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

    /// The element that stands in memory of its own, where a lazy part has put it.
    @inline(__always)
    static func element(ofPart reference: Address) -> Address {
        // Not null: nobody but the arena makes such a record, and it writes there what it has allocated.
        reference.loadUnaligned(fromByteOffset: RecordLayout.partElement, as: Address.self)
    }

    /// The element there as a node, also where a lazy part has it.
    @inline(__always)
    static func node(_ record: Address, size: Int) -> Node {
        guard kind(record) == RecordLayout.partKind else { return Node(record, record + size) }
        let element = element(ofPart: record)
        return Node(element, element + Records.size(element))
    }

    /// All the text in the records there, that of elements included, and the markup among them if it is wanted.
    static func text(of records: Range<Address>, withMarkup: Bool = false) -> String {
        var text: [UInt8] = []
        appendText(of: records, withMarkup: withMarkup, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// The recursion is as deep as the view, which is bounded.
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

    /// The text of a text node whose records are there, and of raw markup where that is read as text.
    static func text(_ range: Range<Address>) -> [UInt8] {
        var text: [UInt8] = []
        forEachText(in: range) { text += $0 }
        return text
    }

    /// The texts of the records there, one after the other.
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

/// A child of an element, as a browser has it: an element, a comment, or all the texts that follow each other.
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

/// Goes from one child to the next. What is *nothing* is passed over, also between two texts.
struct ChildCursor {
    private(set) var offset: Address
    private let end: Address

    @inline(__always)
    init(_ range: Range<Address>) {
        offset = range.lowerBound
        end = range.upperBound
    }

    /// The next child, or nil at the end.
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

    /// Goes behind the next child where it is the same lazy part's for both.
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

    /// The next record, whatever it is, or nil at the end.
    @inline(__always)
    mutating func nextRecord() -> Node? {
        guard offset < end else { return nil }
        let start = offset
        let size = Records.size(start)
        guard size >= RecordLayout.textHeader, size <= end - start else { return nil }
        offset = start + size
        return Records.node(start, size: size)
    }

    /// Goes behind the texts that follow; returns where the last of them ends.
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

/// Whether both are the same bytes: most often their sizes tell.
@inline(__always)
func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard left.count == right.count else { return false }
    guard let first = left.baseAddress, let second = right.baseAddress else { return true }
    return elmwood_are_equal(first, second, left.count)
}
