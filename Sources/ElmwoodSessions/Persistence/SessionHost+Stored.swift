import ElmwoodArchitecture
import Dispatch
import ElmwoodStorage

/// A reply that can say that the request failed.
protocol Failable: Sendable {
    static func failed(_ failure: SessionFailure) -> Self
    /// Whether the visitor's cookie is another one with it.
    var changesCookie: Bool { get }
}

extension SessionReply: Failable {
    var changesCookie: Bool { if case .shown(let snapshot) = self { snapshot.cookie != .unchanged } else { false } }
}

extension LiveReply: Failable {
    var changesCookie: Bool { if case .patch(_, let cookie, _) = self { cookie != .unchanged } else { false } }
}

extension SessionHost {
    /// Where the visitor's session of this program is stored.
    func key(_ id: SessionID) -> SessionKey { SessionKey(id: id, program: name) }

    /// Does something with the visitor's session: now where it is held, else once it has been loaded, where it is stored.
    func withSession<Reply: Failable>(
        _ id: SessionID?,
        _ body: @escaping @Sendable (SessionCore?) -> Eventual<Reply>
    ) -> Eventual<Reply> {
        guard let id else { return body(nil) }
        if let held = find(id) { return body(held) }
        guard let writer = registry.writer else { return body(nil) }
        let promise = Promise<Reply>()
        // Where another id has replaced this one, that is known here from now on, and there is no session under this one.
        let seek: @Sendable (_ begin: @escaping @Sendable () -> Void) -> Void = { begin in
            writer.loadRenewal(of: id) { result in
                guard let renewal = try? result.get() else { return begin() }
                self.registry.note(renewal, of: id)
                body(nil).deliver(to: promise)
            }
        }
        // Where another program has a session of this visitor, one that begins here is under the same id.
        let begin: @Sendable () -> Void = {
            guard self.registry.lastUsed(id) == nil else { return body(self.find(id)).deliver(to: promise) }
            writer.loadAny(of: id, but: self.name) {
                self.registry.isWithinLife($0, at: self.registry.secondsSince1970)
            } deliver: { result in
                do {
                    self.registry.know(id, by: try result.get())
                    body(self.find(id)).deliver(to: promise)
                } catch {
                    self.environment.log(.sessionsNotStored(error: error))
                    promise.fulfill(.failed(.notStored))
                }
            }
        }
        guard storesSessions else {
            seek(begin)
            return .promised(promise)
        }
        writer.load(key(id)) { result in
            do {
                guard let stored = try result.get(), let session = self.restore(stored, id, isVisit: true)
                else { return seek(begin) }
                body(session).deliver(to: promise)
            } catch {
                self.environment.log(.sessionsNotStored(error: error))
                promise.fulfill(.failed(.notStored))
            }
        }
        return .promised(promise)
    }

    /// Brings the visitor's session back, where it is stored and not held.
    package func bringBack(_ id: SessionID) async {
        guard find(id) == nil, let writer else { return }
        await withCheckedContinuation { continuation in
            writer.load(key(id)) { result in
                if let stored = try? result.get() { _ = self.restore(stored, id, isVisit: true) }
                continuation.resume()
            }
        }
    }

    /// Brings a session back for which something is due, unless that has ended a process before: then it waits for its visitor.
    func wake(_ stored: StoredSession, _ id: SessionID) {
        do {
            var key = faultKey(of: id, version: stored.version)
            key?.combine("waking")
            try attempt(identifiedBy: key) { _ = restore(stored, id, isVisit: false) }
        } catch {
            writer?.add(.postpone(key(id), to: nil, version: stored.version))
        }
    }

    /// Holds a session as it was stored; nil where its life is over, its model is of no use any more, or
    /// another id has replaced its own meanwhile.
    ///
    /// - Parameter isVisit: whether a request asks for it.
    func restore(_ stored: StoredSession, _ id: SessionID, isVisit: Bool) -> SessionCore? {
        let now = registry.secondsSince1970
        guard registry.isWithinLife(stored, at: now) else {
            if stored.due != nil { writer?.add(.postpone(key(id), to: nil, version: stored.version)) }
            return nil
        }
        guard let model = model(of: stored, id) else {
            writer?.add(.setAside(key(id)))
            return nil
        }
        let session = SessionCore(host: self, model: model, visitor: stored.visitor)
        let key = faultKey(of: id, version: stored.version)
        session.take(stored, driver.storedActivity(json: stored.activity, identifiedBy: key))
        let holding = session.inFirstTurn { turn in
            let holding = registry.restore(
                session,
                id,
                createdSecondsAgo: now - stored.created,
                usedSecondsAgo: isVisit ? 0 : now - stored.used
            )
            if case .held? = holding {
                turn.tell(session.reports(Cause(.restored), nil, start: driver.start(at: model)))
                session.resumeStored(due: stored.due)
                turn.look()
            }
            return holding
        }
        switch holding {
        case nil:
            return nil
        case .held?:
            session.watchRemembered()
            return session
        case .existing(let held)?:
            // Another request of the same visitor was faster.
            return held
        }
    }

    /// The stored model; nil where it is of no use any more, or reading it has ended a process before.
    private func model(of stored: StoredSession, _ id: SessionID) -> AnyModel? {
        do {
            let key = faultKey(of: id, version: stored.version)
            let model = try driver.read(StoredModel(json: stored.model), identifiedBy: key) {
                // The visit that the session began with is not stored, and a timer may bring it back as well as a request: this
                // one is the same each time.
                try driver.start(Visit()).model
            }
            return subscribed(model)
        } catch {
            let unreadable = error as? UnreadableModel
            log(.modelSetAside(program: name, error: unreadable?.migration ?? unreadable?.reason ?? error))
            return nil
        }
    }
}

extension SessionRegistry {
    /// An answer that leaves once all that was to be written before has been.
    func onceWritten<Reply: Failable>(_ answer: Eventual<Reply>) -> Eventual<Reply> {
        guard let writer else { return answer }
        let promise = Promise<Reply>()
        writer.afterwards { answer.deliver(to: promise) }
        return .promised(promise)
    }

    /// Whether sessions outlive the process.
    package var isStored: Bool { writer != nil }

    /// Waits until all sessions are stored as they are, for so long at most.
    package func finish(within time: Duration) { writer?.finish(within: time) }

    /// The process is about to end: lets the sessions go for which something waits, once they are stored as they are. Another
    /// process looks after them from now on.
    ///
    /// - Parameter time: how long that may take, twice.
    package func handOver(within time: Duration) {
        guard writer != nil else { return }
        let isDone = DispatchSemaphore(value: 0)
        handOver { isDone.signal() }
        _ = isDone.wait(timeout: .now() + .nanoseconds(Int(clamping: (time * 2).nanoseconds)))
    }

    /// The same with no thread that waits: calls the function once all has been handed over.
    package func handOver(then done: @escaping @Sendable () -> Void) {
        guard let writer else { return done() }
        writer.beginHandingOver()
        // Who had a turn is done with it by the next time, as a rule.
        writer.afterwards { self.handOver(times: 3, then: done) }
    }

    private func handOver(times: Int, then done: @escaping @Sendable () -> Void) {
        guard times > 0, let writer else { return done() }
        environment.execute {
            self.handOver()
            writer.afterwards { self.handOver(times: times - 1, then: done) }
        }
    }

    /// The date, as the store has it.
    var secondsSince1970: Int64 { Int64(environment.date().timeIntervalSince1970) }

    /// The same in milliseconds.
    var millisecondsSince1970: Int64 { Int64((environment.date().timeIntervalSince1970 * 1_000).rounded()) }
}
