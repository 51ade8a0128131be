import CElmwoodSQLite
import ElmwoodSQLite

/// A connection to a SQLite file.
final class SQLiteDriver: DatabaseDriver {
    /// It is closed by `deinit`, while there still is what SQLite asks meanwhile.
    private var file: SQLiteHandle?
    let handle: OpaquePointer
    private let interruption: SQLiteInterruption
    private let limits: DatabaseLimits
    /// Whether it is a connection for reading.
    private let reads: Bool
    /// Whether statements that write are refused now.
    private var refusesWrites: Bool
    private var statements: [String: SQLiteStatement] = [:]
    private var uses = 0
    private var cursors: [Int: SQLiteStatement] = [:]
    /// Set if the connection is in a state that its statements cannot be trusted in.
    private var isSpoiled = false

    init(_ file: SQLiteFile, reads: Bool, limits: DatabaseLimits, wakeup: Wakeup) throws {
        let opened = try file.open()
        (self.file, handle) = (opened, opened.pointer)
        self.reads = reads
        refusesWrites = false
        self.limits = limits
        interruption = SQLiteInterruption(wakeup: wakeup)
        interruption.watch(handle)
        let control = StatementControl(limit: limits.lockWait, wakeup: wakeup)
        elmwood_refuse_quoted_texts(handle)
        try setUp("PRAGMA foreign_keys = ON", control)
        try setUp("PRAGMA trusted_schema = OFF", control)
        try setUp("PRAGMA synchronous = \(file.durability == .powerLoss ? "FULL" : "NORMAL")", control)
        if !file.isInMemory { try useLog(control) }
        if reads { try setUp("PRAGMA query_only = ON", control) }
        refusesWrites = reads
    }

    deinit {
        cursors = [:]
        statements = [:]
        file = nil
    }

    /// Turns WAL mode on. SQLite does not ask the busy handler if another process does the same at this moment.
    private func useLog(_ control: StatementControl) throws {
        while true {
            do {
                return try setUp("PRAGMA journal_mode = WAL", control)
            } catch let error as DatabaseError where error.kind == .busy && !control.shouldStop {
                control.pause()
            } catch let error as DatabaseError where error.kind == .readOnly {
                // A file on a read-only disk can be read as it is.
                return
            }
        }
    }

    private func setUp(_ text: String, _ control: StatementControl) throws {
        _ = try perform(RenderedStatement(text), rowLimit: 0, byteLimit: .max, control: control)
    }

    var isUsable: Bool { !isSpoiled }

    func probe() -> Bool { isUsable }

    var transactionState: TransactionState { sqlite3_get_autocommit(handle) == 0 ? .open : .none }

    func run(
        _ statement: RenderedStatement,
        rowLimit: Int,
        byteLimit: Int,
        control: StatementControl
    ) throws -> SQLResult {
        try perform(statement, rowLimit: rowLimit, byteLimit: byteLimit, control: control)
    }

    /// Prepares a statement and carries it out.
    private func perform(
        _ rendered: RenderedStatement,
        rowLimit: Int,
        byteLimit: Int,
        lockWait: Duration? = nil,
        control: StatementControl
    ) throws -> SQLResult {
        interruption.begin(control, lockWait: lockWait ?? limits.lockWait)
        defer { interruption.control = nil }
        let statement = try prepared(rendered, control)
        try admit(statement)
        defer { statement.reset() }
        try statement.bind(rendered.values)
        let changesBefore = sqlite3_total_changes64(handle)
        sqlite3_set_last_insert_rowid(handle, 0)
        var result = SQLResult()
        var count = 0
        var bytes = 0
        while try step(statement, hasValues: !rendered.values.isEmpty, control) {
            count += 1
            guard count <= rowLimit else {
                // One that writes commits at its end.
                if statement.isReadOnly { break }
                continue
            }
            if count == 1 { result.columns = statement.columns }
            bytes += statement.size(columns: result.columns.count)
            guard bytes <= byteLimit else { throw DatabaseError.tooLarge(byteLimit, statement.text) }
            for place in 0..<CInt(clamping: result.columns.count) { result.values.append(statement.value(place)) }
        }
        if !statement.isReadOnly, sqlite3_total_changes64(handle) != changesBefore {
            result.changes = Int(sqlite3_changes64(handle))
            let id = sqlite3_last_insert_rowid(handle)
            result.insertedID = id == 0 ? nil : id
        }
        return result
    }

