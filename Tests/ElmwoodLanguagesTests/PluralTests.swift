import ElmwoodLanguages
import Testing

/// The plural rules, against the examples of CLDR 48 for cardinal numbers
/// (https://www.unicode.org/cldr/charts/48/supplemental/language_plural_rules.html).
@Suite struct PluralTests {
    /// The categories of languages in the table's order: the category and examples of whole and decimal numbers.
    private static let examples: [(languages: String, [(PluralCategory, String)])] = [
        ("ja zh ko", [(.other, "0 1 2 15 100 1000 1000000 0.0 1.0 1.5 10.0")]),
        (
            "en de nl sv fi",
            [(.one, "1"), (.other, "0 2 16 100 1000 10000 1000000 0.0 0.1 1.0 1.5 10.0 1000000.0")]
        ),
        ("tr nb", [(.one, "1 1.0 1.00 1.000"), (.other, "0 2 16 100 1000 1000000 0.0 0.9 1.1 1.6 10.0")]),
        ("da", [(.one, "1 0.1 1.6 0.01 1.0"), (.other, "0 2 16 100 1000000 0.0 2.0 3.4 10.0 100.0")]),
        ("fa hi", [(.one, "0 1 0.0 0.1 1.0 0.00 0.04"), (.other, "2 17 100 1000 1.1 2.6 10.0")]),
        ("fr", [(.one, "0 1 0.0 1.5"), (.many, "1000000 2000000"), (.other, "2 17 100 1000 2.0 3.5 10.0 1000000.0")]),
        ("pt", [(.one, "0 1 0.0 1.5"), (.many, "1000000 2000000"), (.other, "2 17 100 1000 2.0 3.5 10.0")]),
        ("pt-PT it", [(.one, "1"), (.many, "1000000 3000000"), (.other, "0 2 16 100 1000 0.0 1.0 1.5 10.0")]),
        ("es es-MX", [(.one, "1 1.0 1.00"), (.many, "1000000"), (.other, "0 2 16 100 1000 0.0 0.9 1.1 10.0")]),
        (
            "pl",
            [
                (.one, "1"), (.few, "2 3 4 22 24 32 52 102 1002"),
                (.many, "0 5 12 13 14 19 21 100 111 112 1000 1000000"),
                (.other, "0.0 1.0 1.5 10.0 1000.0"),
            ]
        ),
        (
            "cs sk",
            [(.one, "1"), (.few, "2 3 4"), (.many, "0.0 1.0 1.5 10.0"), (.other, "0 5 19 22 100 1000 1000000")]
        ),
        (
            "ru uk",
            [
                (.one, "1 21 31 101 1001"), (.few, "2 4 22 24 102 1002"), (.many, "0 5 11 12 14 19 20 100 111 1000000"),
                (.other, "0.0 1.0 1.5 10.0"),
            ]
        ),
        (
            "ar ar-EG",
            [
                (.zero, "0 0.0 0.00"), (.one, "1 1.0"), (.two, "2 2.0"), (.few, "3 10 103 110 1003 3.0 10.0"),
                (.many, "11 26 111 1011 11.0 99.0"), (.other, "100 102 200 202 1000 1000000 0.1 1.1 3.5 10.1 100.0"),
            ]
        ),
        (
            "he",
            [(.one, "1 0.0 0.1 0.95"), (.two, "2"), (.other, "0 3 17 100 1000 1.0 2.0 2.5 10.0")]
        ),
        (
            "bs hr sr",
            [(.one, "1 21 101 0.1 1.1 10.1"), (.few, "2 4 22 0.2 1.4"), (.other, "0 5 11 14 100 0.0 0.5 1.10")]
        ),
        ("ro", [(.one, "1"), (.few, "0 2 16 101 119 0.0 1.0 1.5"), (.other, "20 35 100 120 1000")]),
        ("sl", [(.one, "1 101"), (.two, "2 102"), (.few, "3 4 104 0.0 1.5"), (.other, "0 5 19 100 105")]),
        ("lt", [(.one, "1 21 101 1.0"), (.few, "2 9 22 2.0"), (.many, "0.1 1.1 10.1"), (.other, "0 10 11 20 10.0")]),
        ("tlh", [(.other, "0 1 2 1.5")]),
    ]

    @Test(arguments: examples.indices)
    func `The rules give CLDR's examples the category that they are examples of`(index: Int) {
        let (languages, rows) = Self.examples[index]
        for tag in languages.split(separator: " ") {
            let language = Language(String(tag))
            for (category, numbers) in rows {
                for number in numbers.split(separator: " ") {
                    #expect(language.pluralCategory(ofDecimal: String(number)) == category, "\(tag) \(number)")
                    guard let count = Int(number) else { continue }
                    #expect(language.pluralCategory(of: count) == category, "\(tag) \(count)")
                    #expect(language.pluralCategory(of: -count) == category, "\(tag) \(-count)")
                }
            }
        }
    }

    @Test func `Any number has a category`() {
        for tag in ["en", "pl", "ar", "fr", "xx"] {
            let language = Language(tag)
            #expect(PluralCategory.allCases.contains(language.pluralCategory(of: .min)))
            #expect(PluralCategory.allCases.contains(language.pluralCategory(of: .max)))
            let long = String(repeating: "9", count: 400)
            #expect(PluralCategory.allCases.contains(language.pluralCategory(ofDecimal: "\(long).\(long)")))
        }
        for text in ["", "-", ".", "1.", ".5", "1,5", "1e3", "one", "--1", "１"] {
            #expect(Language("en").pluralCategory(ofDecimal: text) == .other, "\(text)")
        }
        #expect(Language("en").pluralCategory(ofDecimal: "1" + String(repeating: "0", count: 30)) == .other)
        #expect(Language("ru").pluralCategory(ofDecimal: String(repeating: "1", count: 29) + "21") == .one)
    }

    @Test func `A category without a text has the text of all others`() {
        func books(_ count: Int) -> String {
            Language("en").plural(count, one: "\(count) book", other: "\(count) books")
        }
        #expect([0, 1, 2].map(books) == ["0 books", "1 book", "2 books"])
        #expect(Language("pl").plural(5, one: "a", few: "b", other: "c") == "c")
        #expect(Language("ar").plural(2, zero: "0", one: "1", two: "2", few: "3", many: "11", other: "100") == "2")
    }
}
