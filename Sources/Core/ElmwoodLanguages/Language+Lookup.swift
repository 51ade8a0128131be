extension Language {
    /// Returns the languages of an `Accept-Language` header, best first (RFC 9110, section 12.5.4), without refused ones and without
    /// `*`.
    package static func accepted(by header: String) -> [Language] {
        var ranked: [(language: String, quality: Double)] = []
        for range in header.split(separator: ",").prefix(50) {
            let parts = range.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            let language = parts[0].filter { $0 != " " && $0 != "\t" }
            guard !language.isEmpty, language != "*", language.utf8.count <= longestTag else { continue }
            let parameter = parts.count > 1 ? parts[1].filter { $0 != " " && $0 != "\t" }.lowercased() : "q=1"
            let quality = parameter.hasPrefix("q=") ? min(Double(parameter.dropFirst(2)) ?? 0, 1) : 1
            if quality > 0 { ranked.append((language, quality)) }
        }
        // Equal weights are ordered by their position in the header: `sorted` promises no order for them.
        return ranked.enumerated().sorted { left, right in
            left.element.quality == right.element.quality
                ? left.offset < right.offset : left.element.quality > right.element.quality
        }.map { Language($0.element.language) }
    }

    /// The most bytes of a tag: nobody's language has more, and the work of finding a shorter one grows with their square.
    private static let longestTag = 64

    /// The languages that the tag becomes without its last subtags (RFC 4647, section 3.4): for `zh-Hant-TW` these are `zh-Hant` and
    /// `zh`. A subtag of one letter, which introduces others, ends no tag.
    @usableFromInline var shorter: [Language] {
        var order: [Language] = []
        var subtags = tag.split(separator: "-")
        while subtags.count > 1 {
            subtags.removeLast()
            if subtags.count > 1, subtags.last?.utf8.count == 1 { subtags.removeLast() }
            order.append(Language(subtags.joined(separator: "-")))
        }
        return order
    }
}
