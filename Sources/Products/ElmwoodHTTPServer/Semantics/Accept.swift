/// Chooses a representation by an `Accept` header (RFC 9110 §12.5.1).
public enum Accept {
    /// Returns the offer that the header prefers, the first among equals, or nil if it accepts none of them.
    ///
    /// ```swift
    /// Accept.preferred(of: ["text/html", "application/json"], in: header)
    /// ```
    ///
    /// The most specific range that fits an offer decides: `text/html` before `text/*` before `*/*`. A range with parameters other than
    /// `q`, such as `text/html;level=1`, decides only if there is none without. A malformed range is skipped. A header without a range
    /// accepts everything.
    ///
    /// - Parameters:
    ///   - offers: Media types in lower case, without parameters.
    ///   - header: The bytes of the header's value.
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
            if decided[0] == (4, 1_000) { return first }
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
    private let hasParameters: Bool

    /// Reads the element at an index and advances the index past it. Returns nil if the element is malformed.
    init?(_ header: Span<UInt8>, from index: inout Int) {
        guard let element = WeightedElement(header, from: &index) else { return nil }
        let name = element.name
        var slash = name.lowerBound
        while slash < name.upperBound, header[slash] != 0x2F { slash += 1 }
        guard slash > name.lowerBound, slash + 1 < name.upperBound else { return nil }
        type = name.lowerBound..<slash
        subtype = slash + 1..<name.upperBound
        quality = element.quality
        hasParameters = element.hasParameters
    }

    /// Returns 4 if the range is the offer, 3 if it has parameters besides, 2 if it is the offer's type, 1 if it is everything, 0 if it
    /// does not fit.
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
            guard letter == HeaderFields.lowercased(header[index]) else { return 0 }
            index += 1
        }
        return isAnySubtype ? 2 : hasParameters ? 3 : 4
    }
}
