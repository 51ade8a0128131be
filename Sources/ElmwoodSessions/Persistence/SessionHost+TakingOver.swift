import ElmwoodArchitecture
import ElmwoodStorage

// Passes a session from one process to another without a store in between, for the test kit.

extension SessionHost {
    /// Returns the session as it would be stored now; nil if it is not in memory, or has had no turn yet.
    ///
    /// Its pending work continues.
    package func stored(_ id: SessionID) -> StoredSession? {
        guard case .save(_, var stored, _, _)? = peek(id)?.write()?.write else { return nil }
        // A process that hands the session over does not perform its effects any more.
        stored.due = nil
        return stored
    }

    /// Restores a session of another process from its stored state, and continues its pending work.
    ///
    /// - Returns: nil if it has expired, or its model is unusable, which is logged.
    func takeOver(_ stored: StoredSession, _ id: SessionID) -> SessionCore? {
        restore(stored, id, isVisit: true)
    }
}

extension SessionRegistry {
    /// Restores the shared models of another process.
    package func takeOverShared(of other: SessionRegistry) {
        for session in other.shards.flatMap({ $0.table.withLock { $0.sessions } }) where session.host.isShared {
            let id = session.id
            guard let stored = session.host.stored(id) else { continue }
            _ = programs.host(of: session.host.key(id))?.takeOver(stored, id)
        }
    }

    /// Copies the record of replaced ids from the other process.
    package func takeOverRenewals(of other: SessionRegistry) {
        let former = other.renewed.withLock { $0 }
        renewed.withLock { $0 = former }
    }
}
