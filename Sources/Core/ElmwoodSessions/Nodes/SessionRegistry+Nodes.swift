import ElmwoodArchitecture
import Dispatch
import ElmwoodStorage

// What other nodes have done, and what they are told. Nothing here is needed for what is stored to be right: a save over a version that
// another node has replaced fails, and the session is loaded again. It lets open pages show the others' turns at once, and topics,
// shared models and watchers reach all nodes.

extension SessionRegistry {
    /// Begins to receive what the other nodes do.
    func joinNodes() {
        // While one process takes over from another, what is broadcast reaches the pages of both.
        teller?.hear { [weak self] topic, body in
            if let message = NodeMessage(topic: topic, body: body) { self?.receive(message, from: 0) }
        }
        guard let store = nodes.store else { return }
        watchers.tellNodes { [weak self] in self?.tell($0) }
        scheduleLoad()
        writer?.tellAgain.withLock { tellAgain in
            tellAgain = { [weak self] in
                guard let self else { return }
                environment.execute { self.tellAgain() }
            }
        }
        store.join { [weak self] node, events in
            for event in events { self?.receive(event, from: node) }
        }
    }

    private func receive(_ event: ClusterEvent, from node: NodeID) {
        switch event {
        case .saved(let key, let version): saved(key, version, by: node)
        case .removed(let key):
            writer?.loads.stored(key, .max)
            nodes.forgetSaver(of: key.id)
            held(at: key)?.outdate(by: nil)
            sharedModelChanged(at: key)
        case .ended(let id): endedElsewhere(id)
        case .renewed(let id, let renewal): renewedElsewhere(id, renewal)
        case .identified(let id, let account): idChanges.withLock { _ in know(id, as: account) }
        case .sent(let key): sentElsewhere(to: key)
        case .told(let topic, let body):
            if let message = NodeMessage(topic: topic, body: body) { receive(message, from: node) }
        case .left: left(node)
        case .missed: missed()
        }
    }

    /// Tells the other nodes that this one has ended.
    package func leaveNodes(within time: Duration) {
        let (nodes, teller) = (nodes, teller)
        let isDone = DispatchSemaphore(value: 0)
        Task(executorPreference: writer?.waker) {
            await nodes.store?.leave()
            await teller?.leave()
            isDone.signal()
        }
        _ = isDone.wait(timeout: .now() + .nanoseconds(Int(clamping: time.nanoseconds)))
    }

    /// The store, if two processes tell each other something through it.
    private var teller: (any TellingSessionStore)? { writer?.store as? any TellingSessionStore }

    /// Whether the site may have several nodes.
    package var hasNodes: Bool { nodes.mayBeSeveral }

    /// Returns what a browser has seen once it has the answer to a turn of this node; nil if the site has no nodes, or it knows that.
    package func position(after seen: NodePosition?) -> NodePosition? {
        nodes.position(after: seen)
    }

    /// Whether the visitor of a request may have seen a later turn than the session in memory has.
    func isOutdated(_ held: SessionCore, for credentials: Credentials) -> Bool {
        // This node may have been told of that turn, and not have loaded it yet.
        nodes.isBehind(credentials.seen) || credentials.seen != nil && held.isRefreshing
    }

    /// Tells the other nodes; does nothing if there can be none. A message that cannot be encoded is logged.
    func tell(_ message: @autoclosure () throws -> NodeMessage) {
        guard let writer else { return }
        do {
            writer.tell(try message().write())
        } catch {
            environment.log(.sessionsNotStored(error: error))
        }
    }

    /// Tells the other nodes of a broadcast, or of a change if there is no payload.
    func tell(of topic: String, _ payload: Payload?) {
        guard nodes.mayBeSeveral || !(teller?.isAlone ?? true) else { return }
        tell(try payload.map { .broadcast(topic: topic, try $0.json()) } ?? .changed(topic: topic))
    }

