import Dispatch
import ElmwoodStorage
import Synchronization
import Testing

/// The nodes of a site in one process: each has a store of its own over the same content.
final class MemoryNodes: Sendable {
    fileprivate struct State {
        var members: [NodeID: @Sendable (NodeID, [ClusterEvent]) -> Void] = [:]
        /// That of the latest commit.
        var position: UInt64 = 0
        /// That of the latest commit that each node has made or loaded.
        var positions: [NodeID: UInt64] = [:]
        /// What has not been told yet, while it is held back.
        var untold: [(NodeID, [ClusterEvent])] = []
        var isHeld = false
        /// The nodes that are told nothing.
        var deaf: Set<NodeID> = []
        /// The nodes that have ended without a word, and commit nothing any more.
        var killed: Set<NodeID> = []
        /// Whether the store is away: commits fail, or wait.
        var isAway = Away.no
        var waiting: [CheckedContinuation<Void, Never>] = []
        var largestCommit = 0
    }

    enum Away { case no, fails, waits }

    /// What the nodes have dispatched to other threads, and what they are being told.
    let work = DispatchedWork()
    fileprivate let memory = MemorySessionStore()
    fileprivate let state = Mutex(State())
    private let queue = DispatchQueue(label: "elmwood.tests.nodes")

    /// Returns the store of another node.
    func node(_ number: UInt64) -> MemoryNode { MemoryNode(number, of: self) }

    /// The greatest number of writes of a commit, also of one that has failed.
    var largestCommit: Int { state.withLock { $0.largestCommit } }

    /// Holds back what the nodes are told.
    func hold() { state.withLock { $0.isHeld = true } }

    func goOn() {
        let untold = state.withLock { state in
            state.isHeld = false
            defer { state.untold = [] }
            return state.untold
        }
        for (node, events) in untold { tell(events, by: node) }
    }

    /// Lets time pass at some nodes, at most a second at a time, and each time only when nothing is under way at any.
    func pass(_ duration: Duration, at environments: [ManualEnvironment]) async {
        var left = duration
        while left > .zero {
            let step = min(left, .seconds(1))
            await work.done()
            for environment in environments { environment.advance(by: step) }
            left -= step
        }
        await work.done()
    }

