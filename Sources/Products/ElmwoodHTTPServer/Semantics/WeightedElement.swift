import ElmwoodFormData

/// One element of a list with weights (RFC 9110 §12.4.2), such as `gzip;q=0.5`, as ranges of a header's bytes.
struct WeightedElement {
    /// The element without its parameters.
    let name: Range<Int>
    /// Its weight, from 0 to 1,000; 1,000 if it has none.
    let quality: Int
    /// Whether it has parameters other than the weight.
    let hasParameters: Bool

    /// Reads the element at an index and advances the index past it. Returns nil if its weight is malformed.
    init?(_ header: Span<UInt8>, from index: inout Int) {
        let start = index
        var nameEnd = start
        // The name contains no quotes, so most elements end here.
        while nameEnd < header.count, header[nameEnd] != 0x2C, header[nameEnd] != 0x3B { nameEnd += 1 }
        let end = Self.end(of: 0x2C, in: header, nameEnd, header.count)
        index = end + 1
        guard let (quality, hasParameters) = Self.quality(header, nameEnd, end) else { return nil }
        name = header.trimmed(start..<nameEnd)
        self.quality = quality
        self.hasParameters = hasParameters
    }

    /// Whether the element has a name, in any case.
    ///
    /// - Parameter other: the name in lower case.
    func isNamed(_ other: StaticString, in header: Span<UInt8>) -> Bool {
        other.withUTF8Buffer { other in
            guard name.count == other.count else { return false }
            for index in 0..<other.count
            where HeaderFields.lowercased(header[name.lowerBound + index]) != other[index] { return false }
            return true
        }
    }

    /// Returns the quality in the parameters, 1,000 if there is none, and whether others precede it; nil if it is malformed.
    private static func quality(
        _ header: Span<UInt8>,
        _ start: Int,
        _ end: Int
    ) -> (quality: Int, hasParameters: Bool)? {
        var index = start
        var hasParameters = false
        while index < end {
            // The index is at a semicolon.
            let next = Self.end(of: 0x3B, in: header, index + 1, end)
            let parameter = header.trimmed(index + 1..<next)
            if parameter.count >= 2, header[parameter.lowerBound] | 0x20 == 0x71,
                header[parameter.lowerBound + 1] == 0x3D
            {
                return thousandths(header, parameter.lowerBound + 2, parameter.upperBound).map { ($0, hasParameters) }
            }
            hasParameters = hasParameters || !parameter.isEmpty
            index = next
        }
        return (1_000, hasParameters)
    }

    /// Returns the position of the next unquoted separator, or the end.
    private static func end(of separator: UInt8, in header: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
        var index = start
        var isQuoted = false
        while index < end, isQuoted || header[index] != separator {
            if header[index] == 0x22 { isQuoted.toggle() }
            // Inside quotes, a backslash escapes the next character.
            if isQuoted, header[index] == 0x5C { index += 1 }
            index += 1
        }
        return min(index, end)
    }

    /// Reads `0`, `1`, or either with up to three digits after a point; not above 1.
    private static func thousandths(_ header: Span<UInt8>, _ start: Int, _ end: Int) -> Int? {
        guard start < end, end - start <= 5, header[start] == 0x30 || header[start] == 0x31 else { return nil }
        var value = header[start] == 0x31 ? 1_000 : 0
        var index = start + 1
        guard index < end else { return value }
        guard header[index] == 0x2E else { return nil }
        var unit = 100
        index += 1
        while index < end {
            guard (0x30...0x39).contains(header[index]) else { return nil }
            value += Int(header[index] - 0x30) * unit
            unit /= 10
            index += 1
        }
        return value <= 1_000 ? value : nil
    }
}
