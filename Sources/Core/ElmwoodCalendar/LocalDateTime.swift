/// A day and a time of day, without a time zone: the value of `<input type="datetime-local">`.
///
/// It is what a calendar and a clock on a wall show. Which moment that is depends on the zone:
///
/// ```swift
/// let local = LocalDateTime("2026-07-01T14:30")           // nil if the text is none
/// let moment = local?.date(in: zone)                      // a Date
/// LocalDateTime(Date(), in: zone)                         // what clocks there show now
/// ```
///
/// The text is that of HTML (HTML Standard §2.3.5.5), with a `T` between the day and the time, and so is the value in JSON and in a
/// message. A text with a space there is read too.
public struct LocalDateTime: Hashable, Sendable {
    /// The day.
    public var date: LocalDate
    /// The time of day.
    public var time: LocalTime

    /// Creates a day and a time.
    public init(_ date: LocalDate, _ time: LocalTime) {
        self.date = date
        self.time = time
    }

    /// Creates a day and a time from their numbers; nil if there are none like it.
    public init?(year: Int, month: Int, day: Int, hour: Int, minute: Int = 0, second: Int = 0) {
        guard let date = LocalDate(year: year, month: month, day: day),
            let time = LocalTime(hour: hour, minute: minute, second: second)
        else { return nil }
        self.init(date, time)
    }

    /// Creates a day and a time from their text, `2026-07-01T14:30`; nil if it is none.
    public init?(_ text: String) {
        var reader = DateReader(text)
        guard let date = LocalDate(&reader), reader.skip("T") || reader.skip(" "), let time = LocalTime(&reader),
            reader.isAtEnd
        else { return nil }
        self.init(date, time)
    }

    /// The milliseconds from the first of January 1970, as if the zone were UTC.
    package var milliseconds: Int { date.daysSince1970 * 86_400_000 + time.milliseconds }

    package init(milliseconds: Int) {
        let (days, time) = milliseconds.floored(dividingBy: 86_400_000)
        self.init(LocalDate(daysSince1970: days), LocalTime(milliseconds: time))
    }
}

extension LocalDateTime: Comparable, LosslessStringConvertible, Codable {
    /// Whether the first one is earlier by the same clock.
    public static func < (left: LocalDateTime, right: LocalDateTime) -> Bool {
        (left.date, left.time) < (right.date, right.time)
    }

    /// The text, such as `2026-07-01T14:30`.
    public var description: String { "\(date)T\(time)" }

    /// Reads the text.
    public init(from decoder: any Decoder) throws { self = try decoder.localValue() }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}
