import ElmwoodStorage

/// What a commit of a node has changed.
struct ToldCommit {
    var node: NodeID
    var events: [ClusterEvent]
}

/// How far a node has read the log, and which nodes it knows.
struct LogReader {
    private let settings: ClusterSettings
    private let clock: NodeClock
    /// The number of the first transaction that was not read yet.
    private var next: UInt64?
    /// The number of the last transaction that was read, and has a row in the log. After a crash the server uses greater numbers only,
    /// but it may use numbers again that were given to transactions without a trace, such as those of a notification.
    private var latest: UInt64 = 0
    /// When the log was last read.
    private var lastRead = ContinuousClock.now
    /// The database's line of history that the number belongs to.
    private var timeline = ""
    /// The other nodes that are alive.
    private var known: Set<NodeID> = []
    /// Those that were reported as silent: their own word may come later.
    private var reported: Set<NodeID> = []
    /// When this node last began to say that it is alive.
    private var lastBeat: ContinuousClock.Instant?
    /// From when on this node reports others as silent.
    private var reportsFrom = ContinuousClock.now
    private var beats = 0
    /// How many times in a row more was committed than could be read yet.
    private(set) var readsBehind = 0

    /// For how long a node may be silent until others may report it, with some time to spare.
    private static let silence = Duration.milliseconds(4_500)
    /// The most rows that are read. A node that is behind by more drops what it has instead.
    private static let mostRows = 10_000

    init(_ settings: ClusterSettings, clock: NodeClock) {
        self.settings = settings
        self.clock = clock
    }

    private var node: NodeID { settings.node }

    private var missed: ToldCommit { ToldCommit(node: node, events: [.missed]) }

    /// The number up to which all of the others' transactions were read.
    var received: UInt64 { latest }

    /// Finds the place in the log on a new connection: the former one, unless the log does not reach back so far, or is another one.
    mutating func begin(_ connection: PipelineConnection) throws -> [ToldCommit] {
        let query = Query(ClusterStatements.place)
        guard let result = try connection.exchange([query], ends: true).first else { return [] }
        let (end, last, removed) = (result.bits(0, 0), result.bits(0, 1), result.bits(0, 2))
        defer { (timeline, lastRead) = (connection.server.timeline, .now) }
        if let next, timeline == connection.server.timeline, removed < next, latest < end,
            lastRead.duration(to: .now) < settings.retention
        {
            self.next = latest + 1
            return []
        }
        (next, latest) = (end, max(last, removed))
        return [missed]
    }

    /// Reads what others have committed since.
    mutating func read(_ connection: PipelineConnection) throws -> [ToldCommit] {
        let values: [Parameter] = [.bits(next ?? 0), .bits(node), .integer(Int64(Self.mostRows + 1))]
        guard let result = try connection.exchange([Query(ClusterStatements.read, values)], ends: true).first,
            result.count > 0
        else { return [] }
        guard result.count <= Self.mostRows else {
            next = nil
            return try begin(connection)
        }
        (next, lastRead) = (result.bits(0, 0), .now)
        readsBehind = result.boolean(0, 1) ? readsBehind + 1 : 0
        var commits: [ToldCommit] = []
        for row in 0..<result.count where !result.isNull(row, 2) {
            let node = result.bits(row, 2)
            latest = max(latest, result.bits(row, 4))
            var events = ClusterEventReader.events(result.bytes(row, 3))
            if events.contains(.left) {
                known.remove(node)
                if !reported.insert(node).inserted { events.removeAll { $0 == .left } }
            }
            if !events.isEmpty { commits.append(ToldCommit(node: node, events: events)) }
        }
        return commits
    }

    /// Records that this node is alive, and returns which others no longer are.
    ///
    /// If this node was silent itself, the others may have reported it: it begins again, as one that has missed something. Where that was
    /// the database's silence, the others have yet to say that they are alive.
    mutating func beat(_ connection: PipelineConnection) throws -> [ToldCommit] {
        let own = Parameter.bits(node)
        let began = ContinuousClock.now
        let sent = clock.node()
        let results = try connection.exchange(
            [Query(ClusterStatements.beat, [own]), Query(ClusterStatements.nodes, [own])],
            ends: true
        )
        guard let time = results.first?.integer(0, 0), let nodes = results.last else { return [] }
        clock.measure(server: time, sent: sent, received: clock.node())
        var alive: Set<NodeID> = []
        for row in 0..<nodes.count where nodes.boolean(row, 1) { alive.insert(nodes.bits(row, 0)) }
        let wasSilent = lastBeat.map { $0.duration(to: .now) > Self.silence } ?? false
        lastBeat = began
        if wasSilent { reportsFrom = .now + .seconds(3) }
        // One that goes on after a silence can be reported again.
        reported.subtract(alive)
        guard .now >= reportsFrom else {
            known.formUnion(alive)
            return wasSilent ? [missed] : []
        }
        let left = known.subtracting(alive).subtracting(reported)
        reported.formUnion(left)
        known = alive
        beats += 1
        if beats % max(1, settings.beatsPerRemoval) == 0 { try prune(connection) }
        return left.sorted().map { ToldCommit(node: $0, events: [.left]) }
    }

    /// Removes what is old. Each node does it from time to time, in one short transaction.
    private func prune(_ connection: PipelineConnection) throws {
        let milliseconds =
            settings.retention.components.seconds * 1_000
            + settings.retention.components.attoseconds / 1_000_000_000_000_000
        _ = try connection.exchange(
            [Query(ClusterStatements.prune, [.integer(milliseconds)]), Query(ClusterStatements.removeNodes)],
            ends: true
        )
    }

    /// Tells the others that this node has left.
    func leave(_ connection: PipelineConnection) throws {
        var told = ClusterEventWriter()
        told.append(.left)
        let own = Parameter.bits(node)
        let tell = Query(ClusterStatements.tell, [own, .integer(0), .bytes(told.bytes)])
        _ = try connection.exchange(
            [tell, Query(ClusterStatements.leave, [own]), Query(ClusterStatements.notify)],
            ends: true
        )
    }
}
