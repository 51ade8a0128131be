/// A statement, or a part of one: text, and the values that are bound in it.
///
/// It is written as a literal. A value in it is bound, and never becomes a part of the text:
///
/// ```swift
/// let articles: [Article] = try await database.rows("SELECT * FROM articles WHERE author = \(name)")
/// ```
///
/// | interpolation | what it is |
/// |---|---|
/// | `\(value)` | a bound value; `nil` is NULL |
/// | `\(fragment)` | another `SQL`, with its values |
/// | `\(list: values)` | a list in parentheses: `WHERE id IN \(list: ids)` |
/// | `\(json: value)` | an `Encodable` value as JSON; `nil` is NULL |
/// | `\(identifier: name)` | the quoted name of a table or a column |
/// | `\(raw: text)` | text that is used as it is |
/// | `\(SQL.identity)` | the definition of a primary key that the database counts |
///
/// No `String` becomes a statement by itself, not even as an argument of `init(stringLiteral:)`. What is shown of a statement, in
/// a log for instance, is its text with `?` in place of the values.
public struct SQL: Sendable, ExpressibleByStringInterpolation {
    enum Piece: Sendable {
        case literal(StaticString)
        case text(String)
        case value(SQLValue)
        case list([SQLValue], SQLType)
        case identifier([String])
        /// The definition of a primary key that the database counts.
        case identity
        /// Why the statement cannot run.
        case problem(String)
    }

    var pieces: [Piece]

    init(pieces: [Piece]) { self.pieces = pieces }

    /// Creates a statement without values from a literal.
    public init(stringLiteral: StaticString) { pieces = [.literal(stringLiteral)] }

    /// Creates a statement from a literal with interpolations.
    public init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

    /// Creates a statement from text that is used as it is: from a file of the app, for instance.
    ///
    /// What the text contains, the database executes. Never build it from anything that a visitor has sent.
    public static func raw(_ text: String) -> SQL { SQL(pieces: [.text(text)]) }

    /// In `CREATE TABLE`, the definition of an `Int` that the database gives to each new row, and to no other row ever again.
    ///
    /// ```swift
    /// "CREATE TABLE books (id \(SQL.identity), title TEXT NOT NULL)"
    /// ```
    ///
    /// It is `INTEGER PRIMARY KEY AUTOINCREMENT` in SQLite, and `BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY` in PostgreSQL.
    public static let identity = SQL(pieces: [.identity])

    /// Joins two parts. A space belongs to one of them.
    public static func + (left: SQL, right: SQL) -> SQL { SQL(pieces: left.pieces + right.pieces) }

    /// Appends a part.
    public static func += (left: inout SQL, right: SQL) { left.pieces += right.pieces }
}

extension Sequence where Element == SQL {
    /// Joins parts: conditions by `" AND "`, rows of values by `", "`.
    ///
    /// ```swift
    /// let rows = books.map { "(\($0.title), \($0.year))" as SQL }
    /// try await database.execute("INSERT INTO books (title, year) VALUES \(rows.joined(separator: ", "))")
    /// ```
    public func joined(separator: SQL) -> SQL {
        var pieces: [SQL.Piece] = []
        for (place, part) in enumerated() {
            if place > 0 { pieces += separator.pieces }
            pieces += part.pieces
        }
        return SQL(pieces: pieces)
    }
}

// The values are in no description, dump or mirror, so that they are in no log.
extension SQL: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The text, with `?` in place of each value.
    public var description: String { outline }

    /// The text, with `?` in place of each value.
    public var debugDescription: String { outline }

    /// A mirror of the text.
    public var customMirror: Mirror { Mirror(self, children: ["text": outline]) }
}
