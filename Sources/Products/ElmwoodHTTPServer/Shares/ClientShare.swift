import Synchronization

/// What one client has of a server: connections, and bytes that wait to be sent.
final class ClientShare: Sendable {
    let network: ClientNetwork
    /// Whether many clients share it, behind a trusted proxy. The limits of one client do not apply then.
    let isProxy: Bool
    /// Bytes of responses that are being sent, in the memory of this process.
    let unsentBytes = Atomic(0)
    /// The most bytes that the files of requests under way can have.
    let uploadBytes = Atomic(0)
    /// Before this instant no loop searches for a connection of the client to close: there was none.
    let nextSearch = Atomic<Instant>(0)

    init(_ network: ClientNetwork, isProxy: Bool) {
        self.network = network
        self.isProxy = isProxy
    }
}

/// The server's connections and unsent bytes, by client and over all loops.
///
/// The system spreads connections unevenly. If each loop had its own limits, visitors would wait at a full loop while another one
/// has room.
final class ClientShares: Sendable {
    /// Which limit a client's new connection, or its next response, exceeds.
    enum Excess {
        case none
        /// The client's own limit, or the limit for all while no client has more.
        case ofClient
        /// The limit for all, while this client has more. It loses something.
        case ofAll(greediest: ClientShare)
        /// The same, and nothing is left in reserve.
        case full(greediest: ClientShare)
    }

    private struct Table {
        var clients: [ClientNetwork: (share: ClientShare, connections: Int)] = [:]
        var connections = 0
        /// The mailboxes of all loops.
        var loops: [Mailbox] = []
    }

    private let table = Mutex(Table())
    private let unsentBytes = Atomic(0)
    private let uploadBytes = Atomic(0)
    private let limits: ServerLimits
    /// The last connections before the limit, which only clients get that have fewer than another one.
    private let reserve: Int

    init(_ limits: ServerLimits) {
        self.limits = limits
        reserve = limits.connections / 16
    }

    // MARK: Loops

    /// Adds a loop, which gets the messages for all.
    func add(_ loop: Mailbox) { table.withLock { $0.loops.append(loop) } }

    /// Posts a message to all loops except one.
    func post(_ message: Mailbox.Message, exceptTo loop: Mailbox) {
        for other in table.withLock({ $0.loops }) where other !== loop { other.post(message) }
    }

    // MARK: Connections

    /// Counts one more connection of a client, and returns the limit that it exceeds.
    func addConnection(of network: ClientNetwork, isProxy: Bool) -> (share: ClientShare, excess: Excess) {
        table.withLock { table in
            var client = table.clients[network] ?? (ClientShare(network, isProxy: isProxy), 0)
            client.connections += 1
            table.clients[network] = client
            table.connections += 1
            if !isProxy, client.connections > limits.connectionsOfOneClient { return (client.share, .ofClient) }
            guard table.connections > max(1, limits.connections) - reserve else { return (client.share, .none) }
            let isFull = table.connections > max(1, limits.connections)
            let others = table.clients.values.lazy.filter { !$0.share.isProxy }
            guard let most = others.max(by: { $0.connections < $1.connections }),
                most.connections > client.connections
            else { return (client.share, isFull ? .ofClient : .none) }
            return (client.share, isFull ? .full(greediest: most.share) : .ofAll(greediest: most.share))
        }
    }

    /// Counts one connection less.
    func removeConnection(of share: ClientShare) {
        table.withLock { table in
            guard var client = table.clients[share.network] else { return }
            client.connections -= 1
            table.clients[share.network] = client.connections > 0 ? client : nil
            table.connections -= 1
        }
    }

    /// The number of a client's connections.
    func connections(of share: ClientShare) -> Int { table.withLock { $0.clients[share.network]?.connections ?? 0 } }

    /// What all clients have together.
    var load: ServerLoad {
        let (connections, clients) = table.withLock { ($0.connections, $0.clients.count) }
        var load = ServerLoad()
        load.connections = connections
        load.clients = clients
        load.unsentBytes = unsentBytes.load(ordering: .relaxed)
        load.uploadBytes = uploadBytes.load(ordering: .relaxed)
        return load
    }

    // MARK: Unsent bytes

    /// Counts bytes that wait to be sent to a client, and returns the limit that they exceed. One response alone exceeds none, since
    /// it could never be sent.
    func addUnsent(_ count: Int, of share: ClientShare) -> Excess {
        let own = share.unsentBytes.add(count, ordering: .relaxed).newValue
        let all = unsentBytes.add(count, ordering: .relaxed).newValue
        if !share.isProxy, own > count, own > limits.unsentBytesOfOneClient { return .ofClient }
        guard all > count, all > limits.unsentBytes else { return .none }
        let greediest = table.withLock { table in
            table.clients.values.map { ($0.share, $0.share.unsentBytes.load(ordering: .relaxed)) }.max { $0.1 < $1.1 }
        }
        guard let (greediest, most) = greediest, most > own else { return .ofClient }
        return all / 2 > limits.unsentBytes ? .full(greediest: greediest) : .ofAll(greediest: greediest)
    }

    /// Counts bytes as sent, or dropped.
    func removeUnsent(_ count: Int, of share: ClientShare) {
        share.unsentBytes.subtract(count, ordering: .relaxed)
        unsentBytes.subtract(count, ordering: .relaxed)
    }

    // MARK: Uploads

    /// Counts the bytes of files that a request may have. Returns false, without counting, if there are too many. One request alone
    /// may have any number that its own limits allow.
    func addUpload(_ count: Int, of share: ClientShare) -> Bool {
        let own = share.uploadBytes.add(count, ordering: .relaxed).newValue
        let all = uploadBytes.add(count, ordering: .relaxed).newValue
        let isOwnWithin = share.isProxy || own <= max(count, limits.uploadBytes / 4)
        if isOwnWithin, all <= max(count, limits.uploadBytes) { return true }
        removeUpload(count, of: share)
        return false
    }

    /// Counts the bytes of files as stored, or dropped.
    func removeUpload(_ count: Int, of share: ClientShare) {
        share.uploadBytes.subtract(count, ordering: .relaxed)
        uploadBytes.subtract(count, ordering: .relaxed)
    }
}
