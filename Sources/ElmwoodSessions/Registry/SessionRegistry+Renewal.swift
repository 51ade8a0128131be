import ElmwoodStorage

// Replaces a session's id. The former id is invalid from that moment on, for every client.

extension SessionRegistry {
    /// Gives a visitor a new id, in all programs. Live pages and running effects remain with the session only if they belong to the
    /// browser whose request led to the renewal.
    ///
    /// - Returns: nil if the visitor has no session in memory or in the store, or the request does not know the id.
    func renew(_ old: SessionID, for origin: RequestOrigin) -> SessionID? {
        let now = now
        let (id, wakes) = identity.withLock { _ -> (SessionID?, [@Sendable () -> Void]) in
            // Checked here, since no other renewal can come between this and the steps below.
            guard origin.knows(old) else { return (nil, []) }
            let stored = known.withLock { $0.remove(old) }
            let visitor = remove(old)
            _ = issued.withLock { $0.remove(old, at: now) }
            guard visitor != nil || stored != nil else { return (nil, []) }
            let successor = SessionID(drawing: environment.bits)
            let renewal = SessionRenewal(successor: successor, created: secondsSince1970, claims: origin.claims)
            renewed.withLock { $0.insert(old, renewal, at: now) }
            origin.learn(renewal.successor)
            var wakes: [@Sendable () -> Void] = []
            let apply = {
                for session in visitor?.sessions ?? [] { wakes += session.renew(to: renewal.successor, for: origin) }
            }
            if let writer { writer.renew(old, renewal, apply: apply) } else { apply() }
            if var visitor {
                visitor.id = renewal.successor
                visitor.created = now
                visitor.lastUsed = now
                shard(of: renewal.successor).table.withLock { $0.insert(visitor) }
            } else if var stored {
                stored.created = renewal.created
                known.withLock { $0.insert(renewal.successor, stored) }
            }
            return (renewal.successor, wakes)
        }
        for wake in wakes { wake() }
        return id
    }

    /// Whether the id was replaced recently: a request with it does not belong to a new visitor.
    func wasRenewed(_ id: SessionID) -> Bool {
        renewed.withLock { $0.contains(id, at: now) }
    }

    /// Returns the credentials with the id that has replaced their own; nil if they do not prove the right to it.
    func successor(of credentials: Credentials) -> Credentials? {
        // Under the lock, so that it never sees the old id removed and the new one not yet inserted.
        let successor = identity.withLock { _ in renewed.withLock { $0.successor(for: credentials, at: now) } }
        return (successor ?? given.withLock { $0.id(for: credentials, at: now) }).map(credentials.followed)
    }

    /// Records a renewal from the store, possibly of another process.
    func note(_ renewal: SessionRenewal, of id: SessionID) {
        // The clocks of two machines may differ by minutes. A request with the old id must not count as a new visitor's.
        let age = max(0, secondsSince1970 - renewal.created - 300)
        guard age < RenewedIDs.life else { return }
        renewed.withLock { $0.insert(id, renewal, at: now - age * 1_000_000_000) }
    }

    /// Records that a browser receives a new ticket in place of the one it presented. The new one proves the same.
    func replace(_ former: RenewalTicket, by ticket: RenewalTicket, of id: SessionID) {
        let sessions = shard(of: id).table.withLock { table in table.slot(of: id).map { table[$0].sessions } ?? [] }
        for session in sessions { session.replace(former, by: ticket) }
    }
}
