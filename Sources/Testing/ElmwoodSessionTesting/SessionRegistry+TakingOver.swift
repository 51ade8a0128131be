import ElmwoodSessions
import ElmwoodStorage

// Passes sessions from one process to another without a store in between.

extension SessionHost {
    /// Returns the session as it would be stored now; nil if it is not in memory, or has had no turn yet.
    ///
    /// Its pending work continues.
    package func stored(_ id: SessionID) -> StoredSession? { peek(id)?.takenOver }
}

extension SessionRegistry {
    /// The shared models as they would be stored now.
    package var storedShared: [(key: SessionKey, model: StoredSession)] {
        sessions.compactMap { session in
            guard session.host.isShared, let stored = session.takenOver else { return nil }
            return (session.host.key(session.id), stored)
        }
    }

    /// Restores the shared models of another process.
    package func takeOver(shared: [(key: SessionKey, model: StoredSession)]) {
        for (key, model) in shared { _ = programs.host(of: key)?.restore(model, key.id, isVisit: true) }
    }
}
