@_exported import ElmwoodSQL
import Dispatch
import ElmwoodStorage
import Synchronization

extension DatabaseSource {
    /// A PostgreSQL server.
    ///
    /// ```swift
    /// let database = Database(.postgresql("postgresql://shop@db.example/shop?sslmode=verify-full"))
    /// ```
    ///
    /// Statements run on threads that may block, on which the host's name is resolved too. A connection sets its time zone to UTC.
    ///
    /// - Parameter address: A connection string of libpq: a URL, or `host=db.example dbname=shop`. What it leaves out comes from the
    ///   variables `PGHOST`, `PGUSER`, … and from the file `.pgpass`, as for `psql`.
    public static func postgresql(_ address: String) -> DatabaseSource {
        DatabaseSource(server: .postgresql) { limits, wakeup in
            try PostgreSQLDriver(address: address, limits: limits, wakeup: wakeup)
        }
    }
}

extension DatabaseScheme {
    /// Addresses that begin with `postgresql:` or `postgres:`.
    public static let postgresql = DatabaseScheme(["postgresql", "postgres"]) { .postgresql($0) }
}

extension SessionStoreScheme {
    /// Stores in a PostgreSQL database, which any number of nodes share: for addresses that begin with `postgresql:` or `postgres:`.
    ///
    /// ```swift
    /// site.use(.postgresql)
    /// ```
    ///
    /// The parameter `elmwood_notify=off` of the address lets nodes read the log of what the others commit without being woken, for
    /// servers without `LISTEN`. It is not passed on to libpq.
    public static let postgresql = SessionStoreScheme(["postgresql", "postgres"]) { address, limits, warn in
        let (address, notifies) = try StoreAddress.parse(address)
        let sessions = try PostgreSQLSessionStore(address, notifies: notifies, warn: warn)
        try StoreAddress.connect(sessions)
        return Stores(sessions: sessions, values: try PostgreSQLStorage(address, limits: limits))
    }
}

/// The address of stores, with parameters of their own.
enum StoreAddress {
    /// Waits until the store is connected and has its tables: a site does not start without them.
    ///
    /// - Throws: the reason why it is not, after ten seconds.
    static func connect(_ store: PostgreSQLSessionStore) throws {
        let failure = Mutex<(any Error)?>(nil)
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
            do { try await store.check() } catch { failure.withLock { $0 = error } }
            isDone.signal()
        }
        isDone.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    /// Returns the address as libpq takes it, and whether nodes wake each other.
    ///
    /// - Throws: `StorageError` if a parameter has no such value.
    static func parse(_ address: String) throws(StorageError) -> (address: String, notifies: Bool) {
        guard let question = address.firstIndex(of: "?") else { return (address, true) }
        var notifies = true
        var parameters: [Substring] = []
        for parameter in address[address.index(after: question)...].split(separator: "&") {
            switch parameter {
            case "elmwood_notify=on": notifies = true
            case "elmwood_notify=off": notifies = false
            default:
                guard !parameter.hasPrefix("elmwood_") else {
                    throw StorageError(
                        "The address of the sessions' store has an unknown parameter: use elmwood_notify=on or off."
                    )
                }
                parameters.append(parameter)
            }
        }
        let base = address[..<question]
        return (parameters.isEmpty ? String(base) : "\(base)?\(parameters.joined(separator: "&"))", notifies)
    }
}
