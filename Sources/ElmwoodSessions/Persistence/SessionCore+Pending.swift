import ElmwoodArchitecture
import ElmwoodStorage

// What waits in a session and outlives the process: delayed messages and durable effects.

/// How long another process lets a session be whose process says nothing, in milliseconds.
enum Lease {
    static let life: Int64 = 5_000
    /// How often it is renewed.
    static let renewal: Duration = .seconds(2)
    /// How often the store is asked what is due.
    static let look: Duration = .seconds(1)
    /// A session for which nothing is due within so many milliseconds is evicted.
    static let absence: Int64 = 60_000
}

extension Activity {
    /// Whether a durable effect is under way.
    var isLeased: Bool { tasks.contains { $0.isDurable } }

    /// When the earliest of what waits is due, in milliseconds since 1970; nil where nothing waits.
    ///
    /// - Parameter now: when effects are due, that nobody carries out.
    func due(effects now: Int64) -> Int64? {
        var earliest: Int64?
        for task in tasks {
            switch task.endurance {
            case .due(let date)?: earliest = min(earliest ?? date, date)
            case .attempt?: earliest = min(earliest ?? now, now)
            case nil: continue
            }
        }
        return earliest
    }

    /// The session is about to be stored, and claims the durable effects of another process by that, unless that one may be at them.
    ///
    /// - Returns: when another process may look after what waits, where this one has not.
    func prepareCommit(at now: Int64) -> Int64? {
        claimed = restsEffects ? [] : tasks.filter { !$0.isStarted && $0.attempt?.isRepeat ?? false }
        leasedUntil = lease(at: now)
        return leasedUntil
    }

    /// Takes out what the store has by now.
    func takePending(upTo version: UInt64) -> [Pending] {
        let due = pending.prefix { $0.version <= version }
        pending.removeFirst(due.count)
        return Array(due)
    }

    /// When another process may take over what waits, if this one evicts the session as it is stored; nil where nothing
    /// waits, or another process may be carrying it out: then what the store says of that stays.
    func handedOver(at now: Int64) -> Int64? { restsEffects ? nil : due(effects: now) }

    /// When another process may look after what waits, where this one has not: a while after this one would have.
    func lease(at now: Int64) -> Int64? {
        guard let due = due(effects: now) else { return nil }
        return max(due, now) + Lease.life
    }
}

extension SessionCore {
    /// Begins what was committed: at once where the store has the session as it is, else once it has. What is asked for by a turn
    /// that is never stored is never done: another process may have had that turn in its stead.
    func begin(_ committed: Committed) {
        // A delayed message is the session's own.
        for task in committed.begun { if case .message = task.work { begin(task) } }
        guard !committed.begun.isEmpty || !committed.broadcasts.isEmpty else { return }
        let own = Pending(version: committed.version, tasks: committed.begun, broadcasts: committed.broadcasts)
        guard host.writer != nil else { return begin([own]) }
        begin(
            state.withLock { state in
                if state.life == .ended { return (state.activity?.takePending(upTo: .max) ?? []) + [own] }
                if state.isUnloaded { return [] }
                if state.isStored(committed.version) { return [own] }
                state.active().pending.append(own)
                return []
            }
        )
    }

    /// The session is stored: what waited for it begins.
    func beginStored(_ version: UInt64) {
        let now = host.registry.millisecondsSince1970
        let (due, claimed) = state.withLock { state -> ([Pending], [EffectTask]) in
            state.stored = version
            guard let activity = state.activity else { return ([], []) }
            defer { activity.claimed = [] }
            var due = activity.takePending(upTo: version)
            // Where the commit took so long that another process may be at the durable effects by now, they are claimed anew.
            let isLate = activity.leasedUntil.map { $0 - now < Lease.renewal.milliseconds } ?? false
            let durable = due.flatMap(\.tasks).filter(\.isDurable)
            guard isLate, !durable.isEmpty || !activity.claimed.isEmpty else { return (due, activity.claimed) }
            state.version += 1
            for index in due.indices { due[index].tasks.removeAll(where: \.isDurable) }
            if !durable.isEmpty {
                activity.pending.append(Pending(version: state.version, tasks: durable, broadcasts: []))
            }
            return (due, [])
        }
        begin(due)
        for task in claimed { begin(task) }
        if (due.flatMap(\.tasks) + claimed).contains(where: \.isDurable) { host.writer?.lease(self) }
    }

