/// A time of day, without a day and a time zone: the value of `<input type="time">`.
///
/// ```swift
/// let opening = LocalTime("08:30")            // nil if the text is none
/// let closing = LocalTime(hour: 17)
/// ```
///
/// It is exact to the millisecond, as in HTML (HTML Standard §2.3.5.4). The text has seconds and a fraction only if they are not zero,
/// `08:30`, `08:30:05`, `08:30:05.25`, and so has the value in JSON and in a message.
public struct LocalTime: Hashable, Sendable {
    /// The milliseconds since midnight.
    package let milliseconds: Int

    /// Creates a time of day; nil if there is none like it. There is no hour 24 and no leap second.
    public init?(hour: Int, minute: Int = 0, second: Int = 0, millisecond: Int = 0) {
        guard 0..<24 ~= hour, 0..<60 ~= minute, 0..<60 ~= second, 0..<1_000 ~= millisecond else { return nil }
        milliseconds = ((hour * 60 + minute) * 60 + second) * 1_000 + millisecond
    }

    /// Creates a time from its text, such as `08:30` or `08:30:05.25`; nil if it is none.
    public init?(_ text: String) {
        var reader = DateReader(text)
        guard let time = LocalTime(&reader), reader.isAtEnd else { return nil }
        self = time
    }

    init?(_ reader: inout DateReader) {
        // HTML has three digits of a fraction. Databases have more, which do not count.
        guard let time = reader.time(fractionDigits: 9) else { return nil }
        milliseconds = time / 1_000
    }

    init(milliseconds: Int) { self.milliseconds = milliseconds }

    /// Midnight, with which a day begins.
    public static let midnight = LocalTime(milliseconds: 0)

    /// The hour, from 0 to 23.
    public var hour: Int { milliseconds / 3_600_000 }
    /// The minute of the hour.
    public var minute: Int { milliseconds / 60_000 % 60 }
    /// The second of the minute.
    public var second: Int { milliseconds / 1_000 % 60 }
    /// The millisecond of the second.
    public var millisecond: Int { milliseconds % 1_000 }
}

extension LocalTime: Comparable, LosslessStringConvertible, Codable {
    /// Whether the first time is earlier on the same day.
    public static func < (left: LocalTime, right: LocalTime) -> Bool { left.milliseconds < right.milliseconds }

    /// The text, such as `08:30` or `08:30:05.25`.
    public var description: String {
        let text = padded(hour, 2) + ":" + padded(minute, 2)
        guard second != 0 || millisecond != 0 else { return text }
        var fraction = millisecond == 0 ? "" : "." + padded(millisecond, 3)
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return text + ":" + padded(second, 2) + fraction
    }

    /// Reads the text.
    public init(from decoder: any Decoder) throws { self = try decoder.localValue() }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}
