import ElmwoodSQLite

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
            try addColumn("due", "INTEGER", connection)
            try addColumn("owner", "BLOB", connection)
            try addColumn("account", "TEXT", connection)
            try addColumn("pattern", "TEXT", connection)
            try addColumn("shared", "INTEGER", connection)
            try addColumn("token", "INTEGER", connection)
            try connection.execute(index)
            try connection.execute(owners)
            try connection.execute(renewals)
            try connection.execute(SQLiteMessages.creation)
            try connection.execute(SQLiteTold.creation)
            try hashVisitors(connection)
            try hashIDs(connection)
        }
    }

    /// Adds a column to a table that was created before sessions had it.
    ///
    /// Other processes that have the file open can still use it: they name their columns.
    private static func addColumn(
        _ name: String,
        _ type: String,
        _ connection: SQLiteConnection
    ) throws(StorageError) {
        func isMissing() throws(StorageError) -> Bool {
            let finding = try connection.prepare(
                "SELECT 1 FROM pragma_table_info('sessions') WHERE name = '\(name)'",
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
            try connection.execute("ALTER TABLE sessions ADD COLUMN \(name) \(type)")
            if name == "pattern" { try connection.execute(index) }
        }
        try connection.execute("COMMIT")
    }

    /// Replaces the visitors' ids of an earlier version, which were in cookies, by their hashes.
    private static func hashVisitors(_ connection: SQLiteConnection) throws(StorageError) {
        let finding = try connection.prepare(
            "SELECT 1 FROM sessions WHERE owner IS NULL LIMIT 1",
            or: "The sessions could not be read"
        )
        guard try finding.first(read: { _ in }) != nil else { return }
        try connection.execute(
            "UPDATE sessions SET owner = elmwood_hash(visitor), visitor = x'' WHERE owner IS NULL"
        )
    }

    /// Replaces the sessions' ids of an earlier version, which were in cookies, by their hashes.
    ///
    /// Nothing of the former ids may be left in the file, so what is freed is overwritten. Sessions that an earlier version adds
    /// afterwards are not found, since a request's id is hashed first.
    private static func hashIDs(_ connection: SQLiteConnection) throws(StorageError) {
        guard try connection.version() == 0 else { return }
        try connection.execute("PRAGMA secure_delete = ON")
        // If two processes start at once, the second finds the version when it obtains the write lock.
        try connection.execute("BEGIN IMMEDIATE")
        var count = 0
        if try connection.version() == 0 {
            try connection.execute("UPDATE sessions SET id = elmwood_hash(id)")
            count += connection.changes
            try connection.execute(
                "UPDATE renewed_ids SET id = elmwood_hash(id), successor = elmwood_hash(successor)"
            )
            count += connection.changes
            try connection.execute("PRAGMA user_version = 1")
        }
        try connection.execute("COMMIT; PRAGMA secure_delete = OFF")
        if count > 0 { connection.removeRemnants() }
    }

    /// The log is checkpointed at 16 MB, not 4: a checkpoint takes a while and a commit waits for it, and a frequently used session
    /// is in the log often, but is copied to the file once. A starting process reads the log, in some milliseconds.
    private static let log = 16_384_000

    /// Rows are numbered in the order of their creation, so that sessions that are used together are stored together. Short columns
    /// come first: a scan of all rows for old ones does not read the models.
    private static let creation = """
        CREATE TABLE IF NOT EXISTS sessions (
            number INTEGER PRIMARY KEY,
            id BLOB NOT NULL, program TEXT NOT NULL, -- the path of the program, or of the place
            aside INTEGER NOT NULL, -- 0, or counts those that were set aside
            version INTEGER NOT NULL, token INTEGER, -- the token is null in rows from before tokens
            visitor BLOB NOT NULL, -- of earlier versions, else empty
            owner BLOB, -- the visitor
            account TEXT,
            created INTEGER NOT NULL, used INTEGER NOT NULL, -- in seconds since 1970
            due INTEGER, -- in milliseconds since 1970
            pattern TEXT, -- what the program of a place is mounted at, or the name of a shared program
            shared INTEGER, -- 1 for the model of a shared program, else null
            rest BLOB NOT NULL, model BLOB NOT NULL,
            UNIQUE (id, program, aside)
        )
        """

    /// Only sessions with pending work are in it: a query for due sessions reads no other row, and other sessions do not have to
    /// update it.
    private static let index = """
        DROP INDEX IF EXISTS sessions_due;
        CREATE INDEX IF NOT EXISTS sessions_due_by_mount ON sessions (coalesce(pattern, program), due) WHERE due IS NOT NULL
        """

    /// Most sessions have no account, and are not in the second one.
    private static let owners = """
        CREATE INDEX IF NOT EXISTS sessions_owner ON sessions (owner);
        CREATE INDEX IF NOT EXISTS sessions_account ON sessions (account) WHERE account IS NOT NULL
        """

    /// The ids that were replaced. `claims`: the texts of a ``SessionRenewal``, separated by spaces.
    private static let renewals = """
        CREATE TABLE IF NOT EXISTS renewed_ids (
            id BLOB PRIMARY KEY, successor BLOB NOT NULL, created INTEGER NOT NULL, -- in seconds since 1970
            claims TEXT NOT NULL
        ) WITHOUT ROWID
        """

    /// The columns of a ``StoredSession``, in order. An earlier version that still has the file open adds rows without an owner.
    static let columns = "version, model, rest, \(others)"

    private static let others =
        "coalesce(owner, elmwood_hash(visitor)), created, used, due, account, shared, coalesce(token, 0)"

    /// The same columns without the content, followed by those of the key.
    static let columnsWithoutContent = "version, x'', x'', \(others), program, pattern"
}

