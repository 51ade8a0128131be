import ElmwoodStorage

/// Visitors of whom nothing is held, and of whom the store has a session of another program than the one that was asked for: the
/// id that they bring is one of this site's. A thousand or so at most, each until a session is held under the id.
struct KnownVisitors {
    struct Visitor {
        /// When the id was given, in seconds since 1970.
        var created: Int64
        /// Whose stored values the sessions see.
        var visitor: VisitorID
    }

    private var visitors: [SessionID: Visitor] = [:]
    private var order: [SessionID] = []

    mutating func insert(_ id: SessionID, _ visitor: Visitor) {
        guard visitors.updateValue(visitor, forKey: id) == nil else { return }
        order.append(id)
        guard order.count > 1_024 else { return }
        for id in order.prefix(512) { visitors[id] = nil }
        order.removeFirst(512)
    }

    func contains(_ id: SessionID) -> Bool { visitors[id] != nil }

    mutating func remove(_ id: SessionID) -> Visitor? {
        guard let visitor = visitors.removeValue(forKey: id) else { return nil }
        order.removeAll { $0 == id }
        return visitor
    }
}

extension SessionRegistry {
    /// Takes note of a visitor whose session of another program is stored.
    ///
    /// - Parameter stored: nil where there is none: an id that was known before has ended, here or in another process.
    func know(_ id: SessionID, by stored: StoredSession?) {
        known.withLock { known in
            guard let stored, !wasRenewed(id) else {
                _ = known.remove(id)
                return
            }
            known.insert(id, .init(created: stored.created, visitor: stored.visitor))
        }
    }

    /// Whether a stored session may be brought back at that time, in seconds since 1970.
    func isWithinLife(_ stored: StoredSession, at now: Int64) -> Bool {
        now - stored.used < limits.idleLife.components.seconds
            && now - stored.created < limits.absoluteLife.components.seconds
    }
}
