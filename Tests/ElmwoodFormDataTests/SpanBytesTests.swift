import ElmwoodFormData
import Testing

/// Comparisons of bytes.
@Suite struct SpanBytesTests {
    @Test func `Bytes equal a text, and begin with one, if each byte does`() {
        for text in ["", "a", "abc", "Café", "a text that is longer than any that is stored in place"] {
            let bytes = Array(text.utf8)
            #expect(bytes.span.isEqual(to: text) && bytes.span.isEqual(to: bytes.span) && bytes.span.hasPrefix(text))
            #expect(!bytes.span.isEqual(to: text + "b") && !bytes.span.hasPrefix(text + "b"))
            #expect((bytes + [0x62]).span.hasPrefix(text) && !(bytes + [0x62]).span.isEqual(to: text))
        }
        #expect(![0x61, 0x00].span.isEqual(to: "a") && ![0x41].span.isEqual(to: "a"))
    }

    @Test func `The first of equal bytes is found`() {
        #expect([UInt8]().span.firstIndex(of: 0) == nil)
        #expect([1, 2, 3].span.firstIndex(of: 0) == nil)
        #expect([1, 0, 3, 0].span.firstIndex(of: 0) == 1)
        #expect([0xFF, 0x80].span.firstIndex(of: 0x80) == 1)
        #expect(Array("abcabc".utf8).span.extracting(3...).firstIndex(of: UInt8(ascii: "b")) == 1)
    }
}
