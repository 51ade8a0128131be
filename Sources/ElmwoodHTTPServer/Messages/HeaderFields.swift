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
            Self.append(name: name.utf8, value: value.utf8, to: &packed)
        }
        self.init(packed: packed, from: 0)
    }

    /// The value of the first field of a name.
    public subscript(_ name: String) -> String? {
        bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the bytes of the value of the first field of a name.
    public func bytes(of name: String) -> ArraySlice<UInt8>? {
        var found: ArraySlice<UInt8>?
        search(name) { value in
            found = value
            return false
        }
        return found
    }

    /// Returns the values of all fields of a name, in order.
    public func values(of name: String) -> [String] {
        var values: [String] = []
        search(name) { value in
            values.append(String(decoding: value, as: UTF8.self))
            return true
        }
        return values
    }

    /// Returns the bytes of the values of all fields of a name, in order.
    public func allBytes(of name: String) -> [ArraySlice<UInt8>] {
        var values: [ArraySlice<UInt8>] = []
        search(name) { value in
            values.append(value)
            return true
        }
        return values
    }

    /// Returns the bytes of the values of all fields of a name as one, with that separator between them; nil if there is none.
    public func joinedBytes(of name: String, by separator: String) -> ArraySlice<UInt8>? {
        var joined: ArraySlice<UInt8>?
        search(name) { value in
            // There is usually one, which is not copied.
            if let former = joined { joined = former + Array(separator.utf8) + value } else { joined = value }
            return true
        }
        return joined
    }

    /// Whether there is a field of a name.
    public func contains(_ name: String) -> Bool { bytes(of: name) != nil }

    /// All fields, with their names in lower case.
    public var all: [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        var position = start
        while let field = field(at: position) {
            let name = String(decoding: packed[field.name], as: UTF8.self)
            fields.append((name, String(decoding: packed[field.value], as: UTF8.self)))
            position = field.value.upperBound
        }
        return fields
    }

    /// Calls `body` with each value of a name until it returns false.
    private func search(_ name: String, _ body: (ArraySlice<UInt8>) -> Bool) {
        let wanted = name.utf8.span
        var position = start
        while let field = field(at: position) {
            position = field.value.upperBound
            guard field.name.count == wanted.count, isName(field.name, wanted) else { continue }
            if !body(packed[field.value]) { return }
        }
    }

    /// Whether the lower-case name at the range equals the wanted one in any case. Both have the same length.
    private func isName(_ range: Range<Int>, _ wanted: Span<UInt8>) -> Bool {
        let packed = packed.span
        for index in 0..<wanted.count where packed[range.lowerBound + index] != Self.lowercased(wanted[index]) {
            return false
        }
        return true
    }

    private func field(at position: Int) -> (name: Range<Int>, value: Range<Int>)? {
        guard position + 4 <= packed.count else { return nil }
        let nameLength = Int(packed[position]) | Int(packed[position + 1]) << 8
        let valueLength = Int(packed[position + 2]) | Int(packed[position + 3]) << 8
        let nameStart = position + 4
        let valueStart = nameStart + nameLength
        guard valueStart + valueLength <= packed.count else { return nil }
        return (nameStart..<valueStart, valueStart..<valueStart + valueLength)
    }

    /// Appends a packed field.
    static func append(name: some Collection<UInt8>, value: some Collection<UInt8>, to packed: inout [UInt8]) {
        guard let nameLength = UInt16(exactly: name.count), let valueLength = UInt16(exactly: value.count) else {
            return
        }
        let lengths = (UInt32(nameLength) | UInt32(valueLength) << 16).littleEndian
        withUnsafeBytes(of: lengths) { packed.append(contentsOf: $0) }
        let start = packed.count
        packed.append(contentsOf: name)
        packed.withUnsafeMutableBufferPointer { packed in
            for index in start..<packed.count { packed[index] = lowercased(packed[index]) }
        }
        packed.append(contentsOf: value)
    }

    /// Returns an ASCII letter in lower case, and any other byte as it is.
    @inline(__always)
    package static func lowercased(_ byte: UInt8) -> UInt8 {
        byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
    }
}
