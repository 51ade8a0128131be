/// What a connection is in the middle of: its driver, and the state of its transaction. Its functions block.
struct ConnectionSession {
    private let limits: DatabaseLimits
    private var driver: (any DatabaseDriver)?
    /// The transaction that is open, and how deep it is nested: 1 is the transaction itself.
    private var scope: TransactionScope?
    private var mode = TransactionMode.readWrite(.serializable)
    private var transactions = 0
    private var cursors = 0
    /// Whether it can be used for nothing more.
    private(set) var isClosed = false

    init(limits: DatabaseLimits) {
        self.limits = limits
    }

    mutating func open(_ openDriver: OpenDriver, _ wakeup: Wakeup) throws {
        driver = try openDriver(limits, wakeup)
    }

    mutating func close() {
        isClosed = true
        driver = nil
    }

    /// The driver of a connection that is about to be used anew.
    private mutating func freshDriver() throws -> any DatabaseDriver {
        guard let driver, driver.probe() else {
            close()
            throw StaleConnection()
        }
        return driver
    }

    private func driver(in scope: TransactionScope) throws -> any DatabaseDriver {
        guard let current = self.scope, current.number == scope.number else {
            throw DatabaseError(.misuse, "The transaction has ended; what it began must not outlive its closure.")
        }
        guard current.depth == scope.depth else {
            let sentence =
                current.depth > scope.depth
                ? "A nested transaction is open: use the one that its closure gets, and begin one at a time."
                : "The nested transaction has ended; what it began must not outlive its closure."
            throw DatabaseError(.misuse, sentence)
        }
        guard let driver, driver.transactionState == .open else {
            throw DatabaseError(.rolledBack, "An earlier failure has ended the transaction.")
        }
        return driver
    }

    /// Runs a statement, in a transaction or by itself.
    mutating func run(
        _ statement: RenderedStatement,
        rowLimit: Int,
        in scope: TransactionScope?,
        control: StatementControl
    ) throws -> SQLResult {
        if let scope {
            let driver = try self.driver(in: scope)
            defer { markLost() }
            // It may have waited for another statement of the transaction.
            if control.isCancelled { throw CancellationError() }
            let result = try driver.run(
                statement,
                rowLimit: rowLimit,
                byteLimit: limits.resultBytes,
                control: control
            )
            guard driver.transactionState != .none else { throw Self.transactionStatement(statement.text) }
            return result
        }
        let driver = try freshDriver()
        defer { markLost() }
        if control.isCancelled { throw CancellationError() }
        let result = try driver.run(statement, rowLimit: rowLimit, byteLimit: limits.resultBytes, control: control)
        guard driver.transactionState == .none else {
            // The next user of the connection must not be in the transaction.
            close()
            throw Self.transactionStatement(statement.text)
        }
        return result
    }

    mutating func runScript(_ text: String, in scope: TransactionScope, control: StatementControl) throws {
        let driver = try self.driver(in: scope)
        defer { markLost() }
        try driver.runScript(text, control: control)
        guard driver.transactionState == .open else { throw Self.transactionStatement(text) }
    }

    private static func transactionStatement(_ text: String) -> DatabaseError {
        let sentence =
            "A statement must not begin or end a transaction: use `transaction`, which also ends it when the task is cancelled."
        return DatabaseError(.misuse, sentence, statement: text)
    }

    private mutating func markLost() {
        if driver?.isUsable != true { close() }
    }

    // Transactions.

    mutating func begin(_ mode: TransactionMode, control: StatementControl) throws -> TransactionScope {
        let driver = try freshDriver()
        defer { markLost() }
        if control.isCancelled { throw CancellationError() }
        do {
            try driver.begin(mode, control: control)
        } catch {
            // Nobody would end what has begun nevertheless.
            if driver.transactionState != .none { close() }
            throw error
        }
        self.mode = mode
        transactions += 1
        let scope = TransactionScope(number: transactions, depth: 1)
        self.scope = scope
        return scope
    }

    mutating func commit(_ ended: TransactionScope, control: StatementControl) throws {
        do {
            let driver = try self.driver(in: ended)
            try driver.commit(mode, control: control)
            scope = nil
            markLost()
        } catch {
            rollBack(ended, control: control)
            throw error
        }
    }

    /// Ends the transaction. A connection on which that fails is closed, which also ends it.
    mutating func rollBack(_ ended: TransactionScope, control: StatementControl) {
        guard let scope, scope.number == ended.number else { return }
        self.scope = nil
        guard let driver = self.driver else { return close() }
        do {
            try driver.rollBack(mode, control: control)
            if driver.transactionState != .none { close() }
        } catch {
            close()
        }
        markLost()
    }

    mutating func beginNested(in outer: TransactionScope, control: StatementControl) throws -> TransactionScope {
        let inner = TransactionScope(number: outer.number, depth: outer.depth + 1)
        let statement = RenderedStatement("SAVEPOINT \(inner.savepoint)")
        _ = try run(statement, rowLimit: 0, in: outer, control: control)
        scope = inner
        return inner
    }

    mutating func commitNested(_ inner: TransactionScope, control: StatementControl) throws {
        let statement = RenderedStatement("RELEASE SAVEPOINT \(inner.savepoint)")
        _ = try run(statement, rowLimit: 0, in: inner, control: control)
        scope = TransactionScope(number: inner.number, depth: inner.depth - 1)
    }

    mutating func rollBackNested(_ inner: TransactionScope, control: StatementControl) {
        // Nested ones of it that were left open end with it.
        guard let scope, scope.number == inner.number, scope.depth >= inner.depth, let driver else { return }
        self.scope = TransactionScope(number: inner.number, depth: inner.depth - 1)
        guard driver.transactionState != .none else { return }
        defer { markLost() }
        do {
            for verb in ["ROLLBACK TO", "RELEASE"] {
                let statement = RenderedStatement("\(verb) SAVEPOINT \(inner.savepoint)")
                _ = try driver.run(statement, rowLimit: 0, byteLimit: 0, control: control)
            }
        } catch {
            // Nothing of the transaction may be committed without this.
            close()
        }
    }

    // Cursors.

    mutating func openCursor(
        _ statement: RenderedStatement,
        in scope: TransactionScope,
        control: StatementControl
    ) throws -> Int {
        let driver = try self.driver(in: scope)
        defer { markLost() }
        cursors += 1
        try driver.openCursor(cursors, statement, control: control)
        return cursors
    }

    mutating func fetch(_ cursor: Int, count: Int, in scope: TransactionScope, control: StatementControl) throws
        -> SQLResult
    {
        let driver = try self.driver(in: scope)
        defer { markLost() }
        return try driver.fetch(cursor, count: count, byteLimit: limits.resultBytes, control: control)
    }
}

/// Which transaction of a connection a statement belongs to, and how deep it is nested.
struct TransactionScope: Sendable {
    let number: Int
    let depth: Int

    var savepoint: String { "elmwood_\(depth)" }
}
