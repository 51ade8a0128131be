import ElmwoodArchitecture

// Sessions of visitors who only look.
//
// A page whose program subscribes to something has a session as soon as its script is connected, though the visitor has done
// nothing. It is transient: in memory alone, whatever clocks, topics and effects make of its model, and it ends when nobody has
// looked at its pages for the time of attention. To store it would cost a write for each tick of each page that anybody
// leaves open, and a row that stays for weeks; and nothing of it is the visitor's, who finds the same by looking again.
// It becomes a session like any other with the first turn that the visitor's own request brings, and with the first that begins
// something that outlives the process: a delayed message or a durable effect.

extension PageEvent {
    /// Whether it is the visitor's doing. Visitors who only look open and close pages too.
    var isDone: Bool { self != .opened && self != .closed }
}

extension SessionCore {
    var isTransient: Bool { state.withLock { $0.isTransient } }
}

extension SessionTurn {
    /// Ends a transient session that nobody looks at.
    ///
    /// The visitor's next request begins another one, under the same id.
    ///
    /// - Returns: whether it has ended.
    borrowing func endIfLeft() -> Bool {
        guard session.isTransient, !session.isLookedAt else { return false }
        let isLeft = session.state.withLock { state in
            guard state.life == .transient else { return false }
            if let activity = state.activity, !activity.tasks.isEmpty || activity.pause != nil { return false }
            state.life = .unloaded(wasTransient: true)
            return true
        }
        guard isLeft else { return false }
        host.registry.forget(session)
        session.end()
        return true
    }
}
