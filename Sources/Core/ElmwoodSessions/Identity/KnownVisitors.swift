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

    private var visitors = RecentTable<SessionID, Visitor>(limit: 1_024)

    mutating func insert(_ id: SessionID, _ visitor: Visitor) { visitors[id] = visitor }

    /// Removes the sessions of an owner.
    mutating func remove(of owner: SessionOwner, except exception: SessionID?) {
        visitors.removeAll { id, visitor in
            guard id != exception else { return false }
            return switch owner {
            case .visitor(let owner): visitor.visitor == owner
            case .account(let account): visitor.account == account
            }
        }
    }

    func account(of id: SessionID) -> String? { visitors[id]?.account }

    mutating func identify(_ id: SessionID, as account: String?) { visitors[id]?.account = account }

    func contains(_ id: SessionID) -> Bool { visitors[id] != nil }

    mutating func remove(_ id: SessionID) -> Visitor? { visitors.remove(id) }
}

extension SessionRegistry {
    /// Records a visitor whose session of another program is stored.
    ///
    /// - Parameter stored: nil if there is none: a known id has ended, here or in another process.
    func know(_ id: SessionID, by stored: StoredProgram?) {
        let now = now
        identities.withLock { identities in
            if let stored, !identities.renewed.contains(id, at: now) {
                let known = KnownVisitors.Visitor(
                    created: stored.created,
                    visitor: stored.visitor,
                    account: stored.account
                )
                identities.known.insert(id, known)
            } else {
                _ = identities.known.remove(id)
            }
        }
    }

    /// Whether a stored session may be restored at that time, in seconds since 1970.
    func isWithinLife(_ stored: StoredProgram, at now: Int64) -> Bool {
        now - stored.used < limits.idleLife.components.seconds
            && now - stored.created < limits.absoluteLife.components.seconds
    }
}
