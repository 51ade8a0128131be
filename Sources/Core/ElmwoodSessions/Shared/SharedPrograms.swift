import ElmwoodArchitecture
import ElmwoodStorage

/// The shared programs of a site.
package final class SharedPrograms: Sendable {
    private struct State {
        /// The models of each program, by its name.
        // By the programs' own names.
        var programs: [String: PlaceHosts] = [:]
        /// What waits until a message of that name has been applied.
        var awaited: [UInt64: @Sendable () -> Void] = [:]
        /// The names of messages that another node has applied to a model, which this one has yet to load.
        var appliedElsewhere: [SessionID: [UInt64]] = [:]
        /// The models that are being loaded for those who subscribe to them, and whether each has changed since.
        var loading: [SharedAddress: Bool] = [:]
        /// For whom messages waited when this process looked last.
        var seen: Set<SessionKey> = []
        /// How many messages wait for each model, as far as this process knows.
        var waiting: [SessionID: Int] = [:]
    }

    /// The programs, and what waits for messages.
    private let state = OrderedMutex(.leaf, State())

    init() {}

    /// Adds a program.
    ///
    /// - Returns: whether there was none of that name, and whether it is the site's first.
    func add(_ program: PlaceHosts) -> (isAdded: Bool, isFirst: Bool) {
        state.withLock { state in
            guard state.programs[program.name] == nil else { return (false, false) }
            state.programs[program.name] = program
            return (true, state.programs.count == 1)
        }
    }

    /// Whether the site shares a program of that name.
    func has(_ name: String) -> Bool { state.withLock { $0.programs[name] != nil } }

    /// Returns the host of a model.
    ///
    /// - Throws: ``NotShared`` if the site does not share the program, and ``NotFound`` if the text is no key of it.
    package func host(of address: SharedAddress) throws -> SessionHost {
        guard let program = state.withLock({ $0.programs[address.program] }) else {
            throw NotShared(program: address.program)
        }
        guard let host = program.host(at: address.key) else { throw NotFound() }
        return host
    }

    // MARK: Waiting messages

    /// The number of messages that wait for a model, as far as this process knows.
    func waiting(for id: SessionID) -> Int { state.withLock { $0.waiting[id, default: 0] } }

    /// Messages were sent to a model, or applied by it.
    func countWaiting(_ change: Int, for id: SessionID) {
        guard change != 0 else { return }
        state.withLock { state in
            let count = max(0, state.waiting[id, default: 0] + change)
            state.waiting[id] = count == 0 ? nil : count
        }
    }

    /// All messages that wait for a model are known.
    func setWaiting(_ count: Int, for id: SessionID) { state.withLock { $0.waiting[id] = count == 0 ? nil : count } }

    /// Returns those for whom messages have waited for a second: this process saw them when it looked last.
    ///
    /// - Parameter keys: for whom messages wait now.
    func overdue(_ keys: [SessionKey]) -> [SessionKey] {
        let seen = Set(keys)
        let former = state.withLock { state in
            defer { state.seen = seen }
            return state.seen
        }
        return keys.filter { former.contains($0) }
    }

    // MARK: Subscribers

    /// A model is to be loaded for those who subscribe to it. Returns false if it is being loaded, and will be once more.
    func beginLoading(_ address: SharedAddress) -> Bool {
        state.withLock { state in state.loading.updateValue(state.loading[address] != nil, forKey: address) == nil }
    }

    /// A model has changed: if it is being loaded, what is loaded may be older.
    func changed(_ address: SharedAddress) {
        state.withLock { state in if state.loading[address] != nil { state.loading[address] = true } }
    }

    /// Whether a model has changed since its loading began.
    func hasChanged(_ address: SharedAddress) -> Bool { state.withLock { $0.loading[address] ?? false } }

    /// A model was loaded. Returns false if it is to be loaded once more.
    func endLoading(_ address: SharedAddress) -> Bool {
        state.withLock { state in
            let hasChanged = state.loading[address] ?? false
            state.loading[address] = hasChanged ? false : nil
            return !hasChanged
        }
    }

    // MARK: Awaited messages

    /// Calls the function once the message of that name is applied, by this process or another node.
    func whenApplied(_ name: UInt64, _ call: @escaping @Sendable () -> Void) {
        state.withLock { $0.awaited[name] = call }
    }

    /// Returns those of the names that nobody waits for in this process.
    func notAwaited(_ names: [UInt64]) -> [UInt64] {
        state.withLock { state in names.filter { state.awaited[$0] == nil } }
    }

    /// Another node has applied messages to the model of that id. What waits for them is called by ``isUpToDate(_:)``, or when the model
    /// is not in memory any more.
    func applied(_ names: [UInt64], onceUpToDate id: SessionID) {
        state.withLock { state in
            let awaited = names.filter { state.awaited[$0] != nil }
            if !awaited.isEmpty { state.appliedElsewhere[id, default: []] += awaited }
        }
    }

    /// A model is as it is stored, and those who show it were told.
    func isUpToDate(_ id: SessionID) {
        let names = state.withLock { state in
            state.appliedElsewhere.isEmpty ? nil : state.appliedElsewhere.removeValue(forKey: id)
        }
        if let names { applied(names) }
    }

    /// Whether something waits for ``isUpToDate(_:)``.
    func isAwaited(_ id: SessionID) -> Bool { state.withLock { $0.appliedElsewhere[id] != nil } }

    /// Messages were applied, or nobody waits for them any more.
    func applied(_ names: some Sequence<UInt64>) {
        let calls = state.withLock { state in
            state.awaited.isEmpty ? [] : names.compactMap { state.awaited.removeValue(forKey: $0) }
        }
        for call in calls { call() }
    }
}

