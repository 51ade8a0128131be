import ElmwoodStorage
import ElmwoodViewTree

/// The eviction of stored sessions.
extension SessionRegistry {
    /// Evicts a visitor's sessions that are stored. They are restored with the next request. Returns how many were evicted.
    func evictToStore(_ id: SessionID, isForced: Bool) -> Int {
        let (sessions, lastUsed) = shard(of: id).table.withLock { table -> ([SessionCore], Int64) in
            table.slot(of: id).map { (table[$0].sessions, table[$0].lastUsed) } ?? ([], 0)
        }
        var count = 0
        for session in sessions where session.unload(isForced: isForced) {
            forget(session)
            count += 1
        }
        if count > 0 { writer?.append(.touch(id, used: secondsSince1970 - (now - lastUsed) / 1_000_000_000)) }
        return count
    }

    /// Evicts idle sessions from memory, and removes expired ones from the store.
    func sweepToStore() {
        evictIdle(in: shards[...], since: now - limits.memoryLife.nanoseconds)
        let seconds = secondsSince1970
        writer?.remove(
            unusedSince: seconds - limits.idleLife.components.seconds,
            createdBefore: seconds - limits.absoluteLife.components.seconds
        )
    }

    /// Evicts the sessions that were not used since then, and returns their memory to the system.
    ///
    /// The time of each session's last use is stored. If a shard has many, they are written before the next shard is examined,
    /// since answers wait for each commit.
    ///
    /// - Parameter count: how many were evicted before.
    private func evictIdle(in shards: ArraySlice<SessionShard>, since: Int64, after count: Int = 0) {
        var (remaining, count) = (shards, count)
        while let shard = remaining.popFirst() {
            var gone = 0
            for id in shard.table.withLock({ $0.idle(since: since) }) { gone += evictToStore(id, isForced: false) }
            if gone > 0 { shard.table.withLock { $0.shrink() } }
            count += gone
            guard gone < Self.writtenAtOnce else {
                writer?.afterwards { [weak self, remaining, count] in
                    guard let self else { return }
                    environment.execute { self.evictIdle(in: remaining, since: since, after: count) }
                }
                return
            }
        }
        if count >= Self.worthGivingBack { giveBackFreeMemory() }
    }

    /// The number of additional writes that does not noticeably prolong a commit.
    private static var writtenAtOnce: Int { 20 }

    /// The number of sessions that occupies some megabytes.
    private static var worthGivingBack: Int { 10_000 }
}
