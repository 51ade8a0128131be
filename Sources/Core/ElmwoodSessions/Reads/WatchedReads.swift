import ElmwoodArchitecture

/// The reads under way, of which those that take too long are ended.
///
/// One timer watches all of them, and those that wait for their turn: one for each would cost more than to read a row.
struct WatchedReads {
    struct Watched: Sendable {
        let request: ReadRequest
        let task: Task<Void, Never>
        let begun: Duration
    }

    /// By the reads' numbers.
    private var reads: [UInt64: Watched] = [:]
    /// Whether the timer runs.
    var hasTimer = false

    mutating func add(_ read: Watched, _ number: UInt64) { reads[number] = read }

    /// Notes that the timer runs from now on.
    ///
    /// - Returns: whether it did not run before, and is to be started.
    mutating func setTimer() -> Bool {
        defer { hasTimer = true }
        return !hasTimer
    }

    mutating func remove(_ number: UInt64) { reads[number] = nil }

    /// Removes and returns the reads that began at that time or before, oldest first.
    mutating func takeOverdue(begunBy time: Duration) -> [(number: UInt64, read: Watched)] {
        let overdue = reads.filter { $0.value.begun <= time }.sorted { $0.key < $1.key }
        for (number, _) in overdue { reads[number] = nil }
        return overdue.map { ($0.key, $0.value) }
    }

    /// When the oldest of the reads began; nil if there is none.
    var oldest: Duration? { reads.values.map(\.begun).min() }
}

extension ReadCache {
    /// Ends a read that has begun if it takes longer than `SessionLimits.readTime`.
    func watch(_ request: ReadRequest, _ run: UInt64, _ task: Task<Void, Never>, begun: Duration) {
        let needsTimer = state.withLock { state in
            // It may have ended already.
            guard state.entries[request.key]?.run?.number == run else { return false }
            state.watched.add(.init(request: request, task: task, begun: begun), run)
            return state.watched.setTimer()
        }
        if needsTimer { startTimer(limits.readTime) }
    }

    func startTimer(_ time: Duration) {
        _ = environment.schedule(time) { [weak self] in self?.endOverdue() }
    }

    private func endOverdue() {
        let (time, now) = (limits.readTime, environment.now())
        let (overdue, unbegun, next) = state.withLock { state in
            let overdue = state.watched.takeOverdue(begunBy: now - time)
            let unbegun = state.takeUnbegun(queuedBy: now - time)
            return (overdue, unbegun, state.nextTimer())
        }
        if let next { startTimer(max(.zero, next + time - now)) }
        guard !overdue.isEmpty || !unbegun.isEmpty else { return }
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
            for (run, request) in unbegun {
                self.finish(run, ReadValue(of: request, .failure(ReadTimeout(limit: time))), begun: now)
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

    /// Removes and returns the reads whose turn has not come since that time, oldest first. Those that run may ignore their
    /// cancellation, and then a turn never comes. They count as begun, so that who needs the value from now on waits for the next read.
    fileprivate mutating func takeUnbegun(queuedBy time: Duration) -> [(number: UInt64, request: ReadRequest)] {
        var unbegun: [(number: UInt64, request: ReadRequest)] = []
        for key in queue.takeOverdue(queuedBy: time) {
            guard let entry = entries[key], let run = entry.run, !run.hasBegun else { continue }
            entries[key]?.run?.hasBegun = true
            unbegun.append((run.number, entry.request))
        }
        return unbegun.sorted { $0.number < $1.number }
    }

    /// Since when the read has begun, or waits, that is ended next; nil if there is none, and no timer needed.
    fileprivate mutating func nextTimer() -> Duration? {
        let next = [watched.oldest, queue.oldest].compactMap { $0 }.min()
        watched.hasTimer = next != nil
        return next
    }
}
