/// Reads `Cookie` headers (RFC 6265bis §4.2, §5.7.3).
public enum Cookies {
    /// Returns the value of the cookie with this name, or nil if there is none, or more than one. Nothing is decoded: quotes and
    /// percent signs are part of the value.
    public static func value(of name: String, in header: Span<UInt8>) -> String? {
        guard let range = range(of: name, in: header) else { return nil }
        guard let value = try? UTF8Span(validating: header.extracting(range)) else { return nil }
        return String(copying: value)
    }

    /// Returns the value of the cookie with this name in a header's value, or nil if there is none, or more than one.
    public static func value(of name: String, in header: String) -> String? {
        value(of: name, in: Array(header.utf8).span)
    }

    /// Returns the range of the value with this name in the header's bytes, or nil if there is none, or more than one.
    ///
    /// Names are compared byte by byte. A pair without `=` is a value without a name, and is skipped. Of two cookies with one name,
    /// neither counts: a page of another host below the same domain may have set one of them, and nothing tells which.
    public static func range(of name: String, in header: Span<UInt8>) -> Range<Int>? {
        let nameLength = name.utf8.count
        guard nameLength > 0 else { return nil }
        var found: Range<Int>?
        var index = 0
        while index < header.count {
            while index < header.count, isSpace(header[index]) { index += 1 }
            let start = index
            var equals = -1
            while index < header.count, header[index] != 0x3B {
                if equals < 0, header[index] == 0x3D { equals = index }
                index += 1
            }
            if equals >= 0 {
                let nameEnd = trimmedEnd(header, start, equals)
                if nameEnd - start == nameLength, isName(name, header, at: start) {
                    var valueStart = equals + 1
                    while valueStart < index, isSpace(header[valueStart]) { valueStart += 1 }
                    guard found == nil else { return nil }
                    found = valueStart..<trimmedEnd(header, valueStart, index)
                }
            }
            index += 1
        }
        return found
    }

    private static func isName(_ name: String, _ header: Span<UInt8>, at start: Int) -> Bool {
        var index = start
        for byte in name.utf8 {
            guard header[index] == byte else { return false }
            index += 1
        }
        return true
    }

    private static func trimmedEnd(_ header: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
        var end = end
        while end > start, isSpace(header[end - 1]) { end -= 1 }
        return end
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09
    }
}
