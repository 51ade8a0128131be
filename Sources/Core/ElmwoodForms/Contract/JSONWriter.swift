/// Writes JSON (RFC 8259), byte by byte, with no spaces.
///
/// ```swift
/// var json = JSONWriter()
/// json.object { json in json.member("title", "Counter") }
/// ```
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []
    /// Whether the next value needs a comma, since it follows another one in the same object or list.
    private var needsComma = false

    /// - Parameter capacity: how many bytes are expected.
    package init(capacity: Int = 256) { bytes.reserveCapacity(capacity) }

    private mutating func begin() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    package mutating func object(_ members: (inout Self) -> Void) {
        nest(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
    }

    package mutating func list<Element>(_ elements: [Element], _ write: (inout Self, Element) -> Void) {
        nest(UInt8(ascii: "["), UInt8(ascii: "]")) { json in for element in elements { write(&json, element) } }
    }

    package mutating func list(_ elements: (inout Self) -> Void) {
        nest(UInt8(ascii: "["), UInt8(ascii: "]"), elements)
    }

    private mutating func nest(_ open: UInt8, _ close: UInt8, _ body: (inout Self) -> Void) {
        begin()
        bytes.append(open)
        needsComma = false
        body(&self)
        bytes.append(close)
        needsComma = true
    }

    package mutating func key(_ name: StaticString) {
        text(name.description)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func member(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        key(name)
        text(value)
    }

    /// Writes a member only if it is true.
    package mutating func member(_ name: StaticString, _ value: Bool) {
        guard value else { return }
        key(name)
        begin()
        bytes.append(contentsOf: "true".utf8)
    }

    package mutating func number(_ number: UInt64) {
        begin()
        bytes.append(contentsOf: String(number).utf8)
    }

    /// Writes the text, or null for nil.
    package mutating func text(orNull text: String?) {
        guard let text else {
            begin()
            bytes.append(contentsOf: "null".utf8)
            return
        }
        self.text(text)
    }

    /// Writes bytes that are JSON already.
    package mutating func raw(_ json: [UInt8]) {
        begin()
        bytes.append(contentsOf: json)
    }

    package mutating func text(_ text: String) { self.text(utf8: text.utf8.span) }

    /// Writes a text that is given as UTF-8.
    package mutating func text(utf8 text: Span<UInt8>) {
        begin()
        bytes.append(UInt8(ascii: "\""))
        // What needs no escape is copied as a whole.
        var start = 0
        for index in text.indices where Self.isEscaped(text[index]) {
            append(text.extracting(start..<index))
            append(escaped: text[index])
            start = index + 1
        }
        append(text.extracting(start...))
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(_ text: Span<UInt8>) {
        text.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func append(escaped byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
        case 0..<0x20:
            let digits = String(byte, radix: 16)
            bytes.append(contentsOf: "\\u00\(digits.utf8.count == 1 ? "0" : "")\(digits)".utf8)
        default: bytes += [UInt8(ascii: "\\"), byte]
        }
    }
}