extension SessionRegistry {
    /// Adds a shared program. Only the canonical text of a key names a model.
    ///
    /// - Parameter observe: called with each transaction of a model, under its turn, with the model's key. A history is one.
    /// - Returns: false if there is one of that name.
    package func share<S: SharedProgram>(
        _ program: S,
        observe: (@Sendable (_ key: String, TurnRecord<SharedInstance<S>>) -> Void)? = nil
    ) -> Bool {
        let hosts = PlaceHosts(name: S.name, registry: self) { [weak self] text in
            guard let self, let key = S.Key(text), key.description.utf8.elementsEqual(text.utf8) else { return nil }
            let instance = SharedInstance(program, at: key)
            return SessionHost(
                instance,
                name: S.name,
                place: text,
                registry: self,
                observers: observe.map { observe in [{ observe(text, $0) }] } ?? [],
                isShared: true
            )
        }
        let (isAdded, isFirst) = shared.add(hosts)
        if isFirst {
            writer?.scheduleMessageCheck(of: self)
            watchers.wake { [weak self] in self?.wakeWatched($0) }
        }
        return isAdded
    }

    /// Delivers messages that this process has just stored to those who are in memory. Others read them from the store.
    func deliver(_ sent: [SentMessage]) {
        // Another process has the pages by now: it looks for what waits once a second.
        guard !sent.isEmpty, !(writer?.isHandingOver ?? false) else { return }
        var (recipients, messages): ([SessionKey], [SessionKey: [SentMessage]]) = ([], [:])
        for message in sent {
            let recipient = message.waiting.message.recipient
            if messages[recipient] == nil { recipients.append(recipient) }
            messages[recipient, default: []].append(message)
        }
        wakeSoon(recipients.filter { !receives(messages[$0] ?? [], at: latest($0)) })
    }

    /// Returns whether the session or shared model is in memory, and receives the messages.
    private func receives(_ messages: [SentMessage], at key: SessionKey) -> Bool {
        guard let host = programs.host(of: key) else { return false }
        return (host.isShared ? host.find(key.id) : host.peek(key.id))?.enter(.received(messages)) ?? false
    }

    /// Messages may wait for these: they are woken on another thread.
    func wakeSoon(_ recipients: [SessionKey]) {
        guard !recipients.isEmpty else { return }
        environment.execute {
            var woken: Set<SessionKey> = []
            for key in recipients where woken.insert(key).inserted { self.wake(key) }
        }
    }

