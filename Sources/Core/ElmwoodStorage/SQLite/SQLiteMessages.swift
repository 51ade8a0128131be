/// The messages of a ``SQLiteSessionStore`` that wait for their recipients.
enum SQLiteMessages {
    /// A recipient applies its messages in the order of their numbers.
    static let creation = """
        CREATE TABLE IF NOT EXISTS messages (
            number INTEGER PRIMARY KEY,
            id BLOB NOT NULL, program TEXT NOT NULL, pattern TEXT, -- the recipient's key, as in the sessions
            aside INTEGER NOT NULL, -- 1 if it has ended a process
            name INTEGER NOT NULL, content BLOB NOT NULL,
            sender BLOB, sender_program TEXT, sender_pattern TEXT, applied BLOB, failed BLOB -- the answer, if any
        );
        CREATE INDEX IF NOT EXISTS messages_recipient ON messages (id, program, aside, number);
        CREATE INDEX IF NOT EXISTS messages_sender ON messages (sender) WHERE sender IS NOT NULL
        """
}

/// Finds waiting messages, for a ``SQLiteSessionReader``.
struct SQLiteMessageReader {
    private let reading: SQLiteStatement
    private let finding: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(StorageError) {
        reading = try connection.prepare(
            """
            SELECT number, content, name, sender, sender_program, sender_pattern, applied, failed FROM messages
            WHERE id = ?1 AND program = ?2 AND aside = 0 ORDER BY number LIMIT ?3
            """,
            or: "Waiting messages could not be read"
        )
        finding = try connection.prepare(
            "SELECT DISTINCT id, program, pattern FROM messages WHERE aside = 0 LIMIT ?1",
            or: "The recipients of waiting messages could not be found"
        )
    }

    func messages(to key: SessionKey, limit: Int) throws -> [WaitingMessage] {
        try reading.all(.bytes(key.id.bits.bytes), .text(key.path), .integer(Int64(max(0, limit)))) { row in
            let sender = RandomBits(bytes: row.bytes(3)).map { SessionKey(id: SessionID(bits: $0), row, at: 4) }
            let message = StoredMessage(
                to: key,
                content: row.bytes(1),
                name: UInt64(bitPattern: row.integer(2)),
                answer: sender.map { StoredAnswer(to: $0, applied: row.bytes(6), failed: row.bytes(7)) }
            )
            return WaitingMessage(number: row.integer(0), message)
        }
    }

    func recipients(limit: Int) throws -> [SessionKey] {
        let found = try finding.all(.integer(Int64(max(0, limit)))) { row in
            RandomBits(bytes: row.bytes(0)).map { SessionKey(id: SessionID(bits: $0), row, at: 1) }
        }
        return found.compactMap(\.self)
    }
}

/// Changes the waiting messages, for a ``SQLiteSessionWriter``.
struct SQLiteMessageWriter {
    private let sending: SQLiteStatement
    private let findingLast: SQLiteStatement
    private let findingRenewal: SQLiteStatement
    private let removing: SQLiteStatement
    private let settingAside: SQLiteStatement
    private let removingOfRecipient: SQLiteStatement
    private let removingOfID: SQLiteStatement
    private let renamingRecipients: SQLiteStatement
    private let renamingSenders: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(StorageError) {
        func prepare(_ sql: String) throws(StorageError) -> SQLiteStatement {
            try connection.prepare(sql, or: "Messages could not be stored")
        }
        sending = try prepare(
            """
            INSERT INTO messages
            (id, program, pattern, aside, name, content, sender, sender_program, sender_pattern, applied, failed)
            VALUES (?1, ?2, ?3, 0, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            """
        )
        findingLast = try prepare("SELECT max(number) FROM messages WHERE id = ?1 AND program = ?2 AND aside = 0")
        findingRenewal = try prepare("SELECT successor FROM renewed_ids WHERE id = ?1")
        removing = try prepare("DELETE FROM messages WHERE number = ?1")
        settingAside = try prepare("UPDATE messages SET aside = 1 WHERE number = ?1")
        removingOfRecipient = try prepare("DELETE FROM messages WHERE id = ?1 AND program = ?2 AND aside = 0")
        removingOfID = try prepare("DELETE FROM messages WHERE id = ?1")
        renamingRecipients = try prepare("UPDATE messages SET id = ?2 WHERE id = ?1 AND aside = 0")
        renamingSenders = try prepare("UPDATE messages SET sender = ?2 WHERE sender = ?1")
    }

    /// Returns the messages that were sent, as they wait from then on.
    func carryOut(_ exchange: MessageExchange) throws -> [SentMessage] {
        for number in exchange.applied { _ = try removing.run(.integer(number)) }
        for number in exchange.setAside { _ = try settingAside.run(.integer(number)) }
        return try send(exchange.sent)
    }

    func send(_ messages: [StoredMessage]) throws -> [SentMessage] {
        try messages.map { message in
            let (answer, id) = (message.answer, try latest(message.recipient.id))
            let former = try findingLast.first(.bytes(id), .text(message.recipient.path)) { $0.integerOrNull(0) }
            _ = try sending.run([
                .bytes(id),
                .text(message.recipient.path),
                .text(orNull: message.recipient.pattern),
                .integer(Int64(bitPattern: message.name)),
                .bytes(message.content),
                answer.map { .bytes($0.sender.id.bits.bytes) } ?? .null,
                .text(orNull: answer?.sender.path),
                .text(orNull: answer?.sender.pattern),
                answer.map { .bytes($0.applied) } ?? .null,
                answer.map { .bytes($0.failed) } ?? .null,
            ])
            return SentMessage(WaitingMessage(number: sending.lastNumber, message), after: former ?? nil)
        }
    }

    /// Returns the id that has replaced this one, or the same: a message to a former id is one to the latest.
    private func latest(_ id: SessionID) throws -> [UInt8] {
        var latest = id.bits.bytes
        // What the table contains may form a cycle.
        for _ in 0..<Self.mostRenewals {
            guard let successor = try findingRenewal.first(.bytes(latest), read: { $0.bytes(0) }) else { break }
            latest = successor
        }
        return latest
    }

    private static let mostRenewals = 16

    func removeMessages(to key: SessionKey) throws -> Bool {
        try removingOfRecipient.run(.bytes(key.id.bits.bytes), .text(key.path)) > 0
    }

    func removeMessages(to id: SessionID) throws { _ = try removingOfID.run(.bytes(id.bits.bytes)) }

    func rename(_ id: SessionID, to successor: SessionID) throws {
        _ = try renamingRecipients.run(.bytes(id.bits.bytes), .bytes(successor.bits.bytes))
        _ = try renamingSenders.run(.bytes(id.bits.bytes), .bytes(successor.bits.bytes))
    }
}
