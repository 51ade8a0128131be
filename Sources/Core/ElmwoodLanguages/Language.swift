/// A language, by its tag (BCP 47): `en`, `de-CH`, `zh-Hant`.
///
/// ```swift
/// let language: Language = "pt-BR"
/// language.direction                                                    // .ltr
/// language.plural(count, one: "\(count) livro", other: "\(count) livros")
/// ```
///
/// Two tags that differ only in the case of their letters are the same language.
public struct Language: Hashable, Sendable {
    /// The tag, with the case of letters that RFC 5646 recommends (section 2.1.1): `zh-Hant-TW`.
    public let tag: String

    /// Creates a language from its tag, in any case. A tag that is not registered is not refused.
    public init(_ tag: String) {
        // Most tags are two small letters, and a view makes one for each page.
        if Self.letters(ofPlain: tag) != nil {
            self.tag = tag
            return
        }
        var afterSingleton = false
        let subtags = tag.split(separator: "-", omittingEmptySubsequences: false).enumerated().map { index, subtag in
            defer { afterSingleton = afterSingleton || subtag.utf8.count == 1 }
            guard index > 0, !afterSingleton else { return subtag.lowercased() }
            switch subtag.utf8.count {
            case 2: return subtag.uppercased()
            case 4: return subtag.prefix(1).uppercased() + subtag.dropFirst().lowercased()
            default: return subtag.lowercased()
            }
        }
        self.tag = subtags.joined(separator: "-")
    }

    /// Returns the letters of a tag that is a language alone, in small letters, as a number; nil for another tag.
    private static func letters(ofPlain tag: String) -> UInt32? {
        let bytes = tag.utf8.span
        guard bytes.count <= 3 else { return nil }
        var letters: UInt32 = 0
        for index in bytes.indices {
            let letter = bytes[index]
            guard letter &- 0x61 < 26 else { return nil }
            letters = letters << 8 | UInt32(letter)
        }
        return letters
    }

    /// Whether both have the same tag, compared by its bytes, since tags arrive in requests.
    public static func == (left: Language, right: Language) -> Bool { left.tag.utf8.elementsEqual(right.tag.utf8) }

    /// Adds the bytes of the tag.
    public func hash(into hasher: inout Hasher) {
        tag.utf8.span.withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    /// The first subtag, which is the language itself: `pt` of `pt-BR`.
    var primary: Substring { tag.prefix { $0 != "-" } }

    /// The subtag of the script, such as `Arab`; nil if the tag has none.
    var script: Substring? {
        // After the language and at most three subtags that extend it (RFC 5646, section 2.2.2).
        tag.split(separator: "-").dropFirst().prefix { $0.utf8.count == 3 || $0.utf8.count == 4 }
            .first { $0.utf8.count == 4 && $0.allSatisfy(\.isLetter) }
    }
}

extension Language: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Creates a language from its tag.
    public init(stringLiteral tag: String) { self.init(tag) }

    /// The tag.
    public var description: String { tag }
}

extension Language: Codable {
    /// Writes the tag as a text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(tag)
    }

    /// Reads a tag.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }
}

extension Language {
    /// The direction in which a language is written.
    public enum Direction: String, Sendable {
        /// From left to right.
        case ltr
        /// From right to left.
        case rtl
    }

    /// The direction of the language's script: of the one that the tag names, else of the one that the language is usually written
    /// in (CLDR, `characterOrder` and likely subtags).
    public var direction: Direction {
        if let letters = Self.letters(ofPlain: tag) { return Self.plainFromRight.contains(letters) ? .rtl : .ltr }
        if let script { return Self.scriptsFromRight.contains(script) ? .rtl : .ltr }
        return Self.languagesFromRight.contains(primary) ? .rtl : .ltr
    }

    private static let scriptsFromRight: Set<Substring> = [
        "Adlm", "Arab", "Aran", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa",
    ]

    private static let languagesFromRight: Set<Substring> = [
        "ar", "arc", "arz", "ary", "ckb", "dv", "fa", "he", "iw", "ji", "ks", "lrc", "mzn", "nqo", "pnb", "prs", "ps",
        "sd", "skr", "syr", "ug", "ur", "yi",
    ]

    /// The same as numbers, among which a view finds its language in less time.
    private static let plainFromRight = languagesFromRight.compactMap { letters(ofPlain: String($0)) }
}