    private func begin(_ due: [Pending]) {
        for asked in due {
            tell(asked.broadcasts)
            for task in asked.tasks { begin(task) }
        }
    }

    func tell(_ broadcasts: [Broadcast]) {
        for (topic, payload) in broadcasts where !host.registry.topics.tell(payload, on: topic) {
            host.log(.broadcastDropped(program: host.name, topic: topic))
        }
    }

    /// Goes on with what was stored with the session. Nobody has had a turn of it yet.
    ///
    /// - Parameter due: until when another process may be carrying out its effects, in milliseconds since 1970. Where it is, and this one
    ///   has stored the session meanwhile, it hears of that when it renews its lease, and stops.
    func resumeStored(due: Int64?) {
        let tasks = state.withLock { $0.activity?.tasks ?? [] }
        // The times of several may be over: then they come in the order in which they would have.
        for task in tasks.sorted(by: { $0.due < $1.due }) where !task.isDurable || host.writer == nil { begin(task) }
        guard tasks.contains(where: { $0.isDurable }) else { return }
        // Whatever is stored there, no lease is longer than that.
        let left = min(max(0, due ?? 0) - host.registry.millisecondsSince1970, Lease.life)
        guard left > 0 else { return claim() }
        let version = state.withLock { state in
            state.activity?.restsEffects = true
            return state.stored
        }
        claim(over: version, after: left)
    }

    /// Stores the session anew once no other process can be carrying out its effects: from then on they are this one's.
    ///
    /// - Parameter version: what the other process has stored.
    private func claim(over version: UInt64?, after milliseconds: Int64) {
        _ = host.environment.schedule(.milliseconds(milliseconds)) { [weak self] in
            guard let self else { return }
            guard state.withLock({ $0.stored == version }) else { return claim() }
            // The other process may have said meanwhile that it still does.
            host.writer?.load(host.key(id)) { result in
                switch result {
                case .success(let stored):
                    let left = max(0, stored?.due ?? 0) - self.host.registry.millisecondsSince1970
                    // Clocks may differ, by as much as a lease; what is farther off was written before a clock was set back.
                    let isOthers = left > 0 && stored?.version == version && left <= 2 * Lease.life
                    if isOthers { self.claim(over: version, after: min(left, Lease.life)) } else { self.claim() }
                case .failure:
                    self.claim(over: version, after: Lease.life)
                }
            }
        }
    }

    private func claim() {
        let isToStore = state.withLock { state in
            guard !state.hasEnded, let activity = state.activity else { return false }
            activity.restsEffects = false
            guard activity.tasks.contains(where: { $0.isDurable && !$0.isStarted }) else { return false }
            state.version += 1
            return true
        }
        if isToStore { keep() }
    }

    /// Says that this process is still at the session's effects; nil where there are none any more.
    func renewal() -> SessionWrite? {
        let now = host.registry.millisecondsSince1970
        return state.withLock { state in
            guard !state.hasEnded, let version = state.stored, let activity = state.activity, activity.isLeased else {
                return nil
            }
            return .postpone(host.key(state.id), to: activity.lease(at: now), version: version)
        }
    }

    /// Ends a session for which something waits: it comes back at once in another process. Nil where it is to stay, or
    /// nothing waits: while it has a turn, or an effect has just come to its end, which is to be stored.
    func handOver() -> SessionWrite? {
        let now = host.registry.millisecondsSince1970
        let write = state.withLock { state -> SessionWrite? in
            guard !state.hasEnded, !state.isTurning, let version = state.stored, state.isWritten,
                let activity = state.activity, !activity.tasks.contains(where: { $0.phase == .returned })
            else { return nil }
            guard let due = activity.handedOver(at: now) else { return nil }
            state.life = .unloaded(wasTransient: false)
            return .postpone(host.key(state.id), to: due, version: version)
        }
        if write != nil { end() }
        return write
    }
}
