import ElmwoodStorage

// Replaces a session's id. The former id is invalid from that moment on, for every client.

extension SessionRegistry {
    /// Gives a visitor a new id, in all programs. Live pages and running effects remain with the session only if they belong to the
    /// browser whose request led to the renewal.
    ///
    /// - Returns: the id's token, and what follows for the visitor's token; nil if the visitor has no session in memory or in the
    ///   store, or the request does not know the id.
    func renew(_ old: SessionID, for origin: RequestOrigin) -> (session: SessionToken, token: TokenRenewal)? {
        let (result, owner, wakes) = idChanges.withLock {
            _ -> ((session: SessionToken, token: TokenRenewal)?, VisitorID?, [@Sendable () -> Void]) in
            // Checked here, since no other renewal can come between this and the steps below.
            guard origin.knows(old) else { return (nil, nil, []) }
            let (visitor, stored) = remove(old, isReplaced: true)
            guard visitor != nil || stored != nil else { return (nil, nil, []) }
            let token: TokenRenewal =
                isVisitorShared(old) ? .another : .token(VisitorToken(drawing: environment.bits))
            let owner = visitor?.first?.visitor ?? stored?.visitor
            let (session, wakes) = replace(old, of: visitor, stored, for: origin, token)
            return ((session, token), owner, wakes)
        }
        if let result {
            environment.audit(AuditEvent(.renewed, old, successor: result.session.id))
            // Before anything is shown under the new id: the tokens from before may be known to others, as the old id may be.
            if let owner, result.token == .another { revokeTokens(of: owner, keeping: result.session.id) }
        }
        for wake in wakes { wake() }
        return result
    }

    /// Gives sessions another id that has been removed with them. The caller holds ``idChanges``.
    ///
    /// - Parameters:
    ///   - visitor: what was in memory under the id.
    ///   - stored: what was known of the visitor otherwise.
    /// - Returns: the token of the new id, and the functions that wake the streams, so that they end.
    private func replace(
        _ old: SessionID,
        of visitor: SessionShard.Visitor?,
        _ stored: KnownVisitors.Visitor?,
        for origin: RequestOrigin,
        _ token: TokenRenewal
    ) -> (SessionToken, [@Sendable () -> Void]) {
        let now = now
        let session = SessionToken(drawing: environment.bits)
        let renewal = SessionRenewal(successor: session.id, created: secondsSince1970, claims: origin.claims)
        identities.withLock { $0.renewed.insert(old, renewal, session, token, at: now) }
        origin.learn(renewal.successor)
        for session in visitor?.sessions ?? [] { session.endAttendance() }
        var wakes: [@Sendable () -> Void] = []
        let apply = {
            for session in visitor?.sessions ?? [] {
                wakes += session.renew(to: renewal.successor, token, for: origin)
            }
        }
        if let writer { writer.renew(old, renewal, apply: apply) } else { apply() }
        identities.withLock { $0.owners.rename(old, to: renewal.successor) }
        if var visitor {
            visitor.id = renewal.successor
            visitor.created = now
            visitor.lastUsed = now
            shard(of: renewal.successor).table.withLock { $0.insert(visitor) }
        } else if var stored {
            stored.created = renewal.created
            let known = stored
            identities.withLock { $0.known.insert(renewal.successor, known) }
        }
        return (session, wakes)
    }

    /// Forgets a renewal whose turn did not take place, since the session ended just before, as when it was evicted: no browser
    /// receives the new id, and requests with the former one would be refused.
    ///
    /// It is not forgotten if a session has the new id or a later one, in memory or in the store.
    func forgetRenewal(of old: SessionID, to successor: SessionID) {
        guard writer == nil else { return }
        idChanges.withLock { _ in
            guard lastUsed(successor) == nil else { return }
            identities.withLock { if !$0.renewed.isReplaced(successor) { $0.renewed.remove(old, by: successor) } }
        }
    }

    /// Whether the id was replaced recently: a request with it does not belong to a new visitor.
    func wasRenewed(_ id: SessionID) -> Bool {
        let now = now
        return identities.withLock { $0.renewed.contains(id, at: now) }
    }

