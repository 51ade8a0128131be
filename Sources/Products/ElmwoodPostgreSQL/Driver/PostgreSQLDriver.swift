import CElmwoodPostgreSQL
import ElmwoodSQL

/// A connection to a PostgreSQL server.
final class PostgreSQLDriver: DatabaseDriver {
    private let socket: PostgreSQLSocket
    private let limits: DatabaseLimits
    private let wakeup: Wakeup
    private var isReadOnly = false

    /// A statement that the server keeps. The same text with values of other types is another one.
    private struct PreparedKey: Hashable {
        let text: String
        let types: [Oid]
    }

    private var prepared: [PreparedKey: (name: String, lastUse: Int)] = [:]
    /// Names of statements that the server keeps and nobody needs.
    private var dropped: [String] = []
    private var uses = 0

    /// Connects, and blocks until then.
    init(address: String, limits: DatabaseLimits, wakeup: Wakeup) throws {
        self.limits = limits
        self.wakeup = wakeup
        socket = try PostgreSQLSocket(PostgreSQLAddress(address), within: limits.connect)
        let control = StatementControl(limit: limits.connect, wakeup: wakeup)
        try runScript(
            "SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET bytea_output = 'hex'; SET standard_conforming_strings = on",
            control: control
        )
    }

    var isUsable: Bool { socket.isUsable }

    func probe() -> Bool { socket.probe() }

    var transactionState: TransactionState {
        switch PQtransactionStatus(socket.handle) {
        case PQTRANS_INTRANS, PQTRANS_ACTIVE: .open
        case PQTRANS_INERROR: .failed
        default: .none
        }
    }

    func run(
        _ statement: RenderedStatement,
        rowLimit: Int,
        byteLimit: Int,
        control: StatementControl
    ) throws -> SQLResult {
        do {
            return try runOnce(statement, rowLimit: rowLimit, byteLimit: byteLimit, control: control)
        } catch let error as DatabaseError where error.isStalePlan && transactionState == .none && isUsable {
            // It has not run, and what was prepared is dropped.
            return try runOnce(statement, rowLimit: rowLimit, byteLimit: byteLimit, control: control)
        }
    }

    private func runOnce(
        _ statement: RenderedStatement,
        rowLimit: Int,
        byteLimit: Int,
        control: StatementControl
    ) throws -> SQLResult {
        let parameters = try PostgreSQLParameters(statement.values, statement: statement.text)
        let key = PreparedKey(text: statement.text, types: parameters.types)
        let name = statement.isKept ? try prepare(key, control) : nil
        var reading = ResultReading(rowLimit: rowLimit, byteLimit: byteLimit, statement: statement.text)
        do {
            try exchange(statement.text, control) { connection in
                let isSent = parameters.bytes.withPointers { count, values, lengths, formats in
                    if let name {
                        return PQsendQueryPrepared(connection, name, count, values, lengths, formats, 0)
                    }
                    let types = parameters.types
                    return PQsendQueryParams(connection, statement.text, count, types, values, lengths, formats, 0)
                }
                // Row by row, so that a limit applies before all of them are in memory.
                return isSent == 1 ? PQsetSingleRowMode(connection) : 0
            } receive: {
                try reading.append($0)
            }
        } catch let error as DatabaseError where error.isStalePlan {
            if error.code == "26000" {
                // The server has dropped what was prepared, by DEALLOCATE ALL for instance.
                prepared = [:]
                dropped = []
            } else if let name {
                drop(key, name)
            }
            throw error
        }
        return reading.result
    }

    private func exchange(
        _ text: String,
        lossKind: DatabaseError.Kind? = nil,
        _ control: StatementControl,
        _ send: (OpaquePointer) -> CInt,
        receive: (OpaquePointer) throws -> Void
    ) throws {
        guard isUsable else {
            // One that was cancelled while another statement was sent for it has lost its connection by that.
            if control.shouldStop { throw control.error(text) }
            throw DatabaseError(.connection, "The connection to the database was lost.", statement: text)
        }
        // Outside of a transaction, a statement is committed where it runs.
        let kind = lossKind ?? (transactionState == .none ? .unknownOutcome : .connection)
        try PostgreSQLExchange(socket, text, lossKind: kind, control: control, wakeup: wakeup)
            .run(send, receive: receive)
    }

    // Prepared statements.

