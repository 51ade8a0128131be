import ElmwoodCalendar

/// How a language writes numbers, money, dates, times and lists.
///
/// ```swift
/// let formats = model.language.formats
/// formats.number(1_234_567)                                       // 1,234,567
/// formats.money(order.total, "EUR")                               // €1,234.50
/// formats.date(LocalDate(order.date, in: zone), .long)            // March 29, 2026
/// formats.list(["Anna", "Bert", "Carla"])                         // Anna, Bert, and Carla
/// ```
///
/// American and British English and German are included, as Unicode's CLDR describes them. For another language, change a copy, and keep all
/// of them in a catalogue:
///
/// ```swift
/// extension Formats {
///     static let french: Formats = {
///         var formats = Formats.german
///         formats.groupSeparator = "\u{202F}"
///         formats.monthNames = ["janvier", "février", …]
///         formats.longDate = "d MMMM y"
///         …
///         return formats
///     }()
/// }
///
/// static let formats = { var all = Formats.catalogue; all.add("fr", .french); return all }()
/// ```
public struct Formats: Equatable, Sendable {
    // MARK: Numbers

    /// What separates the fraction: `.`
    public var decimalSeparator: String
    /// What separates groups of digits: `,`
    public var groupSeparator: String
    /// The numbers of digits in the groups, from the last one on; the last number repeats: 3, and in Hindi 3 and 2.
    public var groupSizes = [3]
    /// How many digits must precede the first separator: 1, and in Spanish and Polish 2, which write 1234 but 12 345.
    public var leastGroupedDigits = 1
    /// What precedes a negative number.
    public var minusSign = "-"
    /// A percentage, with `0` for the number: `0%`
    public var percentPattern: String
    /// An amount of money, with `0` for the number and `¤` for the currency: `¤0`
    public var moneyPattern: String
    /// The signs of currencies, by their codes (ISO 4217). Others are written as their codes.
    public var currencySigns: [String: String]

    // MARK: Dates and times

    /// The names of the months, from January on, within a date.
    public var monthNames: [String]
    /// The short names of the months.
    public var shortMonthNames: [String]
    /// The names of the days of the week, from Monday on.
    public var weekdayNames: [String]
    /// The short names of the days of the week.
    public var shortWeekdayNames: [String]
    /// The pattern of a date in digits, in letters of CLDR (Unicode Technical Standard 35, part 4): `M/d/y`
    ///
    /// Known are `y` and `yyyy`, `M` (`MM`, and the names `MMM` and `MMMM`), `d` and `dd`, `E` and `EEEE` for the weekday, `H` and `h` for
    /// the hour, `mm`, `ss` and `a`. Other letters are between apostrophes.
    public var shortDate: String
    /// The pattern of a date with the month's name: `MMMM d, y`
    public var longDate: String
    /// The pattern of a date with the names of the day and the month: `EEEE, MMMM d, y`
    public var fullDate: String
    /// The pattern of a time: `h:mm a`
    public var timePattern: String
    /// The pattern of a time with seconds: `h:mm:ss a`
    public var timeWithSeconds: String
    /// The texts for the hours before and after noon: `AM` and `PM`.
    public var dayPeriods = ["AM", "PM"]
    /// What is between a date and a time.
    public var dateTimeSeparator = ", "
    /// The day with which a week begins.
    public var firstWeekday: Weekday

    // MARK: Lists

    /// What is between the items of a list: a comma.
    public var listSeparator = ", "
    /// What is before the last of three items or more: `, and `
    public var listEnd: String
    /// What is between two items: ` and `
    public var listPair: String

    /// The included languages. English is used for visitors who know none of them.
    public static let catalogue = TextCatalogue("en", english, ["en-GB": britishEnglish, "de": german])
}

extension Language {
    /// How the language writes numbers, dates and lists; as English if it is none of ``Formats/catalogue``.
    public var formats: Formats { Formats.catalogue[self] }
}

extension Formats {
    /// Returns a list in one sentence: `a, b, and c`.
    public func list(_ items: [String]) -> String {
        guard let last = items.last else { return "" }
        let others = items.dropLast().joined(separator: listSeparator)
        return others.isEmpty ? last : others + (items.count == 2 ? listPair : listEnd) + last
    }
}
