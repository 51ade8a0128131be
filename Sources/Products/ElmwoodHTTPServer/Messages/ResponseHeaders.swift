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
        let (nameBytes, valueBytes) = (name.utf8.span, value.utf8.span)
        guard !name.isEmpty, Self.isToken(nameBytes), !Self.isReserved(name),
            valueBytes.withUnsafeBytes({ ValueBytes.areValid($0) })
        else { return false }
        bytes.reserveCapacity(bytes.count + nameBytes.count + valueBytes.count + 4)
        nameBytes.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
        bytes.append(0x3A)
        bytes.append(0x20)
        valueBytes.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
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

    private static func isToken(_ name: Span<UInt8>) -> Bool {
        for index in name.indices where !TokenBytes.contains(name[index]) { return false }
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
