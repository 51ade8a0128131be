import ElmwoodStorage

// What is written together: the entries of a batch, their commit, and what follows from it.

extension SessionWriter {
    /// One write of a batch, and whose it is.
    private enum Entry {
        /// It was added by itself.
        case added(SessionWrite)
        case lease(SessionCore, SessionWrite)
        case save(SessionCore, SessionSave)
        /// Tells the other nodes that something was dropped that they were to be told.
        case untold(SessionWrite)

        var write: SessionWrite {
            switch self {
            case .added(let write), .lease(_, let write), .untold(let write): write
            case .save(_, let save): save.write
            }
        }

        var told: SessionWrite? { if case .save(_, let save) = self { try? save.told?.write() } else { nil } }
    }

    /// What became of an entry.
    private enum Outcome {
        case done, notDone
        /// The store refuses its content.
        case refused(any Error)
    }

    /// The outcomes of the first entries of a batch, and the messages that were stored with them.
    private struct Settled {
        var outcomes: [Outcome] = []
        var sent: [SentMessage]? = []
    }

    /// Writes a batch in one commit or, if the store refuses a part of it, in several.
    ///
    /// - Returns: the sessions that got another id in between, and whether the store has not failed. The renewal of these sessions
    ///   is in the next batch, and they must be written with it.
    func write(_ batch: State) async -> (renamed: [SessionCore], isDone: Bool) {
        var (entries, later, renamed) = await entries(of: batch)
        guard !entries.isEmpty else { return (renamed, true) }
        var settled = Settled()
        var failure: (any Error)?
        do {
            try await commit(entries[...], &settled)
            succeed()
            if batch.isUntold { tellAgain.withLock { $0 }?() }
        } catch {
            failure = error
        }
        renamed += await settle(entries, settled)
        guard let failure else { return (renamed, later.isEmpty ? true : await remove(later)) }
        environment.log(.sessionsNotStored(error: failure))
        var writes: [SessionWrite] = []
        var unsaved: [SessionCore] = []
        for entry in entries.dropFirst(settled.outcomes.count) {
            switch entry {
            case .added(let write): writes.append(write)
            case .save(let session, _): unsaved.append(session)
            case .lease, .untold: break
            }
        }
        unsaved += renamed
        for session in unsaved { session.wrote(.failed) }
        tryAgain(writes + later, unsaved, isUntold: batch.isUntold)
        return ([], false)
    }

    /// Returns what a batch consists of, in its order; the removals of a commit of their own; and the sessions that the next batch
    /// must contain.
    private func entries(
        of batch: State
    ) async -> (entries: [Entry], later: [SessionWrite], renamed: [SessionCore]) {
        let renewals = batch.renews ? renewals() : []
        let (parts, later) = parts(of: batch)
        let successors = Self.successors(of: parts)
        // A visitor may have returned to a place that was about to be removed.
        let first = parts.filter { if case .removeIdle(let key, _) = $0 { !isHeld(key) } else { true } }
        var entries = first.map(Entry.added) + renewals.map { .lease($0.session, $0.write) }
        // A message is then stored after the one that its recipient has applied, and has a greater number: see `Mail.accepts`.
        var applying: [Entry] = []
        var renamed: [SessionCore] = []
        var seen: Set<ObjectIdentifier> = []
        for session in batch.unsaved + batch.changed where seen.insert(ObjectIdentifier(session)).inserted {
            guard let save = session.write() else { continue }
            guard !isNew(save.key.id), !save.isFirst || !successors.contains(save.key.id) else {
                // A session under this id would conflict with the visitor's other sessions, which get the id with the next batch. And one
                // that was never stored would be all that the visitor has, if another process has renewed the others.
                renamed.append(session)
                continue
            }
            if save.isFirst, await followOther(insteadOf: save.key.id, in: session.host.registry) {
                session.wrote(.overtaken)
            } else if save.appliesMessages {
                applying.append(.save(session, save))
            } else {
                entries.append(.save(session, save))
            }
        }
        entries += applying
        if batch.isUntold, let untold = try? NodeMessage.untold.write() { entries.append(.untold(untold)) }
        return (entries, later, renamed)
    }

    /// Commits entries in their order. If the store refuses what they contain, they are committed in halves, and these likewise, until
    /// the one is found that is refused: all others are stored.
    private func commit(_ entries: ArraySlice<Entry>, _ settled: inout Settled) async throws {
        do {
            // What the other nodes are told comes after the saves, whose changes they then know of.
            let result = try await commit(entries.map(\.write) + entries.compactMap(\.told))
            settled.outcomes += result.done.prefix(entries.count).map { $0 ? .done : .notDone }
            settled.sent = result.sent.flatMap { sent in settled.sent.map { $0 + sent } }
        } catch let error as StorageError where error.isRefusal {
            guard entries.count > 1 else { return settled.outcomes.append(.refused(error)) }
            let middle = entries.startIndex + entries.count / 2
            try await commit(entries[..<middle], &settled)
            try await commit(entries[middle...], &settled)
        }
    }

    /// Does what follows from the outcomes.
    ///
    /// - Returns: the sessions that got another id in between.
    private func settle(_ entries: [Entry], _ settled: Settled) async -> [SessionCore] {
        var renamed: [SessionCore] = []
        let registry = entries.lazy.compactMap {
            if case .save(let session, _) = $0 { session.host.registry } else { nil }
        }.first
        // All sessions are those of one registry.
        if let sent = settled.sent { registry?.deliver(sent) }
        for (entry, outcome) in zip(entries, settled.outcomes) {
            let isDone = if case .done = outcome { true } else { false }
            switch entry {
            case .added(let write):
                if case .refused(let error) = outcome { environment.log(.sessionsNotStored(error: error)) }
                note(write, isDone: isDone)
            case .lease(let session, _):
                noteRenewal()
                if !isDone, !isNew(session.id) { session.lostLease() }
            case .save(let session, let save):
                if await settle(session, save, outcome, areDelivered: settled.sent != nil) { renamed.append(session) }
            case .untold: break
            }
        }
        return renamed
    }

    /// Tells a session what became of its save.
    ///
    /// - Returns: whether it got another id in between, and is to be saved under that.
    private func settle(
        _ session: SessionCore,
        _ save: SessionSave,
        _ outcome: Outcome,
        areDelivered: Bool
    ) async -> Bool {
        let id = save.key.id
        switch outcome {
        case .done:
            loads.stored(save.key, save.version.number)
            session.wrote(.stored(save, areDelivered: areDelivered))
        case .notDone:
            if session.id != id || isNew(id) { return true }
            _ = await followOther(insteadOf: id, in: session.host.registry)
            session.wrote(.overtaken)
        case .refused(let error): session.wrote(.refused(save.version, error))
        }
        return false
    }

    /// Records what became of a write that was added by itself.
    private func note(_ write: SessionWrite, isDone: Bool) {
        noteRemoval(write)
        switch write {
        case .removeIdle(let key, _) where isDone: loads.stored(key, .max)
        case .renew(let id, let renewal) where !isDone: noteFailedRenewal(of: id, to: renewal.successor)
        default: break
        }
    }
}
