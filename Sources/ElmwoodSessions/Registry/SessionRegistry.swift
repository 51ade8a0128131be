import ElmwoodArchitecture
import ElmwoodStorage
import Synchronization

/// All held sessions of a site, found by the visitor's id and the program's host.
///
/// Locks are taken in one order (``LockPlace``). Nothing of a program runs under any of them.
package final class SessionRegistry: Sendable {
    package let limits: SessionLimits
    package let environment: Environment
    /// The files that visitors' browsers are to save.
    package let downloads: Downloads
    let topics: TopicHub
    /// Brings sessions to their store and back; nil where they live in memory alone.
    let writer: SessionWriter?

    let shards: [SessionShard] = (0..<64).map { _ in SessionShard() }
    private let held = Atomic<Int>(0)
    /// Held while ids change or end, so that two such changes of one visitor come one after the other.
    let identity = OrderedMutex<Void>(.identity, ())
    let renewed = OrderedMutex(.renewed, RenewedIDs())
    /// Those who have sessions of other programs in the store.
    let known = OrderedMutex(.known, KnownVisitors())
    /// Ids that were given and under which nothing is held.
    let issued = OrderedMutex(.issued, IssuedIDs())
    /// What live pages were given in the place of ids that nobody knows.
    let given = OrderedMutex(.leaf, GivenIDs())
    /// How many were evicted since that was logged.
    private let evictions = OrderedMutex(.leaf, Evictions())
    private let sweeps = Atomic<Bool>(false)

    private struct Evictions {
        var count = 0
        var lastLogged: Int64?
    }

    /// A registry for one site.
    package init(
        limits: SessionLimits = SessionLimits(),
        environment: Environment,
        store: (any SessionStore)? = nil
    ) {
        self.limits = limits.checked
        self.environment = environment
        downloads = Downloads(limits: limits, environment: environment)
        topics = TopicHub(environment: environment)
        writer = store.map { SessionWriter($0, environment: environment) }
    }

    /// How many listen to topics.
    package var listeners: Int { topics.count }

    /// Tells a value to all sessions that subscribe to the topic.
    package func tell(_ value: some Codable & Sendable, on topic: String) {
        _ = topics.tell(Payload(value), on: topic)
    }

    /// How many sessions are held.
    package var count: Int { held.load(ordering: .relaxed) }

    var now: Int64 { environment.now().nanoseconds }

    func shard(of id: SessionID) -> SessionShard { shards[id.shard(of: shards.count)] }

    /// The session of that visitor in that host's program, and notes that the visitor is here; nil where none is held.
    func find(_ id: SessionID, of host: SessionHost) -> SessionCore? {
        let now = now
        let (session, expired) = shard(of: id).table.withLock { table -> (SessionCore?, [SessionCore]) in
            guard let slot = table.slot(of: id) else { return (nil, []) }
            if isOver(table[slot], at: now) { return (nil, table.remove(slot).sessions) }
            table.touch(slot, at: now)
            return (table[slot].session(of: host), [])
        }
        if !expired.isEmpty { end(expired) }
        return session
    }

    /// When the visitor's last request came; nil where nothing is held for the visitor.
    func lastUsed(_ id: SessionID) -> Duration? {
        shard(of: id).table.withLock { table in
            table.slot(of: id).map { .nanoseconds(table[$0].lastUsed) }
        }
    }

    enum Holding {
        case held(SessionID)
        /// The visitor has a session of this program already: another request was faster.
        case existing(SessionCore)
    }

    /// Holds a new session: under the visitor's id where that is one of this site's, held, stored or issued, else under a new one.
    func hold(_ session: SessionCore, under presented: SessionID?) -> Holding {
        let now = now
        if let presented {
            let stored = known.withLock { $0.remove(presented) }
            let holding: Holding? = shard(of: presented).table.withLock { table in
                guard let slot = table.slot(of: presented) else {
                    // Under the shard's lock: of two requests that bring it at once, the second finds the first one's session.
                    let isIssued = issued.withLock { $0.remove(presented, at: now) }
                    var visitor = SessionShard.Visitor(id: presented, first: session, at: now)
                    guard let stored else {
                        guard isIssued else { return nil }
                        session.take(presented, visitor: nil)
                        table.insert(visitor)
                        return .held(presented)
                    }
                    session.take(presented, visitor: stored.visitor)
                    visitor.created =
                        now
                        &- (secondsSince1970 &- stored.created).multipliedReportingOverflow(by: 1_000_000_000)
                        .partialValue
                    table.insert(visitor)
                    return .held(presented)
                }
                if isOver(table[slot], at: now) { return nil }
                table.touch(slot, at: now)
                if let existing = table[slot].session(of: session.host) { return .existing(existing) }
                // All of a visitor's sessions have the same stored values, whichever request was the first.
                session.take(presented, visitor: table[slot].first?.visitor)
                table[slot].others.append(session)
                return .held(presented)
            }
            if let holding {
                if case .held = holding { grown(by: presented, at: now) }
                return holding
            }
        }
        let id = SessionID(drawing: environment.bits)
        session.take(id, visitor: nil)
        shard(of: id).table.withLock { table in
            table.insert(.init(id: id, first: session, at: now))
        }
        grown(by: id, at: now)
        return .held(id)
    }

    /// Holds a session that was stored, under its own id.
    ///
    /// - Parameters:
    ///   - age: how many seconds ago the id was given.
    ///   - idleness: how many seconds ago the visitor's last request came: 0 where this is one.
    /// - Returns: nil where another id has replaced this one since the session was loaded.
    func restore(
        _ session: SessionCore,
        _ id: SessionID,
        createdSecondsAgo age: Int64,
        usedSecondsAgo idleness: Int64
    ) -> Holding? {
        let holding = identity.withLock { _ -> Holding? in
            guard !renewed.withLock({ $0.isReplaced(id) }) else { return nil }
            return insert(session, id, createdSecondsAgo: age, usedSecondsAgo: idleness)
        }
        if case .held? = holding { grown(by: id, at: now) }
        return holding
    }

    private func insert(
        _ session: SessionCore,
        _ id: SessionID,
        createdSecondsAgo age: Int64,
        usedSecondsAgo idleness: Int64
    ) -> Holding {
        let now = now
        return shard(of: id).table.withLock { table -> Holding in
            if let slot = table.slot(of: id) {
                if idleness <= 0 { table.touch(slot, at: now) }
                if let existing = table[slot].session(of: session.host) { return .existing(existing) }
                session.take(id, visitor: nil)
                table[slot].others.append(session)
            } else {
                session.take(id, visitor: nil)
                _ = issued.withLock { $0.remove(id, at: now) }
                var visitor = SessionShard.Visitor(id: id, first: session, at: now)
                visitor.created = now &- age.multipliedReportingOverflow(by: 1_000_000_000).partialValue
                visitor.lastUsed = now &- max(0, idleness).multipliedReportingOverflow(by: 1_000_000_000).partialValue
                table.insert(visitor)
            }
            return .held(id)
        }
    }

    /// When the visitor's id was given and when the last request came with it, in seconds since 1970.
    func life(of id: SessionID) -> (created: Int64, used: Int64) {
        let (now, seconds) = (now, secondsSince1970)
        let (created, used) =
            shard(of: id).table.withLock { table in
                table.slot(of: id).map { (table[$0].created, table[$0].lastUsed) }
            } ?? (now, now)
        return (seconds - (now - created) / 1_000_000_000, seconds - (now - used) / 1_000_000_000)
    }

    /// The session of that visitor in that host's program, where it is held; nobody is taken to be here by that.
    func peek(_ id: SessionID, of host: SessionHost) -> SessionCore? {
        shard(of: id).table.withLock { table in table.slot(of: id).flatMap { table[$0].session(of: host) } }
    }

    /// Lets the sessions go for which something waits, all of them stored as they are.
    func handOver() {
        for shard in shards {
            let sessions = shard.table.withLock { $0.sessions }
            for session in sessions {
                guard let write = session.handOver() else { continue }
                writer?.add(write)
                forget(session)
            }
        }
    }

    /// Holds a session no longer that has come to its end here, and lives on in the store, or was transient: then its visitor keeps
    /// the id.
    func forget(_ session: SessionCore) {
        let (id, isTransient, now) = (session.id, session.isTransient, now)
        let isGone = shard(of: id).table.withLock { table in
            guard let slot = table.slot(of: id), table.remove(session, from: slot) else { return false }
            if isTransient, table.slot(of: id) == nil { issued.withLock { $0.insert(id, at: now) } }
            return true
        }
        if isGone { held.subtract(1, ordering: .relaxed) }
    }

    private func grown(by id: SessionID, at now: Int64) {
        held.add(1, ordering: .relaxed)
        evictOverLimit(except: id, at: now)
        keepSweeping()
    }

    /// Ends the session's visitor: all programs' sessions.
    func end(_ session: SessionCore) { end { session.id } }

    /// Ends the sessions that the visitor has of other programs than the one whose first turn has asked for that.
    ///
    /// - Parameter presented: the id of the visitor's cookie.
    func endOthers(of presented: SessionID?) {
        guard let presented, lastUsed(presented) != nil || known.withLock({ $0.contains(presented) }) else { return }
        end { presented }
    }

    private func end(_ id: () -> SessionID) {
        let visitor = identity.withLock { _ in
            let id = id()
            writer?.add(.remove(id))
            _ = known.withLock { $0.remove(id) }
            return remove(id)
        }
        end(visitor?.sessions ?? [])
    }

    /// Ends the sessions whose idle or absolute life is over.
    package func sweep() {
        let now = now
        for shard in shards {
            var over: [SessionCore] = []
            shard.table.withLock { table in
                while let slot = table.longestIdle, isOver(table[slot], at: now) {
                    over += table.remove(slot).sessions
                }
            }
            end(over)
        }
        if writer != nil { sweepToStore() }
    }

    /// Ends all sessions: the site is taken down.
    package func endAll() {
        for shard in shards {
            var all: [SessionCore] = []
            shard.table.withLock { table in
                while let slot = table.longestIdle { all += table.remove(slot).sessions }
            }
            end(all)
        }
    }

    private func isOver(_ visitor: SessionShard.Visitor, at now: Int64) -> Bool {
        now - visitor.lastUsed >= limits.idleLife.nanoseconds
            || now - visitor.created >= limits.absoluteLife.nanoseconds
    }

    func remove(_ id: SessionID) -> SessionShard.Visitor? {
        shard(of: id).table.withLock { table in table.slot(of: id).map { table.remove($0) } }
    }

    /// For sessions that have been removed: no lock may be held.
    private func end(_ sessions: [SessionCore]) {
        guard !sessions.isEmpty else { return }
        held.subtract(sessions.count, ordering: .relaxed)
        for session in sessions { session.end() }
    }
}

