/// What a transaction sees of others.
///
/// Transactions of SQLite are always serializable.
public enum TransactionIsolation: Sendable, Hashable {
    /// As if all transactions ran one after another. What cannot be brought into an order is tried again.
    case serializable
    /// The state at its first statement. Two that change the same row cannot both succeed; the second is tried again.
    case repeatableRead
    /// Each statement sees what was committed when it began: PostgreSQL's own default.
    case readCommitted
}

extension Database {
    /// Runs a closure in a transaction, which is committed when it returns and rolled back when it throws.
    ///
    /// ```swift
    /// try await database.transaction { transaction in
    ///     try await transaction.execute("UPDATE accounts SET cents = cents - \(amount) WHERE id = \(from)")
    ///     try await transaction.execute("UPDATE accounts SET cents = cents + \(amount) WHERE id = \(to)")
    /// }
    /// ```
    ///
    /// If it conflicts with another transaction (a serialization failure, a deadlock, a locked file), it is rolled back and the
    /// closure runs again after a short random time, ``DatabaseLimits/transactionAttempts`` times at most. So the closure must have
    /// no effects outside of the transaction.
    ///
    /// If the task is cancelled, the statement ends and the transaction is rolled back. A commit that has begun is not cancelled.
    ///
    /// - Parameters:
    ///   - readOnly: Whether it only reads. In SQLite, it then waits for no one, and no one for it.
    ///   - isolation: What it sees of others. In SQLite, it is always serializable.
    ///   - actor: The actor that the closure runs on: the caller's.
    ///   - body: What is done in the transaction.
    /// - Throws: What the closure throws; ``DatabaseError`` of kind `unknownOutcome` if the connection was lost during the commit.
    @discardableResult
    public func transaction<Value>(
        readOnly: Bool = false,
        isolation: TransactionIsolation = .serializable,
        on actor: isolated (any Actor)? = #isolation,
        _ body: (DatabaseTransaction) async throws -> Value
    ) async throws -> Value {
        try await transaction(readOnly ? .readOnly(isolation) : .readWrite(isolation), body)
    }

    /// Runs a closure in a serializable transaction.
    @discardableResult
    public func transaction<Value>(
        on actor: isolated (any Actor)?,
        _ body: (DatabaseTransaction) async throws -> Value
    ) async throws -> Value {
        try await transaction(.readWrite(.serializable), body)
    }

    func transaction<Value>(
        _ mode: TransactionMode,
        on actor: isolated (any Actor)? = #isolation,
        _ body: (DatabaseTransaction) async throws -> Value
    ) async throws -> Value {
        try TransactionMark.refuseUse(of: core)
        var attempt = 1
        while true {
            let mark = TransactionMark(core)
            do {
                return try await attemptTransaction(mode, mark, body)
            } catch {
                // A failure to begin is not noted: nothing ran.
                let isTransient = mark.shouldRetry || (error as? DatabaseError)?.isTransient == true
                guard isTransient, attempt < core.limits.transactionAttempts, !Task.isCancelled else { throw error }
            }
            // Those that have met here meet again if they wait equally long.
            let longest = min(10 << min(attempt, 6), 500)
            try await Task.sleep(for: .milliseconds(Int.random(in: 1...longest)))
            attempt += 1
        }
    }

    private func attemptTransaction<Value>(
        _ mode: TransactionMode,
        _ mark: TransactionMark,
        on actor: isolated (any Actor)? = #isolation,
        _ body: (DatabaseTransaction) async throws -> Value
    ) async throws -> Value {
        try await core.withConnection(writes: mode.writes) { connection in
            let control = StatementControl(limit: core.limits.statement, wakeup: connection.wakeup)
            let scope = try await withTaskCancellationHandler {
                try await connection.use { try $0.begin(mode, control: control) }
            } onCancel: {
                control.cancel()
            }
            let transaction = DatabaseTransaction(core: core, connection: connection, scope: scope, mark: mark)
            do {
                let value = try await TransactionMark.$current.withValue(mark) { try await body(transaction) }
                try Task.checkCancellation()
                mark.end()
                // Its task cannot cancel it: the outcome would be unknown.
                let control = StatementControl(limit: core.limits.statement, wakeup: connection.wakeup)
                do {
                    try await connection.use { try $0.commit(scope, control: control) }
                } catch {
                    mark.note(error)
                    throw mark.reported(error)
                }
                return value
            } catch {
                mark.end()
                let control = StatementControl(limit: TransactionMark.endLimit, wakeup: connection.wakeup)
                await connection.use { $0.rollBack(scope, control: control) }
                throw mark.reported(error)
            }
        }
    }
}
