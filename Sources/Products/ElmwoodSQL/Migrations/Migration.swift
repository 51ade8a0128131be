/// One step in the life of a database's schema.
///
/// ```swift
/// let migrations = [
///     Migration("create books", """
///         CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
///         CREATE INDEX books_title ON books (title);
///         """),
///     Migration("add a year", "ALTER TABLE books ADD COLUMN year INTEGER"),
/// ]
/// ```
///
/// Append new ones to the list. One that was applied anywhere stays as it is: ``Database/migrate(_:waiting:)`` refuses a list in which
/// it was changed, moved or removed.
public struct Migration: Sendable {
    /// Its name, unique in the list.
    public let name: String

    /// What tells whether it has changed: a number made from its statements.
    let checksum: String

    let apply: @Sendable (DatabaseTransaction) async throws -> Void

    /// Creates a migration from statements without values, separated by semicolons.
    public init(_ name: String, _ statements: SQL) {
        self.name = name
        checksum = Self.checksum(of: statements)
        apply = { transaction in
            guard !statements.hasValues else {
                let sentence =
                    "The migration “\(name)” has bound values, and a script cannot have any. Give it a closure."
                throw DatabaseError(.misuse, sentence)
            }
            try await transaction.runScript(statements)
        }
    }

    /// Creates a migration from a closure, which can compute values:
    ///
    /// ```swift
    /// Migration("make slugs") { transaction in
    ///     for book in try await transaction.rows("SELECT id, title FROM books", as: Book.self) {
    ///         try await transaction.execute("UPDATE books SET slug = \(slug(of: book)) WHERE id = \(book.id)")
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The migration's name, which is stored once it is applied.
    ///   - version: A text to change if the closure changes before it is applied anywhere: what code does is not in the
    ///     checksum.
    ///   - apply: What changes the database.
    public init(
        _ name: String,
        version: String = "1",
        apply: @escaping @Sendable (DatabaseTransaction) async throws -> Void
    ) {
        self.name = name
        checksum = "code-\(version)"
        self.apply = apply
    }

    /// FNV-1a of 64 bits: it finds changes that were not meant, and protects from nobody.
    private static func checksum(of statements: SQL) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in statements.outline.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return String(hash, radix: 16)
    }
}
