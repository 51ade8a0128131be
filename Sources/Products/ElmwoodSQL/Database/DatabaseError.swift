import ElmwoodThreads

/// Why a statement, a connection or a transaction failed.
///
/// Its text contains the statement, and never the values that were bound in it. It is for the log of the app, not for its visitors.
///
/// ```swift
/// do {
///     try await database.execute("INSERT INTO accounts (name) VALUES (\(name))")
/// } catch let error as DatabaseError where error.kind == .uniqueViolation {
///     throw NameTaken()
/// }
/// ```
///
/// A task that is cancelled gets a `CancellationError` instead.
public struct DatabaseError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A row with this key exists. ``DatabaseError/constraint`` tells which key.
        case uniqueViolation
        /// A row refers to one that does not exist, or is referred to.
        case foreignKeyViolation
        /// A column that must have a value would be NULL.
        case notNullViolation
        /// A CHECK constraint, or an exclusion constraint, does not hold.
        case checkViolation
        /// The database does not accept a value: too long, out of range, or not of the column's type.
        case invalidValue
        /// The statement is no SQL.
        case syntax
        /// A table, column, function or other object does not exist, or exists already.
        case undefinedObject
        /// The transaction conflicts with another one. ``Database/transaction(readOnly:isolation:on:_:)`` tries it again by itself.
        case serializationFailure
        /// Two transactions wait for each other. The transaction is tried again.
        case deadlock
        /// Somebody else holds the lock on the SQLite file, or on a row that the statement does not wait for.
        case busy
        /// The time limit of the statement is over. The statement was ended, and has changed nothing.
        case timeout
        /// No connection of the pool became free in time, or too many tasks wait for one.
        ///
        /// A site answers a page or an endpoint that throws it with 503, and not with 500; and so with ``busy``, and with a conflict
        /// that all repetitions of a transaction had (``serializationFailure``, ``deadlock``).
        case noConnection
        /// The database cannot be reached, or the connection was lost. Nothing of the transaction is stored.
        case connection
        /// The connection was lost, or the limit is over, before the database confirmed. The change may be stored or not: read it
        /// before repeating it.
        case unknownOutcome
        /// An earlier failure has ended the transaction: the statement was not run.
        case rolledBack
        /// Nothing can be written: the file, the transaction or the server is read-only.
        case readOnly
        /// The user has no permission.
        case permission
        /// The disk is full, or another resource of the database is exhausted.
        case full
        /// The file is damaged, or is no database.
        case corrupt
        /// A row does not fit the type that it is decoded into.
        case decoding
        /// The result is larger than ``DatabaseLimits/resultBytes``.
        case tooLarge
        /// The migrations of the program and those of the database do not fit together.
        case migration
        /// The address or a setting of the database is wrong.
        case configuration
        /// The calls are in an order that makes no sense; the message says what to do instead.
        case misuse
        /// Any other.
        case other
    }

    /// What kind of failure it is.
    public var kind: Kind

    /// The database's own code: an SQLSTATE such as `23505`, the name of a result such as `SQLITE_CONSTRAINT_UNIQUE`, or empty.
    public var code: String

    /// A sentence. It contains no bound value.
    public var message: String

    /// The statement with placeholders.
    public var statement: String?

    /// The constraint that does not hold: its name in PostgreSQL; in SQLite the name of a CHECK constraint, otherwise the columns:
    /// `accounts.name`.
    public var constraint: String?

    /// Whether the transaction may succeed when it is tried again.
    package var isTransient: Bool

    package init(
        _ kind: Kind,
        _ message: String,
        code: String = "",
        statement: String? = nil,
        constraint: String? = nil
    ) {
        self.kind = kind
        self.message = message
        self.code = code
        self.statement = statement
        self.constraint = constraint
        isTransient = kind == .serializationFailure || kind == .deadlock || kind == .busy
    }

    /// The message, the code and the statement, of which at most 2,000 characters.
    public var description: String {
        var text = message
        if !code.isEmpty { text += " [\(code)]" }
        if let statement {
            let shown = statement.prefix(2_000)
            text += " Statement: " + shown + (shown.endIndex < statement.endIndex ? "…" : "")
        }
        return text
    }
}

extension DatabaseError: OverloadError {
    package var isOverload: Bool { [.noConnection, .busy, .serializationFailure, .deadlock].contains(kind) }
}
