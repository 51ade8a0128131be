import CViewTree

/// The records of a tape for the diff, which looks at most of them only to find that they are equal: an address with no
/// reference count. Whoever makes one keeps the tape alive.
///
/// The size of a record is checked against what it stands in (``ChildCursor``); its parts lie within it by construction.
struct Records {
    let base: UnsafeRawPointer

    @inline(__always)
    func kind(_ offset: Int) -> UInt8 { base.load(fromByteOffset: offset, as: UInt8.self) }

    @inline(__always)
    func load16(_ offset: Int) -> UInt16 { base.loadUnaligned(fromByteOffset: offset, as: UInt16.self) }

    @inline(__always)
    func load32(_ offset: Int) -> Int { Int(base.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }

    @inline(__always)
    func size(_ offset: Int) -> Int { load32(offset + RecordLayout.size) }

    /// The number of the name of the element there.
    @inline(__always)
    func name(_ offset: Int) -> UInt16 { load16(offset + RecordLayout.name) }

    @inline(__always)
    func facts(_ offset: Int) -> Facts { Facts(rawValue: load16(offset + RecordLayout.facts)) }

    /// The size of the custom name of the attribute there, which stands in front of its value.
    @inline(__always)
    func nameSize(_ offset: Int) -> Int { Int(kind(offset + RecordLayout.attributeNameSize)) }

    /// Where the attributes of the element there are.
    @inline(__always)
    func attributes(_ offset: Int) -> Range<Int> {
        let start = offset + RecordLayout.elementHeader
        return start..<(start + load32(offset + RecordLayout.attributesSize))
    }

    @inline(__always)
    func isElement(_ node: Node) -> Bool { kind(node.start) == RecordKind.element.rawValue }

    /// The bytes of a range; readable for 8 more.
    @inline(__always)
    func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
    }

    /// Where the key of the element there is, or nil where it has none.
    @inline(__always)
    func key(_ offset: Int) -> Range<Int>? {
        guard facts(offset).contains(.key) else { return nil }
        return value(of: .key, in: attributes(offset))
    }

    /// Where the value of an attribute is, or nil where it is not among those.
    func value(of name: AttributeName, in attributes: Range<Int>) -> Range<Int>? {
        var offset = attributes.lowerBound
        while offset < attributes.upperBound {
            let value = offset + RecordLayout.attributeHeader
            let end = value + load32(offset + RecordLayout.attributeSize)
            if load16(offset) == name.id { return value..<end }
            offset = end
        }
        return nil
    }

    /// The text of a text node whose records are there, and of raw markup where that is read as text.
    func text(_ range: Range<Int>) -> [UInt8] {
        var text: [UInt8] = []
        forEachText(in: range) { text += $0 }
        return text
    }

    /// The texts of the records there, one after the other.
    @inline(__always)
    func forEachText(in range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Void) {
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
    private var first: UInt32
    private var last: UInt32

    @inline(__always)
    init(_ start: Int, _ end: Int) {
        first = UInt32(truncatingIfNeeded: start)
        last = UInt32(truncatingIfNeeded: end)
    }

    @inline(__always) var start: Int { Int(first) }
    @inline(__always) var end: Int { Int(last) }
    @inline(__always) var size: Int { Int(last) - Int(first) }
    @inline(__always) var range: Range<Int> { start..<max(start, end) }
}

/// Goes from one child to the next. What is *nothing* is passed over, also between two texts.
struct ChildCursor {
    let records: Records
    private(set) var offset: Int
    private let end: Int

    @inline(__always)
    init(_ records: Records, _ range: Range<Int>) {
        self.records = records
        offset = range.lowerBound
        end = range.upperBound
    }

    /// The next child, or nil at the end.
    @inline(__always)
    mutating func next() -> Node? {
        while offset < end {
            let start = offset
            let size = records.size(start)
            guard size >= RecordLayout.textHeader, size <= end - start else { break }
            offset = start + size
            switch records.kind(start) {
            case RecordKind.nothing.rawValue: continue
            case RecordKind.text.rawValue: return Node(start, textEnd())
            default: return Node(start, offset)
            }
        }
        offset = end
        return nil
    }

    /// The next record, whatever it is, or nil at the end.
    @inline(__always)
    mutating func nextRecord() -> Node? {
        guard offset < end else { return nil }
        let start = offset
        let size = records.size(start)
        guard size >= RecordLayout.textHeader, size <= end - start else { return nil }
        offset = start + size
        return Node(start, offset)
    }

    /// Goes behind the texts that follow; answers with where the last of them ends.
    private mutating func textEnd() -> Int {
        var textEnd = offset
        while offset < end {
            let kind = records.kind(offset)
            guard kind == RecordKind.text.rawValue || kind == RecordKind.nothing.rawValue else { break }
            let size = records.size(offset)
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
