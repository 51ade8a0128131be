import ElmwoodStorage

/// The eviction of sessions beyond the limit.
extension SessionRegistry {
    /// How many visitors with unstored changes or with a stream are passed over before the limit is exceeded for moments.
    private static var attempts: Int { 16 }

    /// Evicts visitors while there are more sessions than the limit: those who came once first, of these the longest idle. The cost
    /// does not depend on their number: only the ends of each shard's lists are examined.
    func evictOverLimit(except id: SessionID, at now: Int64) {
        var count = 0
        var attempts = Self.attempts
        while self.count > limits.sessions, attempts > 0, let victim = victim(except: id) {
            if !victim.hasReturned, hasStream(victim) {
                // The visitor has the page open, and is no newcomer any more.
                attempts -= 1
                move(victim, hasReturned: true)
            } else if writer != nil {
                guard evictToStore(victim.id, isForced: true) == 0 else { continue }
                // A session that has a turn, or could not be stored, stays.
                attempts -= 1
                move(victim, hasReturned: victim.hasReturned)
            } else if let visitor = shard(of: victim.id).table.withLock({ table in
                table.slot(of: victim.id).map { table.remove($0) }
            }) {
                count += 1
                end(visitor.sessions)
            }
        }
        if count > 0 { logEvictions(count, at: now) }
    }

    /// A visitor at the end of a list.
    private struct Candidate {
        let id: SessionID
        let lastUsed: Int64
        let hasReturned: Bool
    }

    /// Returns the visitor to be evicted next.
    private func victim(except id: SessionID) -> Candidate? {
        var returnedCount = 0
        var newcomer: Candidate?
        var returned: Candidate?
        var largest: (shard: SessionShard, count: Int)?
        for shard in shards {
            shard.table.withLock { table in
                returnedCount += table.returnedCount
                if table.returnedCount > largest?.count ?? 0 { largest = (shard, table.returnedCount) }
                newcomer = Self.older(newcomer, table, hasReturned: false, except: id)
                returned = Self.older(returned, table, hasReturned: true, except: id)
            }
        }
        // A fifth of the limit is for newcomers: they could never return if each one were evicted for the next.
        let isReturnedShareUsed = returnedCount > limits.sessions - limits.sessions / 5
        let victim = isReturnedShareUsed ? returned ?? newcomer : newcomer ?? returned
        guard let victim, victim.hasReturned, let largest else { return victim }
        // Ids are random, so a client has about the same part of each shard. The largest one is looked at, since the others would
        // lose all of the client's sessions, and then those of others.
        return largest.shard.table.withLock { table in
            guard let slot = table.oldestOfGreediest(), table[slot].id != id else { return victim }
            return Candidate(id: table[slot].id, lastUsed: table[slot].lastUsed, hasReturned: true)
        }
    }

    private static func older(
        _ candidate: Candidate?,
        _ table: borrowing SessionShard.Table,
        hasReturned: Bool,
        except id: SessionID
    ) -> Candidate? {
        guard let slot = table.longestIdle(hasReturned ? .returned : .newcomer), table[slot].id != id else {
            return candidate
        }
        let visitor = table[slot]
        guard candidate.map({ visitor.lastUsed < $0.lastUsed }) ?? true else { return candidate }
        return Candidate(id: visitor.id, lastUsed: visitor.lastUsed, hasReturned: hasReturned)
    }

    /// Whether a page of the visitor is connected. There are no more of these than connections.
    private func hasStream(_ candidate: Candidate) -> Bool {
        sessions(of: candidate.id).contains { session in
            session.state.withLock { $0.parts?.pages.open.contains { $0.wake != nil } ?? false }
        }
    }

    /// Moves the visitor to the newest end of a segment, so that another one is evicted.
    private func move(_ candidate: Candidate, hasReturned: Bool) {
        shard(of: candidate.id).table.withLock { table in
            if let slot = table.slot(of: candidate.id) { table.move(slot, hasReturned: hasReturned) }
        }
    }

    /// Logs the evictions at most once a minute, since at the limit every new visitor causes one.
    private func logEvictions(_ count: Int, at now: Int64) {
        let total: Int? = evictions.withLock { evictions in
            evictions.count += count
            if let last = evictions.lastLogged, now - last < 60_000_000_000 { return nil }
            defer { evictions.count = 0 }
            evictions.lastLogged = now
            return evictions.count
        }
        if let total { environment.log(.visitorsEvicted(count: total, limit: limits.sessions)) }
    }
}
