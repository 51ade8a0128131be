@_exported import ElmwoodSQL

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
