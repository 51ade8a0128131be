/// The bytes that a token may contain (RFC 9110 §5.6.2): a method, a header field's name.
enum TokenBytes {
    /// The byte in lower case at each byte's place; a space where no token contains the byte.
    private static let table: StaticString = """
                                         ! #$%&'  *+ -. 0123456789       \
        abcdefghijklmnopqrstuvwxyz   ^_`abcdefghijklmnopqrstuvwxyz | ~
        """

    /// Returns the byte in lower case; nil if no token contains it.
    @inline(__always)
    static func lowercased(_ byte: UInt8) -> UInt8? {
        guard byte < table.utf8CodeUnitCount else { return nil }
        let letter = table.utf8Start[Int(byte)]
        return letter == 0x20 ? nil : letter
    }

    @inline(__always)
    static func contains(_ byte: UInt8) -> Bool { lowercased(byte) != nil }
}

/// The bytes that the value of a header field may contain (RFC 9110 §5.5): no control character except the tab.
enum ValueBytes {
    /// Whether all bytes are such. It looks at eight at a time, and at each only where one of them may not be.
    static func areValid(_ value: UnsafeRawBufferPointer) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var index = 0
        while index + 8 <= value.count {
            let word = value.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            // A byte of this is zero if it is DEL.
            let others = word ^ (ones &* 0x7F)
            let below = (word &- ones &* 0x20) & ~word | (others &- ones) & ~others
            if below & (ones &* 0x80) != 0, !value[index..<index + 8].allSatisfy(contains) { return false }
            index += 8
        }
        return value[index...].allSatisfy(contains)
    }

    private static func contains(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }
}
