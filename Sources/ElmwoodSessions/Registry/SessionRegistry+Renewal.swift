import ElmwoodStorage

// A session's id is replaced: the former one is worth nothing from that moment on, for everybody.

extension SessionRegistry {
    /// Gives a visitor a new id, in all programs. Live pages and running effects keep to it only where they are of the browser that
    /// made the request which led to this.
    ///
    /// - Returns: nil where nothing of the visitor is held or known any more, or the id is none that the request knows.
    func renew(_ old: SessionID, for origin: RequestOrigin) -> SessionID? {
        let now = now
        let (id, wakes) = identity.withLock { _ -> (SessionID?, [@Sendable () -> Void]) in
            // Here, since no other renewal comes between this and what follows.
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
            let take = {
                for session in visitor?.sessions ?? [] { wakes += session.renew(to: renewal.successor, for: origin) }
            }
            if let writer { writer.renew(old, renewal, take: take) } else { take() }
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

    /// Whether the id was replaced by another a short time ago: a request that still has it is no newcomer's.
    func wasRenewed(_ id: SessionID) -> Bool {
        renewed.withLock { $0.contains(id, at: now) }
    }

    /// The same request under the id that has replaced the one of its cookie; nil where it is not to be told.
    func successor(of credentials: Credentials) -> Credentials? {
        // Not between the end of the old id and the beginning of the new one.
        let successor = identity.withLock { _ in renewed.withLock { $0.successor(for: credentials, at: now) } }
        return (successor ?? given.withLock { $0.id(for: credentials, at: now) }).map(credentials.followed)
    }

    /// Remembers a renewal that is stored: another process may have done it.
    func note(_ renewal: SessionRenewal, of id: SessionID) {
        // Of two machines one may be minutes ahead: who still brings the id is no newcomer.
        let age = max(0, secondsSince1970 - renewal.created - 300)
        guard age < RenewedIDs.life else { return }
        renewed.withLock { $0.insert(id, renewal, at: now - age * 1_000_000_000) }
    }

    /// A browser that presents a ticket is given another one in its place: it proves all that the former one does.
    func replace(_ former: RenewalTicket, by ticket: RenewalTicket, of id: SessionID) {
        let sessions = shard(of: id).table.withLock { table in table.slot(of: id).map { table[$0].sessions } ?? [] }
        for session in sessions { session.replace(former, by: ticket) }
    }
}
