/// What a database may take: connections, time and memory.
///
/// ```swift
/// var limits = DatabaseLimits()
/// limits.statement = .seconds(5)
/// let database = Database(.sqlite("shop.sqlite"), limits: limits)
/// ```
public struct DatabaseLimits: Sendable, Hashable {
    /// The most connections at a time. SQLite has one of them for writing, and the others for reading. 10 if not set.
    public var connections = 10

    /// How long a task waits for a connection, until it fails with ``DatabaseError/Kind/noConnection``. 10 seconds if not set.
    public var wait = Duration.seconds(10)

    /// How many tasks may wait for a connection. Beyond it they fail at once. 1,000 if not set.
    public var waiting = 1_000

    /// How long a new connection may take, for each host of the address. 5 seconds if not set.
    public var connect = Duration.seconds(5)

    /// How long a statement may take, until it is ended with ``DatabaseError/Kind/timeout``; nil: without a limit. 30 seconds if
    /// not set.
    public var statement: Duration? = .seconds(30)

    /// How long a statement waits for another process's lock on a SQLite file, until it fails with
    /// ``DatabaseError/Kind/busy``. 5 seconds if not set.
    public var lockWait = Duration.seconds(5)

    /// The most bytes of a result that is in memory as a whole: 64 MB if not set. What may be larger is read with
    /// ``Database/stream(_:as:timeLimit:)``.
    public var resultBytes = 64_000_000

    /// How many prepared statements a connection keeps; 0: none, as a PgBouncer before 1.21 needs it. 100 if not set.
    public var preparedStatements = 100

    /// How often a transaction is tried, until its conflict with others is an error. 10 if not set.
    public var transactionAttempts = 10

    /// Creates the limits that are used if none are given.
    public init() {}
}
