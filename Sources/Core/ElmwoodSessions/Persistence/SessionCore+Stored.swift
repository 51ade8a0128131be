import ElmwoodArchitecture
import FoundationEssentials
import ElmwoodStorage

extension SessionCore {
    /// Schedules the session to be stored in its current state, if sessions are stored.
    func scheduleWrite() {
        guard let writer = host.writer else { return }
        if state.withLock({ $0.list() }) { writer.save(self) }
    }

    /// Returns the save of the session's current state; nil if nothing has changed.
    func write() -> SessionSave? {
        let now = host.registry.millisecondsSince1970
        let token = host.environment.bits()
        let taken = state.withLock { state -> SavedState? in
            state.isListed = false
            guard !state.hasEnded || state.life == .ending, !state.isWritten, !state.isRefused else { return nil }
            state.parts?.isBeingWritten = host.writer != nil
            return state.saved(token: token, at: now, by: host.registry.nodes.id)
        }
        guard let taken else { return nil }
        do {
            return try save(taken)
        } catch {
            host.log(.sessionsNotStored(error: error), EventContext(session: taken.id))
            state.withLock { $0.parts?.isBeingWritten = false }
            return nil
        }
    }

    /// Encodes what is written, which may take long: no lock is held.
    private func save(_ taken: consuming SavedState) throws -> SessionSave {
        let key = host.key(taken.id)
        let exchange = exchange(taken.row.mail)
        let write: SessionWrite
        if taken.isEnding {
            write = .end(key, over: taken.former, exchange)
        } else {
            let (created, used) = host.registry.life(of: taken.id)
            let stored = StoredSession(
                version: taken.version,
                model: try host.driver.program.json(of: taken.model),
                activity: try host.driver.program.json(of: taken.row.activity),
                visitor: taken.visitor,
                account: host.registry.identities.withLock { $0.owners.account(of: taken.id) },
                created: created,
                used: used,
                due: taken.row.due,
                isShared: host.isShared
            )
            countWrite(of: stored)
            write = .save(key, stored, over: taken.former, exchange)
        }
        let told = told(of: taken.row.mail)
        return SessionSave(of: taken, at: key, write, told: told)
    }

    /// The store has answered, on the thread of the writer.
    func wrote(_ outcome: WriteOutcome) {
        switch outcome {
        case .stored(let save, let areDelivered):
            let isToSettle = state.withLock { $0.stored(save) }
            if isToSettle { enter(.stored(save, areDelivered: areDelivered)) }
            wakeHeld()
            refreshIfOvertaken()
            if host.isShared {
                host.registry.nodes.savedHere(id, as: save.version.number, at: host.environment.now())
            }
            if let topic = host.sharedTopic { sharedModelChanged(topic) }
            scheduleWrite()
        case .failed:
            // The writer still has it in its list, for the next attempt. The end of a turn must not add it again and cause another
            // failure.
            state.withLock { state in
                state.isListed = true
                state.parts?.isBeingWritten = false
            }
            sendAfterEnd()
        case .refused(let version, let error):
            let isFirst = state.withLock { state in
                let parts = state.activeParts()
                defer { parts.refusedVersion = version.number }
                parts.isBeingWritten = false
                return parts.refusedVersion == 0
            }
            if isFirst { host.log(.sessionRefused(program: host.name, error: error), EventContext(session: id)) }
            sendAfterEnd()
            // A turn may have changed it meanwhile.
            scheduleWrite()
        case .overtaken:
            let hasMail = state.withLock { !($0.parts?.mail.isIdle ?? true) }
            host.log(.sessionOvertaken(program: host.name), EventContext(session: id))
            state.withLock { state in if state.life != .ended { state.life = .unloaded(wasTransient: false) } }
            host.registry.forget(self)
            end()
            // Its pages were told of another node's save only if it could go on with that. They read the model again, which is then told of
            // those who watch it.
            host.registry.sharedModelChanged(at: host.key(id))
            // What it has applied still waits, and what it has sent was not sent.
            if hasMail { host.registry.wake(host.key(id)) }
        }
    }

    /// Whether its current state is not stored yet.
    var waitsForStore: Bool { host.writer != nil && !state.withLock { $0.isWritten } }

    /// Returns an answer that is sent when the session's current state is stored. If it waits for tasks of its request, their
    /// results must be stored as well.
    ///
    /// - Parameters:
    ///   - isShow: whether the request has changed nothing, so that its answer may show state that could not be stored.
    ///   - again: runs the whole request again, on the newer model, if another process has run a turn of the session.
    func onceStored<Reply: RequestReply>(
        _ answer: Eventual<Reply>,
        isShow: Bool = false,
        orAgain again: @escaping @Sendable () -> Eventual<Reply>
    ) -> Eventual<Reply> {
        guard let writer = host.writer else { return answer }
        let (version, isWritten) = state.withLock { ($0.version, $0.isWritten) }
        if isWritten, case .ready(let reply) = answer, !reply.changesCookie { return answer }
        let promise = Promise<Reply>()
        writer.save(self) {
            let (isThere, isUnloaded) = self.state.withLock { state in
                (isWritten || state.stored.map { $0.number >= version } ?? false, state.isUnloaded)
            }
            if isThere {
                self.onceSettled { self.deliver(answer, to: promise, by: writer) }
            } else if isShow, !isUnloaded {
                self.deliver(answer.map(\.withoutCommands), to: promise, by: writer)
            } else if isUnloaded {
                self.host.environment.execute { again().deliver(to: promise) }
            } else if self.current == nil {
                // The session has ended together with all its work.
                answer.deliver(to: promise)
            } else {
                promise.fulfill(.failed(.notStored))
            }
        }
        return .promised(promise)
    }

