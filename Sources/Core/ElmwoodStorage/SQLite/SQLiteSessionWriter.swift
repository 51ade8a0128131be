/// Changes the stored sessions. Used by one thread at a time.
final class SQLiteSessionWriter: @unchecked Sendable {
    // Unchecked: SQLite's handles are pointers. They are used while the file is opened, on one serial queue of the store, and by
    // `deinit`, which runs when no more work retains this object.
    private let connection: SQLiteConnection
    private let inserting: SQLiteStatement
    private let updating: SQLiteStatement
    private let removing: SQLiteStatement
    private let removingIdle: SQLiteStatement
    private let ending: SQLiteStatement
    private let removingOfVisitor: SQLiteStatement
    private let removingOfAccount: SQLiteStatement
    private let identifying: SQLiteStatement
    private let renaming: SQLiteStatement
    private let finding: SQLiteStatement
    private let remembering: SQLiteStatement
    private let replacing: SQLiteStatement
    private let forgettingRenewals: SQLiteStatement
    private let settingAside: SQLiteStatement
    private let touching: SQLiteStatement
    private let postponing: SQLiteStatement
    private let seeking: SQLiteStatement
    private let forgetting: SQLiteStatement
    private let begin: SQLiteStatement
    private let end: SQLiteStatement
    private let rollback: SQLiteStatement
    private let messages: SQLiteMessageWriter
    var teller: SQLiteTeller
    /// The messages that the present commit has stored.
    private var sent: [SentMessage] = []

    init(_ connection: SQLiteConnection) throws(StorageError) {
        self.connection = connection
        func prepare(_ sql: String, or failure: String) throws(StorageError) -> SQLiteStatement {
            try connection.prepare(sql, or: failure)
        }
        let notSaved = "Sessions could not be saved"
        inserting = try prepare(
            """
            INSERT INTO sessions (id, program, aside, visitor, version, model, rest, created, used, due, token, owner, account, pattern, shared)
            SELECT ?1, ?2, 0, x'', ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13
            WHERE NOT EXISTS (SELECT 1 FROM renewed_ids WHERE id = ?1)
            ON CONFLICT DO NOTHING
            """,
            or: notSaved
        )
        updating = try prepare(
            """
            UPDATE sessions SET version = ?3, model = ?4, rest = ?5, created = ?6, used = ?7, due = ?8, token = ?9, pattern = ?12
            WHERE id = ?1 AND program = ?2 AND aside = 0 AND version = ?10 AND coalesce(token, 0) = ?11
            """,
            or: notSaved
        )
        removing = try prepare("DELETE FROM sessions WHERE id = ?1", or: notSaved)
        ending = try prepare(
            """
            DELETE FROM sessions
            WHERE id = ?1 AND program = ?2 AND aside = 0 AND version = ?3 AND coalesce(token, 0) = ?4
            """,
            or: notSaved
        )
        removingIdle = try prepare(
            "DELETE FROM sessions WHERE id = ?1 AND program = ?2 AND aside = 0 AND used <= ?3 AND due IS NULL",
            or: notSaved
        )
        func prepareRemoval(of owner: String) throws(StorageError) -> SQLiteStatement {
            // `UNION` drops ids that it has found already, so a cycle ends.
            try prepare(
                """
                WITH RECURSIVE kept (id) AS (
                    VALUES (?2) UNION SELECT successor FROM renewed_ids JOIN kept ON renewed_ids.id = kept.id
                )
                DELETE FROM sessions WHERE \(owner) = ?1 AND id NOT IN (SELECT id FROM kept)
                """,
                or: notSaved
            )
        }
        removingOfVisitor = try prepareRemoval(of: "owner")
        removingOfAccount = try prepareRemoval(of: "account")
        identifying = try prepare("UPDATE sessions SET account = ?2 WHERE id = ?1", or: notSaved)
        finding = try prepare("SELECT 1 FROM sessions WHERE id = ?1", or: notSaved)
        renaming = try prepare("UPDATE sessions SET id = ?2, created = ?3 WHERE id = ?1", or: notSaved)
        func prepareRenewal(or conflict: String) throws(StorageError) -> SQLiteStatement {
            try prepare(
                "INSERT OR \(conflict) INTO renewed_ids (id, successor, created, claims) VALUES (?1, ?2, ?3, ?4)",
                or: notSaved
            )
        }
        remembering = try prepareRenewal(or: "IGNORE")
        replacing = try prepareRenewal(or: "REPLACE")
        settingAside = try prepare(
            """
            UPDATE sessions SET aside = 1 + (SELECT max(aside) FROM sessions WHERE id = ?1 AND program = ?2), due = NULL
            WHERE id = ?1 AND program = ?2 AND aside = 0
            """,
            or: notSaved
        )
        touching = try prepare("UPDATE sessions SET used = max(used, ?2) WHERE id = ?1 AND aside = 0", or: notSaved)
        postponing = try prepare(
            """
            UPDATE sessions SET due = ?3
            WHERE id = ?1 AND program = ?2 AND aside = 0 AND version = ?4 AND coalesce(token, 0) = ?5
            """,
            or: notSaved
        )
        let notRemoved = "Old sessions could not be removed"
        seeking = try prepare(
            "SELECT number FROM sessions WHERE number > ?1 ORDER BY number LIMIT 1 OFFSET ?2",
            or: notRemoved
        )
        forgetting = try prepare(
            "DELETE FROM sessions WHERE number > ?1 AND number <= ?2 AND (used < ?3 OR created < ?4) AND shared IS NULL",
            or: notRemoved
        )
        forgettingRenewals = try prepare("DELETE FROM renewed_ids WHERE created < ?1", or: notRemoved)
        // The transaction is a writing one from the start: one that reads first and then writes may fail with a busy error.
        begin = try prepare("BEGIN IMMEDIATE", or: notSaved)
        end = try prepare("COMMIT", or: notSaved)
        rollback = try prepare("ROLLBACK", or: notSaved)
        messages = try SQLiteMessageWriter(connection)
        teller = try SQLiteTeller(connection, name: Int64.random(in: .min ... .max))
    }

