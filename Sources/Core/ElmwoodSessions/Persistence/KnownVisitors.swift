import ElmwoodStorage

/// Visitors without a session in memory whose stored sessions belong to other programs. Their ids are valid ids of this site.
///
/// At most about a thousand, each until it has a session in memory.
struct KnownVisitors {
    struct Visitor {
        /// When the id was issued, in seconds since 1970.
        var created: Int64
        /// The visitor whose stored values the sessions use.
        var visitor: VisitorID
        /// The account that the sessions are identified with; nil if there is none.
        var account: String?
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

    /// Removes the sessions of an owner.
    mutating func remove(of owner: SessionOwner, except exception: SessionID?) {
        let removed = order.filter { id in
            guard id != exception, let visitor = visitors[id] else { return false }
            return switch owner {
            case .visitor(let owner): visitor.visitor == owner
            case .account(let account): visitor.account == account
            }
        }
        for id in removed { _ = remove(id) }
    }

    func account(of id: SessionID) -> String? { visitors[id]?.account }

    mutating func identify(_ id: SessionID, as account: String?) { visitors[id]?.account = account }

    func contains(_ id: SessionID) -> Bool { visitors[id] != nil }

    mutating func remove(_ id: SessionID) -> Visitor? {
        guard let visitor = visitors.removeValue(forKey: id) else { return nil }
        order.removeAll { $0 == id }
        return visitor
    }
}

extension SessionRegistry {
    /// Records a visitor whose session of another program is stored.
    ///
    /// - Parameter stored: nil if there is none: a known id has ended, here or in another process.
    func know(_ id: SessionID, by stored: StoredProgram?) {
        known.withLock { known in
            guard let stored, !wasRenewed(id) else {
                _ = known.remove(id)
                return
            }
            known.insert(id, .init(created: stored.created, visitor: stored.visitor, account: stored.account))
        }
    }

    /// Whether a stored session may be restored at that time, in seconds since 1970.
    func isWithinLife(_ stored: StoredProgram, at now: Int64) -> Bool {
        now - stored.used < limits.idleLife.components.seconds
            && now - stored.created < limits.absoluteLife.components.seconds
    }
}
