import ElmwoodLanguages
import FoundationEssentials
import Testing

/// Tags of languages, their direction, and `Accept-Language`.
@Suite struct LanguageTests {
    @Test(arguments: [
        ("DE", "de"), ("de-ch", "de-CH"), ("ZH-HANT-tw", "zh-Hant-TW"), ("sl-ROZAJ", "sl-rozaj"), ("es-419", "es-419"),
        ("en-US-x-TWAIN", "en-US-x-twain"), ("zh-min-NAN", "zh-min-nan"), ("i-KLINGON", "i-klingon"), ("", ""),
    ])
    func `A tag of letters in any case is read in the case that RFC 5646 recommends`(tag: String, expected: String) {
        #expect(Language(tag).tag == expected)
        #expect(Language(tag) == Language(expected.uppercased()))
    }

    @Test func `A language is coded as its tag`() throws {
        let languages: [Language] = ["de-CH", "en"]
        let text = String(decoding: try JSONEncoder().encode(languages), as: UTF8.self)
        #expect(text == #"["de-CH","en"]"#)
        #expect(try JSONDecoder().decode([Language].self, from: Data(text.utf8)) == languages)
    }

    @Test(arguments: [
        "ar", "ar-EG", "he", "fa", "ur-PK", "yi", "dv", "ps", "az-Arab", "pa-Arab-PK", "ku-arab", "zh-min-Hebr",
    ])
    func `A language in a script from right to left has that direction`(tag: String) {
        #expect(Language(tag).direction == .rtl)
    }

    @Test(arguments: [
        "en", "de", "ar-Latn", "he-Latn-IL", "az", "pa", "zh-Hant", "el", "", "en-x-arab", "en-u-nu-arab",
    ])
    func `Any other language has the direction from left to right`(tag: String) {
        #expect(Language(tag).direction == .ltr)
    }

    @Test(
        arguments: [
            ("de-CH, de;q=0.9, en;q=0.8", ["de-CH", "de", "en"]),
            ("en;q=0.5,de", ["de", "en"]), ("en;q=0.7, de;q=0.7", ["en", "de"]),
            ("*, de;q=0, fr ;q=0.1", ["fr"]), ("", []), (";;,", []), ("de;q=x, en", ["en"]),
            ("de;Q=0.1, en", ["en", "de"]),
        ] as [(String, [Language])]
    )
    func `Accept-Language is read in the order of its weights`(header: String, expected: [Language]) {
        #expect(Language.accepted(by: header) == expected)
    }
}
