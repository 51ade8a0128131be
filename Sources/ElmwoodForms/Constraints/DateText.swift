/// Parses the dates and times that HTML's controls send (HTML §2.3.5), as milliseconds since 1970 without a time zone.
///
/// A month is represented by its first day, a week by its Monday, and a time by that time on the first of January 1970.
enum DateText {
    /// Returns the point in time for the text of a control of that type, or nil if the text is invalid.
    static func milliseconds(_ text: String, of type: InputType) -> Int64? {
        var reader = Reader(text)
        let value: Int64?
        switch type {
        case .date: value = reader.date().map { $0 * day }
        case .month: value = reader.month().map { days(year: $0.year, month: $0.month, day: 1) * day }
        case .week: value = reader.week().map { $0 * day }
        case .time: value = reader.time()
        case .localDateTime: value = reader.dateTime()
        default: value = nil
        }
        return reader.isAtEnd ? value : nil
    }

    /// Returns the number of months since January 1970, in which the steps of a month are counted.
    static func months(_ text: String) -> Int64? {
        var reader = Reader(text)
        guard let (year, month) = reader.month(), reader.isAtEnd else { return nil }
        return (year - 1970) * 12 + month - 1
    }

    /// Returns the point in time of a text in any of these formats, or in that of RFC 3339 with its time zone.
    static func milliseconds(_ text: String) -> Int64? {
        for type in [InputType.date, .localDateTime, .time, .month, .week] {
            if let value = milliseconds(text, of: type) { return value }
        }
        var reader = Reader(text)
        guard let local = reader.dateTime(), let offset = reader.zone(), reader.isAtEnd else { return nil }
        return local - offset
    }

    private static let day: Int64 = 86_400_000

    /// Returns the days from the first of January 1970 to a date of the Gregorian calendar.
    static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        // Years begin in March, so that the leap day is the last of its year; 400 of them have 146,097 days.
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    static func daysInMonth(_ month: Int64, year: Int64) -> Int64 {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }

    private struct Reader {
        private let bytes: [UInt8]
        private var position = 0

        init(_ text: String) { bytes = Array(text.utf8) }

        var isAtEnd: Bool { position == bytes.count }

        private mutating func take(_ byte: Character) -> Bool {
            guard position < bytes.count, bytes[position] == byte.asciiValue else { return false }
            position += 1
            return true
        }

        private mutating func number(_ digits: ClosedRange<Int>) -> Int64? {
            let start = position
            var value: Int64 = 0
            while position < bytes.count, position - start < digits.upperBound, bytes[position] &- 0x30 < 10 {
                value = value * 10 + Int64(bytes[position] - 0x30)
                position += 1
            }
            return digits.contains(position - start) ? value : nil
        }

        mutating func month() -> (year: Int64, month: Int64)? {
            guard let year = number(4...6), year > 0, take("-"), let month = number(2...2), 1...12 ~= month else {
                return nil
            }
            return (year, month)
        }

        /// Parses a date. Returns the days since 1970.
        mutating func date() -> Int64? {
            guard let (year, month) = month(), take("-"), let day = number(2...2),
                1...DateText.daysInMonth(month, year: year) ~= day
            else { return nil }
            return DateText.days(year: year, month: month, day: day)
        }

        /// Parses a week. Returns the days from 1970 to its Monday.
        mutating func week() -> Int64? {
            guard let year = number(4...6), year > 0, take("-"), take("W"), let week = number(2...2) else { return nil }
            // The first week of a year is the one that contains its fourth of January.
            let first = monday(onOrBefore: DateText.days(year: year, month: 1, day: 4))
            let next = monday(onOrBefore: DateText.days(year: year + 1, month: 1, day: 4))
            guard week >= 1, week <= (next - first) / 7 else { return nil }
            return first + (week - 1) * 7
        }

        /// Returns the Monday on or before a day. The first of January 1970 was a Thursday.
        private func monday(onOrBefore day: Int64) -> Int64 { day - ((day + 3) % 7 + 7) % 7 }

        mutating func time() -> Int64? {
            guard let hours = number(2...2), hours < 24, take(":"), let minutes = number(2...2), minutes < 60 else {
                return nil
            }
            var value = (hours * 60 + minutes) * 60_000
            guard take(":") else { return value }
            guard let seconds = number(2...2), seconds < 60 else { return nil }
            value += seconds * 1_000
            guard take(".") else { return value }
            let start = position
            guard let fraction = number(1...3) else { return nil }
            return value + fraction * [100, 10, 1][max(0, min(position - start - 1, 2))]
        }

        mutating func dateTime() -> Int64? {
            guard let date = date(), take("T") || take(" "), let time = time() else { return nil }
            return date * DateText.day + time
        }

        /// Parses a time zone. Returns the milliseconds that it is ahead: `Z`, `+01:00`.
        mutating func zone() -> Int64? {
            if take("Z") || take("z") { return 0 }
            let isBehind = take("-")
            guard isBehind || take("+"), let hours = number(2...2), hours < 24, take(":"), let minutes = number(2...2),
                minutes < 60
            else { return nil }
            return (hours * 60 + minutes) * 60_000 * (isBehind ? -1 : 1)
        }
    }
}