/// Loads sessions. Used by one thread at a time.
final class SQLiteSessionReader: @unchecked Sendable {
    // Unchecked: SQLite's handles are pointers. They are used while the file is opened, on one serial queue of the store, and by
    // `deinit`, which runs when no more work retains this object.
    private let loading: SQLiteStatement
    private let loadingAside: SQLiteStatement
    private let findingDue: SQLiteStatement
    private let findingPrograms: SQLiteStatement
    private let findingRenewal: SQLiteStatement
    private let findingByVisitor: SQLiteStatement
    private let findingByAccount: SQLiteStatement
    let waiting: SQLiteMessageReader

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
            SELECT id, program, pattern FROM sessions INDEXED BY sessions_due_by_mount
            WHERE coalesce(pattern, program) = ?1 AND due <= ?2 AND aside = 0 ORDER BY due LIMIT ?3
            """,
            or: "The sessions that are due could not be found"
        )
        findingPrograms = try connection.prepare(
            """
            SELECT \(SQLiteSessionTable.columnsWithoutContent) FROM sessions
            WHERE id = ?1 AND aside = 0 ORDER BY used DESC, number DESC
            """,
            or: "The sessions of a visitor could not be found"
        )
        findingRenewal = try connection.prepare(
            "SELECT successor, created, claims FROM renewed_ids WHERE id = ?1",
            or: "A renewed id could not be looked up"
        )
        func prepareFinding(_ condition: String) throws(StorageError) -> SQLiteStatement {
            try connection.prepare(
                """
                SELECT id, max(created), max(used) AS latest FROM sessions WHERE \(condition) AND aside = 0
                GROUP BY id ORDER BY latest DESC, id LIMIT ?2
                """,
                or: "The sessions of an owner could not be found"
            )
        }
        findingByVisitor = try prepareFinding("owner = ?1")
        findingByAccount = try prepareFinding("account = ?1")
        waiting = try SQLiteMessageReader(connection)
    }

    func sessions(of owner: SessionOwner, limit: Int) throws -> [OwnedSession] {
        let (statement, value) =
            switch owner {
            case .visitor(let visitor): (findingByVisitor, SQLiteValue.bytes(visitor.bits.bytes))
            case .account(let account): (findingByAccount, SQLiteValue.text(account))
            }
        let found = try statement.all(value, .integer(Int64(max(0, limit)))) { row in
            RandomBits(bytes: row.bytes(0)).map { id in
                OwnedSession(id: SessionID(bits: id), created: row.integer(1), used: row.integer(2))
            }
        }
        return found.compactMap(\.self)
    }

    func load(_ key: SessionKey) throws -> StoredSession? {
        try loading.first(.bytes(key.id.bits.bytes), .text(key.path)) { StoredSession($0) }
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
        try loadingAside.all(.bytes(key.id.bits.bytes), .text(key.path)) { StoredSession($0) }
    }

    func due(_ program: String, by moment: Int64, limit: Int) throws -> [SessionKey] {
        // SQLite treats a negative limit as none.
        let limit = Int64(max(0, limit))
        let found = try findingDue.all(.text(program), .integer(moment), .integer(limit)) { row in
            RandomBits(bytes: row.bytes(0)).map { SessionKey(id: SessionID(bits: $0), row, at: 1) }
        }
        return found.compactMap(\.self)
    }

    func programs(of id: SessionID) throws -> [StoredProgram] {
        try findingPrograms.all(.bytes(id.bits.bytes)) { row in
            StoredProgram(SessionKey(id: id, row, at: 10), StoredSession(row))
        }
    }
}

extension SessionKey {
    /// Reads the path and the pattern, which are in two columns that follow each other.
    init(id: SessionID, _ row: PreparedStatement, at column: CInt) {
        let path = String(decoding: row.bytes(column), as: UTF8.self)
        let pattern = row.textOrNull(column + 1)
        self.init(id: id, program: pattern ?? path, place: pattern == nil ? nil : path)
    }
}

extension StoredSession {
    /// Reads the columns of the loading statement.
    fileprivate init(_ row: PreparedStatement) {
        version = StoredVersion(
            UInt64(bitPattern: row.integer(0)),
            token: UInt64(bitPattern: row.integer(9))
        )
        model = row.bytes(1)
        activity = row.bytes(2)
        // Only valid ids are written there; for other bytes, the visitor has no stored values.
        visitor = RandomBits(bytes: row.bytes(3)).map { VisitorID(bits: $0) } ?? VisitorID()
        created = row.integer(4)
        used = row.integer(5)
        due = row.integerOrNull(6)
        account = row.textOrNull(7)
        isShared = row.integerOrNull(8) == 1
    }
}
