@_exported import ElmwoodSQL
import Synchronization

extension DatabaseSource {
    /// A PostgreSQL server.
    ///
    /// ```swift
    /// let database = Database(.postgresql("postgresql://shop@db.example/shop?sslmode=verify-full"))
    /// ```
    ///
    /// Each connection has a thread of its own, on which the host's name is resolved too. A connection sets its time zone to UTC.
    ///
    /// - Parameter address: A connection string of libpq: a URL, or `host=db.example dbname=shop`. What it leaves out comes from the
    ///   variables `PGHOST`, `PGUSER`, … and from the file `.pgpass`, as for `psql`.
    public static func postgresql(_ address: String) -> DatabaseSource {
        let canceller = SharedCanceller()
        return DatabaseSource(server: .postgresql) { limits, wakeup in
            try PostgreSQLDriver(address: address, canceller: canceller, limits: limits, wakeup: wakeup)
        }
    }
}

extension DatabaseScheme {
    /// Addresses that begin with `postgresql:` or `postgres:`.
    public static let postgresql = DatabaseScheme(["postgresql", "postgres"]) { .postgresql($0) }
}

/// The canceller of all connections of a database, made when it is needed first.
final class SharedCanceller: Sendable {
    private let shared = Mutex<StatementCanceller?>(nil)

    func canceller() throws -> StatementCanceller {
        try shared.withLock { shared in
            if let shared { return shared }
            let made = try StatementCanceller()
            shared = made
            return made
        }
    }
}
