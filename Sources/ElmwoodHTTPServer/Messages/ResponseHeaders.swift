import Glibc

/// A response's header fields, stored as the bytes that are sent.
///
/// The server adds `Date`, `Content-Length`, `Connection` and `Transfer-Encoding` itself; fields of these names are left out. So
/// are fields that no client could read safely: a name that is not a token (RFC 9110 §5.6.2), a value with a control character. So
/// no value can begin a header field of its own.
public struct ResponseHeaders: Sendable {
    /// The fields, each ended by `lineEnd` twice, in place of CR LF.
    var bytes: [UInt8]

    /// A placeholder for a CR or an LF, neither of which the library accepts in a value. No field contains this byte.
    static let lineEnd: UInt8 = 1

    /// No header fields.
    public init() { bytes = [] }

    /// Creates header fields from names and values.
    ///
    /// Fields that never change should be made once (`static let`): a copy costs nothing, and appending them to others copies their
    /// bytes.
    public init(_ fields: KeyValuePairs<String, String>) {
        bytes = []
        for (name, value) in fields { add(name, value) }
    }

    /// Adds a field, even if there is one of this name already.
    ///
    /// - Returns: false if the field was left out, since it is malformed or reserved for the server.
    @discardableResult
    public mutating func add(_ name: String, _ value: String) -> Bool {
        let start = bytes.count
        bytes.append(contentsOf: name.utf8)
        guard bytes.count > start, Self.isToken(bytes.span, from: start), !Self.isReserved(name) else {
            bytes.removeSubrange(start...)
            return false
        }
        bytes.append(0x3A)
        bytes.append(0x20)
        bytes.append(contentsOf: value.utf8)
        guard Self.isText(bytes.span, from: start) else {
            bytes.removeSubrange(start...)
            return false
        }
        bytes.append(Self.lineEnd)
        bytes.append(Self.lineEnd)
        return true
    }

    /// Adds a `Set-Cookie`.
    public mutating func add(_ cookie: SetCookie) { add("Set-Cookie", cookie.description) }

    /// Adds all fields of another set.
    public mutating func add(_ others: ResponseHeaders) {
        if bytes.isEmpty { bytes = others.bytes } else { bytes.append(contentsOf: others.bytes) }
    }

    /// Removes all fields of a name, in any case.
    public mutating func remove(_ name: String) {
        let name = name.lowercased()
        let ranges = ranges.filter { String(decoding: bytes[$0.name], as: UTF8.self).lowercased() == name }
        // Each field ends with two line ends.
        for field in ranges.reversed() {
            bytes.removeSubrange(field.name.lowerBound..<min(field.value.upperBound + 2, bytes.count))
        }
    }

    /// The fields, with their names as given.
    public var all: [(name: String, value: String)] {
        bytes.split(separator: Self.lineEnd).compactMap { field in
            guard let colon = field.firstIndex(of: 0x3A) else { return nil }
            let name = String(decoding: field[..<colon], as: UTF8.self)
            return (name, String(decoding: field[colon...].dropFirst(2), as: UTF8.self))
        }
    }

    /// The value of the first field of a name, in any case.
    public subscript(_ name: String) -> String? {
        all.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// Replaces each doubled `lineEnd` with CR LF.
    static func writeLineEnds(in bytes: inout [UInt8]) {
        bytes.withUnsafeMutableBytes { writeLineEnds(in: $0) }
    }

    /// Replaces each doubled `lineEnd` with CR LF.
    static func writeLineEnds(in bytes: UnsafeMutableRawBufferPointer) {
        guard var position = bytes.baseAddress else { return }
        let end = position + bytes.count
        while let found = memchr(position, Int32(lineEnd), end - position), end - found >= 2 {
            found.storeBytes(of: 0x0D, as: UInt8.self)
            found.storeBytes(of: 0x0A, toByteOffset: 1, as: UInt8.self)
            position = found + 2
        }
    }

    private static func isToken(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        for index in start..<bytes.count where !TokenBytes.contains(bytes[index]) { return false }
        return true
    }

    /// Whether there is no control character except the tab.
    private static func isText(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        for index in start..<bytes.count {
            let byte = bytes[index]
            if byte < 0x20 && byte != 0x09 || byte == 0x7F { return false }
        }
        return true
    }

    private static func isReserved(_ name: String) -> Bool {
        switch name.utf8.count {
        case 4: name.lowercased() == "date"
        case 10: name.lowercased() == "connection"
        case 14: name.lowercased() == "content-length"
        case 17: name.lowercased() == "transfer-encoding"
        default: false
        }
    }
}

/// The bytes that a token may contain (RFC 9110 §5.6.2): a method, a header field's name.
enum TokenBytes {
    // One bit for each byte: those of `!#$%&'*+-.^_`|~`, digits and letters are set.
    @inline(__always) private static var low: UInt64 { 0x03FF_6CFA_0000_0000 }
    @inline(__always) private static var high: UInt64 { 0x57FF_FFFF_C7FF_FFFE }

    @inline(__always)
    static func contains(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<64: low >> UInt64(byte) & 1 == 1
        case 64..<128: high >> UInt64(byte - 64) & 1 == 1
        default: false
        }
    }
}
