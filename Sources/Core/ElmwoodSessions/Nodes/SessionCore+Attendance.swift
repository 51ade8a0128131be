import ElmwoodStorage

// At which nodes a session's visitor is: those to which pages are connected, or that a request has reached a short time ago. The
// session's subscriptions run at one of them, so that a clock ticks once.

extension SessionCore {
    /// Tells the other nodes whether the visitor is at this one.
    ///
    /// - Parameter subscriptions: what the model subscribes to.
    /// - Returns: nil if there can be no other nodes, or none that has the session.
    func attend(_ subscriptions: [SessionSubscription]) -> Attendance? {
        let nodes = host.registry.nodes
        guard nodes.mayBeSeveral, !isTransient else { return nil }
        let key = host.key(id)
        guard key.id != .unheld else { return nil }
        let isHere = !subscriptions.isEmpty && !state.withLock { $0.hasEnded } && isVisitorPresent
        if nodes.attend(key, isHere) { host.registry.tell(.attended([key], isHere)) }
        return Attendance(isHere: isHere, isLedByOther: nodes.isLedByOther(key))
    }

    /// Whether the others have yet to learn that the visitor is at this node, or no longer.
    func changesAttendance(_ subscriptions: [SessionSubscription]) -> Bool {
        let nodes = host.registry.nodes
        guard nodes.mayBeSeveral, !isTransient else { return false }
        return nodes.isAttendedHere(host.key(id)) == subscriptions.isEmpty
    }

    /// The session is over at this node.
    func endAttendance() {
        guard host.registry.nodes.mayBeSeveral else { return }
        let key = host.key(id)
        if host.registry.nodes.attend(key, false) { host.registry.tell(.attended([key], false)) }
    }

    /// Whether pages that this node does not know of may be open at another.
    var isAttendedElsewhere: Bool { host.registry.nodes.isAttendedElsewhere(host.key(id)) }
}

/// Whether a session's visitor is at this node, and whether its subscriptions run at another one.
struct Attendance {
    var isHere: Bool
    var isLedByOther: Bool
}
