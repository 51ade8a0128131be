import ElmwoodArchitecture

/// The reads under way, of which those that take too long are ended.
///
/// One timer watches all of them: one for each would cost more than to read a row.
struct WatchedReads {
    struct Watched: Sendable {
        let request: ReadRequest
        let task: Task<Void, Never>
        let begun: Duration
    }

    /// By the reads' numbers.
    private var reads: [UInt64: Watched] = [:]
    /// Whether the timer runs.
    private(set) var hasTimer = false

    mutating func add(_ read: Watched, _ number: UInt64) {
        reads[number] = read
        hasTimer = true
    }

    mutating func remove(_ number: UInt64) { reads[number] = nil }

    /// Removes and returns the reads that began at that time or before, oldest first, and when the oldest of the others began.
    mutating func takeOverdue(begunBy time: Duration) -> (overdue: [(UInt64, Watched)], next: Duration?) {
        let overdue = reads.filter { $0.value.begun <= time }.sorted { $0.key < $1.key }
        for (number, _) in overdue { reads[number] = nil }
        let next = reads.values.map(\.begun).min()
        hasTimer = next != nil
        return (overdue.map { ($0.key, $0.value) }, next)
    }
}

extension ReadCache {
    /// Ends a read that has begun if it takes longer than `SessionLimits.readTime`.
    func watch(_ request: ReadRequest, _ run: UInt64, _ task: Task<Void, Never>, begun: Duration) {
        let needsTimer = state.withLock { state in
            // It may have ended already.
            guard state.entries[request.key]?.run?.number == run else { return false }
            defer { state.watched.add(.init(request: request, task: task, begun: begun), run) }
            return !state.watched.hasTimer
        }
        if needsTimer { startTimer(limits.readTime) }
    }

    private func startTimer(_ time: Duration) {
        _ = environment.schedule(time) { [weak self] in self?.endOverdue() }
    }

    private func endOverdue() {
        let (time, now) = (limits.readTime, environment.now())
        let (overdue, next) = state.withLock { $0.watched.takeOverdue(begunBy: now - time) }
        if let next { startTimer(max(.zero, next + time - now)) }
        guard !overdue.isEmpty else { return }
        // The timer thread is shared by all sessions.
        environment.execute {
            for (run, read) in overdue {
                // A read that obeys the cancellation ends with another error, which is ignored under its former number. The next read
                // of the value begins after the cancellation.
                guard let renumbered = self.state.withLock({ $0.renumber(run, of: read.request.key) }) else { continue }
                read.task.cancel()
                let value = ReadValue(of: read.request, .failure(ReadTimeout(limit: time)))
                self.finish(renumbered, value, begun: read.begun)
            }
        }
    }
}

extension ReadCache.State {
    /// Gives a read that is under way another number, so that its task cannot end it any more.
    ///
    /// - Returns: nil if it has ended.
    fileprivate mutating func renumber(_ run: UInt64, of key: ReadKey) -> UInt64? {
        guard entries[key]?.run?.number == run else { return nil }
        number += 1
        entries[key]?.run?.number = number
        return number
    }
}
