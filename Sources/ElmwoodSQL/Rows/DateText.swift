import FoundationEssentials

/// Dates as texts of ISO 8601, in UTC and to the microsecond. As SQLite's functions write them, so that texts sort by time.
package enum DateText {
    /// From 1970 to the moment from which `Date` counts, in seconds.
    private static let reference: Int64 = 978_307_200

    /// Returns `2026-02-03 04:05:06.789000`, or nil if the year is not one of 1 to 9999.
    package static func text(of date: Date, separator: String = " ") -> String? {
        let seconds = date.timeIntervalSinceReferenceDate
        guard abs(seconds) < 400_000_000_000 else { return nil }
        let microseconds = Int64((seconds * 1_000_000).rounded()) + reference * 1_000_000
        let (second, fraction) = floorDivision(microseconds, 1_000_000)
        let (day, time) = floorDivision(second, 86_400)
        let (year, month, dayOfMonth) = civil(day)
        guard 1...9999 ~= year else { return nil }
        return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(dayOfMonth, 2) + separator
            + padded(time / 3_600, 2) + ":" + padded(time / 60 % 60, 2) + ":" + padded(time % 60, 2)
            + "." + padded(fraction, 6)
    }

    /// Returns the moment of a date, or of a date and a time with `T` or a space between them, with or without seconds, a fraction
    /// and a distance from UTC; without one it is UTC. Nil for any other text.
    package static func date(_ text: String) -> Date? {
        var reader = Reader(rest: text.utf8[...])
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"),
            let day = reader.number(2), year >= 1, 1...12 ~= month, 1...length(ofMonth: month, year) ~= day
        else { return nil }
        var seconds = days(year, month, day) * 86_400
        var microseconds: Int64 = 0
        if !reader.rest.isEmpty {
            guard reader.skip("T") || reader.skip(" "), let hour = reader.number(2), reader.skip(":"),
                let minute = reader.number(2), hour < 24, minute < 60
            else { return nil }
            seconds += hour * 3_600 + minute * 60
            if reader.skip(":") {
                guard let second = reader.number(2), second < 60 else { return nil }
                seconds += second
                if reader.skip(".") {
                    guard let fraction = reader.fraction() else { return nil }
                    microseconds = fraction
                }
            }
            guard let distance = reader.distance(), reader.rest.isEmpty else { return nil }
            seconds -= distance
        }
        return Date(
            timeIntervalSinceReferenceDate: Double((seconds - reference) * 1_000_000 + microseconds) / 1_000_000
        )
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func floorDivision(_ number: Int64, _ divisor: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    private static func length(ofMonth month: Int64, _ year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    // The year begins in March, so that the leap day is its last: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms".

    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = floorDivision(year, 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = floorDivision(days + 719_468, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    private struct Reader {
        var rest: Substring.UTF8View

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest.removeFirst()
            return true
        }

        mutating func digit() -> Int64? {
            guard let byte = rest.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
            rest.removeFirst()
            return Int64(byte - UInt8(ascii: "0"))
        }

        mutating func number(_ digits: Int) -> Int64? {
            var number: Int64 = 0
            for _ in 0..<digits {
                guard let digit = digit() else { return nil }
                number = number * 10 + digit
            }
            return number
        }

        /// Microseconds of one to nine digits.
        mutating func fraction() -> Int64? {
            var (number, count): (Int64, Int) = (0, 0)
            while count < 9, let digit = digit() {
                if count < 6 { number = number * 10 + digit }
                count += 1
            }
            guard count > 0 else { return nil }
            for _ in count..<max(count, 6) { number *= 10 }
            return number
        }

        /// Seconds east of UTC: `Z`, `+01`, `-0330`, `+05:30`.
        mutating func distance() -> Int64? {
            if rest.isEmpty || skip("Z") { return 0 }
            let isWest = skip("-")
            guard isWest || skip("+"), let hours = number(2) else { return nil }
            var seconds = hours * 3_600
            for unit: Int64 in [60, 1] where !rest.isEmpty {
                _ = skip(":")
                guard let number = number(2) else { return nil }
                seconds += number * unit
            }
            return isWest ? -seconds : seconds
        }
    }
}
