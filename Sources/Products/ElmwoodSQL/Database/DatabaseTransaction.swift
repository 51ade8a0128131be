import Synchronization

/// A transaction that is open: it runs statements until its closure ends.
///
/// Several tasks may use it at once; their statements run one after another.
public struct DatabaseTransaction: SQLExecutor {
    let core: DatabaseCore
    let connection: Connection
    let scope: TransactionScope
    let mark: TransactionMark

    /// Runs a statement in the transaction.
    public func result(of statement: SQL, _ request: StatementRequest) async throws -> SQLResult {
        let rendered = try statement.rendered(for: core.dialect)
        let limit = request.timeLimit ?? core.limits.statement
        return try await perform(limit: limit) { control in
            try await connection.use { try $0.run(rendered, rowLimit: request.rowLimit, in: scope, control: control) }
        }
    }

    /// Runs statements without values, separated by semicolons.
    func runScript(_ statement: SQL) async throws {
        let rendered = try statement.rendered(for: core.dialect)
        try await perform(limit: nil) { control in
            try await connection.use { try $0.runScript(rendered.text, in: scope, control: control) }
        }
    }

    /// Runs an operation, ends it when the task is cancelled, and notes its failure.
    func perform<Value>(
        limit: Duration?,
        isolation: isolated (any Actor)? = #isolation,
        _ operation: (StatementControl) async throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let control = StatementControl(limit: limit, wakeup: connection.wakeup)
        do {
            return try await withTaskCancellationHandler {
                try await operation(control)
            } onCancel: {
                control.cancel()
            }
        } catch {
            mark.note(error)
            throw error
        }
    }

    /// Runs a closure in a transaction within this one. If it throws, what it did is undone, and this transaction continues.
    ///
    /// In PostgreSQL a failed statement ends its transaction. Within a nested one it ends only that:
    ///
    /// ```swift
    /// try await database.transaction { transaction in
    ///     do {
    ///         try await transaction.transaction { try await $0.execute("INSERT INTO tags VALUES (\(tag))") }
    ///     } catch let error as DatabaseError where error.kind == .uniqueViolation {}
    ///     …
    /// }
    /// ```
    ///
    /// While it is open, the outer transaction cannot be used, and no second one can begin in it.
    @discardableResult
    public func transaction<Value>(
        on actor: isolated (any Actor)? = #isolation,
        _ body: (DatabaseTransaction) async throws -> Value
    ) async throws -> Value {
        let limit = core.limits.statement
        let inner = try await perform(limit: limit) { control in
            try await connection.use { try $0.beginNested(in: scope, control: control) }
        }
        do {
            let nested = DatabaseTransaction(core: core, connection: connection, scope: inner, mark: mark)
            let value = try await body(nested)
            try await perform(limit: limit) { control in
                try await connection.use { try $0.commitNested(inner, control: control) }
            }
            return value
        } catch {
            let control = StatementControl(limit: TransactionMark.endLimit, wakeup: connection.wakeup)
            await connection.use { $0.rollBackNested(inner, control: control) }
            throw error
        }
    }
}

/// What is known of a transaction outside of its connection.
final class TransactionMark: Sendable {
    /// The transaction in whose closure the current task is.
    @TaskLocal static var current: TransactionMark?

    /// How long a rollback may take. It cannot be cancelled.
    static let endLimit = Duration.seconds(10)

    private let core: ObjectIdentifier
    private let outer: TransactionMark?
    private let isOpen = Atomic(true)
    private let firstFailure = Mutex<DatabaseError?>(nil)
    private let isTransient = Atomic(false)

    init(_ core: DatabaseCore) {
        self.core = ObjectIdentifier(core)
        outer = Self.current
    }

    func end() { isOpen.store(false, ordering: .releasing) }

    func note(_ error: any Error) {
        guard let error = error as? DatabaseError else { return }
        if error.isTransient { isTransient.store(true, ordering: .releasing) }
        firstFailure.withLock { $0 = $0 ?? error }
    }

    /// Whether it may succeed when it is tried again.
    var shouldRetry: Bool { isTransient.load(ordering: .acquiring) }

    /// The error to report: the first failure in place of the one that only says that there was one.
    func reported(_ error: any Error) -> any Error {
        guard let ended = error as? DatabaseError, ended.kind == .rolledBack else { return error }
        return firstFailure.withLock { $0 } ?? error
    }

    /// Throws if the task is in a transaction of that database: it would wait for the connection that it has itself.
    static func refuseUse(of core: DatabaseCore) throws(DatabaseError) {
        var mark = current
        while let open = mark {
            if open.core == ObjectIdentifier(core), open.isOpen.load(ordering: .acquiring) {
                let sentence =
                    "The database is used within a transaction of it: use the transaction that the closure gets."
                throw DatabaseError(.misuse, sentence)
            }
            mark = open.outer
        }
    }
}
