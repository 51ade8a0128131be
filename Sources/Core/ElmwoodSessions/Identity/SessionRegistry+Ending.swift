import ElmwoodStorage

// The ends of sessions: by their programs, by their visitors, and by time.

extension SessionRegistry {
    /// Ends the sessions of the session's visitor, in all programs.
    func end(_ session: SessionCore) { end(id: session.id) }

    /// Ends the visitor's sessions of other programs, after the first turn of a new session has ended it.
    ///
    /// - Parameters:
    ///   - presented: the id of the session's cookie.
    ///   - everywhere: whether the other sessions of its account end as well.
    func endOthers(of presented: SessionID?, everywhere: Bool) {
        guard let presented else { return }
        let (isKnown, account) = identities.withLock { ($0.known.contains(presented), $0.account(of: presented)) }
        guard isKnown || lastUsed(presented) != nil else { return }
        environment.audit(AuditEvent(everywhere ? .endedEverywhere : .ended, presented, account: account))
        end(id: presented)
        if everywhere, let account { endAll(of: .account(account), except: nil) }
    }

    /// Ends the sessions of that id, in all programs.
    ///
    /// - Parameter id: evaluated when no id can change.
    func end(id: @autoclosure () -> SessionID) {
        let visitor = idChanges.withLock { _ in
            let id = id()
            writer?.append(.remove(id))
            return remove(id).visitor
        }
        end(visitor?.sessions ?? [])
    }

    /// Ends the sessions of that id in memory, in all programs. Those in the store remain.
    func endHeld(_ id: SessionID) {
        let visitor = idChanges.withLock { _ in remove(id).visitor }
        end(visitor?.sessions ?? [])
    }

    /// Ends the sessions that have exceeded the idle or absolute lifetime.
    package func sweep() {
        let now = now
        endEach { table in
            [.newcomer, .returned].lazy.compactMap(table.longestIdle).first { isOver(table[$0], at: now) }
        }
        if writer != nil { sweepToStore() }
    }

    /// Ends all sessions, when the site is taken down.
    package func endAll() { endEach { $0.any } }

    /// Ends the sessions of the visitors that a function finds in each shard, until it finds none.
    private func endEach(_ next: (SessionShard.Table) -> Int?) {
        for shard in shards {
            var over: [SessionCore] = []
            shard.table.withLock { table in
                while let slot = next(table) { over += table.remove(slot).sessions }
            }
            end(over)
        }
    }

    func isOver(_ visitor: SessionShard.Visitor, at now: Int64) -> Bool {
        visitor.kind != .shared
            && (now - visitor.lastUsed >= idleLife || now - visitor.created >= absoluteLife)
    }

    /// Ends sessions that have been removed. No lock may be held.
    func end(_ sessions: [SessionCore]) {
        guard !sessions.isEmpty else { return }
        held(countMinus: sessions.count)
        let ids = Set(sessions.map(\.id))
        identities.withLock { identities in for id in ids { identities.owners.remove(id) } }
        for session in sessions { session.end() }
    }
}
