/// The texts of an app in several languages: one value of a type of the app for each.
///
/// ```swift
/// struct Texts {
///     var title: String
///     var books: @Sendable (Int) -> String
///
///     static let english = Texts(title: "Library", books: { Language("en").plural($0, one: "\($0) book", other: "\($0) books") })
///     static let german = Texts(title: "Bibliothek", books: { Language("de").plural($0, one: "\($0) Buch", other: "\($0) Bücher") })
/// }
///
/// let catalogue = TextCatalogue("en", Texts.english, ["de": .german])
/// let texts = catalogue[visit.languages]
/// ```
///
/// The compiler finds a text that a language lacks, since each is a complete value.
public struct TextCatalogue<Texts: Sendable>: Sendable {
    /// The texts in one language.
    public struct Entry: Sendable {
        /// The language.
        public let language: Language
        /// The texts.
        public let texts: Texts
    }

    /// The language for those who know no other of the catalogue.
    public let base: Entry
    @usableFromInline var others: [Entry] = []

    /// Creates a catalogue.
    ///
    /// - Parameters:
    ///   - language: the language for those who know no other of the catalogue.
    ///   - texts: the texts in this language.
    ///   - others: the texts in further languages.
    public init(_ language: Language, _ texts: Texts, _ others: KeyValuePairs<Language, Texts> = [:]) {
        base = Entry(language: language, texts: texts)
        for (language, texts) in others { add(language, texts) }
    }

    /// The languages, the first of which is that of ``base``.
    public var languages: [Language] { [base.language] + others.map(\.language) }

    /// Adds the texts in another language, in place of those that it has.
    public mutating func add(_ language: Language, _ texts: Texts) {
        others.removeAll { $0.language == language }
        others.append(Entry(language: language, texts: texts))
    }

    /// Returns the texts for someone who knows these languages, best first, as a visit has them.
    public subscript(languages: [Language]) -> Texts { entry(for: languages).texts }

    /// Returns the texts in a language, or in the nearest that there is: for `de-CH` those for `de`, else those of ``base``.
    @inlinable public subscript(language: Language) -> Texts { (nearest(to: language) ?? base).texts }

    /// Returns the language for someone who knows these languages, best first: what a model may keep.
    public func language(for languages: [Language]) -> Language { entry(for: languages).language }

    /// Returns the language for someone who knows these languages, best first, and its texts (RFC 4647, section 3.4: lookup).
    public func entry(for languages: [Language]) -> Entry {
        for language in languages { if let entry = nearest(to: language) { return entry } }
        return base
    }

    // Inlinable: each page looks up its language, and a type of a generic type is costly to find at run time.

    @inlinable func nearest(to language: Language) -> Entry? {
        if let entry = entry(named: language) { return entry }
        for shorter in language.shorter { if let entry = entry(named: shorter) { return entry } }
        return nil
    }

    @inlinable func entry(named language: Language) -> Entry? {
        language == base.language ? base : others.first { $0.language == language }
    }

    /// Returns the catalogue with other texts in the same languages.
    package func map<Other>(_ transform: (Texts) -> Other) -> TextCatalogue<Other> {
        var catalogue = TextCatalogue<Other>(base.language, transform(base.texts))
        for entry in others { catalogue.add(entry.language, transform(entry.texts)) }
        return catalogue
    }
}
