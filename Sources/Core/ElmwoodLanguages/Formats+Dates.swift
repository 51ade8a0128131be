import ElmwoodCalendar

extension Formats {
    /// How much of a date is written.
    public enum DateLength: Sendable {
        /// In digits: `3/29/2026`.
        case short
        /// With the month's name: `March 29, 2026`.
        case long
        /// With the names of the day and the month: `Sunday, March 29, 2026`.
        case full
    }

    /// Returns a date. A moment becomes one in a time zone: `LocalDate(moment, in: zone)`.
    public func date(_ date: LocalDate, _ length: DateLength = .short) -> String {
        let pattern =
            switch length {
            case .short: shortDate
            case .long: longDate
            case .full: fullDate
            }
        return written(pattern, LocalDateTime(date, .midnight))
    }

    /// Returns a time: `2:30 PM`.
    public func time(_ time: LocalTime, seconds: Bool = false) -> String {
        written(seconds ? timeWithSeconds : timePattern, LocalDateTime(LocalDate(daysSince1970: 0), time))
    }

    /// Returns a date and a time: `3/29/2026, 2:30 PM`.
    public func dateTime(_ moment: LocalDateTime, _ length: DateLength = .short, seconds: Bool = false) -> String {
        date(moment.date, length) + dateTimeSeparator + time(moment.time, seconds: seconds)
    }

    /// The days of a week as it begins in this language, for the heads of a calendar.
    public var weekdays: [Weekday] {
        (0..<7).compactMap { Weekday(rawValue: (firstWeekday.rawValue - 1 + $0) % 7 + 1) }
    }

    /// Returns the name of a day of the week.
    public func name(of day: Weekday, isShort: Bool = false) -> String {
        Self.name(day.rawValue, of: isShort ? shortWeekdayNames : weekdayNames)
    }

    /// Returns a pattern with the parts of a date in place of its letters.
    private func written(_ pattern: String, _ moment: LocalDateTime) -> String {
        var text = ""
        var isLiteral = false
        var rest = pattern[...]
        while let letter = rest.first {
            let run = rest.prefix { $0 == letter }
            rest = rest.dropFirst(letter == "'" ? 1 : run.count)
            if letter == "'" {
                // Two apostrophes are one.
                if rest.first == "'" {
                    text += "'"
                    rest.removeFirst()
                } else {
                    isLiteral.toggle()
                }
            } else if isLiteral || !letter.isASCII || !letter.isLetter {
                text += run
            } else {
                text += part(letter, run.count, moment) ?? String(run)
            }
        }
        return text
    }

    private func part(_ letter: Character, _ count: Int, _ moment: LocalDateTime) -> String? {
        let (date, time) = (moment.date, moment.time)
        switch letter {
        case "y": return count == 2 ? padded(date.year % 100, 2) : padded(date.year, count)
        case "M", "L":
            if count < 3 { return padded(date.month, count) }
            return Self.name(date.month, of: count == 3 ? shortMonthNames : monthNames)
        case "d": return padded(date.day, count)
        case "E": return Self.name(date.weekday.rawValue, of: count <= 3 ? shortWeekdayNames : weekdayNames)
        case "H": return padded(time.hour, count)
        case "h": return padded((time.hour + 11) % 12 + 1, count)
        case "m": return padded(time.minute, count)
        case "s": return padded(time.second, count)
        case "a": return Self.name(time.hour < 12 ? 1 : 2, of: dayPeriods)
        default: return nil
        }
    }

    /// Returns the name of that number, or the number where the table lacks it.
    private static func name(_ number: Int, of names: [String]) -> String {
        names.indices.contains(number - 1) ? names[number - 1] : "\(number)"
    }
}
