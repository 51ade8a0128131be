import ElmwoodStorage

/// The other nodes that serve the site over the same store, as far as this node knows of them. A site of one process has none: it is at
/// everything itself, and tells nobody.
final class Nodes: Sendable {
    private struct State {
        /// Which node has saved a shared model last, the number of that version, and when, on the environment's clock.
        var savers: [SessionID: (node: NodeID, number: UInt64, time: Duration)] = [:]
        /// On which other nodes the visitor of a session is.
        var attendants: [SessionKey: Set<NodeID>] = [:]
        /// Those of them of which it is not known whether it is still so, since this node was not told something.
        var unconfirmed: [SessionKey: Set<NodeID>] = [:]
        /// The sessions whose visitor is at this node.
        var own: Set<SessionKey> = []
        /// The ids that the others are told of soon.
        var issued: [SessionID] = []
        /// How much the others have told that they have.
        var loads: [NodeID: NodeLoad] = [:]
        /// How much the others were told that this node has; nil if one of them does not know it.
        var toldLoad: NodeLoad?
        /// Since when the others tell this node what it has to know; nil if it has not asked them yet.
        var joined: Duration?
    }

    /// The store that the nodes share; nil for a site of one process.
    let store: (any ClusterSessionStore)?
    /// Whether there may be others, of which each is told what the rest stores.
    let mayBeSeveral: Bool
    /// This node; nil for a site of one process.
    let id: NodeID?
    /// What is known of the others.
    private let state = OrderedMutex(.leaf, State())

    /// For how long the node that has saved a shared model last applies the messages to it, and others leave them to it.
    static let term: Duration = .seconds(1)
    /// How many models of shared programs are remembered.
    private static let limit = 10_000

    /// Whether each request asks the store.
    private let isStrict: Bool

    init(_ store: (any SessionStore)?, isStrict: Bool) {
        self.store = store as? any ClusterSessionStore
        mayBeSeveral = self.store != nil
        id = self.store?.node
        self.isStrict = isStrict
    }

    /// Whether this node was not told yet of something that a browser has seen.
    func isBehind(_ seen: NodePosition?) -> Bool {
        guard let store else { return false }
        return isStrict || (seen.map { ($0.node == id ? $0.others : $0.position) > store.received } ?? false)
    }

    /// What a browser has seen once it has an answer of this node; nil if it knows that.
    func position(after seen: NodePosition?) -> NodePosition? {
        guard let store else { return nil }
        let received = store.received
        let position = max(store.position, received)
        guard position > seen?.position ?? 0 else { return nil }
        // Of another program's session it may have seen more than this node was told of.
        let others = seen.map { $0.node == id ? $0.others : $0.position } ?? 0
        return NodePosition(position, of: store.node, others: others > received ? others : 0)
    }

    // MARK: Shared models

    /// A node has saved a shared model. It may have been told after a later save: of one by this node, that is not told at all.
    ///
    /// If the later one were forgotten, each of two nodes might leave the messages to the other.
    func saved(_ id: SessionID, as number: UInt64, by node: NodeID, at time: Duration) {
        state.withLock { state in
            if let latest = state.savers[id], latest.number > number, time - latest.time < Self.term { return }
            if state.savers.count >= Self.limit {
                state.savers = state.savers.filter { time - $0.value.time < Self.term }
            }
            state.savers[id] = (node, number, time)
        }
    }

    /// This node has saved a shared model.
    func savedHere(_ id: SessionID, as number: UInt64, at time: Duration) {
        if let node = self.id { saved(id, as: number, by: node, at: time) }
    }

    /// A shared model has ended. The next one at its key has other numbers.
    func forgetSaver(of id: SessionID) { _ = state.withLock { $0.savers.removeValue(forKey: id) } }

    /// Whether another node is at the messages to a shared model. It is told of them.
    func isLeftToOthers(_ id: SessionID, at time: Duration) -> Bool {
        guard mayBeSeveral else { return false }
        return state.withLock { state in
            state.savers[id].map { $0.node != self.id && time - $0.time < Self.term } ?? false
        }
    }

    /// Whether this node is at the messages to a shared model. Longer than the others count on that, so that none is left to nobody.
    func isOwn(_ id: SessionID, at time: Duration) -> Bool {
        state.withLock { state in
            state.savers[id].map { $0.node == self.id && time - $0.time < Self.term * 3 } ?? false
        }
    }

    /// How late this node sends a delayed message of a session that it has only loaded: another that has the session sends it in time.
    var grace: Duration { mayBeSeveral ? Self.term : .zero }

    // MARK: Visitors

    /// The visitors of these sessions are at another node, or no longer.
    func attend(_ keys: [SessionKey], _ isAttended: Bool, by node: NodeID) {
        state.withLock { state in
            for key in keys {
                state.unconfirmed.remove(node, from: key)
                if isAttended {
                    state.attendants[key, default: []].insert(node)
                } else {
                    state.attendants.remove(node, from: key)
                }
            }
        }
    }

