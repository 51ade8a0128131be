import ElmwoodStorage

/// The tables of the stores.
///
/// Migrations only add: a process of an earlier release works beside one of a later release, whose further tables and columns it does
/// not know. A table whose number is greater than this release's is therefore no error.
enum SessionSchema {
    /// Carries out the migrations that the database does not have yet.
    static func migrate(_ connection: PipelineConnection) throws {
        func version() throws -> Int {
            let exists = try connection.script("SELECT (to_regclass('elmwood_schema') IS NOT NULL)::text")
            guard exists?.text(0, 0) == "true" else { return 0 }
            let found = try connection.script("SELECT coalesce(max(version), 0)::text FROM elmwood_schema")
            return found.flatMap { Int($0.text(0, 0)) } ?? 0
        }
        guard try version() < migrations.count else { return }
        try connection.script("SELECT pg_advisory_lock(\(lock), hashtext(current_schema()))")
        // The lock is the connection's. If a migration fails, the connection is dropped, and the lock with it.
        let first = try version()
        for (index, migration) in migrations.enumerated().dropFirst(first) {
            try connection.script(
                "BEGIN; \(migration); INSERT INTO elmwood_schema (version) VALUES (\(index + 1)); COMMIT"
            )
        }
        try connection.script("SELECT pg_advisory_unlock(\(lock), hashtext(current_schema()))")
    }

    /// The first number of the lock that those who migrate take; the second is the schema's.
    private static let lock = 731_058_399

    private static let migrations = [
        """
        CREATE TABLE IF NOT EXISTS elmwood_schema (
            version int4 PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp()
        );
        -- Paths, accounts and claims are bytes: a text of PostgreSQL cannot contain U+0000, and is compared by a collation.
        CREATE TABLE elmwood_sessions (
            id uuid NOT NULL, path bytea NOT NULL, -- of the program, or of the place
            aside int4 NOT NULL DEFAULT 0, -- 0, or counts those that were set aside
            version int8 NOT NULL, token int8 NOT NULL,
            visitor uuid NOT NULL, account bytea,
            created int8 NOT NULL, used int8 NOT NULL, -- in seconds since 1970
            due int8, -- in milliseconds since 1970, by the database's clock
            pattern bytea, -- what the program of a place is mounted at, or the name of a shared program
            shared bool NOT NULL, rest bytea NOT NULL, model bytea NOT NULL,
            PRIMARY KEY (id, path, aside)
        ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
        -- No column that a save changes is indexed, so that an update touches no index (heap-only tuples). Models are not compressed:
        -- that costs more than it saves.
        ALTER TABLE elmwood_sessions ALTER model SET STORAGE EXTERNAL, ALTER rest SET STORAGE EXTERNAL;
        CREATE INDEX elmwood_sessions_visitor ON elmwood_sessions (visitor);
        CREATE INDEX elmwood_sessions_account ON elmwood_sessions (account) WHERE account IS NOT NULL;
        -- Only sessions with pending work. The row of the session has the time too, and decides.
        CREATE TABLE elmwood_due (
            id uuid NOT NULL, path bytea NOT NULL, pattern bytea,
            mount bytea NOT NULL, -- the pattern, or else the path
            due int8 NOT NULL,
            PRIMARY KEY (id, path)
        ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
        CREATE INDEX elmwood_due_by_mount ON elmwood_due (mount, due);
        CREATE TABLE elmwood_renewals (
            id uuid PRIMARY KEY, successor uuid NOT NULL, created int8 NOT NULL, -- in seconds since 1970
            claims bytea NOT NULL -- separated by spaces
        );
        CREATE INDEX elmwood_renewals_created ON elmwood_renewals (created);
        CREATE TABLE elmwood_messages (
            number int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            id uuid NOT NULL, path bytea NOT NULL, pattern bytea, -- the recipient's key
            aside bool NOT NULL DEFAULT false, -- whether it has ended a process
            name int8 NOT NULL, content bytea NOT NULL,
            sender uuid, sender_path bytea, sender_pattern bytea, applied bytea, failed bytea -- the answer, if any
        ) WITH (autovacuum_vacuum_scale_factor = 0.02);
        CREATE INDEX elmwood_messages_recipient ON elmwood_messages (id, path, number);
        CREATE INDEX elmwood_messages_sender ON elmwood_messages (sender) WHERE sender IS NOT NULL;
        -- The nodes that are alive, by the database's clock.
        CREATE TABLE elmwood_nodes (node int8 PRIMARY KEY, seen timestamptz NOT NULL) WITH (fillfactor = 50);
        -- What commits have changed, for the other nodes.
        CREATE TABLE elmwood_told (
            n int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY, xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
            node int8 NOT NULL, mark int8 NOT NULL, -- names the commit, for a node that has lost its answer
            at timestamptz NOT NULL DEFAULT clock_timestamp(), body bytea NOT NULL
        ) WITH (autovacuum_vacuum_scale_factor = 0.02);
        CREATE INDEX elmwood_told_xid ON elmwood_told (xid);
        -- The latest row of it that was removed for its age.
        CREATE TABLE elmwood_told_removed (one bool PRIMARY KEY DEFAULT true CHECK (one), xid xid8 NOT NULL);
        INSERT INTO elmwood_told_removed (xid) VALUES ('0')
        """,
        // A hash has an entry for an account of any length. An account that has none would fail the commit of all sessions in it.
        """
        DROP INDEX elmwood_sessions_account;
        CREATE INDEX elmwood_sessions_account ON elmwood_sessions USING hash (account) WHERE account IS NOT NULL
        """,
    ]
}
