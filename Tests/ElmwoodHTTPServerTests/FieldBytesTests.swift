import Testing

@testable import ElmwoodHTTPServer

/// The bytes of header fields' names and values.
@Suite struct FieldBytesTests {
    private static let marks = Set("!#$%&'*+-.^_`|~".utf8)

    @Test func `A token has letters, digits and some marks, and its letters are read in lower case`() {
        for byte in UInt8.min...UInt8.max {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): #expect(TokenBytes.lowercased(byte) == byte + 0x20)
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                #expect(TokenBytes.lowercased(byte) == byte)
            default: #expect(TokenBytes.lowercased(byte) == (Self.marks.contains(byte) ? byte : nil))
            }
        }
    }

    @Test func `A value has no control character except the tab, at any place`() {
        var wrong: [[UInt8]] = []
        for byte in UInt8.min...UInt8.max {
            let isValid = byte >= 0x20 && byte != 0x7F || byte == 0x09
            for length in 1...20 {
                for place in 0..<length {
                    for filler: UInt8 in [0x20, 0x7E, 0x09, 0x80, 0xFF] {
                        var value = [UInt8](repeating: filler, count: length)
                        value[place] = byte
                        if value.withUnsafeBytes({ ValueBytes.areValid($0) }) != isValid { wrong.append(value) }
                    }
                }
            }
        }
        #expect(wrong.isEmpty)
    }
}