    /// The visitor of a session is at this node, or no longer.
    ///
    /// - Returns: whether that is new, so that the others are to be told.
    func attend(_ key: SessionKey, _ isAttended: Bool) -> Bool {
        guard mayBeSeveral else { return false }
        return state.withLock { state in
            isAttended ? state.own.insert(key).inserted : state.own.remove(key) != nil
        }
    }

    /// Whether the others were told that the visitor of a session is at this node.
    func isAttendedHere(_ key: SessionKey) -> Bool { state.withLock { $0.own.contains(key) } }

    /// The sessions whose visitor is at this node, in an order.
    var attended: [SessionKey] {
        state.withLock { $0.own }.sorted(by: Self.precedes)
    }

    private static func precedes(_ left: SessionKey, _ right: SessionKey) -> Bool {
        left.id == right.id ? left.path < right.path : left.id.precedes(right.id)
    }

    /// Whether the subscriptions of a session run at another node, if its visitor is at this one: at one of them all, the one with the
    /// smallest number.
    func isLedByOther(_ key: SessionKey) -> Bool {
        guard let id else { return false }
        return state.withLock { $0.attendants[key]?.contains { $0 < id } ?? false }
    }

    /// Whether the visitor of a session is at another node.
    func isAttendedElsewhere(_ key: SessionKey) -> Bool {
        mayBeSeveral && state.withLock { $0.attendants[key] != nil }
    }

    /// This node was not told something by another one, or by all of them if that is nil. They tell again what it has to know.
    func doubt(_ node: NodeID?, at time: Duration) {
        state.withLock { state in
            state.joined = time
            guard let node else { return state.unconfirmed = state.attendants }
            for (key, nodes) in state.attendants where nodes.contains(node) {
                state.unconfirmed[key, default: []].insert(node)
            }
        }
    }

    /// The others have had time to tell what this node has not been told at that time: who was not told of again is nowhere else.
    ///
    /// - Returns: the sessions whose visitor was there; nil if this node was not told something else since.
    func removeUnconfirmed(since time: Duration) -> [SessionKey]? {
        state.withLock { state in
            guard state.joined == time else { return nil }
            let unconfirmed = state.unconfirmed
            state.unconfirmed = [:]
            for (key, nodes) in unconfirmed {
                for node in nodes { state.attendants.remove(node, from: key) }
            }
            return unconfirmed.keys.sorted(by: Self.precedes)
        }
    }

    /// How long it takes at most until the others have told this node what it has to know; nil if there are none who tell anything.
    func timeToLearn(at time: Duration) -> Duration? {
        guard mayBeSeveral else { return nil }
        let limit = Duration.milliseconds(Lease.life)
        return state.withLock { $0.joined }.map { max(.zero, $0 + limit - time) } ?? limit
    }

    /// A node has left.
    ///
    /// - Returns: the sessions whose visitor was there.
    func leave(_ node: NodeID) -> [SessionKey] {
        state.withLock { state in
            state.savers = state.savers.filter { $0.value.node != node }
            state.loads[node] = nil
            let left = state.attendants.filter { $0.value.contains(node) }
            for key in left.keys {
                state.attendants.remove(node, from: key)
                state.unconfirmed.remove(node, from: key)
            }
            return left.keys.sorted(by: Self.precedes)
        }
    }

    // MARK: Load

    /// How much the other nodes have told that they have.
    var loads: [NodeID: NodeLoad] { state.withLock { $0.loads } }

    func note(_ load: NodeLoad, of node: NodeID) { state.withLock { $0.loads[node] = load } }

    /// Whether the others are to be told that this node has that much. They know it then.
    func tells(_ load: NodeLoad) -> Bool {
        state.withLock { state in
            defer { state.toldLoad = load }
            return state.toldLoad != load
        }
    }

    /// A node knows nothing of the others yet.
    func forgetToldLoad() { state.withLock { $0.toldLoad = nil } }

    // MARK: Ids

    /// Adds an id that a browser receives to those that the others are told of.
    ///
    /// - Returns: whether it is the first, so that they are to be told soon.
    func issue(_ id: SessionID) -> Bool {
        guard mayBeSeveral else { return false }
        return state.withLock { state in
            state.issued.append(id)
            return state.issued.count == 1
        }
    }

    /// Removes and returns the ids that the others are told of.
    func takeIssued() -> [SessionID] {
        state.withLock { state in
            defer { state.issued = [] }
            return state.issued
        }
    }
}

extension [SessionKey: Set<NodeID>] {
    fileprivate mutating func remove(_ node: NodeID, from key: SessionKey) {
        guard var nodes = removeValue(forKey: key) else { return }
        nodes.remove(node)
        if !nodes.isEmpty { self[key] = nodes }
    }
}
