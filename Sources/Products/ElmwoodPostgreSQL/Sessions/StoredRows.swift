import ElmwoodStorage

extension Parameter {
    /// The most rows. The server takes a negative limit for an error.
    static func limit(_ limit: Int) -> Parameter { .integer(Int64(max(0, limit))) }
}

extension StoredSession {
    /// Reads the columns of the loading statements.
    init(_ result: StatementResult, _ row: Int, _ clock: NodeClock, hasContent: Bool = true) {
        self.init(
            version: StoredVersion(result.bits(row, 0), token: result.bits(row, 1)),
            model: hasContent ? result.bytes(row, 9) : [],
            activity: hasContent ? result.bytes(row, 8) : [],
            // Only valid ids are written there; for other bytes, the visitor has no stored values.
            visitor: VisitorID(bytes: result.bytes(row, 2)) ?? VisitorID(),
            account: result.textOrNull(row, 3),
            created: result.integer(row, 4) ?? 0,
            used: result.integer(row, 5) ?? 0,
            due: result.integer(row, 6).map { clock.local($0) },
            isShared: result.boolean(row, 7)
        )
    }
}

extension StatementResult {
    /// Reads rows of an id, a path and a pattern.
    func keys() -> [SessionKey] {
        (0..<count).compactMap { row in
            SessionID(bytes: bytes(row, 0)).map { SessionKey(id: $0, self, row, path: 1, pattern: 2) }
        }
    }
}

extension WaitingMessage {
    /// Reads the columns of a message.
    init(_ result: StatementResult, _ row: Int, to key: SessionKey) {
        let answer = SessionID(bytes: result.bytes(row, 3)).map { id in
            StoredAnswer(
                to: SessionKey(id: id, result, row, path: 4, pattern: 5),
                applied: result.bytes(row, 6),
                failed: result.bytes(row, 7)
            )
        }
        let message = StoredMessage(to: key, content: result.bytes(row, 1), name: result.bits(row, 2), answer: answer)
        self.init(number: result.integer(row, 0) ?? 0, message)
    }
}
