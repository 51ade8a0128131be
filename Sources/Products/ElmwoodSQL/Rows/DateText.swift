import ElmwoodCalendar
import FoundationEssentials

/// Dates as texts of ISO 8601, in UTC and to the microsecond. As SQLite's functions write them, so that texts sort by time.
package enum DateText {
    /// From 1970 to the moment from which `Date` counts, in seconds.
    private static let reference = 978_307_200

    /// Returns `2026-02-03 04:05:06.789000`, or nil if the year is not one of 1 to 9999.
    package static func text(of date: Date, separator: String = " ") -> String? {
        let seconds = date.timeIntervalSinceReferenceDate
        guard abs(seconds) < 400_000_000_000 else { return nil }
        let microseconds = Int((seconds * 1_000_000).rounded()) + reference * 1_000_000
        let (second, fraction) = microseconds.floored(dividingBy: 1_000_000)
        let (days, time) = second.floored(dividingBy: 86_400)
        let date = CivilDate(daysSince1970: days)
        guard 1...9999 ~= date.year else { return nil }
        return padded(date.year, 4) + "-" + padded(date.month, 2) + "-" + padded(date.day, 2) + separator
            + padded(time / 3_600, 2) + ":" + padded(time / 60 % 60, 2) + ":" + padded(time % 60, 2)
            + "." + padded(fraction, 6)
    }

    /// Returns the moment of a date, or of a date and a time with `T` or a space between them, with or without seconds, a fraction
    /// and a distance from UTC; without one it is UTC. Nil for any other text.
    package static func date(_ text: String) -> Date? {
        var reader = DateReader(text)
        guard let days = reader.date() else { return nil }
        var microseconds = (days * 86_400 - reference) * 1_000_000
        if !reader.isAtEnd {
            guard reader.skip("T") || reader.skip(" "), let time = reader.time(fractionDigits: 9),
                let distance = distance(&reader), reader.isAtEnd
            else { return nil }
            microseconds += time - distance * 1_000_000
        }
        return Date(timeIntervalSinceReferenceDate: Double(microseconds) / 1_000_000)
    }

    /// Seconds east of UTC: `Z`, `+01`, `-0330`, `+05:30`.
    private static func distance(_ reader: inout DateReader) -> Int? {
        if reader.isAtEnd || reader.skip("Z") { return 0 }
        let isWest = reader.skip("-")
        guard isWest || reader.skip("+"), let hours = reader.number(2...2) else { return nil }
        var seconds = hours * 3_600
        for unit in [60, 1] where !reader.isAtEnd {
            _ = reader.skip(":")
            guard let number = reader.number(2...2) else { return nil }
            seconds += number * unit
        }
        return isWest ? -seconds : seconds
    }
}
