import CElmwoodMicrohttpd
import ElmwoodFormData
import Glibc

/// Packs the header fields that the library has read, and records those that decide about the body and the host.
struct HeaderReader {
    /// Where the fields are packed (see ``HeaderFields``), while they are read.
    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    /// The number of packed bytes.
    private var count = 0
    /// The address at which the next field has to begin, or the head to end.
    private(set) var expected: UInt
    /// Whether each field was at the expected address.
    private(set) var isContiguous = true
    /// Whether a name is not a token, or a value contains a control character.
    private(set) var hasBadField = false
    /// Whether a value contains more combining marks in a row than a text may.
    private(set) var hasTooManyMarks = false
    /// The value of `Expect`, in lower case.
    private(set) var expectation: String?

    private var lengths = 0
    private var length: UInt64?
    private var codings = 0
    private var isChunked = false
    /// Whether white space follows the coding. The library (0.9.75) does not recognize it then, and would wait for the end of the
    /// connection.
    private var isCodingPadded = false
    private var hosts = 0
    private var isHostValid = true

    /// - Parameter firstField: the address at which the first field has to begin.
    init(firstField: UInt) { expected = firstField }

    /// Reads all fields of a connection's request, whose head has that length in bytes.
    ///
    /// - Returns: The target, and the packed fields behind it.
    mutating func read(_ connection: OpaquePointer, behind target: [UInt8], headLength: Int) -> [UInt8] {
        // A field has at least three bytes beside its name and value in the head, and four when it is packed.
        let capacity = target.count + headLength + headLength / 4
        return withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { memory in
            self.memory = memory
            memory.copyBytes(from: target)
            count = target.count
            // The library calls back before it returns, so the pointer to this value does not outlive it.
            withUnsafeMutablePointer(to: &self) { reader in
                _ = MHD_get_connection_values_n(connection, .HEADER_KIND, takeHeaderField, reader)
            }
            return [UInt8](UnsafeRawBufferPointer(rebasing: memory[..<count]))
        }
    }

    mutating func take(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {
        if UInt(bitPattern: name.baseAddress) != expected { isContiguous = false }
        expected = UInt(bitPattern: value.baseAddress) &+ UInt(value.count) &+ 2

        var length = value.count
        while length > 0, value[length - 1] == 0x20 || value[length - 1] == 0x09 { length -= 1 }
        let trimmed = UnsafeBufferPointer(rebasing: value[..<length])
        guard let name = pack(name: name, value: trimmed) else {
            hasBadField = true
            return
        }
        if !CombiningMarks.areFew(in: trimmed.span) { hasTooManyMarks = true }
        note(name, trimmed, isPadded: length < value.count)
    }

    /// Packs a field.
    ///
    /// - Returns: its name in lower case; nil if the name is not a token, or the value contains a control character.
    private mutating func pack(
        name: UnsafeBufferPointer<UInt8>,
        value: UnsafeBufferPointer<UInt8>
    ) -> UnsafeRawBufferPointer? {
        let start = count + 4
        let end = start + name.count + value.count
        guard !name.isEmpty, end <= memory.count, ValueBytes.areValid(UnsafeRawBufferPointer(value)) else { return nil }
        var index = start
        for byte in name {
            guard let letter = TokenBytes.lowercased(byte) else { return nil }
            memory[index] = letter
            index &+= 1
        }
        if let lengths = HeaderFields.lengths(name: name.count, value: value.count) {
            memory.storeBytes(of: lengths, toByteOffset: count, as: UInt32.self)
            UnsafeMutableRawBufferPointer(rebasing: memory[index...]).copyMemory(from: UnsafeRawBufferPointer(value))
            count = end
        }
        return UnsafeRawBufferPointer(rebasing: memory[start..<index])
    }

    private mutating func note(_ name: UnsafeRawBufferPointer, _ value: UnsafeBufferPointer<UInt8>, isPadded: Bool) {
        switch name.count {
        case 4 where Self.isName(name, "host"):
            hosts += 1
            isHostValid = value.allSatisfy(Self.isHostByte)
        case 6 where Self.isName(name, "expect"):
            expectation = String(decoding: value, as: UTF8.self).lowercased()
        case 14 where Self.isName(name, "content-length"):
            lengths += 1
            length = Self.number(value)
        case 17 where Self.isName(name, "transfer-encoding"):
            codings += 1
            isChunked = value.map { HeaderFields.lowercased($0) }.elementsEqual("chunked".utf8)
            isCodingPadded = isPadded
        default: break
        }
    }

    /// Whether a name in lower case is another one of the same length.
    private static func isName(_ name: UnsafeRawBufferPointer, _ other: StaticString) -> Bool {
        guard let start = name.baseAddress, name.count == other.utf8CodeUnitCount else { return false }
        return memcmp(start, other.utf8Start, name.count) == 0
    }

    private static func number(_ digits: UnsafeBufferPointer<UInt8>) -> UInt64? {
        guard !digits.isEmpty else { return nil }
        var number: UInt64 = 0
        for digit in digits {
            guard digit >= 0x30, digit <= 0x39 else { return nil }
            let (product, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(digit - 0x30))
            guard !overflow, !carry else { return nil }
            number = sum
        }
        return number
    }

    /// Whether the byte may occur in a host with an optional port (RFC 3986 §3.2.2, §3.2.3).
    static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x24...0x2E, 0x3A, 0x3B, 0x3D, 0x5B, 0x5D, 0x5F, 0x7E: true
        default: false
        }
    }

    /// Returns the body's length; nil if it is sent in chunks. Ambiguous lengths are refused (RFC 9112 §6.3).
    func bodyLength(minorVersion: Int) throws(Refusal) -> UInt64? {
        if codings > 0 {
            guard lengths == 0, codings == 1, minorVersion > 0 else { throw .badLength }
            guard isChunked else { throw .unknownCoding }
            guard !isCodingPadded else { throw .paddedCoding }
            return nil
        }
        guard lengths > 0 else { return 0 }
        guard lengths == 1, let length else { throw .badLength }
        return length
    }

    /// Checks that an HTTP/1.1 request has one host, and an HTTP/1.0 request at most one.
    func checkHost(minorVersion: Int) throws(Refusal) {
        guard hosts == 1 || hosts == 0 && minorVersion == 0, isHostValid else { throw .badHost }
    }
}

/// The library's iterator over header fields. It is a global function, since a closure formed on an actor would trap here.
private func takeHeaderField(
    _ context: UnsafeMutableRawPointer?,
    _ kind: MHD_ValueKind,
    _ name: UnsafePointer<CChar>?,
    _ nameLength: Int,
    _ value: UnsafePointer<CChar>?,
    _ valueLength: Int
) -> MHD_Result {
    guard let context, let name else { return .NO }
    let reader = context.assumingMemoryBound(to: HeaderReader.self)
    // Chars are read as unsigned bytes: the same size and alignment.
    let nameBytes = UnsafeRawPointer(name).assumingMemoryBound(to: UInt8.self)
    let valueBytes = UnsafeRawPointer(value ?? name + nameLength).assumingMemoryBound(to: UInt8.self)
    reader.pointee.take(
        name: UnsafeBufferPointer(start: nameBytes, count: nameLength),
        value: UnsafeBufferPointer(start: valueBytes, count: valueLength)
    )
    return .YES
}
