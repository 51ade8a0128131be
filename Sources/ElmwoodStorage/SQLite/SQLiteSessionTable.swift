/// The table of a ``SQLiteSessionStore``.
enum SQLiteSessionTable {
    /// Opens the file, creating the table if needed.
    static func open(
        path: String,
        survives durability: StorageDurability,
        limit: Int,
        isChecked: Bool
    ) throws(StorageError) -> SQLiteConnection {
        try SQLiteConnection(path: path, survives: durability, limit: limit, log: log, isChecked: isChecked) {
            connection throws(StorageError) in
            try connection.execute(creation)
            try addDue(connection)
            try connection.execute(index)
            try connection.execute(renewals)
        }
    }

    /// Adds the column for due times to a table that was created before sessions had them.
    ///
    /// Other processes that have the file open can still use it: they name their columns.
    private static func addDue(_ connection: SQLiteConnection) throws(StorageError) {
        func isMissing() throws(StorageError) -> Bool {
            let finding = try connection.prepare(
                "SELECT 1 FROM pragma_table_info('sessions') WHERE name = 'due'",
                or: "The columns of the sessions could not be read"
            )
            return try finding.first(read: { _ in }) == nil
        }
        guard try isMissing() else { return }
        // If two processes start at once, the second finds the column when it obtains the write lock. The index is created in the
        // same transaction, so that no other process finds a table with the column and without the index, and scans the table for
        // it again.
        try connection.execute("BEGIN IMMEDIATE")
        if try isMissing() {
            try connection.execute("ALTER TABLE sessions ADD COLUMN due INTEGER")
            try connection.execute(index)
        }
        try connection.execute("COMMIT")
    }

    /// The log is checkpointed at 16 MB, not 4: a checkpoint takes a while and a commit waits for it, and a frequently used session
    /// is in the log often, but is copied to the file once. A starting process reads the log, in some milliseconds.
    private static let log = 16_384_000

    /// Rows are numbered in the order of their creation, so that sessions that are used together are stored together. Short columns
    /// come first: a scan of all rows for old ones does not read the models.
    private static let creation = """
        CREATE TABLE IF NOT EXISTS sessions (
            number INTEGER PRIMARY KEY,
            id BLOB NOT NULL, program TEXT NOT NULL,
            aside INTEGER NOT NULL, -- 0, or counts those that were set aside
            version INTEGER NOT NULL, visitor BLOB NOT NULL,
            created INTEGER NOT NULL, used INTEGER NOT NULL, -- in seconds since 1970
            due INTEGER, -- in milliseconds since 1970
            rest BLOB NOT NULL, model BLOB NOT NULL,
            UNIQUE (id, program, aside)
        )
        """

    /// Only sessions with pending work are in it: a query for due sessions reads no other row, and other sessions do not have to
    /// update it.
    private static let index = """
        CREATE INDEX IF NOT EXISTS sessions_due ON sessions (program, due) WHERE due IS NOT NULL
        """

    /// The ids that were replaced. `claims`: the texts of a ``SessionRenewal``, separated by spaces.
    private static let renewals = """
        CREATE TABLE IF NOT EXISTS renewed_ids (
            id BLOB PRIMARY KEY, successor BLOB NOT NULL, created INTEGER NOT NULL, -- in seconds since 1970
            claims TEXT NOT NULL
        ) WITHOUT ROWID
        """

    /// The columns of a ``StoredSession``, in order.
    static let columns = "version, model, rest, visitor, created, used, due"
}

/// Loads sessions. Used by one thread at a time.
final class SQLiteSessionReader: @unchecked Sendable {
    // Unchecked: SQLite's handles are pointers. They are used while the file is opened, on one serial queue of the store, and by
    // `deinit`, which runs when no more work retains this object.
    private let loading: SQLiteStatement
    private let loadingAside: SQLiteStatement
    private let findingDue: SQLiteStatement
    private let findingRenewal: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(StorageError) {
        func prepare(_ condition: String) throws(StorageError) -> SQLiteStatement {
            try connection.prepare(
                "SELECT \(SQLiteSessionTable.columns) FROM sessions WHERE id = ?1 AND program = ?2 AND \(condition)",
                or: "A session could not be loaded"
            )
        }
        loading = try prepare("aside = 0")
        loadingAside = try prepare("aside > 0 ORDER BY aside")
        findingDue = try connection.prepare(
            """
            SELECT id FROM sessions INDEXED BY sessions_due
            WHERE program = ?1 AND due <= ?2 AND aside = 0 ORDER BY due LIMIT ?3
            """,
            or: "The sessions that are due could not be found"
        )
        findingRenewal = try connection.prepare(
            "SELECT successor, created, claims FROM renewed_ids WHERE id = ?1",
            or: "A renewed id could not be looked up"
        )
    }

    func load(_ key: SessionKey) throws -> StoredSession? {
        try loading.first(.bytes(key.id.bits.bytes), .text(key.program)) { StoredSession($0) }
    }

    func renewal(of id: SessionID) throws -> SessionRenewal? {
        let found = try findingRenewal.first(.bytes(id.bits.bytes)) { row in
            RandomBits(bytes: row.bytes(0)).map { successor in
                SessionRenewal(
                    successor: SessionID(bits: successor),
                    created: row.integer(1),
                    claims: String(decoding: row.bytes(2), as: UTF8.self).split(separator: " ").map(String.init)
                )
            }
        }
        return found ?? nil
    }

    func setAside(_ key: SessionKey) throws -> [StoredSession] {
        try loadingAside.all(.bytes(key.id.bits.bytes), .text(key.program)) { StoredSession($0) }
    }

    func due(_ program: String, by moment: Int64, limit: Int) throws -> [SessionID] {
        // SQLite treats a negative limit as none.
        let limit = Int64(max(0, limit))
        let found = try findingDue.all(.text(program), .integer(moment), .integer(limit)) { row in
            RandomBits(bytes: row.bytes(0)).map { SessionID(bits: $0) }
        }
        return found.compactMap(\.self)
    }
}

extension StoredSession {
    /// Reads the columns of the loading statement.
    fileprivate init(_ row: SQLiteRow) {
        version = UInt64(bitPattern: row.integer(0))
        model = row.bytes(1)
        activity = row.bytes(2)
        // Only valid ids are written there; for other bytes, the visitor has no stored values.
        visitor = RandomBits(bytes: row.bytes(3)).map { VisitorID(bits: $0) } ?? VisitorID()
        created = row.integer(4)
        used = row.integer(5)
        due = row.integerOrNull(6)
    }
}
