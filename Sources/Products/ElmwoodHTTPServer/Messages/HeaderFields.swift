import Glibc

/// A request's header fields (RFC 9110 §5), in the order in which they came.
///
/// They are one array of bytes, and a `String` is made only of a field that is read. Names are compared without regard to case.
///
/// ```swift
/// let language = request.headers["accept-language"]
/// ```
public struct HeaderFields: Sendable {
    /// The packed fields. Each consists of two lengths of 16 bits (name, value; low byte first), the name in lower case, and the
    /// value. Bytes before `start` are not part of them.
    private let packed: [UInt8]
    private let start: Int

    /// Creates header fields from bytes in which they are packed from `start` on.
    init(packed: [UInt8], from start: Int) {
        self.packed = packed
        self.start = start
    }

    /// Creates header fields for a request that is not received over the network. Fields longer than 65,535 bytes are left out.
    public init(_ fields: KeyValuePairs<String, String> = [:]) {
        var packed: [UInt8] = []
        for (name, value) in fields {
            Self.append(name: name, value: value, to: &packed)
        }
        self.init(packed: packed, from: 0)
    }

    /// The value of the first field of a name.
    public subscript(_ name: String) -> String? {
        bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the bytes of the value of the first field of a name.
    public func bytes(of name: String) -> ArraySlice<UInt8>? {
        var position = start
        return nextValue(of: name.utf8.span, from: &position).map { packed[$0] }
    }

    /// Returns the values of all fields of a name, in order.
    public func values(of name: String) -> [String] {
        allBytes(of: name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the bytes of the values of all fields of a name, in order.
    public func allBytes(of name: String) -> [ArraySlice<UInt8>] {
        var values: [ArraySlice<UInt8>] = []
        var position = start
        while let value = nextValue(of: name.utf8.span, from: &position) { values.append(packed[value]) }
        return values
    }

    /// Returns the bytes of the values of all fields of a name as one, with that separator between them; nil if there is none.
    public func joinedBytes(of name: String, by separator: String) -> ArraySlice<UInt8>? {
        var position = start
        guard let first = nextValue(of: name.utf8.span, from: &position) else { return nil }
        // There is usually one, which is not copied.
        var joined = packed[first]
        while let next = nextValue(of: name.utf8.span, from: &position) {
            joined += Array(separator.utf8) + packed[next]
        }
        return joined
    }

    /// Whether there is a field of a name.
    public func contains(_ name: String) -> Bool { bytes(of: name) != nil }

    /// All fields, with their names in lower case.
    public var all: [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        var position = start
        while let field = nextField(from: &position) {
            let name = String(decoding: packed[field.name], as: UTF8.self)
            fields.append((name, String(decoding: packed[field.value], as: UTF8.self)))
        }
        return fields
    }

    /// Returns the range of the next value of a name, and advances the position past it.
    private func nextValue(of name: Span<UInt8>, from position: inout Int) -> Range<Int>? {
        packed.withUnsafeBytes { packed in
            name.withUnsafeBytes { name in
                // No sum overflows: a length has 16 bits.
                while position &+ 4 <= packed.count {
                    let lengths = UInt32(
                        littleEndian: packed.loadUnaligned(fromByteOffset: position, as: UInt32.self)
                    )
                    let field = position &+ 4
                    let value = field &+ Int(lengths & 0xFFFF)
                    position = value &+ Int(lengths >> 16)
                    guard value &- field == name.count, position <= packed.count else { continue }
                    if Self.isName(UnsafeRawBufferPointer(rebasing: packed[field..<value]), name) {
                        return value..<position
                    }
                }
                return nil
            }
        }
    }

    /// Whether a name in lower case equals another one of the same length, in any case.
    private static func isName(_ name: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
        guard let first = name.baseAddress, let second = other.baseAddress else { return true }
        // Nearly always the other one is in lower case, too.
        return memcmp(first, second, name.count) == 0
            || zip(name, other).allSatisfy { $0 == lowercased($1) }
    }

    /// Returns the ranges of the field at a position, and advances the position past it; nil at the end.
    private func nextField(from position: inout Int) -> (name: Range<Int>, value: Range<Int>)? {
        guard position + 4 <= packed.count else { return nil }
        let lengths = UInt32(
            littleEndian: packed.span.bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt32.self)
        )
        let nameStart = position + 4
        let valueStart = nameStart + Int(lengths & 0xFFFF)
        let end = valueStart + Int(lengths >> 16)
        guard end <= packed.count else { return nil }
        position = end
        return (nameStart..<valueStart, valueStart..<end)
    }

    /// Returns the lengths that precede a packed field; nil if one of them has more than 16 bits.
    static func lengths(name: Int, value: Int) -> UInt32? {
        guard let name = UInt16(exactly: name), let value = UInt16(exactly: value) else { return nil }
        return (UInt32(name) | UInt32(value) << 16).littleEndian
    }

    /// Appends a packed field.
    static func append(name: String, value: String, to packed: inout [UInt8]) {
        guard let lengths = lengths(name: name.utf8.count, value: value.utf8.count) else { return }
        withUnsafeBytes(of: lengths) { packed.append(contentsOf: $0) }
        packed += name.utf8.map { lowercased($0) }
        packed += value.utf8
    }

    /// Returns an ASCII letter in lower case, and any other byte as it is.
    @inline(__always)
    package static func lowercased(_ byte: UInt8) -> UInt8 {
        byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
    }
}
