import ElmwoodSQL
import Synchronization

/// The accounts in the database, and all statements about them.
package struct AccountTable: Sendable {
    private let database: Database
    private let preparation = Preparation()

    /// Creates the table. Nothing is opened before it is used.
    ///
    /// - Parameter path: the database's file, in a folder that exists by then; nil: in memory, as long as the process runs.
    package init(at path: String? = nil) {
        database = Database(.sqlite(path ?? ":memory:"))
    }

    /// The database with its table.
    private var ready: Database {
        get async throws {
            try await preparation.prepare(database)
            return database
        }
    }

    /// Returns the account of a mail address; nil if there is none.
    func account(email: String) async throws -> Account? {
        try await ready.row("SELECT * FROM accounts WHERE email = \(email)")
    }

    /// Returns the account of a session or a link; nil if it was deleted, or its password was changed since.
    func account(_ identity: Identity) async throws -> Account? {
        try await ready.row(
            "SELECT * FROM accounts WHERE id = \(identity.account) AND version = \(identity.version)"
        )
    }

    /// Adds an account. Returns false if there is one with its mail address.
    func add(_ account: Account) async throws -> Bool {
        try await ready.execute(
            """
            INSERT INTO accounts (id, email, name, hash, version)
            VALUES (\(account.id), \(account.email), \(account.name), \(account.hash), \(account.version))
            ON CONFLICT (email) DO NOTHING
            """
        ).changes == 1
    }

    /// Changes the password that the identity has signed in with. Of several changes of one password only the first succeeds.
    ///
    /// - Returns: the identity with the new password; nil if the account was deleted, or its password was changed since.
    func change(_ identity: Identity, hash: String) async throws -> Identity? {
        let version: Int? = try await ready.value(
            """
            UPDATE accounts SET hash = \(hash), version = version + 1
            WHERE id = \(identity.account) AND version = \(identity.version)
            RETURNING version
            """
        )
        return version.map { Identity(account: identity.account, version: $0) }
    }

    /// Replaces the hash of a password by one of the same password.
    func rehash(_ identity: Identity, hash: String) async throws {
        _ = try await ready.execute(
            "UPDATE accounts SET hash = \(hash) WHERE id = \(identity.account) AND version = \(identity.version)"
        )
    }

    /// Deletes an account. Returns false if it was deleted, or its password was changed since.
    func delete(_ identity: Identity) async throws -> Bool {
        try await ready.execute(
            "DELETE FROM accounts WHERE id = \(identity.account) AND version = \(identity.version)"
        ).changes == 1
    }

    private static let migrations = [
        Migration(
            "create accounts",
            """
            CREATE TABLE accounts (
                id TEXT PRIMARY KEY,
                email TEXT NOT NULL UNIQUE,
                name TEXT NOT NULL,
                hash TEXT NOT NULL,
                version INTEGER NOT NULL
            );
            """
        )
    ]

    /// Migrates the database when it is first used: where programs are mounted, nothing can be awaited, and the data folder may not
    /// exist.
    private final class Preparation: Sendable {
        private let isDone = Atomic(false)

        func prepare(_ database: Database) async throws {
            guard !isDone.load(ordering: .acquiring) else { return }
            try await database.migrate(migrations)
            isDone.store(true, ordering: .releasing)
        }
    }
}

extension AccountTable: Equatable {
    /// Whether both are the same database: it belongs to the name of what is read from it.
    package static func == (left: Self, right: Self) -> Bool { left.database == right.database }
}
