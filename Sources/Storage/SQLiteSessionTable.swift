/// The table of a ``SQLiteSessionStore``.
enum SQLiteSessionTable {
    /// Opens the file, with the table in it.
    static func open(
        path: String,
        survives durability: StorageDurability,
        limit: Int
    ) throws(StorageError) -> SQLiteConnection {
        try SQLiteConnection(path: path, survives: durability, limit: limit, setUp: [log, creation])
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
            rest BLOB NOT NULL, model BLOB NOT NULL,
            UNIQUE (id, program, aside)
        )
        """
    /// What makes a ``StoredSession``, in this order.
    static let columns = "version, model, rest, visitor, created, used"
}

/// Loads sessions. Used by one thread at a time.
final class SQLiteSessionReader: @unchecked Sendable {
    // Unchecked: SQLite's handles are pointers. They are touched while the file is opened, on one serial queue of the store, and
    // by `deinit`, which runs when no work is left that holds this.
    private let loading: SQLiteStatement
    private let loadingAside: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(StorageError) {
        func prepare(_ condition: String) throws(StorageError) -> SQLiteStatement {
            try connection.prepare(
                "SELECT \(SQLiteSessionTable.columns) FROM sessions WHERE id = ?1 AND program = ?2 AND \(condition)",
                or: "A session could not be loaded"
            )
        }
        loading = try prepare("aside = 0")
        loadingAside = try prepare("aside > 0 ORDER BY aside")
    }

    func load(_ key: SessionKey) throws -> StoredSession? {
        try loading.first(.bytes(key.id.bits.bytes), .text(key.program)) { StoredSession($0) }
    }

    func setAside(_ key: SessionKey) throws -> [StoredSession] {
        try loadingAside.all(.bytes(key.id.bits.bytes), .text(key.program)) { StoredSession($0) }
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
    }
}