    /// Calls the function once what follows from the stored versions has begun: whose session it is counts before the browser can ask again.
    private func onceSettled(_ call: @escaping @Sendable () -> Void) {
        let isSettling = state.withLock { $0.parts.map { $0.unsettled > 0 } ?? false }
        if isSettling { enter(.call(call)) } else { call() }
    }

    /// Returns an answer to a request whose turn has changed nothing. Nothing is written for it, but it is sent only once the store
    /// is known to have no later version: the request may not be without effect on that.
    func onceConfirmed<Reply: RequestReply>(
        _ answer: Eventual<Reply>,
        orAgain again: @escaping @Sendable () -> Eventual<Reply>
    ) -> Eventual<Reply> {
        let stored = state.withLock { $0.isWritten ? $0.stored : nil }
        guard let writer = host.writer, let stored else { return onceStored(answer, orAgain: again) }
        let promise = Promise<Reply>()
        writer.load(host.key(id)) { result in
            if case .success(let found) = result, found?.version == stored {
                return self.onceStored(answer, orAgain: again).deliver(to: promise)
            }
            // Saving another version decides whether this session or that of another process counts.
            let saved: Eventual<Reply> = self.inTurn(answer) { turn, answer in
                turn.transact { _, _ in true }
                return turn.session.onceStored(answer, orAgain: again)
            }
            saved.deliver(to: promise)
        }
        return .promised(promise)
    }

    /// Delivers an answer whose turn is stored. With nodes, that of a request which has changed nothing is not delivered either if it
    /// would send an id that is not stored.
    private func deliver<Reply: RequestReply>(
        _ answer: Eventual<Reply>,
        to promise: Promise<Reply>,
        by writer: SessionWriter
    ) {
        switch answer {
        case .ready(let reply): fulfill(promise, with: reply, by: writer)
        case .promised(let later):
            // The tasks of the request have had turns by then, and the session may have a new id.
            later.whenFulfilled { reply in
                writer.save(self) { self.onceSettled { self.fulfill(promise, with: reply, by: writer) } }
            }
        }
    }

    private func fulfill<Reply: RequestReply>(
        _ promise: Promise<Reply>,
        with reply: Reply,
        by writer: SessionWriter
    ) {
        // Another node may renew the former id meanwhile: then this one's successor is nowhere.
        let isUncertain = reply.changesCookie && writer.hasOtherNodes && writer.isNew(id)
        promise.fulfill(isUncertain ? .failed(.notStored) : reply)
    }

    /// Evicts a session that is stored or has had no turn. It is restored with the next request, or when pending work is due; a
    /// session that is never stored starts again.
    ///
    /// - Parameter isForced: whether the session is evicted despite running tasks.
    /// - Returns: false if it stays.
    func unload(isForced: Bool) -> Bool {
        let now = host.registry.millisecondsSince1970
        let isStored = host.writer != nil
        let (isGone, write) = state.withLock { state -> (Bool, SessionWrite?) in
            guard !state.hasEnded, !state.isTurning, state.isWritten || state.isRefused || !isStored,
                isForced || state.parts?.isEvictable(at: now, isStored: isStored) ?? true
            else {
                return (false, nil)
            }
            // Set at once, since a turn in between would begin its commands both here and in another process.
            state.life = isStored ? .unloaded(wasTransient: state.isTransient) : .ended
            guard let due = state.parts?.handoverTime(at: now), let version = state.stored else {
                return (true, nil)
            }
            return (true, .postpone(host.key(state.id), to: due, version: version))
        }
        if let write { host.writer?.append(write) }
        if isGone { end() }
        return isGone
    }

    /// Whether the session was evicted: the visitor's next request must search for it again.
    var isUnloaded: Bool {
        guard state.withLock({ $0.isUnloaded }) else { return false }
        // The code that evicts it may not have removed it yet, and it must not be found again.
        host.registry.forget(self)
        return true
    }

    /// Restores the stored state. Nothing else uses the session yet.
    func restore(_ stored: StoredSession, _ storedActivity: StoredActivity, _ id: SessionID) {
        for error in storedActivity.losses {
            host.log(.pendingLost(program: host.name, error: error), EventContext(session: id))
        }
        let moment = AdoptionMoment(in: host.registry)
        state.withLock { state in
            var model = state.model
            state.publish(&model, as: stored.version.number, in: host)
            state.stored = host.registry.isStored ? stored.version : nil
            state.storedBytes.note(stored)
            _ = state.activeParts().adopt(storedActivity, moment)
            state.dropIdleParts()
        }
        for page in storedActivity.closedPages { forgetClosedLater(page) }
    }
}

extension SessionCore.State {
    /// Whether the store has the session's current state, or there is nothing to store yet: a session without a turn equals its
    /// start, and a transient one is never stored.
    var isWritten: Bool { isTransient || version == stored?.number ?? 0 }

    /// Whether the store refuses the content of the current state: it is not tried again before the next change.
    var isRefused: Bool { parts.map { $0.refusedVersion == version } ?? false }

    /// Whether the store has that version, or there is nothing to store of it.
    func isStored(_ version: UInt64) -> Bool { isTransient || version <= stored?.number ?? 0 }

    var isUnloaded: Bool { if case .unloaded = life { true } else { false } }

    /// Records that the session waits to be written. Returns false if it need not be, or waits already.
    mutating func list() -> Bool {
        guard !hasEnded || life == .ending, !isListed, !isWritten, !isRefused, id != .unheld else { return false }
        isListed = true
        return true
    }
}

/// The result of writing a session.
enum WriteOutcome {
    /// `areDelivered`: whether the messages that were stored with it have been delivered.
    case stored(SessionSave, areDelivered: Bool)
    /// Another process has stored a later version.
    case overtaken
    case failed
    /// The store refuses the content of that version.
    case refused(StoredVersion, any Error)
}
