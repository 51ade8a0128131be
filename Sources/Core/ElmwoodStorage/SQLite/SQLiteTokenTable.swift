/// The table of the visitors' tokens in a ``SQLiteStorage``. Used by one thread at a time, as the connection is.
struct SQLiteTokenTable {
    private let finding: SQLiteStatement
    private let touching: SQLiteStatement
    private let addingFirst: SQLiteStatement
    private let adding: SQLiteStatement
    private let trimming: SQLiteStatement
    private let revoking: SQLiteStatement
    private let marking: SQLiteStatement
    private let removingFirst: SQLiteStatement
    private let limit: Int

    /// Creates the table. In a file of an earlier version, whose cookies had the visitors' ids themselves, the ids become their
    /// hashes, and each is the first token of its visitor: the browsers' cookies remain valid.
    static func create(_ connection: SQLiteConnection, days: Int, today: Int) throws(StorageError) {
        // A row without a token is left when tokens are revoked: the visitor's first token is not added again.
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS visitor_tokens (
                number INTEGER PRIMARY KEY,
                token BLOB UNIQUE, visitor BLOB NOT NULL,
                used INTEGER NOT NULL -- the day, counted from the first of 1970
            )
            """
        )
        try connection.execute("CREATE INDEX IF NOT EXISTS visitor_tokens_visitor ON visitor_tokens (visitor)")
        if try connection.version() == 0 {
            // If two processes start at once, the second finds the version when it obtains the write lock.
            try connection.execute("BEGIN IMMEDIATE")
            if try connection.version() == 0 {
                try connection.execute("UPDATE stored_values SET owner = elmwood_hash(owner) WHERE owner <> x''")
                try connection.execute(
                    """
                    INSERT OR IGNORE INTO visitor_tokens (token, visitor, used)
                    SELECT owner, owner, max(used) FROM stored_values WHERE owner <> x'' GROUP BY owner
                    """
                )
                try connection.execute("PRAGMA user_version = 1")
            }
            try connection.execute("COMMIT")
        }
        try connection.execute(
            """
            DELETE FROM visitor_tokens
            WHERE used < \(today - days) AND NOT EXISTS (SELECT 1 FROM stored_values WHERE owner = visitor)
            """
        )
    }

    /// - Parameter limit: the most tokens of one visitor.
    init(_ connection: SQLiteConnection, limit: Int) throws(StorageError) {
        self.limit = limit
        finding = try connection.prepare(
            "SELECT visitor, used FROM visitor_tokens WHERE token = ?1",
            or: "A visitor could not be looked up"
        )
        touching = try connection.prepare(
            "UPDATE visitor_tokens SET used = ?2 WHERE visitor = ?1",
            or: "The use of a token could not be recorded"
        )
        let notChanged = "A visitor's tokens could not be changed"
        addingFirst = try connection.prepare(
            """
            INSERT OR IGNORE INTO visitor_tokens (token, visitor, used)
            SELECT ?1, ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM visitor_tokens WHERE visitor = ?1)
            """,
            or: notChanged
        )
        adding = try connection.prepare(
            "INSERT OR IGNORE INTO visitor_tokens (token, visitor, used) VALUES (?1, ?2, ?3)",
            or: notChanged
        )
        trimming = try connection.prepare(
            """
            DELETE FROM visitor_tokens WHERE visitor = ?1 AND token IS NOT NULL AND number NOT IN (
                SELECT number FROM visitor_tokens WHERE visitor = ?1 AND token IS NOT NULL ORDER BY number DESC LIMIT ?2
            )
            """,
            or: notChanged
        )
        revoking = try connection.prepare("DELETE FROM visitor_tokens WHERE visitor = ?1", or: notChanged)
        marking = try connection.prepare(
            "INSERT INTO visitor_tokens (token, visitor, used) VALUES (NULL, ?1, ?2)",
            or: notChanged
        )
        removingFirst = try connection.prepare(
            """
            DELETE FROM visitor_tokens WHERE visitor = ?1 AND token = ?1
            AND (SELECT count(*) FROM visitor_tokens WHERE visitor = ?1) = 1
            """,
            or: notChanged
        )
    }

    /// Returns the visitor that a token belongs to.
    func visitor(of token: [UInt8], today: Int) throws -> VisitorID? {
        let found = try finding.first(.bytes(token)) { (visitor: $0.bytes(0), used: $0.integer(1)) }
        guard let found, let bits = RandomBits(bytes: found.visitor) else { return nil }
        // Once a day is enough to record the use; if that fails, nothing is lost today.
        if found.used < today { _ = try? touching.run(.bytes(found.visitor), .integer(Int64(today))) }
        return VisitorID(bits: bits)
    }

    /// Adds the visitor's first token if the visitor has never had one.
    func addFirst(of visitor: [UInt8], today: Int) throws {
        try addingFirst.run(.bytes(visitor), .integer(Int64(today)))
    }

    func add(_ token: [UInt8], of visitor: [UInt8], today: Int) throws {
        try adding.run(.bytes(token), .bytes(visitor), .integer(Int64(today)))
        try trimming.run(.bytes(visitor), .integer(Int64(max(1, limit))))
    }

    func revoke(of visitor: [UInt8], today: Int) throws {
        try revoking.run(.bytes(visitor))
        try marking.run(.bytes(visitor), .integer(Int64(today)))
    }

    /// Removes the visitor's first token if there never was another one.
    func removeFirst(of visitor: [UInt8]) throws { try removingFirst.run(.bytes(visitor)) }
}
