/// The rule for a zone's future, as a text like `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX.1, section 8.3, `TZ`; RFC 9636, section 3.3.1).
struct ZoneRule: Equatable, Sendable {
    let standard: ZoneRules.LocalType
    /// Summer time, and when it begins and ends; nil if there is none.
    let summer: Summer?

    struct Summer: Equatable, Sendable {
        var type: ZoneRules.LocalType
        var start: Change
        var end: Change
    }

    /// A moment of each year.
    struct Change: Equatable, Sendable {
        enum Day: Equatable, Sendable {
            /// The day from 1 to 365, of which the leap day is none: `J60` is the first of March.
            case julian(Int)
            /// The day from 0 on, with the leap day.
            case ofYear(Int)
            /// The weekday, from 0 for Sunday, of the week of a month; the week 5 is the last one.
            case ofWeek(month: Int, week: Int, weekday: Int)
        }

        var day: Day
        /// The seconds from midnight by the clock that is changed; below zero or beyond the day too.
        var time: Int
    }

    func type(at seconds: Int) -> ZoneRules.LocalType {
        guard let summer else { return standard }
        let year = CivilDate(daysSince1970: (seconds + standard.offset).floored(dividingBy: 86_400).quotient).year
        let start = summer.start.seconds(in: year) - standard.offset
        let end = summer.end.seconds(in: year) - summer.type.offset
        let isSummer = start < end ? start <= seconds && seconds < end : !(end <= seconds && seconds < start)
        return isSummer ? summer.type : standard
    }
}

extension ZoneRule.Change {
    /// Returns the moment in a year, by its own clock.
    func seconds(in year: Int) -> Int {
        func days(_ month: Int, _ day: Int) -> Int { CivilDate(year: year, month: month, day: day)?.daysSince1970 ?? 0 }
        let date: Int
        switch day {
        case .julian(let number):
            let isLeap = days(3, 1) - days(2, 28) == 2
            date = days(1, 1) + number - (isLeap && number >= 60 ? 0 : 1)
        case .ofYear(let number): date = days(1, 1) + number
        case .ofWeek(let month, let week, let weekday):
            let first = days(month, 1)
            // The first of January 1970 was a Thursday.
            let day = first + (weekday - (first + 4)).floored(dividingBy: 7).remainder + (week - 1) * 7
            let next = month == 12 ? days(12, 31) + 1 : days(month + 1, 1)
            date = day < next ? day : day - 7
        }
        return date * 86_400 + time
    }
}

extension ZoneRule {
    /// Reads the text; nil if it is no rule.
    init?(_ text: some Collection<UInt8>) {
        var reader = Reader(rest: Array(text)[...])
        guard let name = reader.name(), let offset = reader.offset() else { return nil }
        standard = ZoneRules.LocalType(offset: -offset, abbreviation: name)
        guard !reader.rest.isEmpty else {
            summer = nil
            return
        }
        guard let name = reader.name() else { return nil }
        var ahead = standard.offset + 3_600
        if reader.rest.first != UInt8(ascii: ",") {
            guard let offset = reader.offset() else { return nil }
            ahead = -offset
        }
        guard let start = reader.change(), let end = reader.change(), reader.rest.isEmpty else { return nil }
        summer = Summer(type: ZoneRules.LocalType(offset: ahead, abbreviation: name), start: start, end: end)
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest.removeFirst()
            return true
        }

        /// Reads `CEST`, or `<+0545>`.
        mutating func name() -> String? {
            let isQuoted = skip("<")
            let name = rest.prefix { byte in
                byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
                    || isQuoted && (byte &- 0x30 < 10 || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"))
            }
            guard 3...16 ~= name.count else { return nil }
            rest = rest.dropFirst(name.count)
            guard !isQuoted || skip(">") else { return nil }
            return String(decoding: name, as: UTF8.self)
        }

        mutating func number(_ range: ClosedRange<Int>) -> Int? {
            let digits = rest.prefix(3).prefix { $0 &- 0x30 < 10 }
            guard let number = Int(String(decoding: digits, as: UTF8.self)), range.contains(number) else { return nil }
            rest = rest.dropFirst(digits.count)
            return number
        }

        /// Reads hours, minutes and seconds, of which the hours suffice: `-5:30`. Returns them in seconds.
        mutating func offset(hours: ClosedRange<Int> = 0...24) -> Int? {
            let isNegative = skip("-")
            if !isNegative { _ = skip("+") }
            guard var seconds = number(hours).map({ $0 * 3_600 }) else { return nil }
            for unit in [60, 1] where skip(":") {
                guard let number = number(0...59) else { return nil }
                seconds += number * unit
            }
            return isNegative ? -seconds : seconds
        }

        /// Reads `,M3.5.0/2`, `,J60` or `,59`.
        mutating func change() -> Change? {
            guard skip(",") else { return nil }
            let day: Change.Day
            if skip("M") {
                guard let month = number(1...12), skip("."), let week = number(1...5), skip("."),
                    let weekday = number(0...6)
                else { return nil }
                day = .ofWeek(month: month, week: week, weekday: weekday)
            } else if skip("J") {
                guard let number = number(1...365) else { return nil }
                day = .julian(number)
            } else {
                guard let number = number(0...365) else { return nil }
                day = .ofYear(number)
            }
            guard skip("/") else { return Change(day: day, time: 7_200) }
            guard let time = offset(hours: 0...167) else { return nil }
            return Change(day: day, time: time)
        }
    }
}