    /// Tells the process that this one takes over from, or that takes over from it, whose the sessions of an id are.
    func tellOther(_ id: SessionID, identifiedAs account: String?) {
        guard !nodes.mayBeSeveral, !(teller?.isAlone ?? true) else { return }
        tell(.identified(IdentifiedSession(id, as: account)))
    }

    /// Tells the other nodes of an id that a browser receives: its next request may reach any of them.
    func tellOfIssued(_ id: SessionID) {
        guard nodes.issue(id) else { return }
        environment.execute { [weak self] in
            guard let self else { return }
            tell(.issued(nodes.takeIssued()))
        }
    }

    // MARK: Sessions

    /// Returns the session or shared model of that key, if it is in memory.
    func held(at key: SessionKey) -> SessionCore? {
        shard(of: key.id).table.withLock { $0.session(at: key) }
    }

    private func saved(_ key: SessionKey, _ version: StoredVersion, by node: NodeID) {
        if shared.has(key.program) {
            nodes.saved(key.id, as: version.number, by: node, at: environment.now())
            // It applies what this node has sent. How much of that still waits is not known here.
            shared.setWaiting(0, for: key.id)
        }
        // The browser has retained the id, and not learned of the one that it was given here.
        identities.withLock { $0.given.remove(insteadOf: key.id) }
        writer?.loads.stored(key, version.number)
        // One that is held tells of its change once it has what is stored.
        if let held = held(at: key) { held.outdate(by: version) } else { sharedModelChanged(at: key) }
    }

    /// Pages read a shared model that is not in memory again, and subscribers receive it.
    func sharedModelChanged(at key: SessionKey) {
        guard shared.has(key.program) else { return }
        let address = SharedAddress(program: key.program, key: key.place ?? "")
        reads.changed(address.topic)
        guard topics.hasListeners(on: address.topic), shared.beginLoading(address) else { return }
        _ = environment.task { [weak self] in await self?.tellSubscribers(of: address) }
    }

    /// A shared model is not in memory any more. If it was being loaded again, it is not that load which ends the wait of answers: they read
    /// what is stored.
    func sharedModelLeft(_ key: SessionKey) {
        guard shared.isAwaited(key.id) else { return }
        environment.execute {
            self.sharedModelChanged(at: key)
            self.shared.isUpToDate(key.id)
        }
    }

    /// Loads a shared model for those who subscribe to it, until it has not changed meanwhile: an older one must not be the last that they
    /// receive.
    private func tellSubscribers(of address: SharedAddress) async {
        repeat {
            guard let model = try? await shared.model(at: address), let host = try? shared.host(of: address),
                !shared.hasChanged(address)
            else { continue }
            _ = topics.broadcast(host.driver.program.payload(of: model), on: address.topic)
        } while !shared.endLoading(address)
    }

    /// Another node has removed the sessions of an id.
    private func endedElsewhere(_ id: SessionID) {
        writer?.loads.removed(id)
        endHeld(id)
    }

    func renewedElsewhere(_ id: SessionID, _ renewal: SessionRenewal) {
        applyRenewal(renewal, of: id)
        writer?.loads.removed(id)
    }

    /// Reads whose the sessions in memory are: a visitor may have signed out at another node without a change of any session.
    private func readAccounts() {
        var seen: Set<SessionID> = []
        for session in sessions where !session.host.isShared {
            let id = session.id
            guard seen.insert(id).inserted else { continue }
            let former = account(of: id)
            writer?.loadAny(of: id) { _ in
                true
            } deliver: { [weak self] result in
                guard let self, case .success(let stored?) = result else { return }
                // Unless this node has been told of another one since.
                idChanges.withLock { _ in if account(of: id) == former { know(id, as: stored.account) } }
            }
        }
    }

    // MARK: Messages

    private func sentElsewhere(to key: SessionKey) {
        if shared.has(key.program) {
            if nodes.isOwn(key.id, at: environment.now()) { wake(key) }
        } else if held(at: key) != nil {
            // The answer to a message: a session that is not in memory receives it when it is restored, or within a second.
            wake(key)
        }
    }

