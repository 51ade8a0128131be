import Synchronization

/// A session store that lives as long as the process: for tests, and for sites whose sessions need not outlive it.
public final class MemorySessionStore: NumberingSessionStore {
    /// A key without its own id, which a renewal replaces.
    fileprivate struct KeyWithoutID: Hashable {
        private let key: SessionKey

        init(_ key: SessionKey) { self.key = SessionKey(id: .unheld, program: key.program, place: key.place) }

        var program: String { key.program }

        func key(of id: SessionID) -> SessionKey { SessionKey(id: id, program: program, place: key.place) }
    }

    fileprivate struct Sessions {
        var current: [KeyWithoutID: StoredSession] = [:]
        var aside: [(key: KeyWithoutID, session: StoredSession)] = []

        subscript(key: SessionKey) -> StoredSession? {
            get { current[KeyWithoutID(key)] }
            set {
                // The program of a path may be another one since: the key is replaced too.
                current[KeyWithoutID(key)] = nil
                if let newValue { current[KeyWithoutID(key)] = newValue }
            }
        }

        var isEmpty: Bool { current.isEmpty && aside.isEmpty }
        var all: [StoredSession] { current.values + aside.map(\.session) }
        /// The approximate memory use.
        var size: Int { all.reduce(0) { $0 + $1.model.count + $1.activity.count + 200 } }
    }

    fileprivate struct State {
        var sessions: [SessionID: Sessions] = [:]
        /// The due times of sessions with pending work, by program.
        var due: [String: [SessionKey: Int64]] = [:]
        /// The messages that wait, and those set aside, by recipient.
        var messages = MemoryMessages()
        /// The messages that the last commit has stored.
        var sent: [SentMessage] = []
        /// The renewals of replaced ids, by the former id.
        var renewals: [SessionID: SessionRenewal] = [:]
        var size = 0
        /// The approximate memory use, with the messages.
        var bytes: Int { size + messages.size }

        subscript(id: SessionID) -> Sessions {
            get { sessions[id] ?? Sessions() }
            set {
                let former = self[id]
                size += newValue.size - former.size
                for (key, session) in former.current where session.due != nil {
                    due[key.program]?[key.key(of: id)] = nil
                }
                for (key, session) in newValue.current where session.due != nil {
                    due[key.program, default: [:]][key.key(of: id)] = session.due
                }
                sessions[id] = newValue.isEmpty ? nil : newValue
            }
        }
    }

    private let state = Mutex(State())
    private let limit: Int

    /// Creates an empty store.
    ///
    /// - Parameter limit: The most bytes of all sessions together, counting about two hundred for each of them besides its data.
    public init(limit: Int = 500_000_000) {
        self.limit = limit
    }

    /// Returns the session at that key, or nil if there is none.
    public func load(_ key: SessionKey) async throws -> StoredSession? { session(at: key) }

    /// Returns the session at that key synchronously.
    package func session(at key: SessionKey) -> StoredSession? { state.withLock { $0[key.id][key] } }

    /// Carries out these writes in order, all of them or none: see ``SessionStore/commit(_:)``.
    ///
    /// - Throws: ``StorageError`` if the store would exceed its limit, and be larger than before.
    public func commit(_ writes: [SessionWrite]) async throws -> [Bool] { try commitNumbering(writes).done }

    package func commitNumbering(_ writes: [SessionWrite]) throws -> CommitResult {
        let result: CommitResult? = state.withLock { state in
            state.sent = []
            let size = state.bytes
            let (renewals, messages) = (state.renewals, state.messages)
            var former: [SessionID: Sessions] = [:]
            let done = writes.map { write in
                for id in state.ids(of: write) where former[id] == nil { former[id] = state[id] }
                return state.carryOut(write)
            }
            guard state.bytes > max(limit, size) else { return CommitResult(done: done, sent: state.sent) }
            for (id, sessions) in former { state[id] = sessions }
            (state.renewals, state.messages) = (renewals, messages)
            return nil
        }
        guard let result else { throw StorageError.full(limit: limit) }
        return result
    }

    /// Removes the sessions that were last used before `unusedSince`, and those created before `createdBefore`.
    public func remove(unusedSince: Int64, createdBefore: Int64) async throws -> Int {
        removeOld(unusedSince: unusedSince, createdBefore: createdBefore)
    }

