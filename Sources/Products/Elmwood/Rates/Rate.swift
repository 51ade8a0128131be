/// How often something may happen: so many times a second on average, and more in a burst after a pause.
public struct Rate: Hashable, Sendable {
    /// The average number a second, at least one.
    public var perSecond: Int
    /// The greatest number at once, after a pause. At least one.
    public var burst: Int

    /// Creates a rate.
    public init(perSecond: Int, burst: Int) {
        self.perSecond = perSecond
        self.burst = burst
    }

    /// The time between two events, in nanoseconds.
    var interval: UInt64 { 1_000_000_000 / UInt64(max(1, min(perSecond, 1_000_000_000))) }

    /// How far the events may be ahead of the average, in nanoseconds.
    var lead: UInt64 { interval * UInt64(max(1, min(burst, 1_000_000_000)) - 1) }
}

extension Rate {
    /// That many bytes a day, all of them at once after a day without any.
    static func bytes(_ count: Int) -> Rate { Rate(perSecond: max(1, count / 86_400), burst: count) }

    /// Reads `20` or `20/100`: the number a second, and the burst, which is five times that unless it is stated. Returns nil for any
    /// other text.
    init?(_ text: String) {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard let first = numbers.first, let perSecond = first, perSecond > 0, numbers.count <= 2 else { return nil }
        guard numbers.count == 2 else {
            self.init(perSecond: perSecond, burst: min(perSecond, 1_000_000) * 5)
            return
        }
        guard let burst = numbers[1], burst > 0 else { return nil }
        self.init(perSecond: perSecond, burst: burst)
    }
}
