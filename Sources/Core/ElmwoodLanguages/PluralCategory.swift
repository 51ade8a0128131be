/// A category of numbers that a language's grammar distinguishes (Unicode CLDR, cardinal plurals).
public enum PluralCategory: String, CaseIterable, Sendable {
    /// Zero, where a language has a form for it: in Arabic 0.
    case zero
    /// The singular: in English 1, in Russian 1, 21, 31 and so on.
    case one
    /// The dual: in Arabic and Hebrew 2.
    case two
    /// A few: in Polish 2 to 4, 22 to 24 and so on.
    case few
    /// Many: in Polish 0, 5 to 21 and so on.
    case many
    /// All others. Each language has it, and some have it alone.
    case other
}

extension Language {
    /// Returns the category of a whole number: in English `one` for 1, and `other` for all others.
    ///
    /// The rules are those of CLDR (https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html). A language
    /// without a rule here has the category `other` only, as CLDR's root does.
    public func pluralCategory(of count: Int) -> PluralCategory {
        category(PluralOperands(count))
    }

    /// Returns the category of a decimal number as it is shown, with a point: in English `1` is `one`, but `1.0` is `other`.
    ///
    /// Returns `other` for a text that is no such number.
    public func pluralCategory(ofDecimal text: String) -> PluralCategory {
        PluralOperands(decimal: text).map(category) ?? .other
    }

    /// Returns the text for a number's category, or `other` if that category has none.
    ///
    /// ```swift
    /// language.plural(files, one: "\(files) plik", few: "\(files) pliki", many: "\(files) plików", other: "\(files) pliku")
    /// ```
    public func plural(
        _ count: Int,
        zero: String? = nil,
        one: String? = nil,
        two: String? = nil,
        few: String? = nil,
        many: String? = nil,
        other: String
    ) -> String {
        let text =
            switch pluralCategory(of: count) {
            case .zero: zero
            case .one: one
            case .two: two
            case .few: few
            case .many: many
            case .other: other
            }
        return text ?? other
    }

    /// The category by the rule of the language, and of its region if that has its own.
    private func category(_ number: PluralOperands) -> PluralCategory {
        (PluralRules.regional[tag] ?? PluralRules.rules[primary])?(number) ?? .other
    }
}

/// A number as plural rules see it (Unicode Technical Standard 35, part 3, section 5.1.1).
struct PluralOperands {
    /// The whole part: `i`.
    let i: UInt
    /// The number of digits after the point, as shown: `v`.
    let v: Int
    /// The digits after the point, with zeros at the end: `f`.
    let f: UInt

    init(_ count: Int) {
        (i, v, f) = (count.magnitude, 0, 0)
    }

    /// Reads a number such as `-12.50`.
    init?(decimal text: String) {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { $0 &- 0x30 < 10 } }) else { return nil }
        let fraction = parts.count > 1 ? parts[1] : ""
        guard let whole = Self.lastDigits(parts[0]), let part = Self.lastDigits(fraction) else { return nil }
        (i, v, f) = (whole, fraction.utf8.count, part)
    }

    /// Returns the number of so many digits that it fits. No rule asks for more than the last six, and whether there are others.
    private static func lastDigits(_ digits: Substring) -> UInt? {
        let significant = digits.drop { $0 == "0" }
        guard !significant.isEmpty else { return 0 }
        if significant.utf8.count <= 18 { return UInt(significant) }
        return UInt(significant.suffix(17)).map { $0 + 100_000_000_000_000_000 }
    }

    /// Whether the number is whole, shown without a point or with zeros after it.
    var isWhole: Bool { f == 0 }

    /// Whether the number itself, `n`, is that whole number.
    func equals(_ other: UInt) -> Bool { isWhole && i == other }
}
