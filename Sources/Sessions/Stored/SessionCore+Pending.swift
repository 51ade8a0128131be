import Architecture
import Storage

// What waits in a session and outlives the process: delayed messages and durable effects.

/// How long another process lets a session be whose process says nothing, in milliseconds.
enum Lease {
    static let life: Int64 = 5_000
    /// How often it is renewed.
    static let renewal: Duration = .seconds(2)
    /// How often the store is asked what is due.
    static let look: Duration = .seconds(1)
    /// A session for which nothing is due for so long is worth being let go of, in milliseconds.
    static let absence: Int64 = 60_000
}

extension Activity {
    /// Whether a durable effect is among what goes on.
    var isLeased: Bool { runs.contains { $0.isDurable } }

    /// When the earliest of what waits is due, in milliseconds since 1970; nil where nothing waits.
    ///
    /// - Parameter now: when effects are due, that nobody carries out.
    func due(effects now: Int64) -> Int64? {
        var earliest: Int64?
        for run in runs {
            switch run.endurance {
            case .due(let date)?: earliest = min(earliest ?? date, date)
            case .attempt?: earliest = min(earliest ?? now, now)
            case nil: continue
            }
        }
        return earliest
    }

    /// The durable effects that are to begin once the session is stored: those of another process only when that one is not at
    /// them any more.
    var toBegin: [Run] {
        runs.filter { $0.isDurable && !$0.isStarted && !($0.attempt?.isRepeat ?? false && restsEffects) }
    }

    /// When another process may go on with what waits, where this one lets the session go as it is stored; nil where nothing
    /// waits, or another one may be at it: then what the store says of that stays.
    func handedOver(at now: Int64) -> Int64? { restsEffects ? nil : due(effects: now) }

    /// When another process may look after what waits, where this one has not: a while after this one would have.
    func lease(at now: Int64) -> Int64? {
        guard let due = due(effects: now) else { return nil }
        return max(due, now) + Lease.life
    }
}

extension SessionCore {
    /// The commit is done that the session was in: durable effects that it stored begin.
    func beginStored() {
        let runs = state.withLock { state -> [Run] in
            guard let activity = state.activity else { return [] }
            defer { activity.stored = [] }
            return activity.stored
        }
        guard !runs.isEmpty else { return }
        for run in runs where !run.isCancelled {
            if case .effect(let effect) = run.work { begin(effect, run) }
        }
        host.keeper?.lease(self)
    }

    /// Goes on with what was stored with the session. Nobody has had a turn of it yet.
    ///
    /// - Parameter due: until when another process may be at its effects, in milliseconds since 1970. Where it is, and this one
    ///   has stored the session meanwhile, it hears of that when it renews its lease, and stops.
    func goOn(due: Int64?) {
        let runs = state.withLock { $0.activity?.runs ?? [] }
        // The times of several may be over: then they come in the order in which they would have.
        for run in runs.sorted(by: { $0.due < $1.due }) { begin(run) }
        guard runs.contains(where: { $0.isDurable }) else { return }
        // Whatever is stored there, no lease is longer than that.
        let left = min(max(0, due ?? 0) - host.registry.millisecondsSince1970, Lease.life)
        guard left > 0 else { return claim() }
        let version = state.withLock { state in
            state.activity?.restsEffects = true
            return state.stored
        }
        claim(over: version, after: left)
    }

    /// Stores the session anew once no other process can be at its effects: from then on they are this one's.
    ///
    /// - Parameter version: what the other process has stored.
    private func claim(over version: UInt64, after milliseconds: Int64) {
        _ = host.surroundings.schedule(.milliseconds(milliseconds)) { [weak self] in
            guard let self else { return }
            guard state.withLock({ $0.stored == version }) else { return claim() }
            // The other process may have said meanwhile that it still is.
            host.keeper?.load(host.key(id)) { result in
                switch result {
                case .success(let stored):
                    let left = max(0, stored?.due ?? 0) - self.host.registry.millisecondsSince1970
                    // Clocks may differ, by as much as a lease; what is farther off was written before a clock was set back.
                    let isOthers = stored?.version == version && left > 0 && left <= 2 * Lease.life
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
            guard activity.runs.contains(where: { $0.isDurable && !$0.isStarted }) else { return false }
            state.version += 1
            return true
        }
        if isToStore { keep() }
    }

    /// Says that this process is still at the session's effects; nil where there are none any more.
    func renewal() -> SessionWrite? {
        let now = host.registry.millisecondsSince1970
        return state.withLock { state in
            guard !state.hasEnded, state.isStored, let activity = state.activity, activity.isLeased else { return nil }
            return .postpone(host.key(state.id), to: activity.lease(at: now), version: state.stored)
        }
    }

    /// Ends a session for which something waits: it comes back at once in another process. Nil where it is to stay, or
    /// nothing waits: while it has a turn, or an effect has just come to its end, which is to be stored.
    func handOver() -> SessionWrite? {
        let now = host.registry.millisecondsSince1970
        let write = state.withLock { state -> SessionWrite? in
            guard !state.hasEnded, !state.isTurning, state.isStored, state.isWritten, let activity = state.activity,
                !activity.runs.contains(where: { $0.phase == .returned })
            else { return nil }
            guard let due = activity.handedOver(at: now) else { return nil }
            state.isLetGo = true
            state.hasEnded = true
            return .postpone(host.key(state.id), to: due, version: state.stored)
        }
        if write != nil { end() }
        return write
    }
}
