/// Counts tries by key, in bounded memory.
///
/// A key has one moment: the one from which on no try of it counts any more. Each try moves it by a share of the period (the
/// generic cell rate algorithm, as ATM networks have it).
struct AttemptTable: Sendable {
    /// The hash of a name or an address.
    struct Key: Hashable, Sendable {
        let high: UInt64
        let low: UInt64
    }

    private let rate: AttemptLimit.Rate
    private let mostStored: Int
    private var ends: [Key: ContinuousClock.Instant] = [:]

    init(_ rate: AttemptLimit.Rate, mostStored: Int) {
        self.rate = rate
        self.mostStored = max(mostStored, 4)
    }

    var storedCount: Int { ends.count }

    /// Returns how long to wait for the next try; nil if it is allowed now.
    func wait(_ key: Key, at moment: ContinuousClock.Instant) -> Duration? {
        guard let end = ends[key] else { return nil }
        let wait = moment.duration(to: end) + share - rate.period
        // Shares are rounded: less than a millisecond is none.
        return wait < .milliseconds(1) ? nil : wait
    }

    mutating func count(_ key: Key, at moment: ContinuousClock.Instant) {
        if ends[key] == nil, ends.count >= mostStored { makeRoom(at: moment) }
        ends[key] = max(ends[key] ?? moment, moment) + share
    }

    /// Takes one try back.
    mutating func withdraw(_ key: Key, at moment: ContinuousClock.Instant) {
        guard let end = ends[key] else { return }
        ends[key] = end - share > moment ? end - share : nil
    }

    mutating func forget(_ key: Key) { ends[key] = nil }

    private var share: Duration { rate.period / rate.attempts }

    /// Forgets what counts no more, and else the quarter that would be over first: who tries many names cannot so make one
    /// forgotten that was tried often.
    private mutating func makeRoom(at moment: ContinuousClock.Instant) {
        ends = ends.filter { $0.value > moment }
        guard ends.count >= mostStored else { return }
        let kept = ends.sorted { $0.value > $1.value }.prefix(mostStored - mostStored / 4)
        ends = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
    }
}
