import ElmwoodCalendar

/// Parses the dates and times that HTML's controls send (HTML §2.3.5), as milliseconds since 1970 without a time zone.
///
/// A month is represented by its first day, a week by its Monday, and a time by that time on the first of January 1970.
enum DateText {
    /// Returns the point in time for the text of a control of that type, or nil if the text is invalid.
    static func milliseconds(_ text: String, of type: InputType) -> Int64? {
        var reader = DateReader(text)
        let value: Int?
        switch type {
        case .date: value = reader.date(yearDigits: years).map { $0 * day }
        case .month:
            value = reader.month(yearDigits: years).flatMap {
                CivilDate(year: $0.year, month: $0.month, day: 1).map { $0.daysSince1970 * day }
            }
        case .week: value = week(&reader).map { $0 * day }
        case .time: value = time(&reader)
        case .localDateTime: value = dateTime(&reader)
        default: value = nil
        }
        return reader.isAtEnd ? value.map(Int64.init) : nil
    }

    /// Returns the number of months since January 1970, in which the steps of a month are counted.
    static func months(_ text: String) -> Int64? {
        var reader = DateReader(text)
        guard let (year, month) = reader.month(yearDigits: years), reader.isAtEnd else { return nil }
        return Int64((year - 1970) * 12 + month - 1)
    }

    /// Returns the day and time of a text in any of these formats, except that of a time; of a month or week its first day.
    static func local(_ text: String) -> LocalDateTime? {
        for type in [InputType.date, .localDateTime, .month, .week] {
            if let value = milliseconds(text, of: type) { return LocalDateTime(milliseconds: Int(value)) }
        }
        return nil
    }

    /// Returns the point in time of a text in the format of RFC 3339, which has a time zone.
    static func moment(_ text: String) -> Int64? {
        var reader = DateReader(text)
        guard let local = dateTime(&reader), let offset = zone(&reader), reader.isAtEnd else { return nil }
        return Int64(local - offset)
    }

    private static let day = 86_400_000
    private static let years = 4...6

    /// Parses a week. Returns the days from 1970 to its Monday.
    private static func week(_ reader: inout DateReader) -> Int? {
        guard let year = reader.number(years), year > 0, reader.skip("-"), reader.skip("W"),
            let week = reader.number(2...2), let first = firstWeek(of: year), let next = firstWeek(of: year + 1),
            week >= 1, week <= (next - first) / 7
        else { return nil }
        return first + (week - 1) * 7
    }

    /// Returns the Monday of the first week of a year, which is the one that contains the fourth of January.
    private static func firstWeek(of year: Int) -> Int? {
        guard let day = CivilDate(year: year, month: 1, day: 4)?.daysSince1970 else { return nil }
        // The first of January 1970 was a Thursday.
        return day - (day + 3).floored(dividingBy: 7).remainder
    }

    private static func time(_ reader: inout DateReader) -> Int? { reader.time(fractionDigits: 3).map { $0 / 1_000 } }

    private static func dateTime(_ reader: inout DateReader) -> Int? {
        guard let date = reader.date(yearDigits: years), reader.skip("T") || reader.skip(" "), let time = time(&reader)
        else { return nil }
        return date * day + time
    }

    /// Parses a time zone. Returns the milliseconds that it is ahead: `Z`, `+01:00`.
    private static func zone(_ reader: inout DateReader) -> Int? {
        if reader.skip("Z") || reader.skip("z") { return 0 }
        let isBehind = reader.skip("-")
        guard isBehind || reader.skip("+"), let hours = reader.number(2...2), hours < 24, reader.skip(":"),
            let minutes = reader.number(2...2), minutes < 60
        else { return nil }
        return (hours * 60 + minutes) * 60_000 * (isBehind ? -1 : 1)
    }
}