    func commit(_ writes: [SessionWrite]) throws -> CommitResult {
        do {
            return try tryToCommit(writes)
        } catch let error as StorageError where error.kind == .full {
            connection.emptyLog()
            return try tryToCommit(writes)
        }
    }

    private func tryToCommit(_ writes: [SessionWrite]) throws -> CommitResult {
        sent = []
        try begin.run()
        do {
            let done = try writes.map { try carryOut($0) }
            try end.run()
            return CommitResult(done: done, sent: sent)
        } catch {
            // Some errors have rolled it back already.
            if connection.isInTransaction { _ = try? rollback.run() }
            throw error
        }
    }

    private func carryOut(_ write: SessionWrite) throws -> Bool {
        switch write {
        case .save(let key, let session, let version, let exchange):
            try save(session, at: key, over: version, exchange)
        case .remove(let id):
            try remove(id)
        case .end(let key, let version, let exchange):
            try end(key, over: version, exchange)
        case .send(let sent):
            try send(sent)
        case .removeMessages(let key):
            try messages.removeMessages(to: key)
        case .removeIdle(let key, let used):
            try removingIdle.run(.bytes(key.id.bits.bytes), .text(key.path), .integer(used)) > 0
        case .removeAll(.visitor(let visitor), let exception):
            try removingOfVisitor.run(.bytes(visitor.bits.bytes), .bytes(exception?.bits.bytes ?? [])) > 0
        case .removeAll(.account(let account), let exception):
            try removingOfAccount.run(.text(account), .bytes(exception?.bits.bytes ?? [])) > 0
        case .identify(let id, let account):
            try identifying.run(.bytes(id.bits.bytes), .text(orNull: account)) > 0
        case .renew(let id, let renewal):
            try renew(id, renewal)
        case .setAside(let key):
            try settingAside.run(.bytes(key.id.bits.bytes), .text(key.path)) > 0
        case .touch(let id, let used):
            try touching.run(.bytes(id.bits.bytes), .integer(used)) > 0
        case .postpone(let key, let due, let version):
            try postponing.run(
                .bytes(key.id.bits.bytes),
                .text(key.path),
                .integer(orNull: due),
                version.numberValue,
                version.tokenValue
            ) > 0
        case .tell(let topic, let body): try teller.tell(topic, body)
        }
    }

    private func save(
        _ session: StoredSession,
        at key: SessionKey,
        over version: StoredVersion?,
        _ exchange: MessageExchange
    ) throws -> Bool {
        let common = values(of: session, at: key)
        let isDone =
            if let version {
                try updating.run(common + [version.numberValue, version.tokenValue, .text(orNull: key.pattern)]) > 0
            } else {
                try inserting.run(
                    common + [
                        .bytes(session.visitor.bits.bytes), .text(orNull: session.account), .text(orNull: key.pattern),
                        session.isShared ? .integer(1) : .null,
                    ]
                ) > 0
            }
        if isDone, !exchange.isEmpty { sent += try messages.carryOut(exchange) }
        return isDone
    }

    private func end(_ key: SessionKey, over version: StoredVersion?, _ exchange: MessageExchange) throws -> Bool {
        let isDone =
            if let version {
                try ending.run(.bytes(key.id.bits.bytes), .text(key.path), version.numberValue, version.tokenValue) > 0
            } else {
                try finding.first(.bytes(key.id.bits.bytes), read: { _ in }) == nil
            }
        if isDone { sent += try messages.carryOut(exchange) }
        return isDone
    }

    private func remove(_ id: SessionID) throws -> Bool {
        try messages.removeMessages(to: id)
        return try removing.run(.bytes(id.bits.bytes)) > 0
    }

    private func send(_ unsent: [StoredMessage]) throws -> Bool {
        sent += try messages.send(unsent)
        return true
    }

    private func renew(_ id: SessionID, _ renewal: SessionRenewal) throws -> Bool {
        let (former, successor) = (id.bits.bytes, renewal.successor.bits.bytes)
        guard try finding.first(.bytes(successor), read: { _ in }) == nil else { return false }
        let hasSessions = try renaming.run(.bytes(former), .bytes(successor), .integer(renewal.created)) > 0
        let claims = renewal.claims.joined(separator: " ")
        let values: [SQLiteValue] = [.bytes(former), .bytes(successor), .integer(renewal.created), .text(claims)]
        guard try (hasSessions ? replacing : remembering).run(values) > 0 else { return false }
        try messages.rename(id, to: renewal.successor)
        return true
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

    /// Removes old sessions among about a thousand rows, those after the row of that number.
    ///
    /// - Returns: How many were removed, and the number of the last row that was examined; nil if no more follow.
    func remove(unusedSince: Int64, createdBefore: Int64, after number: Int64) throws -> (count: Int, last: Int64?) {
        if number == .min { _ = try forgettingRenewals.run(.integer(unusedSince)) }
        let last = try seeking.first(.integer(number), .integer(1_999)) { $0.integer(0) }
        let count = try forgetting.run(
            .integer(number),
            .integer(last ?? .max),
            .integer(unusedSince),
            .integer(createdBefore)
        )
        return (count, last)
    }
}

extension StoredVersion {
    fileprivate var numberValue: SQLiteValue { .integer(Int64(bitPattern: number)) }
    fileprivate var tokenValue: SQLiteValue { .integer(Int64(bitPattern: token)) }
}
