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
/// A connection changes its deadline with each request. It then only stores the new ``Deadline``. Its entry, which fires too early,
/// is reinserted with the current deadline. So a request costs no work here.
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

    var count: Int { entries.count }

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
    mutating func removeNext(until now: Instant) -> (time: Instant, subject: Subject)? {
        guard let first = entries.first, first.time <= now else { return nil }
        let last = entries.removeLast()
        if !entries.isEmpty {
            entries[0] = last
            sink()
        }
        return first
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

/// A deadline that often changes. Only one of its entries among a loop's ``Deadlines`` counts, which comes before the deadline.
struct Deadline {
    /// What the firing of an entry means.
    enum Firing {
        /// The entry does not count any more: an earlier one has replaced it.
        case outdated
        /// The time is over.
        case isOver
        /// The deadline has moved to a later time, for which an entry has to be added.
        case moved
        /// There is no deadline any more.
        case removed
    }

    /// When the time is over; `.max` if there is no deadline.
    private(set) var time: Instant = .max
    /// The time of the entry that counts; `.max` if there is none.
    private var entry: Instant = .max

    /// Changes the time.
    ///
    /// - Returns: whether an entry has to be added for the new time, since there is none that comes before it.
    mutating func move(to time: Instant) -> Bool {
        self.time = time
        guard time < entry else { return false }
        entry = time
        return true
    }

    /// Takes the firing of an entry, which has been removed.
    mutating func fire(_ entry: Instant, at now: Instant) -> Firing {
        guard entry == self.entry else { return .outdated }
        self.entry = .max
        if time <= now { return .isOver }
        return move(to: time) ? .moved : .removed
    }
}
