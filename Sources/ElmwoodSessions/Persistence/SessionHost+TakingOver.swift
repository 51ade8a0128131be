import ElmwoodArchitecture
import ElmwoodStorage

// What one process leaves of a session to the next, at once and with no store in between: for the test kit.

extension SessionHost {
    /// The session of that id as it would be stored by now; nil where none is held, or it has had no turn yet.
    ///
    /// What is under way in it is left as it is.
    package func stored(_ id: SessionID) -> StoredSession? {
        guard case .save(_, var stored, _)? = peek(id)?.write() else { return nil }
        // Who hands it over is not at its effects any more.
        stored.due = nil
        return stored
    }

    /// Holds a session that another process had, as it was stored, and continues what waits in it.
    ///
    /// - Returns: nil where its life is over, or its model is of no use any more: that is logged.
    func takeOver(_ stored: StoredSession, _ id: SessionID) -> SessionCore? {
        restore(stored, id, isVisit: true)
    }
}

extension SessionRegistry {
    /// Knows which ids were replaced in the other process, and who is told so.
    package func takeOverRenewals(of other: SessionRegistry) {
        let former = other.renewed.withLock { $0 }
        renewed.withLock { $0 = former }
    }
}