    private func admit(_ statement: SQLiteStatement) throws {
        guard refusesWrites, !statement.isReadOnly else { return }
        guard transactionState == .none else {
            throw DatabaseError(.readOnly, "The transaction is read-only.", statement: statement.text)
        }
        throw NeedsWriter()
    }

    /// Returns whether there is a row.
    private func step(_ statement: SQLiteStatement, hasValues: Bool, _ control: StatementControl) throws -> Bool {
        let result = sqlite3_step(statement.handle)
        switch result {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw failure(result, statement.text, hasValues: hasValues, control)
        }
    }

    private func failure(
        _ result: CInt,
        _ text: String,
        hasValues: Bool,
        _ control: StatementControl
    ) -> any Error {
        let primary = result & 0xFF
        if primary == SQLITE_INTERRUPT || (primary == SQLITE_BUSY && control.shouldStop) { return control.error(text) }
        let message = SQLiteError(result, handle).message
        // While a statement runs, a function may quote its argument, as a search does with what it was asked for.
        let isSafe = !hasValues || primary != SQLITE_ERROR
        return SQLiteFailure.error(result, message: isSafe ? message : nil, statement: text)
    }

    // Prepared statements.

    private func prepared(_ rendered: RenderedStatement, _ control: StatementControl) throws -> SQLiteStatement {
        uses += 1
        if let kept = statements[rendered.text], !kept.isInUse {
            kept.lastUse = uses
            return kept
        }
        let isKept = rendered.isKept && limits.preparedStatements > 0
        let statement = try prepare(rendered.text, isKept: isKept, control)
        guard isKept, statements[rendered.text] == nil else { return statement }
        statement.lastUse = uses
        statements[rendered.text] = statement
        if statements.count > limits.preparedStatements,
            let oldest = statements.values.min(by: { $0.lastUse < $1.lastUse })
        {
            statements[oldest.text] = nil
        }
        return statement
    }

    private func prepare(_ text: String, isKept: Bool, _ control: StatementControl) throws -> SQLiteStatement {
        var utf8 = text
        return try utf8.withUTF8 { bytes in
            var rest = bytes[...]
            guard let handle = try compile(&rest, text, isKept: isKept, control) else {
                throw DatabaseError(.syntax, "The statement is empty.", statement: text)
            }
            let statement = SQLiteStatement(handle, text: text)
            while !rest.isEmpty {
                guard let more = try compile(&rest, text, isKept: false, control) else { continue }
                sqlite3_finalize(more)
                let sentence = "There are several statements in one. Run one at a time; only a migration takes several."
                throw DatabaseError(.syntax, sentence, statement: text)
            }
            return statement
        }
    }

    /// Compiles the first statement of a text, and advances the text beyond it. Returns nil if there was none up to the end.
    private func compile(
        _ rest: inout Slice<UnsafeBufferPointer<UInt8>>,
        _ text: String,
        isKept: Bool,
        _ control: StatementControl
    ) throws -> OpaquePointer? {
        var statement: OpaquePointer?
        let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let (result, used) = UnsafeBufferPointer(rebasing: rest).withMemoryRebound(to: CChar.self) { bytes in
            var tail: UnsafePointer<CChar>?
            let result = sqlite3_prepare_v3(
                handle,
                bytes.baseAddress,
                CInt(clamping: bytes.count),
                flags,
                &statement,
                &tail
            )
            return (result, bytes.baseAddress.flatMap { start in tail.map { $0 - start } } ?? bytes.count)
        }
        guard result == SQLITE_OK else {
            if result & 0xFF == SQLITE_INTERRUPT || control.shouldStop { throw control.error(text) }
            let message = SQLiteError(result, handle).message
            throw SQLiteFailure.preparationError(result, message: message, statement: text)
        }
        // Whitespace and comments alone are no statement.
        rest = statement == nil ? rest.dropFirst(rest.count) : rest.dropFirst(max(1, used))
        return statement
    }

