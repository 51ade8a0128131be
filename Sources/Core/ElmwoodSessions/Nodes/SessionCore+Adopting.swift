import ElmwoodArchitecture
import ElmwoodStorage

// A session whose pages are open here goes on with what another node has stored of it. One that nothing needs is dropped instead, and
// loaded for the next request.

extension SessionCore {
    /// Another node has stored the session.
    ///
    /// - Parameter version: what is stored now; nil if that is unknown, or nothing.
    func outdate(by version: StoredVersion?) {
        guard host.writer != nil else { return }
        let (isKnown, hasPages) = state.withLock { state in
            (
                state.hasEnded || version != nil && state.stored == version,
                !(state.parts?.pages.open.isEmpty ?? true)
            )
        }
        if isKnown { return }
        // A page that has just connected opens a stream next.
        if !hasPages, unload(isForced: false) {
            host.registry.forget(self)
            host.registry.sharedModelChanged(at: host.key(id))
            return
        }
        refresh()
    }

    /// A version of that number was stored, perhaps by this node.
    func outdate(byNumber number: UInt64) {
        if state.withLock({ $0.stored?.number ?? 0 }) < number { outdate(by: nil) }
    }

    /// Calls the function once the session is as it is stored: its visitor has seen a turn of another node, of which this one was not
    /// told yet.
    func onceUpToDate<Reply: RequestReply>(_ body: @escaping @Sendable () -> Eventual<Reply>) -> Eventual<Reply> {
        guard let writer = host.writer else { return body() }
        let promise = Promise<Reply>()
        guard waitsForStore else {
            loadOnceMore(body, promise)
            return .promised(promise)
        }
        // A save of its own may be under way, over which others have stored already.
        writer.save(self) { [execute = host.environment.execute] in
            execute { self.loadOnceMore(body, promise) }
        }
        return .promised(promise)
    }

    private func loadOnceMore<Reply: RequestReply>(
        _ body: @escaping @Sendable () -> Eventual<Reply>,
        _ promise: Promise<Reply>
    ) {
        guard let writer = host.writer else { return body().deliver(to: promise) }
        let former = state.withLock { $0.stored }
        writer.load(host.key(id)) { result in
            // The answer is that of the store, or none: what is older must not be shown.
            guard case .success(let stored) = result else { return promise.fulfill(.failed(.notStored)) }
            guard let stored else {
                self.receive(refreshed: .success(nil), over: former)
                return body().deliver(to: promise)
            }
            let adopted: Eventual<Reply> = self.inTurn(stored) { turn, stored in
                turn.adopt(stored, over: former)
                return self.isOlder(than: stored.version) ? self.onceNotOlder(than: stored.version, body) : body()
            }
            adopted.deliver(to: promise)
        }
    }

    /// Whether another node has stored a version that is still to be loaded, perhaps after a save of this one that is under way.
    var isRefreshing: Bool {
        state.withLock { $0.parts.map { $0.refreshes != .none || $0.isOvertaken } ?? false }
    }

    /// A save of this node has succeeded, perhaps long ago: another node may have stored a later version since.
    func refreshIfOvertaken() {
        let isOvertaken = state.withLock { state in
            defer { state.parts?.isOvertaken = false }
            return state.parts?.isOvertaken ?? false
        }
        if isOvertaken { refresh() }
    }

    /// Calls the function once the turns are stored that this node has over an earlier version, or are overtaken. If they can be neither,
    /// there is no answer: they must not be shown in place of what is stored.
    private func onceNotOlder<Reply: RequestReply>(
        than version: StoredVersion,
        _ body: @escaping @Sendable () -> Eventual<Reply>
    ) -> Eventual<Reply> {
        guard let writer = host.writer else { return body() }
        let promise = Promise<Reply>()
        writer.save(self) {
            if self.isOlder(than: version) { return promise.fulfill(.failed(.notStored)) }
            self.host.environment.execute { body().deliver(to: promise) }
        }
        return .promised(promise)
    }

    /// Loads what is stored, and goes on with it if that is another version.
    private func refresh() {
        guard let writer = host.writer else { return }
        let (begins, former) = state.withLock { state -> (Bool, StoredVersion?) in
            guard !state.hasEnded else { return (false, nil) }
            let parts = state.activeParts()
            let begins = parts.refreshes == .none || parts.refreshes == .retrying
            parts.refreshes = begins ? .once : .again
            return (begins, state.stored)
        }
        if begins { writer.load(host.key(id)) { self.receive(refreshed: $0, over: former) } }
    }

