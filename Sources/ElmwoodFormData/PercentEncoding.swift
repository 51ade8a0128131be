/// Percent encoding, byte by byte, by the URL standard.
package enum PercentEncoding {
    /// Returns the value of a hexadecimal digit, or nil for any other byte.
    @inline(__always)
    package static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte &- 0x30
        case 0x41...0x46: byte &- 0x37
        case 0x61...0x66: byte &- 0x57
        default: nil
        }
    }

    /// Returns the byte encoded by `%` and two digits at this index, or nil if there is no such sequence.
    @inline(__always)
    package static func byte(in bytes: Span<UInt8>, at index: Int, end: Int) -> UInt8? {
        guard end - index > 2, bytes[index] == 0x25,
            let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }

    /// Appends `%` and the byte's two digits, in upper case.
    package static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(0x25)
        bytes.append(capital(byte >> 4))
        bytes.append(capital(byte & 15))
    }

    private static func capital(_ digit: UInt8) -> UInt8 {
        digit < 10 ? 0x30 + digit : 0x37 + digit
    }
}
