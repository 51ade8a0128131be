import ElmwoodArchitecture
import ElmwoodStorage
import Synchronization

/// All sessions of a site that are in memory, found by the visitor's id and the program's host.
///
/// Locks are taken in one order (``LockPlace``). No function of a program runs under any of them.
package final class SessionRegistry: Sendable {
    package let limits: SessionLimits
    /// Two of the limits in nanoseconds, with which each request compares.
    let idleLife: Int64
    let absoluteLife: Int64
    package let environment: Environment
    /// The files that visitors' browsers can download.
    package let downloads: Downloads
    let topics: TopicHub
    /// The programs with stored sessions, and those that many share.
    package let programs = MountedPrograms()
    package let shared = SharedPrograms()
    /// Who shows shared models.
    package let watchers: SharedWatchers
    /// The values from outside that pages show.
    package let reads: ReadCache
    /// The sessions whose subscriptions run although no page is connected.
    let unattended: UnattendedSessions
    /// The sessions with a view that the next requests may use.
    let keptViews: KeptViews
    /// What programs tell on the visitor's next page of the site.
    let notices: SiteNotices
    /// The answers that wait for the work of their requests.
    let waitingAnswers: WaitingAnswers

    /// Lets no answer wait for the work of its request any more, since the process ends.
    package func endWaits() { waitingAnswers.close() }

    /// How many answers wait so.
    package var waitingAnswersCount: Int { waitingAnswers.count }

    /// The calls of programs' functions that have not returned.
    package let calls = RunningCalls()
    /// Writes the sessions to the store and loads them; nil if they are in memory only.
    let writer: SessionWriter?
    /// The other nodes of the site.
    let nodes: Nodes

    let shards: [SessionShard]
    /// The number of sessions in memory.
    private let held = Atomic<Int>(0)
    /// Held while ids change or end, so that such changes of one visitor are sequential.
    let idChanges = OrderedMutex<Void>(.idChanges, ())
    /// What is known of visitors' ids.
    let identities = OrderedMutex(.leaf, Identities())
    /// The number of evictions since they were logged.
    let evictions = OrderedMutex(.leaf, Evictions())
    package let tokens: VisitorTokens
    private let sweeps = Atomic<Bool>(false)

    struct Evictions {
        var count = 0
        var lastLogged: Int64?
    }

    /// Creates a registry for one site.
    package init(
        limits: SessionLimits = SessionLimits(),
        environment: Environment,
        store: (any SessionStore)? = nil
    ) {
        self.limits = limits.checked
        idleLife = limits.idleLife.nanoseconds
        absoluteLife = limits.absoluteLife.nanoseconds
        self.environment = environment
        downloads = Downloads(limits: limits, environment: environment)
        topics = TopicHub(environment: environment)
        reads = ReadCache(limits.checked, environment: environment, shared: shared)
        watchers = SharedWatchers(environment: environment, interval: limits.checked.watcherInterval)
        unattended = UnattendedSessions(limits.checked)
        keptViews = KeptViews(environment: environment)
        waitingAnswers = WaitingAnswers(limits.checked)
        notices = SiteNotices()
        let shards = (0..<64).map { _ in SessionShard() }
        self.shards = shards
        let held: @Sendable (SessionKey) -> SessionCore? = { key in
            shards[key.id.shard(of: shards.count)].table.withLock { $0.session(at: key) }
        }
        let nodes = Nodes(store, isStrict: limits.checksStore)
        self.nodes = nodes
        let outdate: @Sendable (SessionKey, UInt64) -> Void = { held($0)?.outdate(byNumber: $1) }
        writer = store.map { store in
            SessionWriter(
                store,
                environment: environment,
                isHeld: { held($0) != nil },
                outdated: nodes.mayBeSeveral ? outdate : nil
            )
        }
        tokens = VisitorTokens(environment: environment)
        joinNodes()
    }

    /// The number of subscriptions to topics.
    package var listeners: Int { topics.count }

    /// Sends a value to all sessions that subscribe to the topic.
    package func broadcast(_ value: some Codable & Sendable, on topic: String) {
        _ = broadcast(Payload(value), on: topic)
    }

    /// What the topic is about has changed: pages show it, on all nodes.
    package func changed(_ topic: String) { _ = broadcast(nil, on: topic) }

    /// Does the same with a payload, if there is any. Returns false if too many broadcasts are pending.
    func broadcast(_ payload: Payload?, on topic: String) -> Bool {
        reads.changed(topic)
        tell(of: topic, payload)
        return payload.map { topics.broadcast($0, on: topic) } ?? true
    }

    /// The number of sessions in memory.
    package var count: Int { held.load(ordering: .relaxed) }

    var now: Int64 { environment.now().nanoseconds }

    func shard(of id: SessionID) -> SessionShard { shards[id.shard(of: shards.count)] }

    /// Returns the visitor's session of that host's program, and records the visit; nil if it is not in memory.
    func find(_ id: SessionID, of host: SessionHost) -> SessionCore? {
        let now = now
        let (session, expired) = shard(of: id).table.withLock { table -> (SessionCore?, [SessionCore]) in
            guard let slot = table.slot(of: id) else { return (nil, []) }
            if isOver(table[slot], at: now) { return (nil, table.remove(slot).sessions) }
            table.touch(slot, at: now)
            return (table[slot].use(host), [])
        }
        if !expired.isEmpty { end(expired) }
        return session
    }

    /// Returns something of a visitor in memory; nil if there is none with that id. This does not count as a visit.
    func look<Value: Sendable>(at id: SessionID, _ value: (SessionShard.Visitor) -> Value) -> Value? {
        shard(of: id).table.withLock { table in
            guard let slot = table.slot(of: id) else { return nil }
            return value(table[slot])
        }
    }

    /// Returns the visitor's sessions in memory.
    func sessions(of id: SessionID) -> [SessionCore] { look(at: id) { $0.sessions } ?? [] }

    /// Returns when the visitor's last request arrived; nil if the visitor has no session in memory.
    func lastUsed(_ id: SessionID) -> Duration? { look(at: id) { .nanoseconds($0.lastUsed) } }

    /// Stands for the client that the visitor has come from; 0 if it is unknown.
    func client(of id: SessionID) -> UInt32 { look(at: id) { $0.client } ?? 0 }

    enum Holding {
        /// `token`: that of a new id.
        case held(SessionID, token: SessionToken? = nil)
        /// The visitor has a session of this program already: another request was faster.
        case existing(SessionCore)
        /// The presented id was renewed while the request was carried out: it is not a newcomer's, and is to be performed again.
        case renewed
    }

    /// Registers a new session: under the presented id if it is one of this site's (in memory, stored or issued), otherwise under a
    /// new one.
    ///
    /// - Parameter client: stands for the client of the request; 0 if it is unknown.
    func register(_ session: SessionCore, under presented: SessionID?, from client: UInt32 = 0) -> Holding {
        let holding = insert(session, under: presented, from: client)
        if case .held(let id, _) = holding {
            own(session, id)
            if session.host.place != nil, !session.isTransient { boundPlaces(of: id, adding: session) }
        }
        return holding
    }

    /// Records to whom a session in memory belongs.
    private func own(_ session: SessionCore, _ id: SessionID, account: String? = nil) {
        let visitor = session.state.withLock { $0.isVisitorKnown ? $0.visitor : nil }
        guard visitor != nil || account != nil else { return }
        identities.withLock { identities in
            if let visitor { identities.owners.record(visitor, of: id) }
            if let account { identities.owners.identify(id, as: account) }
        }
    }

    private func insert(_ session: SessionCore, under presented: SessionID?, from client: UInt32) -> Holding {
        let now = now
        if let presented {
            let holding: Holding? = shard(of: presented).table.withLock { table in
                let slot = table.slot(of: presented)
                // Under the shard's lock: of two simultaneous requests with the id, the second finds the first one's session.
                let (stored, isIssued) = identities.withLock { $0.enter(presented, isHeld: slot != nil, at: now) }
                guard let slot else {
                    var visitor = SessionShard.Visitor(id: presented, first: session, client: client, at: now)
                    guard let stored else {
                        guard isIssued else { return nil }
                        session.assign(presented, visitor: nil)
                        table.insert(visitor)
                        return .held(presented)
                    }
                    session.assign(presented, visitor: RecognizedVisitor(stored.visitor))
                    visitor.kind = .returned
                    visitor.created = Self.time(secondsSince1970 &- stored.created, before: now)
                    table.insert(visitor)
                    return .held(presented)
                }
                if isOver(table[slot], at: now) { return nil }
                table.touch(slot, at: now)
                if let existing = table[slot].use(session.host) { return .existing(existing) }
                // All sessions of a visitor have the same stored values, whichever request was first.
                session.assign(presented, visitor: table[slot].first?.recognizedVisitor)
                table[slot].add(session)
                return .held(presented)
            }
            if let holding {
                if case .held = holding { grown(by: presented, at: now) }
                return holding
            }
            // Under this lock, since a renewal removes the id before it is recorded as renewed.
            if idChanges.withLock({ _ in wasRenewed(presented) }) { return .renewed }
        }
        let token = SessionToken(drawing: environment.bits)
        let id = token.id
        session.assign(id, visitor: nil)
        shard(of: id).table.withLock { table in
            table.insert(.init(id: id, first: session, client: client, at: now))
        }
        grown(by: id, at: now)
        return .held(id, token: token)
    }

    /// Registers a restored session under its own id.
    ///
    /// - Parameters:
    ///   - age: the seconds since the id was issued.
    ///   - idleness: the seconds since the visitor's last request: 0 if this is one.
    /// - Returns: nil if another id has replaced this one since the session was loaded.
    func restore(
        _ session: SessionCore,
        _ id: SessionID,
        account: String?,
        createdSecondsAgo age: Int64,
        usedSecondsAgo idleness: Int64
    ) -> Holding? {
        let now = now
        let holding = idChanges.withLock { _ -> Holding? in
            guard !identities.withLock({ $0.renewed.isReplaced(id) }) else { return nil }
            // What is known of a visitor with other sessions here is newer than what was loaded: they may have signed out meanwhile.
            let account = lastUsed(id) == nil ? account : self.account(of: id)
            _ = identities.withLock { $0.known.remove(id) }
            let existing = shard(of: id).table.withLock { table -> SessionCore? in
                let slot = table.slot(of: id)
                if let slot {
                    if idleness <= 0 { table.touch(slot, at: now) }
                    if let existing = table[slot].session(of: session.host) { return existing }
                }
                session.assign(id, visitor: nil)
                if let slot {
                    table[slot].add(session)
                    return nil
                }
                _ = identities.withLock { $0.issued.remove(id, at: now) }
                var visitor = SessionShard.Visitor(id: id, first: session, at: now)
                visitor.kind = session.host.isShared ? .shared : .returned
                visitor.created = Self.time(age, before: now)
                visitor.lastUsed = Self.time(max(0, idleness), before: now)
                table.insert(visitor)
                return nil
            }
            if let existing { return .existing(existing) }
            own(session, id, account: account)
            return .held(id)
        }
        if case .held? = holding { grown(by: id, at: now) }
        return holding
    }

    private static func time(_ seconds: Int64, before now: Int64) -> Int64 {
        now &- seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue
    }

    /// Returns when the visitor's id was issued, and when the last request with it arrived, in seconds since 1970.
    func life(of id: SessionID) -> (created: Int64, used: Int64) {
        let (now, seconds) = (now, secondsSince1970)
        let (created, used) = look(at: id) { ($0.created, $0.lastUsed) } ?? (now, now)
        return (seconds - (now - created) / 1_000_000_000, seconds - (now - used) / 1_000_000_000)
    }

    /// Returns the visitor's session of that host's program if it is in memory. This does not count as a visit.
    func peek(_ id: SessionID, of host: SessionHost) -> SessionCore? { look(at: id) { $0.session(of: host) } ?? nil }

    /// The sessions in memory.
    package var sessions: [SessionCore] { shards.flatMap { $0.table.withLock { $0.sessions } } }

    /// Evicts the sessions with pending work, if they are stored in their current state.
    func handOver() {
        for shard in shards {
            let sessions = shard.table.withLock { $0.sessions }
            for session in sessions {
                guard let write = session.handOver() else { continue }
                writer?.append(write)
                forget(session)
            }
        }
    }

    /// Removes a session that has been evicted from memory. If it was transient, its visitor retains the id.
    func forget(_ session: SessionCore) {
        let (id, isTransient, now) = (session.id, session.isTransient, now)
        let isGone = shard(of: id).table.withLock { table in
            guard let slot = table.slot(of: id), table.remove(session, from: slot) else { return false }
            guard table.slot(of: id) == nil else { return true }
            // Under the shard's lock, so that the owner of a session that begins under the id afterwards remains.
            identities.withLock { identities in
                if isTransient { identities.issued.insert(id, at: now) }
                identities.owners.remove(id)
            }
            return true
        }
        if isGone { held(countMinus: 1) }
        if session.host.isShared { sharedModelLeft(session.host.key(id)) }
    }

    /// Sessions have been removed from memory.
    func held(countMinus count: Int) { held.subtract(count, ordering: .relaxed) }

    private func grown(by id: SessionID, at now: Int64) {
        held.add(1, ordering: .relaxed)
        evictOverLimit(except: id, at: now)
        keepSweeping()
    }
}

extension SessionRegistry {
    /// Removes expired sessions once an hour, or more often if the idle lifetime is shorter, while there are sessions.
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
