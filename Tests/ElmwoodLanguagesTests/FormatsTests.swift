import ElmwoodCalendar
import ElmwoodLanguages
import FoundationEssentials
import Testing

@Suite struct `Formats of languages` {
    private let english = Language("en").formats
    private let british = Language("en-GB").formats
    private let german = Language("de-AT").formats

    private func decimal(_ text: String) throws -> Decimal { try #require(Decimal(string: text)) }

    @Test func `Numbers have groups, and as many decimals as are asked for`() throws {
        #expect(
            [0, 12, 123, 1_234, 1_234_567, -1_234].map { english.number($0) } == [
                "0", "12", "123", "1,234", "1,234,567", "-1,234",
            ]
        )
        #expect(german.number(Int.min) == "-9.223.372.036.854.775.808")
        #expect(english.number(UInt64.max) == "18,446,744,073,709,551,615")
        #expect(german.number(try decimal("1234.5")) == "1.234,5")
        #expect(english.number(try decimal("1234.5"), fraction: 2...2) == "1,234.50")
        #expect(english.number(try decimal("0.12345")) == "0.123")
        #expect(english.number(try decimal("999999.9996")) == "1,000,000")
        #expect(english.number(try decimal("2.5"), fraction: 0...0) == "3")
        #expect(english.number(try decimal("-0.0004")) == "0")
        #expect(english.number(try decimal("1e30")) == "1," + Array(repeating: "000", count: 10).joined(separator: ","))
        #expect(english.number(0.1 + 0.2, fraction: 0...20) == "0.30000000000000004")
        #expect(english.number(1e-7, fraction: 0...7) == "0.0000001")
        #expect([Double.nan, .infinity, -.infinity].map { english.number($0) } == ["NaN", "∞", "-∞"])
        #expect(!english.number(Double.greatestFiniteMagnitude).isEmpty)
        #expect(english.percent(0.125) == "12.5%")
        #expect(german.percent(try decimal("-0.5")) == "-50\u{A0}%")
    }

    @Test func `Money has the sign of the currency and its number of decimals`() throws {
        let amount = try decimal("-1234.5")
        #expect(english.money(amount, "USD") == "-$1,234.50")
        #expect(german.money(amount, "EUR") == "-1.234,50\u{A0}€")
        #expect(british.money(amount, "GBP") == "-£1,234.50")
        #expect(british.money(amount, "USD") == "-US$1,234.50")
        #expect(english.money(amount, "CHF") == "-CHF\u{A0}1,234.50")
        #expect(german.money(try decimal("1234.5"), "JPY") == "1.235\u{A0}¥")
        #expect(english.money(try decimal("0.0005"), "KWD") == "KWD\u{A0}0.001")
    }

    @Test func `Dates and times have the language's order and names`() throws {
        let moment = try #require(LocalDateTime("2026-03-29T14:05:09"))
        #expect(english.date(moment.date) == "3/29/2026")
        #expect(english.date(moment.date, .long) == "March 29, 2026")
        #expect(english.date(moment.date, .full) == "Sunday, March 29, 2026")
        #expect(british.date(moment.date) == "29/03/2026")
        #expect(british.date(moment.date, .full) == "Sunday 29 March 2026")
        #expect(german.date(moment.date) == "29.03.2026")
        #expect(german.date(moment.date, .full) == "Sonntag, 29. März 2026")
        #expect(english.dateTime(moment) == "3/29/2026, 2:05\u{202F}PM")
        #expect(german.dateTime(moment, .long, seconds: true) == "29. März 2026, 14:05:09")
        let hours = ["00:30", "11:00", "12:00", "23:59"].compactMap { LocalTime($0) }
        #expect(
            hours.map { english.time($0) } == [
                "12:30\u{202F}AM", "11:00\u{202F}AM", "12:00\u{202F}PM", "11:59\u{202F}PM",
            ]
        )
        #expect(
            english.weekdays.first == .sunday && german.weekdays.first == .monday && german.weekdays.last == .sunday
        )
        #expect(german.name(of: .sunday, isShort: true) == "So")
    }

    @Test func `Lists end with the language's word`() {
        let names = ["a", "b", "c"]
        #expect(english.list(names) == "a, b, and c")
        #expect(british.list(names) == "a, b and c")
        #expect(german.list(names) == "a, b und c")
        #expect((0...2).map { english.list(Array(names.prefix($0))) } == ["", "a", "a and b"])
    }

    @Test func `An app describes a language of its own`() throws {
        var hindi = Formats.english
        hindi.groupSizes = [3, 2]
        #expect(hindi.number(123_456_789) == "12,34,56,789")
        var spanish = Formats.german
        spanish.leastGroupedDigits = 2
        spanish.longDate = "d 'de' MMMM 'de' y"
        spanish.monthNames = ["enero", "febrero", "marzo"]
        #expect([1_234, 12_345].map { spanish.number($0) } == ["1234", "12.345"])
        #expect(spanish.date(try #require(LocalDate("2026-03-02")), .long) == "2 de marzo de 2026")
        // A table that lacks a name shows the number.
        #expect(spanish.date(try #require(LocalDate("2026-04-02")), .long) == "2 de 4 de 2026")
        spanish.shortDate = "d''M'"
        #expect(spanish.date(try #require(LocalDate("2026-04-02"))) == "2'4")
        var catalogue = Formats.catalogue
        catalogue.add("es", spanish)
        #expect(catalogue["es-MX"] == spanish && catalogue["it"] == .english)
    }
}
