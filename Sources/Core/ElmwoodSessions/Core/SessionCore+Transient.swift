import ElmwoodArchitecture

// Sessions of visitors who only read.
//
// If a program has subscriptions, a page has a session as soon as its script is connected, even without an action of the visitor.
// Such a session is transient: it is in memory only, whatever timers, topics and effects change in its model, and it ends when none
// of its pages has been connected for the attention time. Storing it would cost a write for each tick of each page that anybody
// leaves open, and a row that remains for weeks. It contains nothing of the visitor, who finds the same when they open the page
// again. It becomes a lasting session with the first turn of the visitor's own request, and with the first turn that begins work
// that outlives the process: a delayed message or a durable effect.

extension PageEvent {
    /// Whether the visitor causes it. Visitors who only read open and close pages as well.
    var isDone: Bool { self != .opened && self != .closed }
}

extension SessionCore {
    var isTransient: Bool { state.withLock { $0.isTransient } }
}

extension SessionTurn {
    /// Ends a transient session without connected pages.
    ///
    /// The visitor's next request begins another one, under the same id.
    ///
    /// - Returns: whether it has ended.
    borrowing func endIfUnattended() -> Bool {
        guard session.isTransient, !session.isVisitorPresent else { return false }
        let isLeft = session.state.withLock { state in
            guard state.life == .transient else { return false }
            if let parts = state.parts, !parts.tasks.pending.isEmpty || parts.pause != nil { return false }
            state.life = .unloaded(wasTransient: true)
            return true
        }
        guard isLeft else { return false }
        host.registry.forget(session)
        session.end()
        return true
    }
}
