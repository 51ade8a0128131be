import ElmwoodArchitecture
import Dispatch
import ElmwoodStorage

extension SessionHost {
    /// Returns the key of the visitor's session of this program in the store.
    package func key(_ id: SessionID) -> SessionKey { SessionKey(id: id, program: name, place: place) }

    /// Restores the visitor's session if it is stored and not in memory.
    package func restoreIfStored(_ id: SessionID) async {
        guard find(id) == nil, let writer else { return }
        await withCheckedContinuation { continuation in
            writer.load(key(id)) { result in
                if let stored = try? result.get() { _ = self.restore(stored, id, isVisit: true) }
                continuation.resume()
            }
        }
    }

    /// Restores a session with due work, unless that has ended a process before: then it waits for its visitor.
    func wake(_ stored: StoredSession, _ id: SessionID) {
        do {
            let key = faultKey(of: id, version: stored.version.number)
            try driver.call(.waking, identifiedBy: key) { _ = restore(stored, id, isVisit: false) }
        } catch {
            writer?.append(.postpone(key(id), to: nil, version: stored.version))
        }
    }

    /// Restores a session into memory. Returns nil if it has expired, its model is unusable, or its id has been replaced.
    ///
    /// - Parameter isVisit: whether a request needs it.
    package func restore(_ stored: StoredSession, _ id: SessionID, isVisit: Bool) -> SessionCore? {
        let now = registry.secondsSince1970
        guard isShared || registry.isWithinLife(StoredProgram(key(id), stored), at: now) else {
            if stored.due != nil { writer?.append(.postpone(key(id), to: nil, version: stored.version)) }
            return nil
        }
        guard let model = model(of: stored, id) else {
            writer?.append(.setAside(key(id)))
            return nil
        }
        let session = SessionCore(host: self, model: model, visitor: RecognizedVisitor(stored.visitor))
        let key = faultKey(of: id, version: stored.version.number)
        let row = driver.storedActivity(json: stored.activity, identifiedBy: key)
        session.restore(stored, row, id)
        let holding = session.inFirstTurn { turn in
            let holding = registry.restore(
                session,
                id,
                account: stored.account,
                createdSecondsAgo: now - stored.created,
                usedSecondsAgo: isVisit ? 0 : now - stored.used
            )
            if case .held? = holding {
                turn.reportBeginning(Cause(.restored), at: model)
                turn.resumeStored(due: stored.due, performer: row.performer, wasHeld: false)
                session.awaitWatchers(due: stored.due)
                turn.checkSubscriptions()
            }
            return holding
        }
        switch holding {
        case nil, .renewed?:
            return nil
        case .held?:
            session.watchRemembered()
            session.noteSiteNotices()
            return session
        case .existing(let held)?:
            // Another request of the same visitor was faster.
            return held
        }
    }

    /// Returns the stored model; nil if it is unusable, or if reading it has ended a process before.
    func model(of stored: StoredSession, _ id: SessionID) -> AnyModel? {
        do {
            let key = faultKey(of: id, version: stored.version.number)
            let model = try driver.read(StoredModel(json: stored.model), identifiedBy: key) {
                // The visit that the session began with is not stored, and a timer may restore the session as well as a request.
                // This visit is the same each time.
                try driver.start(Visit()).model
            }
            return subscribed(model)
        } catch {
            let unreadable = error as? UnreadableModel
            log(
                .modelSetAside(program: name, error: unreadable?.migration ?? unreadable?.reason ?? error),
                EventContext(session: id)
            )
            return nil
        }
    }
}

extension SessionRegistry {
    /// Returns an answer that is sent when everything queued before it has been written.
    func onceWritten<Reply: RequestReply>(_ answer: Eventual<Reply>) -> Eventual<Reply> {
        guard let writer else { return answer }
        let promise = Promise<Reply>()
        writer.afterwards { answer.deliver(to: promise) }
        return .promised(promise)
    }

    /// Whether sessions outlive the process.
    package var isStored: Bool { writer != nil }

    /// Evicts the sessions that have pending work when the process is about to end, once they are stored. Another process then
    /// continues them.
    ///
    /// - Parameter time: the limit of each of two phases.
    package func handOver(within time: Duration) {
        guard writer != nil else { return }
        let isDone = DispatchSemaphore(value: 0)
        handOver { isDone.signal() }
        _ = isDone.wait(timeout: .now() + .nanoseconds(Int(clamping: (time * 2).nanoseconds)))
    }

    /// Does the same without blocking a thread, and calls the function when everything has been handed over.
    package func handOver(then done: @escaping @Sendable () -> Void) {
        guard let writer else { return done() }
        writer.beginHandingOver()
        // Turns that were running have usually ended by the next attempt.
        writer.afterwards { self.handOver(times: 3, then: done) }
    }

    private func handOver(times: Int, then done: @escaping @Sendable () -> Void) {
        guard times > 0, let writer else { return done() }
        environment.execute {
            self.handOver()
            writer.afterwards { self.handOver(times: times - 1, then: done) }
        }
    }

    /// The date in seconds, as it is stored.
    var secondsSince1970: Int64 { Int64(environment.date().timeIntervalSince1970) }

    /// The same date in milliseconds.
    var millisecondsSince1970: Int64 { Int64((environment.date().timeIntervalSince1970 * 1_000).rounded()) }
}
