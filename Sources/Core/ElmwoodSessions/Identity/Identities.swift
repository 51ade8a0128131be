import ElmwoodStorage

/// What a site knows of visitors' ids beside their sessions: which are valid, which have replaced which, and to whom they belong.
///
/// All of it has one lock, so nobody finds an id between two of these tables.
struct Identities: Sendable {
    /// Issued ids without a session.
    var issued = IssuedIDs()
    /// The visitors whose stored sessions belong to other programs.
    var known = KnownVisitors()
    /// The recently replaced ids.
    var renewed = RenewedIDs()
    /// The ids that live pages received in place of unknown ones.
    var given = GivenIDs()
    /// Which sessions in memory belong to whom.
    var owners = SessionOwners()

    /// Returns the account that the sessions of an id are identified with; nil if there is none.
    func account(of id: SessionID) -> String? { owners.account(of: id) ?? known.account(of: id) }

    /// Whether an id without a session in memory is valid, or has just been replaced.
    func isGood(_ id: SessionID, at time: Int64) -> Bool {
        renewed.contains(id, at: time) || known.contains(id) || issued.contains(id, at: time)
    }

    /// A request begins a session under an id.
    ///
    /// - Parameter isHeld: whether there is one in memory already.
    /// - Returns: what was known of the visitor otherwise, and whether the id was issued.
    mutating func enter(_ id: SessionID, isHeld: Bool, at time: Int64) -> (
        known: KnownVisitors.Visitor?, isIssued: Bool
    ) {
        let known = known.remove(id)
        if let account = known?.account { owners.identify(id, as: account) }
        return (known, !isHeld && issued.remove(id, at: time))
    }
}

extension SessionRegistry {
    /// Removes the sessions of an id from memory, and what is known of the visitor otherwise. The caller holds ``idChanges``.
    ///
    /// - Parameter isReplaced: whether another id replaces it, so that no session begins under it any more.
    func remove(
        _ id: SessionID,
        isReplaced: Bool = false
    ) -> (visitor: SessionShard.Visitor?, known: KnownVisitors.Visitor?) {
        let now = now
        // Under the shard's lock, so that a session which begins under the id finds all of that, or nothing.
        return shard(of: id).table.withLock { table in
            let known = identities.withLock { identities in
                if isReplaced { _ = identities.issued.remove(id, at: now) }
                return identities.known.remove(id)
            }
            return (table.slot(of: id).map { table.remove($0) }, known)
        }
    }
}
