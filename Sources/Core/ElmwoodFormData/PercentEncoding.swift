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

    /// Returns a text for an address: all bytes are encoded but letters, digits and those that the closure keeps.
    package static func encoded(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
        func isPlain(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || isKept(byte) }
        guard !text.utf8.allSatisfy(isPlain) else { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isPlain(byte) { bytes.append(byte) } else { append(byte, to: &bytes) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns a segment of a path as an address has it (RFC 3986, section 3.3).
    package static func segment(_ text: String) -> String { encoded(text) { isInSegment($0) } }

    /// Returns a path as an address has it.
    package static func path(_ path: String) -> String { encoded(path) { isInSegment($0) || $0 == UInt8(ascii: "/") } }

    private static func isInSegment(_ byte: UInt8) -> Bool { "-._~!$&'()*+,;=:@".utf8.contains(byte) }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    private static func capital(_ digit: UInt8) -> UInt8 {
        digit < 10 ? 0x30 + digit : 0x37 + digit
    }
}
