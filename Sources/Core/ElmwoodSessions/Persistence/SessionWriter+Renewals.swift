import ElmwoodStorage

// What follows from a renewal of an id, which another process may have renewed before.

extension SessionWriter {
    /// Returns the writes of a batch that precede the changed sessions, and those of a commit of their own: the removal of a visitor's
    /// other sessions, which follows from a renewal. If the renewal fails, those sessions are what another process has renewed, and
    /// remain.
    func parts(of batch: State) -> (first: [SessionWrite], later: [SessionWrite]) {
        let writes = batch.unwritten + batch.writes
        let successors = Self.successors(of: writes)
        let failed = failedRenewals.withLock { $0 }
        guard !successors.isEmpty || !failed.isEmpty else { return (writes, []) }
        var first: [SessionWrite] = []
        var later: [SessionWrite] = []
        for write in writes {
            guard case .removeAll(_, let exception?) = write else {
                first.append(write)
                continue
            }
            if failed[exception] != nil { continue }
            if successors.contains(exception) { later.append(write) } else { first.append(write) }
        }
        return (first, later)
    }

    /// The ids that the writes give to sessions.
    static func successors(of writes: [SessionWrite]) -> Set<SessionID> {
        var successors: Set<SessionID> = []
        for case .renew(_, let renewal) in writes { successors.insert(renewal.successor) }
        return successors
    }

    /// If an id could not be replaced by that successor, since another process was faster, this one follows the other.
    ///
    /// - Returns: whether that is so. A session that was never stored must not be stored under the successor, which only this process
    ///   knows: it would be apart from the visitor's other sessions.
    func followOther(insteadOf successor: SessionID, in registry: SessionRegistry) async -> Bool {
        guard let id = failedRenewals.withLock({ $0[successor] }), let other = try? await store.renewal(of: id),
            other.successor != successor
        else { return false }
        registry.recordRenewal(other, of: id, insteadOf: successor)
        return true
    }

    /// Commits the removals that follow from renewals, except where the renewal has failed.
    ///
    /// - Returns: whether the store has not failed.
    func remove(_ removals: [SessionWrite]) async -> Bool {
        let failed = failedRenewals.withLock { $0 }
        let removals = removals.filter { removal in
            if case .removeAll(_, let exception?) = removal { failed[exception] == nil } else { true }
        }
        guard !removals.isEmpty else { return true }
        do {
            _ = try await commit(removals)
            for removal in removals { noteRemoval(removal) }
            return true
        } catch {
            environment.log(.sessionsNotStored(error: error))
            tryAgain(removals, [])
            return false
        }
    }

    /// The result of writing a renewal.
    enum RenewalOutcome {
        case stored
        /// The store fails, and the renewal is tried again.
        case pending
        /// Another process was faster, or the session has ended.
        case failed
    }

    /// Returns what has become of the renewal that leads to that id, once it was tried.
    func outcome(ofRenewalTo id: SessionID) -> RenewalOutcome {
        if isNew(id) { return .pending }
        return failedRenewals.withLock { $0[id] != nil } ? .failed : .stored
    }

    /// Records that an id could not be replaced by that successor.
    func noteFailedRenewal(of id: SessionID, to successor: SessionID) {
        failedRenewals.withLock { failed in
            // What follows from one is in the same batch or the next.
            if failed.count >= 1_000 { failed = [:] }
            failed[successor] = id
        }
    }
}

extension SessionWriter.State {
    /// Whether the renewal that leads to that id is not stored yet.
    func isNew(_ id: SessionID) -> Bool {
        let isLeading = { (write: SessionWrite) in
            if case .renew(_, let renewal) = write { renewal.successor == id } else { false }
        }
        return unwritten.contains(where: isLeading) || writes.contains(where: isLeading)
    }
}
