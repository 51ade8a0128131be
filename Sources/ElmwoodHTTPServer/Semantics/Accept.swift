/// Chooses a representation by an `Accept` header (RFC 9110 §12.5.1).
public enum Accept {
    /// Returns the offer that the header prefers, the first among equals, or nil if it accepts none of them.
    ///
    /// ```swift
    /// Accept.preferred(of: ["text/html", "application/json"], in: header)
    /// ```
    ///
    /// The most specific range that fits an offer decides: `text/html` before `text/*` before `*/*`. Parameters other than `q` are
    /// ignored, and a malformed range is skipped. A header without a range accepts everything.
    ///
    /// - Parameter offers: Media types in lower case, without parameters.
    public static func preferred(of offers: [String], in header: Span<UInt8>) -> String? {
        guard let first = offers.first else { return nil }
        // For each offer, the specificity of the range that decided, and its quality in thousandths.
        var decided = Array(repeating: (specificity: 0, quality: 0), count: offers.count)
        var ranges = 0
        var index = 0
        while index < header.count {
            guard let range = MediaRange(header, from: &index) else { continue }
            ranges += 1
            for (position, offer) in offers.enumerated() {
                let specificity = range.specificity(for: offer, in: header)
                if specificity > decided[position].specificity {
                    decided[position] = (specificity, range.quality)
                }
            }
            // Nothing after this can be better, and the header of browsers that request a page begins with it.
            if decided[0] == (3, 1_000) { return first }
        }
        guard ranges > 0 else { return first }
        var best: (offer: String, quality: Int)?
        for (offer, decision) in zip(offers, decided) where decision.quality > best?.quality ?? 0 {
            best = (offer, decision.quality)
        }
        return best?.offer
    }

    /// Returns the offer that a header's value prefers; without a header the first.
    public static func preferred(of offers: [String], in header: String?) -> String? {
        preferred(of: offers, in: Array((header ?? "").utf8).span)
    }
}

/// One element of an `Accept` header, as ranges of its bytes.
private struct MediaRange {
    let type: Range<Int>
    let subtype: Range<Int>
    /// From 0 to 1,000.
    let quality: Int

    /// Reads the element at an index and advances the index past it. Returns nil if the element is malformed.
    init?(_ header: Span<UInt8>, from index: inout Int) {
        let start = index
        var slash = -1
        var nameEnd = start
        // The name contains no quotes, so most elements end here.
        while nameEnd < header.count, header[nameEnd] != 0x2C, header[nameEnd] != 0x3B {
            if header[nameEnd] == 0x2F, slash < 0 { slash = nameEnd }
            nameEnd += 1
        }
        let end = Self.end(of: 0x2C, in: header, nameEnd, header.count)
        index = end + 1
        let name = Self.trimmed(header, start, nameEnd)
        guard slash > name.lowerBound, slash + 1 < name.upperBound,
            let quality = Self.quality(header, nameEnd, end)
        else { return nil }
        type = name.lowerBound..<slash
        subtype = slash + 1..<name.upperBound
        self.quality = quality
    }

    /// Returns 3 if the range is the offer, 2 if it is the offer's type, 1 if it is everything, 0 if it does not fit.
    func specificity(for offer: String, in header: Span<UInt8>) -> Int {
        let isAnySubtype = subtype.count == 1 && header[subtype.lowerBound] == 0x2A
        if isAnySubtype, type.count == 1, header[type.lowerBound] == 0x2A { return 1 }
        let letters = offer.utf8
        // The type and its slash, and the subtype unless it is `*`.
        let end = isAnySubtype ? type.upperBound + 1 : subtype.upperBound
        guard isAnySubtype ? letters.count > end - type.lowerBound : letters.count == end - type.lowerBound else {
            return 0
        }
        var index = type.lowerBound
        for letter in letters {
            guard index < end else { break }
            let byte = header[index]
            guard letter == ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) else { return 0 }
            index += 1
        }
        return isAnySubtype ? 2 : 3
    }

    /// Returns the quality in the parameters: 1,000 if there is none, nil if it is malformed.
    private static func quality(_ header: Span<UInt8>, _ start: Int, _ end: Int) -> Int? {
        var index = start
        while index < end {
            // The index is at a semicolon.
            let next = Self.end(of: 0x3B, in: header, index + 1, end)
            let parameter = trimmed(header, index + 1, next)
            if parameter.count >= 2, header[parameter.lowerBound] | 0x20 == 0x71,
                header[parameter.lowerBound + 1] == 0x3D
            {
                return thousandths(header, parameter.lowerBound + 2, parameter.upperBound)
            }
            index = next
        }
        return 1_000
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

    private static func trimmed(_ header: Span<UInt8>, _ start: Int, _ end: Int) -> Range<Int> {
        var start = start
        var end = end
        while start < end, header[start] == 0x20 || header[start] == 0x09 { start += 1 }
        while start < end, header[end - 1] == 0x20 || header[end - 1] == 0x09 { end -= 1 }
        return start..<end
    }
}
