import FoundationEssentials

// From what clocks show to moments and back.

extension LocalDateTime {
    /// Returns the moment at which clocks of a zone show this.
    ///
    /// When clocks are put forward, what is skipped is no time of any clock: it counts as that much later. When they are put back, what
    /// comes twice is the earlier of the two. In Berlin, on the days of 2026 when the clocks change:
    ///
    /// | local | moment | which is |
    /// |---|---|---|
    /// | 2026-03-29T02:30 | 01:30 UTC | 03:30 there |
    /// | 2026-10-25T02:30 | 00:30 UTC | 02:30 of summer time |
    ///
    /// `java.time` and Temporal ("compatible") do the same. To ask the visitor instead, compare `LocalDateTime(moment, in: zone)`
    /// with what was entered: they differ for a time that was skipped.
    public func date(in zone: DateTimeZone) -> Date {
        let (second, millisecond) = milliseconds.floored(dividingBy: 1_000)
        let seconds = zone.rules.seconds(ofLocal: second)
        return Date(timeIntervalSince1970: Double(seconds) + Double(millisecond) / 1_000)
    }

    /// Creates what clocks of a zone show at a moment, to the millisecond. A moment outside of the years 1 to 999,999 becomes the first
    /// or the last of these.
    public init(_ moment: Date, in zone: DateTimeZone) {
        let milliseconds = moment.millisecondsSince1970
        let offset = zone.rules.type(at: milliseconds.floored(dividingBy: 1_000).quotient).offset
        self.init(milliseconds: milliseconds + offset * 1_000)
    }
}

extension LocalDate {
    /// Returns the moment at which the day begins in a zone: at midnight, or where clocks skip that, as soon as they show the day.
    public func start(in zone: DateTimeZone) -> Date { LocalDateTime(self, .midnight).date(in: zone) }

    /// Creates the day that it is in a zone at a moment.
    public init(_ moment: Date, in zone: DateTimeZone) { self = LocalDateTime(moment, in: zone).date }
}

extension LocalTime {
    /// Creates the time that clocks of a zone show at a moment, to the millisecond.
    public init(_ moment: Date, in zone: DateTimeZone) { self = LocalDateTime(moment, in: zone).time }
}

extension Date {
    /// The whole milliseconds since the first of January 1970, rounded down. A date that is further away than a local one can be is
    /// the nearest of these.
    fileprivate var millisecondsSince1970: Int {
        let milliseconds = (timeIntervalSince1970 * 1_000 + Self.halfOfAMicrosecond).rounded(.down)
        guard !milliseconds.isNaN else { return 0 }
        return Int(min(max(milliseconds, -1e17), 1e17))
    }

    /// A `Date` counts in seconds from 2001, so a millisecond is only nearly one: 0.001 would become 0.
    private static let halfOfAMicrosecond = 0.000_5
}