extension SessionRegistry {
    /// Lets those who were idle longest go while more sessions are held than may be. What it costs does not depend on how
    /// many are held: a look at the end of each shard's list.
    private func evictOverLimit(except id: SessionID, at now: Int64) {
        var count = 0
        while held.load(ordering: .relaxed) > limits.sessions {
            var oldest: (shard: SessionShard, id: SessionID, lastUsed: Int64)?
            for shard in shards {
                let candidate = shard.table.withLock { table in
                    table.longestIdle.map { (table[$0].id, table[$0].lastUsed) }
                }
                guard let candidate, candidate.0 != id else { continue }
                if oldest.map({ candidate.1 < $0.lastUsed }) ?? true { oldest = (shard, candidate.0, candidate.1) }
            }
            guard let oldest else { break }
            if writer != nil {
                // Who has a turn just now stays: the limit is kept within moments.
                guard evictToStore(oldest.id, isForced: true) > 0 else { break }
                continue
            }
            let visitor = oldest.shard.table.withLock { table in
                table.slot(of: oldest.id).map { table.remove($0) }
            }
            if let visitor {
                count += 1
                end(visitor.sessions)
            }
        }
        if count > 0 { logEvictions(count, at: now) }
    }

    /// Says so at most once a minute: at the limit every newcomer lets somebody go.
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

    /// From the first held session on, ends those whose life is over once an hour, or as often as idle life is short.
    private func keepSweeping() {
        guard !sweeps.load(ordering: .relaxed), !sweeps.exchange(true, ordering: .relaxed) else { return }
        let life = writer == nil ? limits.idleLife : min(limits.idleLife, limits.memoryLife / 2)
        let interval = max(.seconds(1), min(life, .seconds(3_600)))
        _ = environment.schedule(interval) { [weak self] in
            guard let self else { return }
            sweep()
            sweeps.store(false, ordering: .relaxed)
            if count > 0 { keepSweeping() }
        }
    }
}

extension Duration {
    /// Nanoseconds; the nearest there is where it is beyond ±292 years.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, sumOverflows) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflows || sumOverflows ? (seconds < 0 ? .min : .max) : sum
    }

    /// Milliseconds, of a time that is not beyond ±292 years.
    var milliseconds: Int64 { nanoseconds / 1_000_000 }
}