    /// The store goes away, or is back.
    func set(_ isAway: Away) {
        let waiting = state.withLock { state in
            state.isAway = isAway
            defer { if isAway == .no { state.waiting = [] } }
            return isAway == .no ? state.waiting : []
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits while the store gives no answer.
    fileprivate func reach() async throws {
        if state.withLock({ $0.isAway }) == .fails { throw StorageError("The database cannot be reached.") }
        await withCheckedContinuation { continuation in
            let waits = state.withLock { state in
                if state.isAway == .waits { state.waiting.append(continuation) }
                return state.isAway == .waits
            }
            if !waits { continuation.resume() }
        }
    }

    /// A node has ended without a word.
    func kill(_ node: NodeID) {
        state.withLock { _ = $0.killed.insert(node) }
        leave(node)
    }

    /// A node has ended.
    fileprivate func leave(_ node: NodeID) {
        _ = state.withLock { $0.members.removeValue(forKey: node) }
        tell([.left], by: node)
    }

    /// A node is told nothing from now on.
    func deafen(_ node: NodeID) { state.withLock { _ = $0.deaf.insert(node) } }

    /// A node is told again what happens from now on, and that it has missed something.
    func hear(_ node: NodeID) {
        state.withLock { _ = $0.deaf.remove(node) }
        tell([.missed], to: node)
    }

    /// Tells a node something by itself.
    fileprivate func tell(_ events: [ClusterEvent], to node: NodeID) {
        work.dispatch(on: queue) { self.state.withLock { $0.members[node] }?(node, events) }
    }

    fileprivate func tell(_ events: [ClusterEvent], by node: NodeID) {
        guard !events.isEmpty else { return }
        let isHeld = state.withLock { state in
            if state.isHeld { state.untold.append((node, events)) }
            return state.isHeld
        }
        if isHeld { return }
        work.dispatch(on: queue) {
            let (members, deaf) = self.state.withLock { ($0.members, $0.deaf) }
            for (member, receive) in members where member != node && !deaf.contains(member) { receive(node, events) }
        }
    }
}

/// The store of one of several nodes.
final class MemoryNode: ClusterSessionStore {
    let node: NodeID
    private let nodes: MemoryNodes

    init(_ node: NodeID, of nodes: MemoryNodes) { (self.node, self.nodes) = (node, nodes) }

    var work: DispatchedWork { nodes.work }

    func join(_ receive: @escaping @Sendable (NodeID, [ClusterEvent]) -> Void) {
        nodes.state.withLock { $0.members[node] = receive }
        // At once: it then has no session yet that it would load again.
        receive(node, [.missed])
    }

    func leave() async { nodes.leave(node) }

    var position: UInt64 { nodes.state.withLock { $0.positions[node] ?? 0 } }

    var received: UInt64 { nodes.state.withLock { $0.isHeld ? 0 : $0.position } }

    func commit(_ writes: [SessionWrite]) async throws -> [Bool] {
        nodes.state.withLock { $0.largestCommit = max($0.largestCommit, writes.count) }
        try await nodes.reach()
        if nodes.state.withLock({ $0.killed.contains(node) }) { throw StorageError("The node has ended.") }
        var removed: [SessionID] = []
        for case .removeAll(let owner, let exception) in writes {
            let sessions = try await nodes.memory.sessions(of: owner, limit: .max)
            removed += sessions.map(\.id).filter { $0 != exception }
        }
        let done = try await nodes.memory.commit(writes)
        nodes.state.withLock { state in
            state.position += 1
            state.positions[node] = state.position
        }
        let told = zip(writes, done).flatMap { write, isDone in
            if case .tell(let topic, let body) = write { return [ClusterEvent.told(topic: topic, body: body)] }
            return isDone ? write.events : []
        }
        nodes.tell(told + removed.map { .ended($0) }, by: node)
        return done
    }

    func load(_ key: SessionKey) async throws -> StoredSession? {
        let stored = try await nodes.memory.load(key)
        if stored != nil { nodes.state.withLock { $0.positions[node] = $0.position } }
        return stored
    }

    func remove(unusedSince: Int64, createdBefore: Int64) async throws -> Int {
        try await nodes.memory.remove(unusedSince: unusedSince, createdBefore: createdBefore)
    }

    func due(_ program: String, by moment: Int64, limit: Int) async throws -> [SessionKey] {
        try await nodes.memory.due(program, by: moment, limit: limit)
    }

    func programs(of id: SessionID) async throws -> [StoredProgram] { try await nodes.memory.programs(of: id) }

    func renewal(of id: SessionID) async throws -> SessionRenewal? { try await nodes.memory.renewal(of: id) }

    func setAside(_ key: SessionKey) async throws -> [StoredSession] { try await nodes.memory.setAside(key) }

    func sessions(of owner: SessionOwner, limit: Int) async throws -> [OwnedSession] {
        try await nodes.memory.sessions(of: owner, limit: limit)
    }

    func messages(to key: SessionKey, limit: Int) async throws -> [WaitingMessage] {
        try await nodes.memory.messages(to: key, limit: limit)
    }

    func recipients(limit: Int) async throws -> [SessionKey] { try await nodes.memory.recipients(limit: limit) }
}

extension SessionWrite {
    /// What the other nodes are told of it, if it was done. Whom a removal of all sessions of an owner concerns is not known here.
    fileprivate var events: [ClusterEvent] {
        switch self {
        case .save(let key, let session, _, let exchange):
            [.saved(key, version: session.version)] + exchange.sent.map { .sent(to: $0.recipient) }
        case .end(let key, _, let exchange): [.removed(key)] + exchange.sent.map { .sent(to: $0.recipient) }
        case .send(let messages): messages.map { .sent(to: $0.recipient) }
        case .remove(let id): [.ended(id)]
        case .removeIdle(let key, _), .setAside(let key): [.removed(key)]
        case .identify(let id, let account): [.identified(id, as: account)]
        case .renew(let id, let renewal): [.renewed(id, renewal)]
        case .removeMessages, .removeAll, .touch, .postpone, .tell: []
        }
    }
}