    private func prepare(_ key: PreparedKey, _ control: StatementControl) throws -> String? {
        guard limits.preparedStatements > 0 else { return nil }
        uses += 1
        if let name = prepared[key]?.name {
            prepared[key]?.lastUse = uses
            return name
        }
        if prepared.count >= limits.preparedStatements,
            let oldest = prepared.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            drop(oldest.key, oldest.value.name)
        }
        while let name = dropped.last {
            try simple("DEALLOCATE \(name)", lossKind: .connection, control)
            dropped.removeLast()
        }
        let name = "elmwood_\(uses)"
        // Preparing changes nothing that a lost connection could leave behind.
        try exchange(key.text, lossKind: .connection, control) { connection in
            PQsendPrepare(connection, name, key.text, CInt(clamping: key.types.count), key.types)
        } receive: { _ in
        }
        prepared[key] = (name, uses)
        return name
    }

    private func drop(_ key: PreparedKey, _ name: String) {
        prepared[key] = nil
        dropped.append(name)
    }

    /// Runs statements without values, and returns the last one's status, such as `COMMIT`.
    @discardableResult
    private func simple(
        _ text: String,
        lossKind: DatabaseError.Kind? = nil,
        _ control: StatementControl
    ) throws -> String {
        var status = ""
        try exchange(text, lossKind: lossKind, control) {
            PQsendQuery($0, text)
        } receive: {
            status = PQcmdStatus($0).map { String(cString: $0) } ?? ""
        }
        return status
    }

    func runScript(_ text: String, control: StatementControl) throws {
        try simple(text, control)
    }

    // Transactions.

    func begin(_ mode: TransactionMode, control: StatementControl) throws {
        // Nothing is lost with a transaction that has only begun.
        try simple(mode.beginning, lossKind: .connection, control)
        isReadOnly = !mode.writes
        guard case .migration = mode else { return }
        let lock = RenderedStatement("SELECT pg_try_advisory_xact_lock(\(Self.migrationLock))")
        let result = try run(lock, rowLimit: 1, byteLimit: .max, control: control)
        guard result.values == [.boolean(true)] else {
            try simple("ROLLBACK", control)
            throw DatabaseError(.busy, "Another process migrates the database.")
        }
    }

    /// The number of the lock that those who migrate take.
    private static let migrationLock = 7_310_583_991_628_406_881

    func commit(_ mode: TransactionMode, control: StatementControl) throws {
        let kind: DatabaseError.Kind = isReadOnly ? .connection : .unknownOutcome
        let status = try simple("COMMIT", lossKind: kind, control)
        guard status == "COMMIT" else {
            throw DatabaseError(.rolledBack, "An earlier failure has ended the transaction.")
        }
    }

    func rollBack(_ mode: TransactionMode, control: StatementControl) throws {
        guard transactionState != .none else { return }
        try simple("ROLLBACK", lossKind: .connection, control)
    }

    // Cursors.

    func openCursor(_ number: Int, _ statement: RenderedStatement, control: StatementControl) throws {
        var declaration = statement
        declaration.text = "DECLARE elmwood_cursor_\(number) NO SCROLL CURSOR FOR \(statement.text)"
        declaration.isKept = false
        _ = try run(declaration, rowLimit: 0, byteLimit: 0, control: control)
    }

    func fetch(_ number: Int, count: Int, byteLimit: Int, control: StatementControl) throws -> SQLResult {
        var fetch = RenderedStatement("FETCH \(count) FROM elmwood_cursor_\(number)")
        fetch.isKept = false
        return try run(fetch, rowLimit: count, byteLimit: byteLimit, control: control)
    }
}

extension DatabaseError {
    /// Whether a prepared statement fits its tables no more.
    fileprivate var isStalePlan: Bool { isTransient && (code == "0A000" || code == "26000") }
}

extension TransactionMode {
    fileprivate var beginning: String {
        switch self {
        case .readWrite(let isolation): "BEGIN ISOLATION LEVEL \(isolation.name) READ WRITE"
        case .readOnly(let isolation): "BEGIN ISOLATION LEVEL \(isolation.name) READ ONLY"
        // Its first statement waits for the lock, and what comes after must see what was committed meanwhile.
        case .migration: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
        }
    }
}

extension TransactionIsolation {
    fileprivate var name: String {
        switch self {
        case .serializable: "SERIALIZABLE"
        case .repeatableRead: "REPEATABLE READ"
        case .readCommitted: "READ COMMITTED"
        }
    }
}

/// Collects the results of one statement.
private struct ResultReading {
    let rowLimit: Int
    let byteLimit: Int
    let statement: String
    var result = SQLResult()
    private var rows = 0
    private var bytes = 0

    init(rowLimit: Int, byteLimit: Int, statement: String) {
        self.rowLimit = rowLimit
        self.byteLimit = byteLimit
        self.statement = statement
    }

    mutating func append(_ part: OpaquePointer) throws {
        if result.columns.isEmpty { result.columns = PostgreSQLReader.columns(part) }
        for row in 0..<PQntuples(part) {
            rows += 1
            guard rows <= rowLimit else { break }
            for column in 0..<PQnfields(part) {
                bytes += 24 + Int(PQgetlength(part, row, column))
                result.values.append(PostgreSQLReader.value(part, row, column))
            }
            guard bytes <= byteLimit else { throw DatabaseError.tooLarge(byteLimit, statement) }
        }
        let status = PQcmdStatus(part).map { String(cString: $0) } ?? ""
        guard ["INSERT", "UPDATE", "DELETE", "MERGE"].contains(where: status.hasPrefix) else { return }
        result.changes = PQcmdTuples(part).flatMap { Int(String(cString: $0)) } ?? 0
    }
}
