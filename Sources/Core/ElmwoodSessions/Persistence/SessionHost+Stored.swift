import ElmwoodArchitecture
import Dispatch
import ElmwoodStorage

/// A reply that can report the failure of its request.
protocol Failable: Sendable {
    static func failed(_ failure: SessionFailure) -> Self
    /// Whether it changes the visitor's cookie.
    var changesCookie: Bool { get }
    /// The same without commands to a live page: they are those of turns that are not stored, which may have to be run again. The page's
    /// next request has them sent.
    var withoutCommands: Self { get }
}

extension SessionReply: Failable {
    var changesCookie: Bool { if case .shown(let snapshot) = self { snapshot.cookie != .unchanged } else { false } }
    var withoutCommands: Self { self }
}

extension LiveReply: Failable {
    var changesCookie: Bool { if case .patch(_, let cookie, _) = self { cookie != .unchanged } else { false } }
    var withoutCommands: Self {
        guard case .patch(var patch, let cookie, let others) = self else { return self }
        patch.commands = []
        return .patch(patch, cookie, others)
    }
}

extension SessionHost {
    /// Returns the key of the visitor's session of this program in the store.
    package func key(_ id: SessionID) -> SessionKey { SessionKey(id: id, program: name, place: place) }

    /// Calls the function with the visitor's session: at once if it is in memory, otherwise after the store was queried.
    ///
    /// - Parameter credentials: how the request finds it.
    func withSession<Reply: Failable>(
        _ credentials: Credentials,
        _ body: @escaping @Sendable (SessionCore?) -> Eventual<Reply>
    ) -> Eventual<Reply> {
        guard let id = credentials.session else { return body(nil) }
        if let held = find(id) {
            guard registry.isOutdated(held, for: credentials) else { return body(held) }
            return held.onceUpToDate {
                if let held = self.find(id) { return body(held) }
                // Meanwhile another node was faster with a turn, or the session was evicted.
                return self.withSession(credentials, body)
            }
        }
        guard let writer = registry.writer else { return body(nil) }
        let promise = Promise<Reply>()
        // A session that is not found may begin after several queries. By then another node may have stored it.
        let (key, number) = (key(id), writer.loads.begin(key(id)))
        let finish: @Sendable (Eventual<Reply>) -> Void = { answer in
            let answer = answer.map { reply in
                writer.endLoad(number, key, loaded: 0)
                return reply
            }
            answer.deliver(to: promise)
        }
        // If another id has replaced this one, the replacement is recorded, and there is no session under the old id.
        let seek: @Sendable (_ begin: @escaping @Sendable () -> Void) -> Void = { begin in
            writer.loadRenewal(of: id) { result in
                guard let renewal = try? result.get() else { return begin() }
                self.registry.follow(renewal, of: id)
                self.makeToken(for: credentials, writer) { failure in
                    finish(failure.map { .ready(.failed($0)) } ?? body(nil))
                }
            }
        }
        // The session may have begun with another request since it was looked for, here or at another node, and even be evicted again.
        let proceed: @Sendable () -> Void = {
            let isLatest = writer.loads.isLatest(number, key, loaded: 0)
            finish(isLatest ? body(self.find(id)) : self.withSession(credentials, body))
        }
        // If another program has a session of this visitor, a session that begins here has the same id.
        let begin: @Sendable () -> Void = {
            guard self.registry.lastUsed(id) == nil else { return proceed() }
            writer.loadAny(of: id) {
                $0.key != key && self.registry.isWithinLife($0, at: self.registry.secondsSince1970)
            } deliver: { result in
                do {
                    self.registry.know(id, by: try result.get())
                    proceed()
                } catch {
                    self.environment.log(.sessionsNotStored(error: error), EventContext(session: id))
                    finish(.ready(.failed(.notStored)))
                }
            }
        }
        guard storesSessions else {
            seek(begin)
            return .promised(promise)
        }
        writer.load(key) { result in
            do {
                guard let stored = try result.get(), let session = self.restore(stored, id, isVisit: true)
                else { return seek(begin) }
                // Another request may have loaded an earlier version, and have been faster.
                let isOlder = self.registry.nodes.mayBeSeveral && session.isOlder(than: stored.version)
                finish(isOlder ? session.onceUpToDate { self.withSession(credentials, body) } : body(session))
            } catch {
                self.environment.log(.sessionsNotStored(error: error), EventContext(session: id))
                finish(.ready(.failed(.notStored)))
            }
        }
        return .promised(promise)
    }

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
            var key = faultKey(of: id, version: stored.version.number)
            key?.combine("waking")
            try attempt(identifiedBy: key) { _ = restore(stored, id, isVisit: false) }
        } catch {
            writer?.add(.postpone(key(id), to: nil, version: stored.version))
        }
    }

    /// Restores a session into memory. Returns nil if it has expired, its model is unusable, or its id has been replaced.
    ///
    /// - Parameter isVisit: whether a request needs it.
    package func restore(_ stored: StoredSession, _ id: SessionID, isVisit: Bool) -> SessionCore? {
        let now = registry.secondsSince1970
        guard isShared || registry.isWithinLife(StoredProgram(key(id), stored), at: now) else {
            if stored.due != nil { writer?.add(.postpone(key(id), to: nil, version: stored.version)) }
            return nil
        }
        guard let model = model(of: stored, id) else {
            writer?.add(.setAside(key(id)))
            return nil
        }
        let session = SessionCore(host: self, model: model, visitor: RecognizedVisitor(stored.visitor))
        let key = faultKey(of: id, version: stored.version.number)
        let activity = driver.storedActivity(json: stored.activity, identifiedBy: key)
        session.restore(stored, activity, id)
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
                turn.resumeStored(due: stored.due, performer: activity.performer, wasHeld: false)
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
    func onceWritten<Reply: Failable>(_ answer: Eventual<Reply>) -> Eventual<Reply> {
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
