import ElmwoodStorage
import Synchronization

// The leases of this process on durable effects, and on shared models that know who watches them.

extension SessionWriter {
    /// Keeps renewing this process's lease on the session's effects while it performs them.
    func lease(_ session: SessionCore) {
        let isFirst = leased.withLock { leased in
            defer { leased[ObjectIdentifier(session)] = session }
            return leased.isEmpty
        }
        guard isFirst else { return }
        noteRenewal()
        scheduleRenewal()
        if hasOtherNodes { watchLeases() }
    }

    /// The leases are renewed in the store.
    func noteRenewal() { lastRenewal.store(environment.now().nanoseconds, ordering: .relaxed) }

    private func scheduleRenewal() {
        _ = environment.schedule(Lease.renewal) { [weak self] in self?.addToCommit { $0.renews = true } }
    }

    /// Returns the renewals of the leases. Sessions whose effects have ended are removed.
    func renewals() -> [(session: SessionCore, write: SessionWrite)] {
        let renewals = leased.withLock { leased in
            var renewals: [(session: SessionCore, write: SessionWrite)] = []
            for session in leased.inOrder {
                if let write = session.renewal() {
                    renewals.append((session, write))
                } else {
                    leased[ObjectIdentifier(session)] = nil
                }
            }
            return renewals
        }
        if !renewals.isEmpty { scheduleRenewal() }
        return renewals
    }

    /// Stops durable effects once their lease could not be renewed in time, since the store is away: another node may be performing
    /// them, and this one would not know.
    private func watchLeases() {
        _ = environment.schedule(.seconds(1)) { [weak self] in
            guard let self else { return }
            let sessions = leased.withLock { $0.inOrder }
            guard !sessions.isEmpty else { return }
            let silence = environment.now().nanoseconds - lastRenewal.load(ordering: .relaxed)
            if silence >= Lease.life * 1_000_000 {
                for session in sessions { session.onTurn { $0.suspendEffects() } }
            }
            watchLeases()
        }
    }
}