    /// - Parameter former: the version in the store when the load began, as far as this node knew.
    private func receive(refreshed result: Result<StoredSession?, any Error>, over former: StoredVersion?) {
        switch result {
        case .success(let stored?):
            onTurn { turn in
                turn.adopt(stored, over: former)
                // Turns of this node that are not stored are overtaken, unless one of them is what was loaded.
                turn.session.endRefresh(as: turn.session.isOlder(than: stored.version) ? .retrying : .none)
            }
        case .success(nil):
            // A session that was never stored, such as that of a visitor who only looks, is this node's alone.
            if state.withLock({ $0.stored != nil && $0.isWritten }) { wrote(.overtaken) } else { followRenewal() }
            endRefresh(as: .none)
        case .failure(let error):
            host.log(.sessionsNotStored(error: error), EventContext(session: id))
            endRefresh(as: .retrying)
        }
    }

    /// Another node may have replaced the session's id, of which this one was not told: then nothing is found under the id any more.
    private func followRenewal() {
        let id = id
        host.writer?.loadRenewal(of: id) { [registry = host.registry] result in
            if let renewal = try? result.get() { registry.renewedElsewhere(id, renewal) }
        }
    }

    private func endRefresh(as outcome: Refreshing) {
        let isToRepeat = state.withLock { state in
            defer { state.parts?.refreshes = outcome }
            return state.parts?.refreshes == .again
        }
        if host.isShared { host.registry.shared.isUpToDate(id) }
        if isToRepeat {
            refresh()
        } else if outcome == .retrying {
            _ = host.environment.schedule(.seconds(1)) { [weak self] in self?.refresh() }
        }
    }

    /// Whether another version was stored after the one that the session is in. One that this node has not stored yet is older than any.
    func isOlder(than version: StoredVersion) -> Bool {
        state.withLock { !$0.hasEnded && $0.stored.map { $0.number < version.number } ?? true }
    }

    /// The store has another version than the one for which the session's lease was to be renewed.
    func lostLease() { if host.registry.nodes.mayBeSeveral { outdate(by: nil) } else { wrote(.overtaken) } }

    /// Another node has replaced the session's id: it is found in the store, by who knows the new one.
    func unloadRenewed() {
        state.withLock { state in if state.life != .ended { state.life = .unloaded(wasTransient: false) } }
        end()
    }
}

/// Whether a session is being loaded again, since another node has stored it.
enum Refreshing {
    case none, once
    /// Another node has stored it once more since.
    case again
    /// It could not be loaded, or has turns that are not stored. Another attempt follows.
    case retrying
}

extension SessionTurn {
    /// Replaces the model, the pending work and what is known of the pages by what another node has stored.
    ///
    /// Nothing happens if this node has changes that are not stored: if their save does not fail, the session is loaded again after it.
    /// Nor does anything if this node has stored a later version while the turn was waited for.
    ///
    /// - Parameter former: the version in the store when the load began, as far as this node knew. A session that has begun anew has a
    ///   smaller number than before.
    borrowing func adopt(_ stored: StoredSession, over former: StoredVersion?) {
        let host = host
        let isOutdated = session.state.withLock { state in
            guard !state.hasEnded, state.stored != stored.version, state.parts?.pause == nil else { return false }
            if let own = state.stored, own != former, own.number > stored.version.number { return false }
            if !state.isWritten { state.activeParts().isOvertaken = true }
            return state.isWritten
        }
        guard isOutdated else { return }
        // The versions of a session that was never stored say nothing about what pages show of the stored one. They connect again.
        guard !session.isTransient, var model = host.model(of: stored, id) else { return session.wrote(.overtaken) }
        let key = host.faultKey(of: id, version: stored.version.number)
        let row = host.driver.storedActivity(json: stored.activity, identifiedBy: key)
        model.reads = host.newReads()
        let moment = AdoptionMoment(in: host.registry)
        let over = session.state.withLock { state -> SessionParts.Over? in
            guard !state.hasEnded, state.isWritten, state.parts?.pause == nil else { return nil }
            state.publish(&model, as: stored.version.number, in: host)
            (state.stored, state.life) = (stored.version, .lasting)
            state.storedBytes.note(stored)
            return state.activeParts().adopt(row, moment)
        }
        guard let over else { return }
        for task in over.tasks { task.cancel() }
        for page in row.closedPages { session.forgetClosedLater(page) }
        resumeStored(due: stored.due, performer: row.performer, wasHeld: true)
        checkSubscriptions()
        session.watchRemembered()
        if let topic = host.sharedTopic { session.tellOfChange(on: topic, session.current) }
        // The messages that were read before may have been applied by the other node.
        if session.state.withLock({ $0.parts?.mail.dropBatch() ?? false }) { fetchMessages() }
    }
}
