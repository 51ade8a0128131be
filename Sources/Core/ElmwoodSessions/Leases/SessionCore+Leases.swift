import ElmwoodArchitecture
import ElmwoodStorage

// The pending work of a session that outlives the process: delayed messages and durable effects.

extension SessionParts {
    /// Whether another process must be prevented from taking over: a durable effect is pending, or this process has the pages of those
    /// who watch.
    var isLeased: Bool { !watchers.isIdle || tasks.pending.contains { $0.isDurable } }

    /// Returns when the earliest pending work is due, in milliseconds since 1970; nil if there is none.
    ///
    /// - Parameter now: the due time of effects that no process performs.
    func due(effects now: Int64) -> Int64? {
        var earliest: Int64?
        for task in tasks.pending {
            switch task.endurance {
            case .due(let date)?: earliest = min(earliest ?? date, date)
            case .attempt?: earliest = min(earliest ?? now, now)
            case nil: continue
            }
        }
        return earliest
    }

    /// Removes durable effects that another node begins. If that node ends, they are begun like those of a former process.
    ///
    /// - Returns: the tasks that they were.
    func leaveDurable(
        of outbox: inout [Outbox],
        at now: Int64,
        _ bits: @escaping @Sendable () -> UInt64
    ) -> [EffectTask] {
        let left = outbox.flatMap(\.tasks).filter(\.isDurable)
        for index in outbox.indices { outbox[index].tasks.removeAll(where: \.isDurable) }
        for task in left {
            guard let index = tasks.pending.firstIndex(where: { $0 === task }), let stored = task.stored else {
                continue
            }
            tasks.pending[index] = EffectTask(stored, at: now, bits)
        }
        return left
    }

    /// Returns when another process may take over the pending work if this one evicts the session. Returns nil if there is no
    /// pending work, or if another process may be performing it: its due time in the store then remains.
    func handoverTime(at now: Int64) -> Int64? {
        if leases.defersEffects || watchers.awaitsReturn { return nil }
        // The pages of those who watch have time to connect with the other process.
        return due(effects: now) ?? (watchers.isIdle ? nil : now + Lease.life)
    }

    /// Returns when another process may take over the pending work if this one has not done it: some time after it is due.
    func lease(at now: Int64) -> Int64? {
        guard let due = due(effects: now) ?? (watchers.isIdle ? nil : now) else { return nil }
        return max(due, now) + Lease.life
    }
}

extension SessionCore {
    /// Whether another process may have added work of which this one does not know: it has none itself, and learns of other processes'
    /// turns only when it saves. With nodes, it is told of them.
    var mayLackDueWork: Bool {
        guard !host.registry.nodes.mayBeSeveral else { return false }
        return state.withLock { state in
            guard !state.hasEnded, state.isWritten else { return false }
            guard let parts = state.parts else { return true }
            return parts.due(effects: 0) == nil && parts.watchers.told.isEmpty
        }
    }

    /// Ends in this process if another one has stored a later version.
    ///
    /// - Returns: whether it has ended.
    func makesWay(for version: StoredVersion) -> Bool {
        guard mayLackDueWork, isOlder(than: version) else { return false }
        wrote(.overtaken)
        return true
    }

    /// Begins the work of a turn: at once if the store has the session's current state, otherwise when it has. Work of a
    /// turn that is never stored is never begun, since another process may have run that turn instead.
    func beginWork(of transaction: Transaction) {
        // A delayed message belongs to the session itself.
        for task in transaction.begun { if case .message = task.work { begin(task) } }
        if !transaction.deliveries.isEmpty { beginDelivery() }
        if host.writer == nil, !transaction.isUnchanged, let topic = host.sharedTopic {
            tellOfChange(on: topic, transaction.model)
        }
        guard !transaction.begun.isEmpty || !transaction.broadcasts.isEmpty else { return }
        if let writer = host.writer, transaction.begun.contains(where: \.isSignOut) {
            // It is in the store no later than the turn is, since the process may end between the two.
            writer.append(.identify(id, as: nil))
        }
        let own = Outbox(version: transaction.version, tasks: transaction.begun, broadcasts: transaction.broadcasts)
        guard host.writer != nil else { return open([own]) }
        open(
            state.withLock { state in
                if state.life == .ended { return (state.parts?.openOutbox(upTo: .max) ?? []) + [own] }
                if state.isUnloaded { return [] }
                if state.isStored(transaction.version) { return [own] }
                state.activeParts().outbox.append(own)
                return []
            }
        )
    }

    func open(_ outboxes: [Outbox]) {
        for outbox in outboxes {
            broadcast(outbox.broadcasts)
            for task in outbox.tasks { begin(task) }
        }
    }

