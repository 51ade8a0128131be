import Dispatch
import ElmwoodStorage

/// A session store in a PostgreSQL database, which any number of nodes share.
///
/// A commit is one transaction, whose statements are sent together. Reads have a connection of their own, on which many are under way
/// at a time, and a third connection tells the nodes what the others commit. All waiting is done by threads of the store's own. While the
/// database cannot be reached, calls fail within a second, and the store connects again by itself.
///
/// The tables are made when the store connects for the first time, in the first schema of the connection's search path. They have names that
/// begin with `elmwood_`. Nodes of two releases can share them.
///
/// ```swift
/// let store = try PostgreSQLSessionStore("postgresql://shop@db.example/shop?sslmode=verify-full")
/// ```
///
/// Connections must be the database's own or those of a pool by session: a pool by transaction, such as pgbouncer's, has neither
/// prepared statements of one connection nor `LISTEN`.
public final class PostgreSQLSessionStore: ClusterSessionStore {
    /// The number by which other nodes know this one.
    public let node: NodeID

    private let writing = DispatchQueue(label: "elmwood.postgresql.commits")
    private let transactor: SessionTransactor
    private let reads: PipelinedReads
    private let log: ClusterLog
    private let clock: NodeClock

    /// Creates the store of the database at that address, and does not connect yet: see ``check(within:)``.
    ///
    /// - Parameters:
    ///   - address: A connection string of libpq: a URL, or `host=db.example dbname=shop`. With several hosts,
    ///     `target_session_attrs=read-write` finds the one that can be written.
    ///   - notifies: Whether nodes wake each other by `NOTIFY`. Without it, they read the log at each poll interval.
    ///   - pollInterval: The time between two readings of the log while something happens, if nodes do not wake each other.
    ///   - warn: Is called with a sentence, once, if the database does not wait for its disk.
    /// - Throws: `StorageError` if the address is no connection string.
    public convenience init(
        _ address: String,
        notifies: Bool = true,
        pollInterval: Duration = .milliseconds(20),
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(StorageError) {
        var settings = ClusterSettings()
        (settings.notifies, settings.pollInterval) = (notifies, pollInterval)
        try self.init(address, settings, warn: warn)
    }

    package init(
        _ address: String,
        _ settings: ClusterSettings,
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(StorageError) {
        let parsed: PostgreSQLAddress
        do { parsed = try PostgreSQLAddress(address) } catch { throw StorageError(error) }
        clock = NodeClock(settings.now)
        let connections = StoreConnections(address: parsed, patience: settings.patience, clock: clock, warn: warn)
        node = settings.node
        transactor = SessionTransactor(connections, settings)
        reads = try PipelinedReads(connections.source([.rollback] + SessionReads.all))
        log = try ClusterLog(connections, settings)
    }

    deinit {
        log.close()
        reads.close()
        transactor.close()
    }

    /// Connects, and makes the tables if there are none: at the start of a site, which ends if there is no database.
    ///
    /// - Parameter limit: How long it tries.
    /// - Throws: `StorageError` if the database cannot be reached in time, or the tables cannot be made.
    public func check(within limit: Duration = .seconds(10)) async throws {
        let end = ContinuousClock.now + limit
        while true {
            do {
                _ = try await recipients(limit: 0)
                return
            } catch  where ContinuousClock.now < end {
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    // MARK: Writes

    /// Carries out these writes in one transaction: see `SessionStore.commit`.
    ///
    /// If the connection is lost while the commit is on its way, the call returns once the database has said whether it is stored, however long that takes.
    /// Other calls fail meanwhile.
    public func commit(_ writes: [SessionWrite]) async throws -> [Bool] {
        guard !writes.isEmpty else { return [] }
        return try await write { try $0.commit(writes) }
    }

    /// Removes the sessions that were last used before `unusedSince`, and those created before `createdBefore`. It removes some at a
    /// time, so that concurrent commits do not wait long.
    public func remove(unusedSince: Int64, createdBefore: Int64) async throws -> Int {
        var count = 0
        var next: RemovalPlace? = .first
        while let place = next {
            let removed = try await write {
                try $0.removeOld(unusedSince: unusedSince, createdBefore: createdBefore, after: place)
            }
            count += removed.count
            next = removed.last
        }
        return count
    }

    private func write<Value: Sendable>(_ work: @escaping @Sendable (SessionTransactor) throws -> Value) async throws
        -> Value
    {
        try transactor.check()
        let value = try await writing.run { [transactor] in try work(transactor) }
        log.hasCommitted()
        return value
    }

    // MARK: Reads

    /// Returns the session at that key, or nil if there is none.
    public func load(_ key: SessionKey) async throws -> StoredSession? {
        try await reads.run(Query(SessionReads.load, key.parameters)) { [clock, transactor] result in
            guard result.count > 0 else { return nil }
            // The log may tell this node of it later.
            transactor.advance(to: result.bits(0, 10))
            return StoredSession(result, 0, clock)
        }
    }

    /// Returns the sessions of that program that are due at or before that moment, the earliest first.
    public func due(_ program: String, by moment: Int64, limit: Int) async throws -> [SessionKey] {
        let values: [Parameter] = [.utf8(program), .integer(clock.database(moment)), .limit(limit)]
        return try await reads.run(Query(SessionReads.due, values)) { $0.keys() }
    }

    /// Returns the sessions of that id, of all programs, the latest used first.
    public func programs(of id: SessionID) async throws -> [StoredProgram] {
        try await reads.run(Query(SessionReads.programs, [.bytes(id.bytes)])) { [clock] result in
            (0..<result.count).map { row in
                let key = SessionKey(id: id, result, row, path: 8, pattern: 9)
                return StoredProgram(key, StoredSession(result, row, clock, hasContent: false))
            }
        }
    }

    /// Returns the renewal of an id that was replaced: see `SessionStore.renewal`.
    public func renewal(of id: SessionID) async throws -> SessionRenewal? {
        try await reads.run(Query(SessionReads.renewal, [.bytes(id.bytes)])) { result in
            SessionID(bytes: result.bytes(0, 0)).map { successor in
                SessionRenewal(
                    successor: successor,
                    created: result.integer(0, 1) ?? 0,
                    claims: result.text(0, 2).split(separator: " ").map(String.init)
                )
            }
        }
    }

    /// Returns the sessions of that key that were set aside, the latest last.
    public func setAside(_ key: SessionKey) async throws -> [StoredSession] {
        try await reads.run(Query(SessionReads.loadAside, key.parameters)) { [clock] result in
            (0..<result.count).map { StoredSession(result, $0, clock) }
        }
    }

    /// Returns the ids of the sessions of that owner, the latest used first.
    public func sessions(of owner: SessionOwner, limit: Int) async throws -> [OwnedSession] {
        let query =
            switch owner {
            case .visitor(let visitor): Query(SessionReads.ofVisitor, [.bytes(visitor.bytes), .limit(limit)])
            case .account(let account): Query(SessionReads.ofAccount, [.utf8(account), .limit(limit)])
            }
        return try await reads.run(query) { result in
            (0..<result.count).compactMap { row in
                SessionID(bytes: result.bytes(row, 0)).map { id in
                    OwnedSession(id: id, created: result.integer(row, 1) ?? 0, used: result.integer(row, 2) ?? 0)
                }
            }
        }
    }

    /// Returns the messages that wait for that session or shared model, in the order in which they were stored.
    public func messages(to key: SessionKey, limit: Int) async throws -> [WaitingMessage] {
        try await reads.run(Query(SessionReads.messages, key.parameters + [.limit(limit)])) { result in
            (0..<result.count).map { WaitingMessage(result, $0, to: key) }
        }
    }

    /// Returns for whom messages wait.
    public func recipients(limit: Int) async throws -> [SessionKey] {
        try await reads.run(Query(SessionReads.recipients, [.limit(limit)])) { $0.keys() }
    }

    // MARK: Nodes

    /// Joins the nodes: see `ClusterSessionStore.join`. Only the first call has an effect.
    public func join(_ receive: @escaping @Sendable (_ node: NodeID, [ClusterEvent]) -> Void) { log.start(receive) }

    /// Tells the other nodes that this one ends, and ends what ``join(_:)`` has begun.
    public func leave() async { await log.leave() }

    /// The position of the latest commit that this node has made or loaded: see `ClusterSessionStore.position`.
    public var position: UInt64 { transactor.position.load(ordering: .acquiring) }

    /// The position up to which this node was told of all commits of others.
    public var received: UInt64 { log.received.load(ordering: .acquiring) }
}