    /// Whether a shared model is in memory, or may be.
    func hasRoomForShared(_ key: SessionKey) -> Bool {
        // Counted only for a model that is not in memory, which is rare.
        held(at: key) != nil
            || shards.reduce(0) { sum, shard in sum + shard.table.withLock { $0.sharedCount } } < limits.sharedModels
    }

    /// Messages may wait for a session or a shared model: it reads and applies them.
    func wake(_ recipient: SessionKey) {
        // Another process has the pages by now: it looks for what waits once a second.
        if writer?.isHandingOver ?? false { return }
        let key = latest(recipient)
        // The node that is at its messages is told of them.
        if nodes.isLeftToOthers(key.id, at: environment.now()) { return }
        guard let host = programs.host(of: key) else { return }
        host.withRecipient(key) { recipient in recipient?.onTurn { $0.fetchMessages() } }
    }

    /// Returns the key with the id that has replaced its own.
    private func latest(_ key: SessionKey) -> SessionKey {
        var key = key
        key.id = identities.withLock { $0.renewed.latest(key.id) }
        return key
    }

    /// Delivers a message at once, since no store has it.
    package func deliver(_ message: StoredMessage) {
        let key = latest(message.recipient)
        guard let host = programs.host(of: key) else { return shared.applied([message.name]) }
        host.withRecipient(key) { recipient in
            guard let recipient else { return self.shared.applied([message.name]) }
            if host.isShared { self.shared.countWaiting(1, for: key.id) }
            recipient.take(message)
        }
    }
}

extension SharedAddress {
    /// The key under which the model is stored and held.
    package var sessionKey: SessionKey { SessionKey(sharedProgram: program, key: key) }
}

extension SessionHost {
    /// The address of the shared model; nil if the sessions are visitors'.
    var sharedAddress: SharedAddress? { isShared ? place.map { SharedAddress(program: name, key: $0) } : nil }

    /// The topic of the shared model; nil if the sessions are visitors'.
    var sharedTopic: String? { sharedAddress?.topic }

    /// Calls the function with the session or shared model that messages are sent to.
    ///
    /// - Parameter begins: whether a shared model begins if there is none, as it does with its first message.
    func withRecipient(
        _ key: SessionKey,
        begins: Bool = true,
        _ body: @escaping @Sendable (SessionCore?) -> Void
    ) {
        if let held = isShared ? find(key.id) : peek(key.id) { return body(held) }
        guard let writer else { return body(isShared && begins ? beginShared(key) : nil) }
        writer.load(key) { result in
            switch result {
            case .success(let stored?):
                // One that cannot be read is set aside, and begins anew with the next attempt.
                body(self.restore(stored, key.id, isVisit: self.isShared))
            case .success(nil):
                if self.isShared { return body(begins ? self.beginShared(key) : nil) }
                // The sender has ended: nobody is to be told.
                writer.append(.removeMessages(to: key))
                body(nil)
            case .failure(let error):
                self.environment.log(.sessionsNotStored(error: error))
                body(nil)
            }
        }
    }

    /// Begins a shared model. Returns nil if its start fails, which is logged.
    private func beginShared(_ key: SessionKey) -> SessionCore? {
        do {
            let start = try start(Visit())
            let session = SessionCore(host: self, model: start.model, visitor: nil)
            return session.inFirstTurn { turn in
                switch registry.restore(session, key.id, account: nil, createdSecondsAgo: 0, usedSecondsAgo: 0) {
                case .existing(let held)?: return held
                case .held?: break
                case .renewed?, nil: return nil
                }
                if start.hasCommand, let begun = try? turn.beginSession(with: start, at: nil, for: nil) {
                    turn.launch(begun)
                } else {
                    turn.reportBeginning(Cause(.start), at: start.model)
                    turn.checkSubscriptions()
                }
                return session
            }
        } catch {
            return nil
        }
    }
}