    func broadcast(_ broadcasts: [Broadcast]) {
        for (topic, payload) in broadcasts {
            if host.registry.broadcast(payload, on: topic) { continue }
            host.log(.broadcastDropped(program: host.name, topic: topic), EventContext(session: id))
        }
    }

    /// Calls the function once no other process can have the lease on the session's work.
    ///
    /// - Parameters:
    ///   - version: the version that the other process has stored.
    ///   - milliseconds: how long its lease lasts, as far as is known.
    func afterLease(
        over version: StoredVersion?,
        in milliseconds: Int64,
        _ done: @escaping @Sendable (SessionCore) -> Void
    ) {
        _ = host.environment.schedule(.milliseconds(milliseconds)) { [weak self] in
            guard let self else { return }
            let isSame = state.withLock { $0.stored == version }
            guard let writer = host.writer, isSame || host.registry.nodes.mayBeSeveral else { return done(self) }
            // The other process may have renewed its lease. What is read is as old as the question: if the answer comes so late that the
            // lease it tells of is over, the lease may have been renewed meanwhile, and the question is asked again.
            let asked = host.registry.millisecondsSince1970
            writer.load(host.key(id)) { result in
                switch result {
                case .success(let stored):
                    let left = max(0, stored?.due ?? 0) - asked
                    // Clocks may differ by as much as a lease. A later time was written before a clock was set back.
                    let isSame = stored?.version == version || self.host.registry.nodes.mayBeSeveral
                    let isOthers = left > 0 && isSame && left <= 2 * Lease.life
                    guard isOthers else { return done(self) }
                    let passed = self.host.registry.millisecondsSince1970 - asked
                    self.afterLease(over: version, in: max(0, min(left, Lease.life) - max(0, passed)), done)
                case .failure:
                    self.afterLease(over: version, in: Lease.life, done)
                }
            }
        }
    }

    /// A node has ended: this one performs the session's durable effects instead, unless a third is faster.
    func takeOverEffects(of node: NodeID) {
        let isOurs = state.withLock {
            $0.parts.map { $0.leases.performer == node && $0.leases.defersEffects } ?? false
        }
        if isOurs { onTurn { $0.claim() } }
    }

    /// Returns the renewal of this process's lease on the session's effects; nil if there are none.
    func renewal() -> SessionWrite? {
        let now = host.registry.millisecondsSince1970
        return state.withLock { state in
            guard !state.hasEnded, let version = state.stored, let parts = state.parts, parts.isLeased else {
                return nil
            }
            // Of several nodes, the one at which the subscriptions run tells the model who watches.
            let isOthers =
                host.registry.nodes.mayBeSeveral && !parts.sources.running.contains { $0.subject.isOfWatchers }
            // Nor does one that leaves its effects to another keep that one's lease alive.
            let performs = !parts.leases.defersEffects && parts.tasks.pending.contains { $0.isDurable }
            if isOthers, !performs { return nil }
            return .postpone(host.key(state.id), to: parts.lease(at: now), version: version)
        }
    }

    /// Evicts a session with pending work, so that another process restores it at once. Returns nil if there is no pending work, or
    /// if the session must stay: it has a turn, or an effect has ended and its result must be stored.
    func handOver() -> SessionWrite? {
        let now = host.registry.millisecondsSince1970
        let write = state.withLock { state -> SessionWrite? in
            guard !state.hasEnded, !state.isTurning, let version = state.stored, state.isWritten,
                let parts = state.parts, !parts.tasks.pending.contains(where: { $0.phase == .returned })
            else { return nil }
            guard let due = parts.handoverTime(at: now) else { return nil }
            state.life = .unloaded(wasTransient: false)
            return .postpone(host.key(state.id), to: due, version: version)
        }
        if write != nil { end() }
        return write
    }
}