    /// Removes old sessions synchronously.
    package func removeOld(unusedSince: Int64, createdBefore: Int64) -> Int {
        state.withLock { state in
            state.renewals = state.renewals.filter { $0.value.created >= unusedSince }
            var count = 0
            func isOver(_ session: StoredSession) -> Bool {
                !session.isShared && (session.used < unusedSince || session.created < createdBefore)
            }
            for (id, former) in state.sessions where former.all.contains(where: isOver) {
                var sessions = former
                sessions.current = sessions.current.filter { !isOver($1) }
                sessions.aside.removeAll { isOver($0.session) }
                count += former.all.count - sessions.all.count
                state[id] = sessions
            }
            return count
        }
    }

    /// Returns the sessions of that program that are due at or before that moment, the earliest first.
    public func due(_ program: String, by moment: Int64, limit: Int) async throws -> [SessionKey] {
        dueSessions(of: program, by: moment, limit: limit)
    }

    /// Returns the due sessions synchronously.
    package func dueSessions(of program: String, by moment: Int64, limit: Int) -> [SessionKey] {
        let due = state.withLock { $0.due[program, default: [:]].filter { $0.value <= moment } }
        // Makes the order of sessions that are due at the same moment deterministic.
        let sorted = due.sorted { left, right in
            let (first, second) = (left.key.id.words, right.key.id.words)
            let (firstPlace, secondPlace) = (left.key.place ?? "", right.key.place ?? "")
            return (left.value, first.high, first.low, firstPlace) < (right.value, second.high, second.low, secondPlace)
        }
        return sorted.prefix(max(0, limit)).map(\.key)
    }

    /// Returns the renewal of an id that was replaced: see ``SessionStore/renewal(of:)``.
    public func renewal(of id: SessionID) async throws -> SessionRenewal? { replacement(of: id) }

    /// Returns the renewal synchronously.
    package func replacement(of id: SessionID) -> SessionRenewal? { state.withLock { $0.renewals[id] } }

    /// Returns the sessions of that key that were set aside, the latest last.
    public func setAside(_ key: SessionKey) async throws -> [StoredSession] {
        state.withLock { $0[key.id].aside.filter { $0.key == KeyWithoutID(key) }.map(\.session) }
    }

    /// Returns the sessions of that id, of all programs, the latest used first.
    public func programs(of id: SessionID) async throws -> [StoredProgram] { storedPrograms(of: id) }

    /// Returns the sessions of that id synchronously.
    package func storedPrograms(of id: SessionID) -> [StoredProgram] {
        let programs = state.withLock { state in
            state[id].current.map { place, session in StoredProgram(place.key(of: id), session) }
        }
        // Makes the order of sessions that were used at the same moment deterministic.
        return programs.sorted {
            ($1.used, $0.key.program, $0.key.place ?? "") < ($0.used, $1.key.program, $1.key.place ?? "")
        }
    }

    /// Returns the ids of the sessions of that owner, the latest used first. It examines all sessions.
    public func sessions(of owner: SessionOwner, limit: Int) async throws -> [OwnedSession] {
        ownedSessions(of: owner, limit: limit)
    }

    /// Returns the owner's sessions synchronously.
    package func ownedSessions(of owner: SessionOwner, limit: Int) -> [OwnedSession] {
        let owned = state.withLock { state in
            state.sessions.compactMap { id, sessions -> OwnedSession? in
                let own = sessions.current.values.filter { $0.isOwned(by: owner) }
                guard let used = own.map(\.used).max(), let created = own.map(\.created).max() else { return nil }
                return OwnedSession(id: id, created: created, used: used)
            }
        }
        // Makes the order of sessions that were used at the same moment deterministic.
        let sorted = owned.sorted { left, right in
            let (first, second) = (left.id.words, right.id.words)
            return (right.used, first.high, first.low) < (left.used, second.high, second.low)
        }
        return Array(sorted.prefix(max(0, limit)))
    }
}

extension MemorySessionStore {
    /// Returns the messages that wait for that session or shared model, in the order in which they were stored.
    public func messages(to key: SessionKey, limit: Int) async throws -> [WaitingMessage] {
        waitingMessages(to: key, limit: limit)
    }

    /// Returns the waiting messages synchronously.
    package func waitingMessages(to key: SessionKey, limit: Int) -> [WaitingMessage] {
        state.withLock { $0.messages.waiting(for: key, limit: limit) }
    }

    /// Returns for whom messages wait.
    public func recipients(limit: Int) async throws -> [SessionKey] { waitingRecipients(limit: limit) }

    /// Returns the recipients synchronously.
    package func waitingRecipients(limit: Int) -> [SessionKey] {
        state.withLock { $0.messages.recipients(limit: limit) }
    }
}

