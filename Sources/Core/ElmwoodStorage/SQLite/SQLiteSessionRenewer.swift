/// Gives sessions other ids, for a ``SQLiteSessionWriter``.
struct SQLiteSessionRenewer {
    private let finding: SQLiteStatement
    private let renaming: SQLiteStatement
    private let remembering: SQLiteStatement
    private let replacing: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(StorageError) {
        func prepare(_ sql: String) throws(StorageError) -> SQLiteStatement { try connection.prepareSaving(sql) }
        finding = try prepare("SELECT 1 FROM sessions WHERE id = ?1")
        renaming = try prepare("UPDATE sessions SET id = ?2, created = ?3 WHERE id = ?1")
        func prepareRenewal(or conflict: String) throws(StorageError) -> SQLiteStatement {
            try prepare(
                "INSERT OR \(conflict) INTO renewed_ids (id, successor, created, claims) VALUES (?1, ?2, ?3, ?4)"
            )
        }
        remembering = try prepareRenewal(or: "IGNORE")
        replacing = try prepareRenewal(or: "REPLACE")
    }

    func hasSessions(_ id: SessionID) throws -> Bool {
        try finding.first(.bytes(id.bits.bytes), read: { _ in }) != nil
    }

    func renew(_ id: SessionID, _ renewal: SessionRenewal) throws -> Bool {
        let (former, successor) = (id.bits.bytes, renewal.successor.bits.bytes)
        guard try !hasSessions(renewal.successor) else { return false }
        let hasSessions = try renaming.run(.bytes(former), .bytes(successor), .integer(renewal.created)) > 0
        let claims = renewal.claims.joined(separator: " ")
        let values: [SQLiteValue] = [.bytes(former), .bytes(successor), .integer(renewal.created), .text(claims)]
        return try (hasSessions ? replacing : remembering).run(values) > 0
    }
}