extension SessionTurn {
    /// The store has a version of the session: what has waited for it begins.
    ///
    /// - Parameter areDelivered: whether the messages that were stored with it have been delivered.
    borrowing func settle(_ save: SessionSave, areDelivered: Bool) {
        let (now, bits) = (host.registry.millisecondsSince1970, host.environment.bits)
        var mayHaveMore = false
        var left: [EffectTask] = []
        var due = session.state.withLock { state -> [Outbox] in
            guard let parts = state.parts else { return [] }
            mayHaveMore = parts.mail.endBatch()
            var due = parts.openOutbox(upTo: save.version.number)
            // The node that performs the others also begins these.
            if parts.leases.defersEffects, parts.leases.performer != nil {
                left = parts.leaveDurable(of: &due, at: now, bits)
            }
            return due
        }
        for task in left { task.cancel() }
        if !save.row.mail.isEmpty { session.exchanged(save.row.mail, areDelivered: areDelivered) }
        if mayHaveMore { fetchMessages() }
        var claimed = save.row.claimed
        let durable = due.flatMap(\.tasks).filter(\.isDurable)
        // If the commit took so long that another process may perform the durable effects by now, they are claimed again.
        let isLate = save.row.due.map { $0 - now < Lease.renewal.milliseconds } ?? false
        if isLate, !durable.isEmpty || !claimed.isEmpty {
            for index in due.indices { due[index].tasks.removeAll(where: \.isDurable) }
            transact { parts, version in
                if !durable.isEmpty {
                    parts.outbox.append(Outbox(version: version, tasks: durable, broadcasts: []))
                }
                return true
            }
            claimed = []
        }
        session.open(due)
        for task in claimed { session.begin(task) }
        let isWatched =
            host.isShared
            && session.state.withLock { $0.parts.map { !$0.watchers.isIdle && !$0.watchers.awaitsReturn } ?? false }
        if isWatched || (due.flatMap(\.tasks) + claimed).contains(where: \.isDurable) { host.writer?.lease(session) }
        session.state.withLock { $0.parts?.unsettled -= 1 }
    }

    /// Resumes the stored work of the session, which has had no turn yet.
    ///
    /// - Parameters:
    ///   - due: until when another process may be performing its effects, in milliseconds since 1970. If this process has stored the
    ///     session in between, the other process fails to renew its lease, and stops. Another node does not: it continues with what is
    ///     stored.
    ///   - performer: the node that performs its effects.
    ///   - wasHeld: whether the session was in memory. A node that has evicted it leaves its effects to all. It may also perform them
    ///     still under an id that another node has replaced since.
    borrowing func resumeStored(due: Int64?, performer: NodeID?, wasHeld: Bool) {
        let tasks = session.state.withLock { $0.parts?.tasks.pending ?? [] }
        // Several may be overdue: they run in the order of their times.
        for task in tasks.sorted(by: { $0.due < $1.due }) where !task.isDurable || host.writer == nil {
            session.begin(task)
        }
        let durable = tasks.filter(\.isDurable)
        guard !durable.isEmpty else {
            // The effects that were another node's have ended. Those that begin here are this one's.
            return session.state.withLock { state in
                state.parts?.leases.defersEffects = false
                state.parts?.leases.performer = nil
            }
        }
        let isOwn = performer != nil && performer == host.registry.nodes.id
        let performs = session.state.withLock { state in
            state.parts?.leases.performer = performer
            return isOwn && wasHeld && !(state.parts?.leases.defersEffects ?? false)
        }
        if performs {
            for task in durable { session.begin(task) }
            host.writer?.lease(session)
            return
        }
        // No lease is longer than this, whatever the store contains.
        let left = min(max(0, due ?? 0) - host.registry.millisecondsSince1970, Lease.life)
        guard left > 0 else { return claim() }
        let version = session.state.withLock { state in
            state.parts?.leases.defersEffects = true
            return state.stored
        }
        session.afterLease(over: version, in: left) { session in session.onTurn { $0.claim() } }
    }

    /// Stops the durable effects, whose lease is over. They are performed again, by the node that claims them first.
    borrowing func suspendEffects() {
        let (now, bits) = (host.registry.millisecondsSince1970, host.environment.bits)
        let (over, version) = session.state.withLock { state -> ([EffectTask], StoredVersion?) in
            guard let parts = state.parts, !parts.leases.defersEffects else { return ([], nil) }
            var over: [EffectTask] = []
            for index in parts.tasks.pending.indices
            where parts.tasks.pending[index].isDurable && parts.tasks.pending[index].isStarted {
                guard let stored = parts.tasks.pending[index].stored else { continue }
                over.append(parts.tasks.pending[index])
                parts.tasks.pending[index] = EffectTask(stored, at: now, bits)
            }
            if !over.isEmpty { parts.leases.defersEffects = true }
            return (over, state.stored)
        }
        guard !over.isEmpty else { return }
        for task in over { task.cancel() }
        session.afterLease(over: version, in: Lease.life) { session in session.onTurn { $0.claim() } }
    }

    /// Stores the session again, so that its durable effects belong to this process: no other can be performing them.
    borrowing func claim() {
        transact { parts, _ in
            parts.leases.defersEffects = false
            return parts.tasks.pending.contains { $0.isDurable && !$0.isStarted }
        }
    }
}
