import ElmwoodFormData

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
        guard !name.isEmpty else { return nil }
        var found: Range<Int>?
        var index = 0
        while let pair = nextPair(in: header, from: &index) {
            guard header.extracting(pair.name).isEqual(to: name) else { continue }
            guard found == nil else { return nil }
            found = pair.value
        }
        return found
    }

    /// Returns the ranges of the next pair's name and value from an index on, and advances the index past it; nil at the end.
    package static func nextPair(
        in header: Span<UInt8>,
        from index: inout Int
    ) -> (name: Range<Int>, value: Range<Int>)? {
        while index < header.count {
            let start = index
            let pair = header.extracting(start...)
            let end = start + (pair.firstIndex(of: 0x3B) ?? pair.count)
            index = end + 1
            guard let length = header.extracting(start..<end).firstIndex(of: 0x3D) else { continue }
            let equals = start + length
            return (header.trimmed(start..<equals), header.trimmed(equals + 1..<end))
        }
        return nil
    }
}
