/// A connection to a database. All its functions block, so only a ``Connection`` calls them, on a thread that may block.
package protocol DatabaseDriver: AnyObject {
    /// Whether statements can be sent, as far as it is known.
    var isUsable: Bool { get }

    /// Finds out whether statements can be sent: a server may have closed an idle connection.
    func probe() -> Bool

    /// What the database says of the transaction.
    var transactionState: TransactionState { get }

    /// Runs one statement.
    ///
    /// - Parameters:
    ///   - rowLimit: Rows beyond this number are dropped.
    ///   - byteLimit: A result that is larger is an error.
    func run(
        _ statement: RenderedStatement,
        rowLimit: Int,
        byteLimit: Int,
        control: StatementControl
    ) throws -> SQLResult

    /// Runs statements without values, separated by semicolons.
    func runScript(_ text: String, control: StatementControl) throws

    func begin(_ mode: TransactionMode, control: StatementControl) throws
    func commit(_ mode: TransactionMode, control: StatementControl) throws
    func rollBack(_ mode: TransactionMode, control: StatementControl) throws

    /// Begins a query whose rows are fetched in parts. Within a transaction, with which it ends.
    func openCursor(_ number: Int, _ statement: RenderedStatement, control: StatementControl) throws

    /// Returns the next rows, none at the end.
    func fetch(_ number: Int, count: Int, byteLimit: Int, control: StatementControl) throws -> SQLResult
}

package enum TransactionState: Sendable {
    case none, open
    /// An error has ended it, and it waits to be rolled back.
    case failed
}

/// How a transaction begins.
package enum TransactionMode: Sendable {
    case readWrite(TransactionIsolation)
    case readOnly(TransactionIsolation)
    /// Excludes other migrations, and in SQLite rebuilds tables without obeying foreign keys meanwhile.
    case migration

    package var writes: Bool {
        switch self {
        case .readOnly: false
        case .readWrite, .migration: true
        }
    }
}

/// A statement that writes was about to run on a connection for reading.
package struct NeedsWriter: Error {
    package init() {}
}

/// The server had closed the connection before anything was sent: another one can be used.
struct StaleConnection: Error {}

/// Opens a connection; it runs on a thread that may block.
package typealias OpenDriver = @Sendable (DatabaseLimits, Wakeup) throws -> any DatabaseDriver

extension DatabaseError {
    /// The error of a result that is larger than a driver may return.
    package static func tooLarge(_ limit: Int, _ statement: String) -> DatabaseError {
        let sentence = "The result has more than \(limit) bytes. Read it with `stream`, or select less."
        return DatabaseError(.tooLarge, sentence, statement: statement)
    }
}
