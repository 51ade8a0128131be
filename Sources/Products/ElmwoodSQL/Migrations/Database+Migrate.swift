extension Database {
    /// Brings the database's schema up to date: applies the migrations of the list that it does not have, in order.
    ///
    /// Each is applied once, in a transaction of its own together with the note of it in the table `elmwood_migrations`. Several
    /// processes may begin at once: one migrates, and the others wait. There is no limit for the time of a statement meanwhile.
    ///
    /// In SQLite foreign keys are not enforced while a migration runs, so that it can rebuild tables; before it is committed, all
    /// are checked.
    ///
    /// - Parameters:
    ///   - migrations: All migrations that the database ever had, from the first on.
    ///   - waiting: How long to wait for another process that migrates.
    /// - Returns: The names of those that were applied now.
    /// - Throws: ``DatabaseError`` of kind `migration` if the list does not begin with what the database has; what a migration
    ///   throws. Those before it stay applied.
    @discardableResult
    public func migrate(_ migrations: [Migration], waiting: Duration = .seconds(600)) async throws -> [String] {
        var names: Set<String> = []
        for migration in migrations where !names.insert(migration.name).inserted {
            throw DatabaseError(.migration, "Two migrations have the name “\(migration.name)”.")
        }
        let deadline = ContinuousClock.now + min(waiting, StatementControl.longest)
        var applied: [String] = []
        while true {
            do {
                let name = try await transaction(.migration) { try await step(migrations, in: $0) }
                guard let name else { return applied }
                applied.append(name)
            } catch let error as DatabaseError where error.kind == .busy && ContinuousClock.now < deadline {
                continue
            }
        }
    }

    /// Applies the next migration, if there is one.
    private func step(_ migrations: [Migration], in transaction: DatabaseTransaction) async throws -> String? {
        try await transaction.execute(
            """
            CREATE TABLE IF NOT EXISTS elmwood_migrations (
                position INTEGER NOT NULL PRIMARY KEY,
                name TEXT NOT NULL UNIQUE,
                checksum TEXT NOT NULL,
                applied_at TEXT NOT NULL
            )
            """
        )
        let applied: [AppliedMigration] = try await transaction.rows(
            "SELECT name, checksum FROM elmwood_migrations ORDER BY position"
        )
        for (place, old) in applied.enumerated() {
            guard place < migrations.count else { throw Self.unknown(old, in: migrations) }
            let migration = migrations[place]
            guard migration.name == old.name else {
                if !migrations.contains(where: { $0.name == old.name }) { throw Self.unknown(old, in: migrations) }
                let sentence = """
                    The database has “\(old.name)” as its migration \(place + 1), and the program has “\(migration.name)” there. \
                    New migrations belong at the end of the list.
                    """
                throw DatabaseError(.migration, sentence)
            }
            guard migration.checksum == old.checksum else {
                let sentence = """
                    The migration “\(old.name)” was changed after it was applied to this database. Restore it, and write the change \
                    as a new one.
                    """
                throw DatabaseError(.migration, sentence)
            }
        }
        guard applied.count < migrations.count else { return nil }
        let next = migrations[applied.count]
        try await next.apply(transaction)
        try await transaction.execute(
            """
            INSERT INTO elmwood_migrations (position, name, checksum, applied_at)
            VALUES (\(applied.count + 1), \(next.name), \(next.checksum), CURRENT_TIMESTAMP)
            """
        )
        return next.name
    }

    private static func unknown(_ old: AppliedMigration, in migrations: [Migration]) -> DatabaseError {
        let sentence = """
            The database has the migration “\(old.name)”, which the program does not have: it was removed, or a newer version of \
            the program has used the database.
            """
        return DatabaseError(.migration, sentence)
    }

    private struct AppliedMigration: Decodable {
        var name: String
        var checksum: String
    }
}
