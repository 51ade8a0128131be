/// The table of a ``SQLiteSessionStore``.
enum SQLiteSessionTable {
    /// Opens the file, with the table in it.
    static func open(
        path: String,
        survives durability: StorageDurability,
        limit: Int
    ) throws(StorageError) -> SQLiteConnection {
        try SQLiteConnection(path: path, survives: durability, limit: limit) { connection throws(StorageError) in
            try connection.execute(log)
            try connection.execute(creation)
            try addDue(connection)
            try connection.execute(index)
            try connection.execute(renewals)
        }
    }

    /// Gives a table that was made before sessions could be due the column that says when.
    ///
    /// Those who have the file open meanwhile can still use it: they name the columns that they know.
    private static func addDue(_ connection: SQLiteConnection) throws(StorageError) {
        func isMissing() throws(StorageError) -> Bool {
            let finding = try connection.prepare(
                "SELECT 1 FROM pragma_table_info('sessions') WHERE name = 'due'",
                or: "The columns of the sessions could not be read"
            )
            return try finding.first(read: { _ in }) == nil
        }
        guard try isMissing() else { return }
        // Of two processes that start at once one finds it done when its turn to write comes. The index is made with it, so that
        // nobody else finds a table that has it no index yet, and looks through the table for it once more.
        try connection.execute("BEGIN IMMEDIATE")
        if try isMissing() {
            try connection.execute("ALTER TABLE sessions ADD COLUMN due INTEGER")
            try connection.execute(index)
        }
        try connection.execute("COMMIT")
    }

    /// The log goes into the file when it has 16 MB, not 4: that takes a while and a commit waits for it, and a session that is
    /// used much is in the log often, but goes into the file once. A process that starts reads the log, in some milliseconds.
    private static let log = "PRAGMA wal_autocheckpoint = 4000"

    /// Rows have numbers in the order in which they were made, so that those that are used together are stored together. What is
    /// short stands first: who looks through all rows for old ones does not read the models.
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

    /// Only what waits for something is in it: who asks what is due reads no other row, and none of the others keeps it up.
    private static let index = """
        CREATE INDEX IF NOT EXISTS sessions_due ON sessions (program, due) WHERE due IS NOT NULL
        """

    /// The ids that others have replaced. `claims`: the texts of a ``SessionRenewal``, with spaces between them.
    private static let renewals = """
        CREATE TABLE IF NOT EXISTS renewed_ids (
            id BLOB PRIMARY KEY, successor BLOB NOT NULL, created INTEGER NOT NULL, -- in seconds since 1970
            claims TEXT NOT NULL
        ) WITHOUT ROWID
        """

    /// What makes a ``StoredSession``, in this order.
    static let columns = "version, model, rest, visitor, created, used, due"
}

/// Loads sessions. Used by one thread at a time.
final class SQLiteSessionReader: @unchecked Sendable {
    // Unchecked: SQLite's handles are pointers. They are touched while the file is opened, on one serial queue of the store, and
    // by `deinit`, which runs when no work is left that holds this.
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
        // To SQLite a limit below zero is none.
        let limit = Int64(max(0, limit))
        let found = try findingDue.all(.text(program), .integer(moment), .integer(limit)) { row in
            RandomBits(bytes: row.bytes(0)).map { SessionID(bits: $0) }
        }
        return found.compactMap(\.self)
    }
}

extension StoredSession {
    /// Reads the columns of the statement that loads.
    fileprivate init(_ row: SQLiteRow) {
        version = UInt64(bitPattern: row.integer(0))
        model = row.bytes(1)
        rest = row.bytes(2)
        // Nobody has written other bytes there; who has some nevertheless is a visitor for whom nothing is stored.
        visitor = RandomBits(bytes: row.bytes(3)).map { VisitorID(bits: $0) } ?? VisitorID()
        created = row.integer(4)
        used = row.integer(5)
        due = row.integerOrNull(6)
    }
}
