import ElmwoodSQL
import ElmwoodStorage

/// The tables of a ``PostgreSQLStorage``, which are made at its first use.
actor ValueTables {
    private let database: Database
    private let limits: StorageLimits
    private var isPrepared = false
    /// The day of the last removal of what was not used for long.
    private var day = Int.min

    init(_ database: Database, _ limits: StorageLimits) {
        self.database = database
        self.limits = limits
    }

    /// Makes the tables if there are none, and removes once a day what was not used for long.
    func prepare(today: Int) async throws {
        if !isPrepared {
            for statement in Self.creation { try await database.execute(statement) }
            isPrepared = true
        }
        guard day < today else { return }
        day = today
        let last = today - limits.days
        try await database.execute("DELETE FROM elmwood_values WHERE owner <> '' AND used < \(last)")
        try await database.execute(
            """
            DELETE FROM elmwood_tokens t
            WHERE used < \(last) AND NOT EXISTS (SELECT 1 FROM elmwood_values v WHERE v.owner = t.visitor)
            """
        )
    }

    /// Keys are bytes: a text of PostgreSQL cannot contain U+0000, and is compared by a collation. Days are counted from the first of
    /// January 1970.
    ///
    /// The lock prevents that two nodes make the tables at the same moment.
    private static let creation: [SQL] = [
        """
        DO $$ BEGIN
            PERFORM pg_advisory_xact_lock(731058401, hashtext(current_schema()));
            IF to_regclass('elmwood_values') IS NULL THEN
                CREATE TABLE elmwood_values (
                    owner bytea NOT NULL, key bytea NOT NULL, value bytea NOT NULL, used int8 NOT NULL,
                    PRIMARY KEY (owner, key)
                );
                ALTER TABLE elmwood_values ALTER value SET STORAGE EXTERNAL;
                CREATE TABLE elmwood_tokens (
                    number int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                    token bytea UNIQUE, visitor bytea NOT NULL, used int8 NOT NULL
                );
                CREATE INDEX elmwood_tokens_visitor ON elmwood_tokens (visitor);
            END IF;
        END $$
        """
    ]
}
