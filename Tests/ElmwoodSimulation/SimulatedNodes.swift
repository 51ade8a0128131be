import ElmwoodSessions
import ElmwoodStorage
import Synchronization

/// The nodes of a site: what each of them is told of the others' commits, in their order and each at its own time.
final class SimulatedNodes: Sendable {
    /// What a node is told at once.
    struct Told: Sendable {
        /// Who has committed it.
        var node: NodeID
        var events: [ClusterEvent]
        /// The position of the commit; nil if there is none.
        var position: UInt64?
        /// The recipient's connection. What was on its way when a connection was lost does not arrive.
        var connection: Int
    }

    private struct Member: Sendable {
        let node: NodeID
        var receive: (@Sendable (NodeID, [ClusterEvent]) -> Void)?
        /// The latest commit that it has made or loaded.
        var position: UInt64 = 0
        var received: UInt64 = 0
        /// When the last event arrives that is on its way.
        var last: Microseconds = 0
        var connection = 0
        var isConnected = false
        /// The ids of whose renewals it was told.
        var renewed: Set<SessionID> = []
    }

    private struct State: Sendable {
        var members: [Int: Member] = [:]
        var position: UInt64 = 0
    }

    private let scheduler: Scheduler
    private let state = Mutex(State())

    init(_ scheduler: Scheduler) { self.scheduler = scheduler }

    /// A process begins.
    func begin(_ process: Int, as node: NodeID) { state.withLock { $0.members[process] = Member(node: node) } }

    /// A process has ended.
    func end(_ process: Int) { _ = state.withLock { $0.members.removeValue(forKey: process) } }

    func node(of process: Int) -> NodeID? { state.withLock { $0.members[process]?.node } }

    func position(of process: Int) -> UInt64 { state.withLock { $0.members[process]?.position ?? 0 } }

    func received(by process: Int) -> UInt64 { state.withLock { $0.members[process]?.received ?? 0 } }

    /// The position of the latest commit of all.
    var latest: UInt64 { state.withLock { $0.position } }

    /// The processes that are told of the others' commits.
    var connected: [Int] { state.withLock { $0.members.filter(\.value.isConnected).keys.sorted() } }

    /// A process asks to be told of the others' commits.
    func join(_ process: Int, _ receive: @escaping @Sendable (NodeID, [ClusterEvent]) -> Void) {
        state.withLock { $0.members[process]?.receive = receive }
    }

    /// A process is connected, after it was not.
    func connect(_ process: Int) {
        let call = state.withLock { state in
            state.members[process]?.isConnected = true
            return state.members[process].map { ($0.receive, $0.node) }
        }
        if let call { call.0?(call.1, [.missed]) }
        state.withLock { state in
            state.members[process]?.received = state.position
        }
    }

    /// A process is told nothing until it is connected again.
    func disconnect(_ process: Int) {
        state.withLock { state in
            state.members[process]?.isConnected = false
            state.members[process]?.connection += 1
        }
    }

    /// A process has committed something.
    ///
    /// - Parameter delay: Returns how long it takes until another process is told of it.
    /// - Returns: the position of the commit.
    func commit(_ events: [ClusterEvent], by process: Int, _ delay: () -> Microseconds) -> UInt64 {
        let position = state.withLock { state in
            state.position += 1
            return state.position
        }
        guard let node = node(of: process) else { return position }
        for other in connected where other != process { tell(other, events, by: node, at: position, after: delay()) }
        return position
    }

    /// Tells a process something, after all that it is told before.
    func tell(
        _ process: Int,
        _ events: [ClusterEvent],
        by node: NodeID,
        at position: UInt64?,
        after delay: Microseconds
    ) {
        let now = scheduler.now
        let planned = state.withLock { state -> (Microseconds, Int)? in
            guard let member = state.members[process], member.isConnected else { return nil }
            let time = max(member.last, now + delay)
            state.members[process]?.last = time
            return (time, member.connection)
        }
        guard let (time, connection) = planned else { return }
        let told = Told(node: node, events: events, position: position, connection: connection)
        scheduler.add(.site(.toldCommit(told)), in: process, after: time - now)
    }

    /// A process is told something now.
    func deliver(_ told: Told, to process: Int) {
        let receive = state.withLock { state in
            state.members[process].flatMap { $0.connection == told.connection ? $0.receive : nil }
        }
        guard let receive else { return }
        receive(told.node, told.events)
        state.withLock { state in
            if let position = told.position { state.members[process]?.received = position }
            for case .renewed(let id, _) in told.events { state.members[process]?.renewed.insert(id) }
        }
    }

    /// A process has the answer to its commit or load.
    func answered(_ process: Int, at position: UInt64) {
        state.withLock { state in
            guard let member = state.members[process] else { return }
            state.members[process]?.position = max(member.position, position)
        }
    }

    /// Whether a process was told that an id was renewed.
    func knowsRenewal(of id: SessionID?, _ process: Int) -> Bool {
        guard let id else { return false }
        return state.withLock { $0.members[process]?.renewed.contains(id) ?? false }
    }
}

/// The store of one of several nodes.
final class NodeConnection: ClusterSessionStore {
    private let connection: StoreConnection
    private let scheduler: Scheduler
    private let nodes: SimulatedNodes
    private let process: Int
    let node: NodeID

    init(_ scheduler: Scheduler, _ nodes: SimulatedNodes, process: Int, node: NodeID) {
        connection = StoreConnection(scheduler, process: process)
        self.scheduler = scheduler
        self.nodes = nodes
        self.process = process
        self.node = node
    }

    func join(_ receive: @escaping @Sendable (NodeID, [ClusterEvent]) -> Void) { nodes.join(process, receive) }

    // The simulation reports the end of a process itself.
    func leave() async {}

    var position: UInt64 { nodes.position(of: process) }
    var received: UInt64 { nodes.received(by: process) }

    func commit(_ writes: [SessionWrite]) async throws -> [Bool] {
        guard case .done(let result, let position) = try await scheduler.ask(.commit(writes), by: process) else {
            return []
        }
        if let position { nodes.answered(process, at: position) }
        return result.done
    }

    func load(_ key: SessionKey) async throws -> StoredSession? {
        guard case .session(let session, let position) = try await scheduler.ask(.load(key), by: process) else {
            return nil
        }
        nodes.answered(process, at: position)
        return session
    }

    func remove(unusedSince: Int64, createdBefore: Int64) async throws -> Int {
        try await connection.remove(unusedSince: unusedSince, createdBefore: createdBefore)
    }

    func due(_ program: String, by moment: Int64, limit: Int) async throws -> [SessionKey] {
        try await connection.due(program, by: moment, limit: limit)
    }

    func programs(of id: SessionID) async throws -> [StoredProgram] { try await connection.programs(of: id) }

    func renewal(of id: SessionID) async throws -> SessionRenewal? { try await connection.renewal(of: id) }

    func setAside(_ key: SessionKey) async throws -> [StoredSession] { try await connection.setAside(key) }

    func sessions(of owner: SessionOwner, limit: Int) async throws -> [OwnedSession] {
        try await connection.sessions(of: owner, limit: limit)
    }

    func messages(to key: SessionKey, limit: Int) async throws -> [WaitingMessage] {
        try await connection.messages(to: key, limit: limit)
    }

    func recipients(limit: Int) async throws -> [SessionKey] { try await connection.recipients(limit: limit) }
}