    func runScript(_ text: String, control: StatementControl) throws {
        interruption.begin(control, lockWait: limits.lockWait)
        defer { interruption.control = nil }
        var utf8 = text
        try utf8.withUTF8 { bytes in
            var rest = bytes[...]
            while !rest.isEmpty, let handle = try compile(&rest, text, isKept: false, control) {
                let statement = SQLiteStatement(handle, text: text)
                try statement.bind([])
                while try step(statement, hasValues: false, control) {}
            }
        }
    }

    // Transactions.

    func begin(_ mode: TransactionMode, control: StatementControl) throws {
        switch mode {
        case .readOnly:
            try perform("BEGIN", control)
            refusesWrites = true
        case .readWrite:
            try perform("BEGIN IMMEDIATE", control, lockWait: limits.lockWait / max(1, limits.transactionAttempts))
        case .migration:
            // Within a transaction it would do nothing.
            try perform("PRAGMA foreign_keys = OFF", control)
            do {
                try perform("BEGIN IMMEDIATE", control)
            } catch {
                try perform("PRAGMA foreign_keys = ON", control)
                throw error
            }
        }
    }

    func commit(_ mode: TransactionMode, control: StatementControl) throws {
        if case .migration = mode { try checkForeignKeys(control) }
        closeCursors()
        try perform("COMMIT", control)
        try end(mode)
    }

    func rollBack(_ mode: TransactionMode, control: StatementControl) throws {
        closeCursors()
        if transactionState != .none { try perform("ROLLBACK", control) }
        try end(mode)
    }

    private func end(_ mode: TransactionMode) throws {
        refusesWrites = reads
        guard case .migration = mode else { return }
        // Without it, the connection would obey no foreign keys.
        isSpoiled = true
        let control = StatementControl(limit: TransactionMark.endLimit, wakeup: interruption.wakeup)
        try perform("PRAGMA foreign_keys = ON", control)
        isSpoiled = false
    }

    private func checkForeignKeys(_ control: StatementControl) throws {
        let check = RenderedStatement("PRAGMA foreign_key_check")
        let result = try perform(check, rowLimit: 1, byteLimit: .max, control: control)
        guard case .text(let table)? = result.values.first else { return }
        let sentence = "After the migration, a row of the table “\(table)” refers to one that does not exist."
        throw DatabaseError(.foreignKeyViolation, sentence)
    }

    private func perform(_ text: String, _ control: StatementControl, lockWait: Duration? = nil) throws {
        _ = try perform(
            RenderedStatement(text),
            rowLimit: 0,
            byteLimit: .max,
            lockWait: lockWait,
            control: control
        )
    }

    // Cursors.

    func openCursor(_ number: Int, _ rendered: RenderedStatement, control: StatementControl) throws {
        interruption.begin(control, lockWait: limits.lockWait)
        defer { interruption.control = nil }
        let statement = try prepared(rendered, control)
        guard statement.isReadOnly else {
            throw DatabaseError(.misuse, "Only a query can be streamed.", statement: rendered.text)
        }
        try statement.bind(rendered.values)
        statement.isInUse = true
        cursors[number] = statement
    }

    func fetch(_ number: Int, count: Int, byteLimit: Int, control: StatementControl) throws -> SQLResult {
        guard let statement = cursors[number] else { return SQLResult() }
        interruption.begin(control, lockWait: limits.lockWait)
        defer { interruption.control = nil }
        var result = SQLResult()
        var bytes = 0
        // Large rows come a few at a time.
        while result.rowCount < count, bytes < 1_000_000 {
            guard try step(statement, hasValues: true, control) else {
                // A step more would begin anew.
                cursors.removeValue(forKey: number)?.reset()
                break
            }
            if result.columns.isEmpty { result.columns = statement.columns }
            bytes += statement.size(columns: result.columns.count)
            guard bytes <= byteLimit else { throw DatabaseError.tooLarge(byteLimit, statement.text) }
            for place in 0..<CInt(clamping: result.columns.count) { result.values.append(statement.value(place)) }
        }
        return result
    }

    private func closeCursors() {
        for statement in cursors.values { statement.reset() }
        cursors = [:]
    }
}
