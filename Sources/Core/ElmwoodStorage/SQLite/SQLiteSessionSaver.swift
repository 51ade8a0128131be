/// Saves sessions, and changes stored ones, for a ``SQLiteSessionWriter``.
struct SQLiteSessionSaver {
    private let inserting: SQLiteStatement
    private let updating: SQLiteStatement
    private let identifying: SQLiteStatement
    private let settingAside: SQLiteStatement
    private let touching: SQLiteStatement
    private let postponing: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(StorageError) {
        func prepare(_ sql: String) throws(StorageError) -> SQLiteStatement { try connection.prepareSaving(sql) }
        inserting = try prepare(
            """
            INSERT INTO sessions (id, program, aside, visitor, version, model, rest, created, used, due, token, owner, account, pattern, shared)
            SELECT ?1, ?2, 0, x'', ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13
            WHERE NOT EXISTS (SELECT 1 FROM renewed_ids WHERE id = ?1)
            ON CONFLICT DO NOTHING
            """
        )
        updating = try prepare(
            """
            UPDATE sessions SET version = ?3, model = ?4, rest = ?5, created = ?6, used = ?7, due = ?8, token = ?9, pattern = ?12
            WHERE id = ?1 AND program = ?2 AND aside = 0 AND version = ?10 AND coalesce(token, 0) = ?11
            """
        )
        identifying = try prepare("UPDATE sessions SET account = ?2 WHERE id = ?1")
        settingAside = try prepare(
            """
            UPDATE sessions SET aside = 1 + (SELECT max(aside) FROM sessions WHERE id = ?1 AND program = ?2), due = NULL
            WHERE id = ?1 AND program = ?2 AND aside = 0
            """
        )
        touching = try prepare("UPDATE sessions SET used = max(used, ?2) WHERE id = ?1 AND aside = 0")
        postponing = try prepare(
            """
            UPDATE sessions SET due = ?3
            WHERE id = ?1 AND program = ?2 AND aside = 0 AND version = ?4 AND coalesce(token, 0) = ?5
            """
        )
    }

    func save(_ session: StoredSession, at key: SessionKey, over version: StoredVersion?) throws -> Bool {
        let common = values(of: session, at: key)
        if let version {
            return try updating.run(common + [version.numberValue, version.tokenValue, .text(orNull: key.pattern)]) > 0
        }
        return try inserting.run(
            common + [
                .bytes(session.visitor.bits.bytes), .text(orNull: session.account), .text(orNull: key.pattern),
                session.isShared ? .integer(1) : .null,
            ]
        ) > 0
    }

    func identify(_ id: SessionID, as account: String?) throws -> Bool {
        try identifying.run(.bytes(id.bits.bytes), .text(orNull: account)) > 0
    }

    func setAside(_ key: SessionKey) throws -> Bool {
        try settingAside.run(.bytes(key.id.bits.bytes), .text(key.path)) > 0
    }

    func touch(_ id: SessionID, used: Int64) throws -> Bool {
        try touching.run(.bytes(id.bits.bytes), .integer(used)) > 0
    }

    func postpone(_ key: SessionKey, to due: Int64?, _ version: StoredVersion) throws -> Bool {
        try postponing.run(
            .bytes(key.id.bits.bytes),
            .text(key.path),
            .integer(orNull: due),
            version.numberValue,
            version.tokenValue
        ) > 0
    }

    /// Returns the first parameters of both saving statements.
    private func values(of session: StoredSession, at key: SessionKey) -> [SQLiteValue] {
        [
            .bytes(key.id.bits.bytes),
            .text(key.path),
            session.version.numberValue,
            .bytes(session.model),
            .bytes(session.activity),
            .integer(session.created),
            .integer(session.used),
            .integer(orNull: session.due),
            session.version.tokenValue,
        ]
    }
}