extension MemorySessionStore.State {
    /// Carries out a write, and returns whether it was done: see ``SessionStore/commit(_:)``.
    fileprivate mutating func carryOut(_ write: SessionWrite) -> Bool {
        switch write {
        case .save(let key, let session, let version, let exchange):
            return save(session, at: key, over: version, exchange)
        case .end(let key, let version, let exchange):
            guard self[key.id][key]?.version == version else { return false }
            self[key.id][key] = nil
            sent += messages.carryOut(exchange, of: key, renewals)
            return true
        case .send(let unsent):
            sent += messages.send(unsent, renewals)
            return true
        case .removeMessages(let key):
            return messages.removeWaiting(for: key)
        case .remove(let id):
            messages.remove(id)
            let isThere = !self[id].isEmpty
            self[id] = MemorySessionStore.Sessions()
            return isThere
        case .removeIdle(let key, let used):
            guard let session = self[key.id][key], session.used <= used, session.due == nil else { return false }
            self[key.id][key] = nil
            return true
        case .removeAll(let owner, let exception):
            let removed = ids(of: owner, except: exception)
            for id in removed { self[id] = MemorySessionStore.Sessions() }
            return !removed.isEmpty
        case .identify(let id, let account):
            var sessions = self[id]
            for program in sessions.current.keys { sessions.current[program]?.account = account }
            for index in sessions.aside.indices { sessions.aside[index].session.account = account }
            self[id] = sessions
            return !sessions.isEmpty
        case .renew(let id, let renewal):
            return renew(id, renewal)
        case .setAside(let key):
            guard var session = self[key.id].current.removeValue(forKey: .init(key)) else { return false }
            session.due = nil
            self[key.id].aside.append((.init(key), session))
            return true
        case .touch(let id, let used):
            let sessions = self[id].current
            for (key, session) in sessions {
                self[id].current[key]?.used = max(session.used, used)
            }
            return !sessions.isEmpty
        case .postpone(let key, let due, let version):
            guard self[key.id][key]?.version == version else { return false }
            self[key.id][key]?.due = due
            return true
        case .tell: return false
        }
    }

    private mutating func save(
        _ session: StoredSession,
        at key: SessionKey,
        over version: StoredVersion?,
        _ exchange: MessageExchange
    ) -> Bool {
        let former = self[key.id][key]
        guard former?.version == version, former != nil || renewals[key.id] == nil else { return false }
        var session = session
        if let former { (session.visitor, session.account) = (former.visitor, former.account) }
        self[key.id][key] = session
        sent += messages.carryOut(exchange, of: key, renewals)
        return true
    }

    private mutating func renew(_ id: SessionID, _ renewal: SessionRenewal) -> Bool {
        var sessions = self[id]
        guard !sessions.isEmpty || renewals[id] == nil, self[renewal.successor].isEmpty else { return false }
        for place in sessions.current.keys { sessions.current[place]?.created = renewal.created }
        for index in sessions.aside.indices { sessions.aside[index].session.created = renewal.created }
        self[id] = MemorySessionStore.Sessions()
        self[renewal.successor] = sessions
        messages.rename(id, to: renewal.successor)
        renewals[id] = renewal
        return true
    }
}

extension MemorySessionStore.State {
    /// Returns the ids of the sessions that a write changes.
    fileprivate func ids(of write: SessionWrite) -> [SessionID] {
        switch write {
        case .save(let key, _, _, _), .setAside(let key), .postpone(let key, _, _), .removeIdle(let key, _),
            .end(let key, _, _):
            [key.id]
        case .remove(let id), .touch(let id, _), .identify(let id, _): [id]
        case .send, .removeMessages, .tell: []
        case .removeAll(let owner, let exception): ids(of: owner, except: exception)
        case .renew(let id, let renewal): [id, renewal.successor]
        }
    }

    private func ids(of owner: SessionOwner, except exception: SessionID?) -> [SessionID] {
        var kept: Set<SessionID> = []
        var next = exception
        while let id = next, kept.insert(id).inserted { next = renewals[id]?.successor }
        return sessions.filter { id, sessions in !kept.contains(id) && sessions.all.contains { $0.isOwned(by: owner) } }
            .map(\.key)
    }
}

extension StoredSession {
    fileprivate func isOwned(by owner: SessionOwner) -> Bool {
        switch owner {
        case .visitor(let visitor): self.visitor == visitor
        case .account(let account): self.account == account
        }
    }
}
