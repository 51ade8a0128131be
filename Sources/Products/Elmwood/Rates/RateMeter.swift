/// Counts events by key against a rate: a token bucket for each key.
///
/// A bucket is kept as the time at which it will be full again (the "virtual scheduling algorithm" of ITU-T I.371), so a full one
/// needs no entry.
struct RateMeter<Key: Hashable & Sendable>: Sendable {
    private let rate: Rate
    private var fullAt: [Key: UInt64] = [:]
    /// The number of entries at which those of full buckets are removed.
    private var mostEntries = 1_024

    init(_ rate: Rate) { self.rate = rate }

    /// Counts an event at a time in nanoseconds.
    ///
    /// - Returns: nil, or how long to wait, in nanoseconds: the event is one too many, and is not counted.
    mutating func take(_ key: Key, at now: UInt64) -> UInt64? {
        let full = max(fullAt[key] ?? now, now)
        guard full - now <= rate.lead else { return full - now - rate.lead }
        removeFull(at: now)
        let (later, overflow) = full.addingReportingOverflow(rate.interval)
        fullAt[key] = overflow ? .max : later
        return nil
    }

    /// Counts that many events at a time in nanoseconds, whether they are too many or not.
    mutating func add(_ count: Int, of key: Key, at now: UInt64) {
        removeFull(at: now)
        let (time, isTooLong) = rate.interval.multipliedReportingOverflow(by: UInt64(max(0, count)))
        let (later, overflow) = max(fullAt[key] ?? now, now).addingReportingOverflow(time)
        fullAt[key] = isTooLong || overflow ? .max : later
    }

    /// Whether another event would be too many at a time in nanoseconds.
    func isEmpty(_ key: Key, at now: UInt64) -> Bool { max(fullAt[key] ?? now, now) - now > rate.lead }

    /// Removes the entries of buckets that are full again, once there are many.
    private mutating func removeFull(at now: UInt64) {
        guard fullAt.count >= mostEntries else { return }
        fullAt = fullAt.filter { $0.value > now }
        mostEntries = max(1_024, 2 * fullAt.count)
    }

    /// The number of buckets that are not full, or were not when they were last looked at.
    var count: Int { fullAt.count }
}