    private func receive(_ message: NodeMessage, from node: NodeID) {
        switch message {
        case .broadcast(let topic, let json):
            reads.changed(topic)
            if !topics.broadcast(Payload(json: json), on: topic) {
                environment.log(.broadcastDropped(program: "another node", topic: topic))
            }
        case .changed(let topic): reads.changed(topic)
        case .issued(let ids):
            let now = now
            identities.withLock { identities in for id in ids { identities.issued.insert(id, at: now) } }
        case .identified(let session):
            if let id = SessionID(bytes: session.id) { idChanges.withLock { _ in know(id, as: session.account) } }
        case .watchers(let change): watchers.receive(change, from: node)
        case .applied(let applied): receive(applied)
        case .attended(let keys, let isAttended):
            nodes.attend(keys, isAttended, by: node)
            for key in keys { held(at: key)?.checkSubscriptions() }
        // What has ended a process of one node is not tried at another.
        case .faults(let keys): for key in keys { environment.faults?.add(key) }
        case .load(let load): nodes.note(load, of: node)
        case .joined:
            nodes.forgetToldLoad()
            tellAll()
        // A topic's change may have been among it.
        case .untold: doubt(node)
        }
    }

    /// Another node has applied messages. Answers that wait for them show the model as it is then.
    private func receive(_ applied: AppliedMessages) {
        let key = applied.address.sessionKey
        shared.applied(applied.names, onceUpToDate: key.id)
        if !(held(at: key)?.isRefreshing ?? false) { shared.isUpToDate(key.id) }
    }

    /// Tells a new node all that it has to know.
    private func tellAll() {
        guard nodes.mayBeSeveral else { return }
        if let faults = environment.faults?.latest, !faults.isEmpty { tell(.faults(faults)) }
        let attended = nodes.attended
        for start in stride(from: 0, to: attended.count, by: 1_000) {
            tell(.attended(Array(attended[start..<min(start + 1_000, attended.count)]), true))
        }
        for change in watchers.all { tell(.watchers(change)) }
    }

    /// Something that the others were to be told was dropped. It may have been that this node asks them.
    private func tellAgain() {
        nodes.forgetToldLoad()
        tell(.joined)
        tellAll()
    }

    private func left(_ node: NodeID) {
        for session in sessions { session.takeOverEffects(of: node) }
        attendEachAgain(nodes.leave(node))
        watchers.leave(node)
    }

    /// The visitors of these sessions are no longer at some other node.
    private func attendEachAgain(_ keys: [SessionKey]) {
        for key in keys {
            guard let held = held(at: key) else { continue }
            held.checkSubscriptions()
            held.watchRemembered()
        }
    }

    /// Anything may have changed: whatever is in memory is compared with the store, or dropped.
    private func missed() {
        writer?.loads.missed()
        for session in sessions { session.outdate(by: nil) }
        readAccounts()
        doubt(nil)
        tell(.joined)
        tellAll()
    }

    /// This node was not told something: pages read their values again, and what that node had told, or all of them if it is nil, counts
    /// until it had time to tell it again.
    private func doubt(_ node: NodeID?) {
        reads.allChanged()
        let time = environment.now()
        nodes.doubt(node, at: time)
        watchers.doubt(node)
        _ = environment.schedule(.milliseconds(Lease.life)) { [weak self] in
            guard let self else { return }
            // The timer thread is shared by all sessions.
            environment.execute { self.removeUnconfirmed(since: time) }
        }
    }

    /// The others have told what this node had missed at that time: what they have not told again is not so any more. That a node has
    /// ended may be what was missed.
    private func removeUnconfirmed(since time: Duration) {
        guard let keys = nodes.removeUnconfirmed(since: time) else { return }
        attendEachAgain(keys)
        watchers.removeUnconfirmed()
    }
}
