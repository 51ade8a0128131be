/// Elmwood's own sentences in one language.
///
/// English and German are included. A site adds further languages:
///
/// ```swift
/// extension Sentences {
///     static let french = Sentences { sentence in
///         switch sentence {
///         case .fillIn: "Veuillez remplir ce champ."
///         case .tickBox: "Veuillez cocher cette case."
///         …
///         default: Sentences.english[sentence]
///         }
///     }
/// }
///
/// site.sentences.add("fr", .french)
/// ```
///
/// Without the `default` the compiler finds the sentences that are missing, also those that a later version of Elmwood adds.
public struct Sentences: Sendable {
    private let text: @Sendable (Sentence) -> String

    /// Creates the sentences of a language from a function that returns the text of each.
    public init(_ text: @escaping @Sendable (Sentence) -> String) { self.text = text }

    /// The text of a sentence.
    public subscript(sentence: Sentence) -> String { text(sentence) }
}

extension Sentences {
    /// The sentences in English and in German.
    public static let catalogue = TextCatalogue("en", english, ["de": german])
}
