import ElmwoodStorage

// What follows from a renewal of an id, which another process may have renewed before.

extension SessionWriter {
    /// Returns the writes of a batch that precede the changed sessions, and those of a commit of their own: the removal of a visitor's
    /// other sessions, which follows from a renewal. If the renewal fails, those sessions are what another process has renewed, and
    /// remain.
    func parts(of batch: State) -> (first: [SessionWrite], later: [SessionWrite]) {
        let writes = batch.unwritten + batch.writes
        var successors: Set<SessionID> = []
        for case .renew(_, let renewal) in writes { successors.insert(renewal.successor) }
        let failed = failedRenewals.withLock { $0 }
        guard !successors.isEmpty || !failed.isEmpty else { return (writes, []) }
        var first: [SessionWrite] = []
        var later: [SessionWrite] = []
        for write in writes {
            guard case .removeAll(_, let exception?) = write else {
                first.append(write)
                continue
            }
            if failed.contains(exception) { continue }
            if successors.contains(exception) { later.append(write) } else { first.append(write) }
        }
        return (first, later)
    }

    /// Commits the removals that follow from renewals, except where the renewal has failed.
    ///
    /// - Returns: whether the store has not failed.
    func remove(_ removals: [SessionWrite]) async -> Bool {
        let failed = failedRenewals.withLock { $0 }
        let removals = removals.filter { removal in
            if case .removeAll(_, let exception?) = removal { !failed.contains(exception) } else { true }
        }
        guard !removals.isEmpty else { return true }
        let start = environment.now()
        do {
            _ = try await commit(removals)
            environment.observe(.commit, of: removals.count, since: start, hasFailed: false)
            return true
        } catch {
            environment.observe(.commit, of: removals.count, since: start, hasFailed: true)
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
        return failedRenewals.withLock { $0.contains(id) } ? .failed : .stored
    }

    /// Records which renewals of a commit have failed.
    func note(_ writes: [SessionWrite], _ done: [Bool]) {
        for (write, isDone) in zip(writes, done) {
            guard case .renew(_, let renewal) = write, !isDone else { continue }
            failedRenewals.withLock { failed in
                // What follows from one is in the same batch or the next.
                if failed.count >= 1_000 { failed = [] }
                failed.insert(renewal.successor)
            }
        }
    }
}
