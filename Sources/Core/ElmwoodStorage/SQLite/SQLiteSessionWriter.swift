/// Changes the stored sessions. Used by one thread at a time.
final class SQLiteSessionWriter: @unchecked Sendable {
    // Unchecked: SQLite's handles are pointers. They are used while the file is opened, on one serial queue of the store, and by
    // `deinit`, which runs when no more work retains this object.
    private let connection: SQLiteConnection
    private let saving: SQLiteSessionSaver
    private let renewing: SQLiteSessionRenewer
    private let removing: SQLiteSessionRemover
    private let begin: SQLiteStatement
    private let end: SQLiteStatement
    private let rollback: SQLiteStatement
    private let messages: SQLiteMessageWriter
    var teller: SQLiteTeller
    /// The messages that the present commit has stored.
    private var sent: [SentMessage] = []

    init(_ connection: SQLiteConnection) throws(StorageError) {
        self.connection = connection
        saving = try SQLiteSessionSaver(connection)
        renewing = try SQLiteSessionRenewer(connection)
        removing = try SQLiteSessionRemover(connection)
        // The transaction is a writing one from the start: one that reads first and then writes may fail with a busy error.
        begin = try connection.prepareSaving("BEGIN IMMEDIATE")
        end = try connection.prepareSaving("COMMIT")
        rollback = try connection.prepareSaving("ROLLBACK")
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
            try exchanging(exchange, if: saving.save(session, at: key, over: version))
        case .remove(let id):
            try remove(id)
        case .end(let key, let version, let exchange):
            try exchanging(exchange, if: version.map { try removing.end(key, $0) } ?? !renewing.hasSessions(key.id))
        case .send(let unsent):
            try send(unsent)
        case .removeMessages(let key):
            try messages.removeMessages(to: key)
        case .removeIdle(let key, let used):
            try removing.removeIdle(key, used: used)
        case .removeAll(let owner, let exception):
            try removing.removeAll(of: owner, except: exception)
        case .identify(let id, let account):
            try saving.identify(id, as: account)
        case .renew(let id, let renewal):
            try renew(id, renewal)
        case .setAside(let key):
            try saving.setAside(key)
        case .touch(let id, let used):
            try saving.touch(id, used: used)
        case .postpone(let key, let due, let version):
            try saving.postpone(key, to: due, version)
        case .tell(let topic, let body): try teller.tell(topic, body)
        }
    }

    private func exchanging(_ exchange: MessageExchange, if isDone: Bool) throws -> Bool {
        if isDone, !exchange.isEmpty { sent += try messages.carryOut(exchange) }
        return isDone
    }

    private func remove(_ id: SessionID) throws -> Bool {
        try messages.removeMessages(to: id)
        return try removing.remove(id)
    }

    private func send(_ unsent: [StoredMessage]) throws -> Bool {
        sent += try messages.send(unsent)
        return true
    }

    private func renew(_ id: SessionID, _ renewal: SessionRenewal) throws -> Bool {
        guard try renewing.renew(id, renewal) else { return false }
        try messages.rename(id, to: renewal.successor)
        return true
    }

    /// Removes old sessions: see ``SQLiteSessionRemover/remove(unusedSince:createdBefore:after:)``.
    func remove(unusedSince: Int64, createdBefore: Int64, after number: Int64) throws -> (count: Int, last: Int64?) {
        try removing.remove(unusedSince: unusedSince, createdBefore: createdBefore, after: number)
    }
}

extension SQLiteConnection {
    /// Prepares a statement that changes sessions.
    func prepareSaving(_ sql: String) throws(StorageError) -> SQLiteStatement {
        try prepare(sql, or: "Sessions could not be saved")
    }
}

extension StoredVersion {
    var numberValue: SQLiteValue { .integer(Int64(bitPattern: number)) }
    var tokenValue: SQLiteValue { .integer(Int64(bitPattern: token)) }
}
