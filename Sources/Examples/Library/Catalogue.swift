import ElmwoodSQL
import Synchronization

/// The books in the database, and all statements about them.
package struct Catalogue: Sendable {
    private let database: Database
    private let preparation: Preparation

    /// Creates a catalogue. Nothing is opened before it is used.
    ///
    /// - Parameters:
    ///   - path: the database's file, in a folder that exists by then; nil: in memory, as long as the process runs.
    ///   - count: how many invented books a new database begins with.
    package init(at path: String? = nil, count: Int = InventedBooks.most) {
        // Pages without script wait a moment for what they save. A commit that waits for the disk may take longer than that.
        database = Database(.sqlite(path ?? ":memory:", durability: .process))
        preparation = Preparation(Self.migrations(count))
    }

    private static func migrations(_ count: Int) -> [Migration] {
        [
            Migration(
                "create books",
                """
                CREATE TABLE books (
                    number INTEGER PRIMARY KEY,
                    version INTEGER NOT NULL,
                    title TEXT NOT NULL,
                    author TEXT NOT NULL,
                    year INTEGER NOT NULL,
                    shelf TEXT NOT NULL UNIQUE,
                    copies INTEGER NOT NULL
                );
                CREATE INDEX books_by_title ON books (title, number);
                CREATE INDEX books_by_author ON books (author, number);
                CREATE INDEX books_by_year ON books (year, number);
                """
            ),
            Migration("invent books") { transaction in
                // One statement for all of them: in a debug build, 10,000 books take 0.2 seconds.
                try await transaction.execute(
                    """
                    INSERT INTO books (number, version, title, author, year, shelf, copies)
                    SELECT value ->> 'number', value ->> 'version', value ->> 'title', value ->> 'author',
                        value ->> 'year', value ->> 'shelf', value ->> 'copies'
                    FROM json_each(\(json: InventedBooks.first(count)))
                    """
                )
            },
        ]
    }

    /// Returns the books that were asked for, and how many there are besides.
    func books(_ selection: Selection) async throws -> Found {
        try await preparation.prepare(database)
        let conditions = selection.words.map { word -> SQL in
            let text = "%" + word.replacing(#/[\\%_]/#) { "\\" + $0.output } + "%"
            return #"""
                (title LIKE \#(text) ESCAPE '\' OR author LIKE \#(text) ESCAPE '\' OR shelf LIKE \#(text) ESCAPE '\')
                """#
        }
        let chosen: SQL = selection.words.isEmpty ? "books" : "books WHERE \(conditions.joined(separator: " AND "))"
        let column: SQL =
            switch selection.order {
            case .title: "title"
            case .author: "author"
            case .year: "year"
            case .shelf: "shelf"
            }
        let direction: SQL = selection.isDescending ? "DESC" : "ASC"
        return try await database.transaction(readOnly: true) { transaction in
            let count = try await transaction.value("SELECT count(*) FROM \(chosen)", as: Int.self) ?? 0
            // A page beyond the end, such as after a search for more words, is the last one.
            let page = max(1, min(selection.page, (count + Selection.step - 1) / Selection.step))
            let rows = selection.window(of: count)?.rows
            let books: [Book] = try await transaction.rows(
                """
                SELECT * FROM \(chosen) ORDER BY \(column) \(direction), number
                LIMIT \(rows?.count ?? Selection.step)
                OFFSET \(rows?.lowerBound ?? (page - 1) * Selection.step)
                """
            )
            return Found(count: count, page: page, books: books)
        }
    }

    /// Some of the books that were asked for.
    struct Found: Codable, Equatable, Sendable {
        /// How many there are in all.
        var count: Int
        /// The page that the books are on.
        var page: Int
        var books: [Book]
    }

    /// Returns the book of that number; nil if there is none.
    func book(_ number: Int) async throws -> Book? {
        try await preparation.prepare(database)
        return try await database.row("SELECT * FROM books WHERE number = \(number)")
    }

    /// Saves a book over the version that the entry was made from. The same may be saved again.
    func save(_ entry: Book.Entry, as number: Int) async throws -> Saved {
        try await preparation.prepare(database)
        do {
            let changes = try await database.execute(
                """
                UPDATE books SET version = version + 1, title = \(entry.title), author = \(entry.author),
                    year = \(entry.year), shelf = \(entry.shelf), copies = \(entry.copies)
                WHERE number = \(number) AND version = \(entry.version)
                """
            ).changes
            guard changes == 0, var book = try await book(number) else { return .saved }
            let other = book
            book.version = entry.version
            return book.entry == entry ? .saved : .overtaken(by: other)
        } catch let error as DatabaseError where error.kind == .uniqueViolation {
            return .shelfNumberTaken
        }
    }

    /// What came of saving a book.
    enum Saved {
        case saved
        /// Another book has this shelf number.
        case shelfNumberTaken
        /// Somebody else has saved the book since.
        case overtaken(by: Book)
    }
}

extension Catalogue: Equatable {
    /// Whether both are the same database: it belongs to the name of what is read from it.
    package static func == (left: Self, right: Self) -> Bool { left.database == right.database }
}

/// Migrates the database when it is first used: where programs are mounted, nothing can be awaited, and the data folder may not exist.
private final class Preparation: Sendable {
    private let migrations: [Migration]
    private let isDone = Atomic(false)

    init(_ migrations: [Migration]) {
        self.migrations = migrations
    }

    /// Waits until the database is ready. Several callers may come at once: each migration is applied once. After a failure the next
    /// caller tries again.
    func prepare(_ database: Database) async throws {
        guard !isDone.load(ordering: .acquiring) else { return }
        try await database.migrate(migrations)
        isDone.store(true, ordering: .releasing)
    }
}
