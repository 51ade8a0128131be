/// A day of the calendar, without a time and a time zone: the value of `<input type="date">`.
///
/// ```swift
/// let day = LocalDate("2026-03-29")           // nil if the text is none
/// day?.weekday                                // .sunday
/// day?.adding(days: 1)                        // 2026-03-30
/// day?.start(in: zone)                        // the Date at which it begins there
/// ```
///
/// Days are those of the Gregorian calendar, of the years 1 to 999,999. The text is that of HTML (HTML Standard §2.3.5.2), with four
/// digits of the year or more, and so is the value in JSON and in a message.
public struct LocalDate: Hashable, Sendable {
    /// The year, from 1 to 999,999.
    public let year: Int
    /// The month, from 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// Creates a day; nil if the calendar has none like it.
    public init?(year: Int, month: Int, day: Int) {
        guard Self.years.contains(year), CivilDate(year: year, month: month, day: day) != nil else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Creates a day from its text, `2026-03-29`; nil if it is none.
    public init?(_ text: String) {
        var reader = DateReader(text)
        guard let date = LocalDate(&reader), reader.isAtEnd else { return nil }
        self = date
    }

    init?(_ reader: inout DateReader) {
        guard let days = reader.date(yearDigits: DateReader.yearDigits) else { return nil }
        self.init(daysSince1970: days)
    }

    /// Creates the day that is so many days after the first of January 1970, or the nearest one.
    package init(daysSince1970 days: Int) {
        let date = CivilDate(daysSince1970: min(max(days, Self.days.lowerBound), Self.days.upperBound))
        (year, month, day) = (date.year, date.month, date.day)
    }

    private static let years = 1...999_999
    private static let days = -719_162...364_522_971

    /// The number of days since the first of January 1970.
    package var daysSince1970: Int { CivilDate(year: year, month: month, day: day)?.daysSince1970 ?? 0 }

    /// The day of the week.
    public var weekday: Weekday {
        // The first of January 1970 was a Thursday.
        Weekday(rawValue: (daysSince1970 + 3).floored(dividingBy: 7).remainder + 1) ?? .monday
    }

    /// Returns the day so many days later, or earlier if the number is negative; the first or last day of all if there is none.
    public func adding(days: Int) -> LocalDate {
        let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
        return LocalDate(daysSince1970: overflow ? (days < 0 ? .min : .max) : sum)
    }

    /// Returns the number of days to another one; negative if that is earlier.
    public func days(to other: LocalDate) -> Int { other.daysSince1970 - daysSince1970 }
}

/// A day of the week, numbered as by ISO 8601.
public enum Weekday: Int, CaseIterable, Codable, Sendable {
    /// Monday, number 1.
    case monday = 1
    /// Tuesday.
    case tuesday
    /// Wednesday.
    case wednesday
    /// Thursday.
    case thursday
    /// Friday.
    case friday
    /// Saturday.
    case saturday
    /// Sunday, number 7.
    case sunday
}

extension LocalDate: Comparable, LosslessStringConvertible, Codable {
    /// Whether the first day is earlier.
    public static func < (left: LocalDate, right: LocalDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    /// The text, `2026-03-29`.
    public var description: String { padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2) }

    /// Reads the text.
    public init(from decoder: any Decoder) throws { self = try decoder.localValue() }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension DateReader {
    /// How many digits a year has in the texts of HTML's controls, as far as they are read.
    package static let yearDigits = 4...6
}

/// Returns a number with zeros before it, so that it has that many digits at least.
package func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

extension Decoder {
    /// Reads a value that is written as its text.
    func localValue<Value: LosslessStringConvertible>(_ type: Value.Type = Value.self) throws -> Value {
        let container = try singleValueContainer()
        guard let value = Value(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is no \(type).")
        }
        return value
    }
}

extension Encoder {
    func encode(text: String) throws {
        var container = singleValueContainer()
        try container.encode(text)
    }
}
