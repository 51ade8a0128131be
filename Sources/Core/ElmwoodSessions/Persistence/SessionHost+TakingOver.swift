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
    /// The shared models as they would be stored now.
    package var storedShared: [(key: SessionKey, model: StoredSession)] {
        shards.flatMap { $0.table.withLock { $0.sessions } }.compactMap { session in
            guard session.host.isShared else { return nil }
            let id = session.id
            return session.host.stored(id).map { (session.host.key(id), $0) }
        }
    }

    /// Restores the shared models of another process.
    package func takeOver(shared: [(key: SessionKey, model: StoredSession)]) {
        for (key, model) in shared { _ = programs.host(of: key)?.takeOver(model, key.id) }
    }

    /// Copies the record of replaced ids from the other process.
    package func takeOverRenewals(of other: SessionRegistry) {
        let former = other.renewed.withLock { $0 }
        renewed.withLock { $0 = former }
    }
}
