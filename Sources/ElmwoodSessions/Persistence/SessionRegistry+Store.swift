import ElmwoodStorage
import ElmwoodViewTree

/// How sessions leave memory that are stored.
extension SessionRegistry {
    /// Lets a visitor's sessions go that are stored: they come back with the next request. Answers with how many went.
    func evictToStore(_ id: SessionID, isForced: Bool) -> Int {
        let (sessions, lastUsed) = shard(of: id).table.withLock { table -> ([SessionCore], Int64) in
            table.slot(of: id).map { (table[$0].sessions, table[$0].lastUsed) } ?? ([], 0)
        }
        var count = 0
        for session in sessions where session.unload(isForced: isForced) {
            forget(session)
            count += 1
        }
        if count > 0 { writer?.add(.touch(id, used: secondsSince1970 - (now - lastUsed) / 1_000_000_000)) }
        return count
    }

    /// Lets those go from memory who have not been here for a while, and those from the store whose life is over.
    func sweepToStore() {
        evictIdle(in: shards[...], since: now - limits.memoryLife.nanoseconds)
        let seconds = secondsSince1970
        writer?.remove(
            unusedSince: seconds - limits.idleLife.components.seconds,
            createdBefore: seconds - limits.absoluteLife.components.seconds
        )
    }

    /// Lets those go who have not been here since then, and gives the memory back that they took.
    ///
    /// Of each the store is told when it was used last. Where they are many, a shard's are written before the next shard's
    /// turn: answers wait for each commit.
    ///
    /// - Parameter count: how many went before.
    private func evictIdle(in shards: ArraySlice<SessionShard>, since: Int64, after count: Int = 0) {
        var (storedActivity, count) = (shards, count)
        while let shard = storedActivity.popFirst() {
            var gone = 0
            for id in shard.table.withLock({ $0.idle(since: since) }) { gone += evictToStore(id, isForced: false) }
            if gone > 0 { shard.table.withLock { $0.shrink() } }
            count += gone
            guard gone < Self.writtenAtOnce else {
                writer?.afterwards { [weak self, storedActivity, count] in
                    guard let self else { return }
                    environment.execute { self.evictIdle(in: storedActivity, since: since, after: count) }
                }
                return
            }
        }
        if count >= Self.worthGivingBack { giveBackFreeMemory() }
    }

    /// So many more make no commit long.
    private static var writtenAtOnce: Int { 20 }

    /// So many sessions are some megabytes.
    private static var worthGivingBack: Int { 10_000 }
}
