/// A point in time, in nanoseconds of the system's monotonic clock.
typealias Instant = UInt64

extension Duration {
    /// The duration in nanoseconds: 0 if it is negative, and at most a century.
    var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return UInt64(min(seconds, 3_153_600_000)) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    }
}

/// A loop's timed work, earliest first: a binary heap.
///
/// A connection changes its deadline with each request. It then only stores the new deadline. Its entry, which fires too early, is
/// reinserted with the current deadline. So a request costs no work here.
struct Deadlines {
    /// The subject of an entry.
    enum Subject {
        /// A connection's deadline: the connection's index in the loop's table, and its number there.
        case connection(slot: Int, number: UInt64)
        /// A stream's deadline.
        case stream(RequestNumber)
        /// A closure to call.
        case action(() -> Void)
    }

    private var entries: [(time: Instant, subject: Subject)] = []

    /// The earliest time.
    var next: Instant? { entries.first?.time }

    /// Adds an entry.
    mutating func add(_ subject: Subject, at time: Instant) {
        entries.append((time, subject))
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child].time < entries[parent].time else { return }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    /// Removes and returns the earliest entry, if its time has come.
    mutating func removeNext(until now: Instant) -> Subject? {
        guard let first = entries.first, first.time <= now else { return nil }
        let last = entries.removeLast()
        if !entries.isEmpty {
            entries[0] = last
            sink()
        }
        return first.subject
    }

    /// Moves the first entry down to its position in the heap.
    private mutating func sink() {
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < entries.count else { return }
            if child + 1 < entries.count, entries[child + 1].time < entries[child].time { child += 1 }
            guard entries[child].time < entries[parent].time else { return }
            entries.swapAt(child, parent)
            parent = child
        }
    }
}
