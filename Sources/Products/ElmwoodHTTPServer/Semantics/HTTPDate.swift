import ElmwoodCalendar
import Glibc

/// A moment in whole seconds, as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
public struct HTTPDate: Comparable, CustomStringConvertible, Hashable, Sendable {
    /// Seconds since the beginning of 1970, UTC, without leap seconds. Always within the years 0 to 9999.
    public let secondsSince1970: Int

    private static let earliest = -62_167_219_200
    private static let latest = 253_402_300_799

    /// Creates a date. A second outside of the years 0 to 9999 becomes the nearest one inside.
    public init(secondsSince1970 seconds: Int) {
        secondsSince1970 = min(max(seconds, Self.earliest), Self.latest)
    }

    /// The current second.
    public static var now: HTTPDate {
        HTTPDate(secondsSince1970: time(nil))
    }

    /// Whether one date is before another.
    public static func < (left: HTTPDate, right: HTTPDate) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }

    // MARK: - Writing

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let longWeekdays = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The date as `IMF-fixdate`, the preferred form: always 29 characters.
    public var description: String {
        let (day, second) = secondsSince1970.floored(dividingBy: 86_400)
        let date = CivilDate(daysSince1970: day)
        // The first of January 1970 was a Thursday.
        let weekday = Self.weekdays[(day + 3).floored(dividingBy: 7).remainder]
        return "\(weekday), \(Self.padded(date.day)) \(Self.months[date.month - 1]) "
            + "\(Self.padded(date.year / 100))\(Self.padded(date.year % 100)) "
            + "\(Self.padded(second / 3_600)):\(Self.padded(second / 60 % 60)):\(Self.padded(second % 60)) GMT"
    }

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    // MARK: - Reading

    /// Reads a date in any of the three forms that RFC 9110 requires: `IMF-fixdate`, the obsolete one of RFC 850 with two digits
    /// for the year, and that of C's `asctime`. Returns nil if the text is none of them, or not a day of the calendar.
    ///
    /// - Parameters:
    ///   - text: The value of a header such as `If-Modified-Since`.
    ///   - now: Decides the century of a two-digit year: the latest year that is at most 50 years ahead.
    public init?(_ text: String, now: HTTPDate = .now) {
        // Nothing longer than "Wednesday, 06-Nov-94 08:49:37 GMT" is a date.
        guard text.utf8.count <= 33 else { return nil }
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard let first = words.first else { return nil }
        var day: Int?
        var month: Int?
        var year: Int?
        let time: String
        switch words.count {
        case 6 where first.hasSuffix(",") && Self.weekdays.contains(String(first.dropLast())) && words[5] == "GMT":
            day = Self.number(words[1], digits: 2)
            month = Self.month(words[2])
            year = Self.number(words[3], digits: 4)
            time = words[4]
        case 4 where first.hasSuffix(",") && Self.longWeekdays.contains(String(first.dropLast())) && words[3] == "GMT":
            let parts = words[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3 else { return nil }
            day = Self.number(parts[0], digits: 2)
            month = Self.month(parts[1])
            year = Self.number(parts[2], digits: 2).map { Self.fullYear($0, now: now) }
            time = words[2]
        case 5 where Self.weekdays.contains(first):
            day = Self.number(words[2], digits: 2)
            month = Self.month(words[1])
            year = Self.number(words[4], digits: 4)
            time = words[3]
        // A one-digit day has a space before it.
        case 6 where Self.weekdays.contains(first) && words[2].isEmpty:
            day = Self.number(words[3], digits: 1)
            month = Self.month(words[1])
            year = Self.number(words[5], digits: 4)
            time = words[4]
        default:
            return nil
        }
        guard let day, let month, let year, let second = Self.secondOfDay(time),
            let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        self.init(secondsSince1970: date.daysSince1970 * 86_400 + second)
    }

    private static func number(_ text: String, digits: Int) -> Int? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }

    private static func month(_ name: String) -> Int? {
        months.firstIndex(of: name).map { $0 + 1 }
    }

    private static func secondOfDay(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { number(String($0), digits: 2) }
        guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
            hour < 24, minute < 60, second <= 60
        else { return nil }
        // A leap second counts as the last second of its minute.
        return hour * 3_600 + minute * 60 + min(second, 59)
    }

    private static func fullYear(_ lastDigits: Int, now: HTTPDate) -> Int {
        let latest = CivilDate(daysSince1970: now.secondsSince1970.floored(dividingBy: 86_400).quotient).year + 50
        return latest - (latest - lastDigits).floored(dividingBy: 100).remainder
    }
}

/// Formats dates, and caches the last text: a server that writes the current date with every response formats it once a second.
public struct HTTPDateCache: Sendable {
    private var date = HTTPDate(secondsSince1970: 0)
    private var text = HTTPDate(secondsSince1970: 0).description

    /// Creates a cache. Each thread that writes dates has its own.
    public init() {}

    /// Returns the date as ``HTTPDate/description``.
    public mutating func text(of date: HTTPDate) -> String {
        if date != self.date {
            self.date = date
            text = date.description
        }
        return text
    }
}
