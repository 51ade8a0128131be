import ElmwoodLanguages
import Testing

/// The lookup of a language in a catalogue (RFC 4647, section 3.4).
@Suite struct TextCatalogueTests {
    private let catalogue = TextCatalogue(
        "en",
        "Hello",
        ["de": "Hallo", "de-CH": "Grüezi", "zh-Hant": "你好", "ar": "مرحبا"]
    )

    @Test(
        arguments: [
            ("de", "Hallo"), ("de-CH", "Grüezi"), ("DE-ch-1996", "Grüezi"), ("de-AT", "Hallo"), ("zh-Hant-TW", "你好"),
            ("en-GB", "Hello"), ("zh", "Hello"), ("fr", "Hello"), ("", "Hello"), ("de-a-value", "Hallo"),
            ("ar-x-y-z", "مرحبا"),
        ] as [(Language, String)]
    )
    func `The texts are those of the longest part of a tag, or those of the first language`(
        language: Language,
        expected: String
    ) {
        #expect(catalogue[language] == expected)
    }

    @Test func `The first language of a list that the catalogue has decides`() {
        #expect(catalogue[["fr", "de-AT", "ar"]] == "Hallo")
        #expect(catalogue[["en-US", "de"]] == "Hello")
        #expect(catalogue[["fr", "it"]] == "Hello")
        #expect(catalogue[[]] == "Hello")
        #expect(catalogue.language(for: ["fr", "de-AT"]) == "de")
        #expect(catalogue.language(for: ["fr"]) == "en")
    }

    @Test func `A language that is added again replaces its texts`() {
        var catalogue = catalogue
        catalogue.add("fr", "Salut")
        catalogue.add("FR", "Bonjour")
        #expect(catalogue["fr-CA"] == "Bonjour")
        #expect(catalogue.languages == ["en", "de", "de-CH", "zh-Hant", "ar", "fr"])
    }
}