    /// Returns the credentials with the id that has replaced their own; nil if they do not prove the right to it.
    ///
    /// - Parameter isUnheld: whether no session is in memory or in the store under their own id.
    func successor(of credentials: Credentials, isUnheld: Bool = false) -> Credentials? {
        let now = now
        // Under the lock, so that it never sees the old id removed and the new one not yet inserted.
        let successor = idChanges.withLock { _ in
            identities.withLock { $0.renewed.successor(for: credentials, at: now) }
        }
        if let successor { return credentials.replaced(by: successor.session, successor.token) }
        // A browser that has not received the id that it was given here may have a session of another node under its own one.
        guard isUnheld || !nodes.mayBeSeveral else { return nil }
        return identities.withLock { $0.given.token(for: credentials, at: now) }.map {
            credentials.replaced(by: $0, .none)
        }
    }

    /// Returns the id that has replaced the one of a browser's cookie; nil if none has, or the cookies do not prove the right to it.
    package func successor(of session: SessionID, ticket: RenewalTicket?) -> SessionID? {
        successor(of: Credentials(session: session, ticket: ticket))?.session
    }

    /// Takes over the record of replaced ids from another process of a test.
    package func takeOverRenewals(of other: SessionRegistry) {
        let former = other.identities.withLock { $0.renewed }
        identities.withLock { $0.renewed = former }
    }

    /// Records a renewal from the store, possibly of another process.
    func recordRenewal(_ renewal: SessionRenewal, of id: SessionID) {
        // The clocks of two machines may differ by minutes. A request with the old id must not count as a new visitor's.
        let age = max(0, secondsSince1970 - renewal.created - 300)
        guard age < RenewedIDs.life else { return }
        let time = now - age * 1_000_000_000
        identities.withLock { $0.renewed.insert(id, renewal, nil, .another, at: time) }
    }

    /// Another process has replaced an id: nobody finds anything under it here any more.
    func applyRenewal(_ renewal: SessionRenewal, of id: SessionID) {
        recordRenewal(renewal, of: id)
        let visitor = idChanges.withLock { _ in remove(id, isReplaced: true).visitor }
        guard let sessions = visitor?.sessions else { return }
        held(countMinus: sessions.count)
        identities.withLock { $0.owners.remove(id) }
        for session in sessions { session.unloadRenewed() }
    }

    /// Another process has replaced an id before this one did: this one's successor leads nowhere.
    func recordRenewal(_ renewal: SessionRenewal, of id: SessionID, insteadOf successor: SessionID) {
        identities.withLock { identities in
            identities.renewed.remove(id, by: successor)
            identities.given.remove(insteadOf: id)
        }
        recordRenewal(renewal, of: id)
        // A request that was about to follow this one's must not begin a session under it, which could never be stored.
        recordRenewal(renewal, of: successor)
    }

    /// Replaces the id of a renewal whose token is unknown, for the browser that may receive it.
    ///
    /// - Returns: the new id; nil if there is no such renewal any more.
    func replaceUnknown(for credentials: Credentials) -> SessionID? {
        let now = now
        let (replaced, wakes) = idChanges.withLock {
            _ -> ((former: SessionID, successor: SessionID)?, [@Sendable () -> Void]) in
            guard let renewal = identities.withLock({ $0.renewed.unknown(for: credentials, at: now) }),
                let origin = RequestOrigin(claims: renewal.claims, environment.bits)
            else { return (nil, []) }
            let former = renewal.successor
            let (visitor, stored) = remove(former)
            let (session, wakes) = replace(former, of: visitor, stored, for: origin, .another)
            return ((former, session.id), wakes)
        }
        if let replaced { environment.audit(AuditEvent(.renewed, replaced.former, successor: replaced.successor)) }
        for wake in wakes { wake() }
        return replaced?.successor
    }

    /// Records that a browser receives a new ticket in place of the one it presented. The new one proves the same.
    func replace(_ former: RenewalTicket, by ticket: RenewalTicket, of id: SessionID) {
        for session in sessions(of: id) { session.replace(former, by: ticket) }
    }
}
