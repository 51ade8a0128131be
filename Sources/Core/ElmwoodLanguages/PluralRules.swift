/// The plural rules of languages, after CLDR 48 (`common/supplemental/plurals.xml`), in its order of conditions.
enum PluralRules {
    typealias Rule = @Sendable (PluralOperands) -> PluralCategory

    /// The rules by the language's subtag.
    static let rules: [Substring: Rule] = {
        var rules: [Substring: Rule] = [:]
        func add(_ languages: String, _ rule: @escaping Rule) {
            for language in languages.split(separator: " ") { rules[language] = rule }
        }
        add("id in ja jv ko lo ms my th vi yue zh") { _ in .other }
        add("ast de en et fi fy gl ia io ji lij nl sc sv sw ur yi") { $0.i == 1 && $0.v == 0 ? .one : .other }
        add("af az bg el eo eu fo hu ka kk ku ky lb ml mn nb nn no ps rm so sq ta te tk tr ug uz") {
            $0.equals(1) ? .one : .other
        }
        add("am as bn fa gu hi kn zu") { $0.i == 0 || $0.equals(1) ? .one : .other }
        add("da") { $0.equals(1) || !$0.isWhole && $0.i <= 1 ? .one : .other }
        add("ca it", oneOrMillions)
        add("es") { $0.equals(1) ? .one : isMillions($0) ? .many : .other }
        add("fr pt") { $0.i <= 1 ? .one : isMillions($0) ? .many : .other }
        add("pl", polish)
        add("cs sk") { number in
            if number.v != 0 { return .many }
            return number.i == 1 ? .one : 2...4 ~= number.i ? .few : .other
        }
        add("ru uk", eastSlavic)
        add("bs hr sh sr", serboCroatian)
        add("sl") { number in
            if number.v != 0 { return .few }
            switch number.i % 100 {
            case 1: return .one
            case 2: return .two
            case 3, 4: return .few
            default: return .other
            }
        }
        add("mo ro") { number in
            if number.i == 1, number.v == 0 { return .one }
            return number.v != 0 || number.equals(0) || !number.equals(1) && 1...19 ~= number.i % 100 ? .few : .other
        }
        add("lt") { number in
            if !number.isWhole { return .many }
            if 11...19 ~= number.i % 100 { return .other }
            return number.i % 10 == 1 ? .one : 2...9 ~= number.i % 10 ? .few : .other
        }
        add("ar", arabic)
        add("he iw") { number in
            if number.i == 1 && number.v == 0 || number.i == 0 && number.v != 0 { return .one }
            return number.i == 2 && number.v == 0 ? .two : .other
        }
        return rules
    }()

    /// The rules of regions that have their own.
    static let regional: [String: Rule] = ["pt-PT": oneOrMillions]

    /// `many`: whole millions, which take a preposition before what is counted.
    private static func isMillions(_ number: PluralOperands) -> Bool {
        number.i != 0 && number.i % 1_000_000 == 0 && number.v == 0
    }

    private static let oneOrMillions: Rule = { number in
        number.i == 1 && number.v == 0 ? .one : isMillions(number) ? .many : .other
    }

    private static let polish: Rule = { number in
        if number.v != 0 { return .other }
        if number.i == 1 { return .one }
        return 2...4 ~= number.i % 10 && !(12...14 ~= number.i % 100) ? .few : .many
    }

    private static let eastSlavic: Rule = { number in
        if number.v != 0 { return .other }
        if 11...14 ~= number.i % 100 { return .many }
        return number.i % 10 == 1 ? .one : 2...4 ~= number.i % 10 ? .few : .many
    }

    /// Without a point the whole part decides, else the digits after the point.
    private static let serboCroatian: Rule = { number in
        let digits = number.v == 0 ? number.i : number.f
        if 11...14 ~= digits % 100 { return .other }
        return digits % 10 == 1 ? .one : 2...4 ~= digits % 10 ? .few : .other
    }

    private static let arabic: Rule = { number in
        guard number.isWhole else { return .other }
        switch number.i {
        case 0: return .zero
        case 1: return .one
        case 2: return .two
        default: break
        }
        switch number.i % 100 {
        case 3...10: return .few
        case 11...99: return .many
        default: return .other
        }
    }
}
