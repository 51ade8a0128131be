import ElmwoodSQL
import Testing

private let books = Migration(
    "create books",
    "CREATE TABLE books (id BIGINT PRIMARY KEY, title TEXT NOT NULL); INSERT INTO books VALUES (1, 'Emma; Persuasion');"
)
private let years = Migration("add a year", "ALTER TABLE books ADD COLUMN year BIGINT")
private let slugs = Migration("fill the year") { transaction in
    try await transaction.execute("UPDATE books SET year = \(1815)")
}

extension Behavior {
    static let migrations: [Behavior] = [
        Behavior("Migrations are applied in order and once") { database async throws in
            #expect(try await database.migrate([books]) == ["create books"])
            #expect(try await database.migrate([books, years, slugs]) == ["add a year", "fill the year"])
            #expect(try await database.migrate([books, years, slugs]) == [])
            #expect(try await database.value("SELECT year FROM books", as: Int.self) == 1_815)
            #expect(try await database.value("SELECT title FROM books", as: String.self) == "Emma; Persuasion")
        },
        Behavior("A key that the database counts is never given twice") { database async throws in
            let table: SQL = "CREATE TABLE counted (id \(SQL.identity), name TEXT NOT NULL)"
            _ = try await database.migrate([Migration("create counted", table)])
            func add() async throws -> Int? {
                try await database.value("INSERT INTO counted (name) VALUES (\("x")) RETURNING id")
            }
            #expect(try await [add(), add()] == [1, 2])
            try await database.execute("DELETE FROM counted")
            #expect(try await add() == 3)
        },
        Behavior("Several that migrate at once apply each migration once") { database async throws in
            let applied = try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<8 { group.addTask { try await database.migrate([books, years, slugs]) } }
                var names: [String] = []
                for try await applied in group { names += applied }
                return names
            }
            #expect(applied.sorted() == ["add a year", "create books", "fill the year"])
        },
        Behavior("A migration that was changed, moved or removed is refused, and nothing is applied") {
            database async throws in
            try await database.migrate([books, years])
            func message(_ migrations: [Migration]) async -> String? {
                let error = await expectError(.migration) { try await database.migrate(migrations) }
                return error?.message
            }
            let changed = Migration("create books", "CREATE TABLE books (id BIGINT)")
            #expect(await message([changed, years, slugs])?.contains("“create books” was changed") == true)
            #expect(await message([years, books, slugs])?.contains("“create books” as its migration 1") == true)
            #expect(await message([years, slugs])?.contains("“create books”, which the program does not have") == true)
            #expect(await message([books])?.contains("“add a year”, which the program does not have") == true)
            #expect(
                await message([books, years, books])?.contains("Two migrations have the name “create books”") == true
            )
            #expect(
                try await database.values("SELECT name FROM elmwood_migrations ORDER BY position")
                    == ["create books", "add a year"]
            )
        },
        Behavior("A migration that fails leaves nothing of itself, and those before it") { database async throws in
            let broken = Migration("broken", "CREATE TABLE half (id BIGINT); CREATE TABLE half (id BIGINT)")
            await expectError(.undefinedObject) { try await database.migrate([books, broken, years]) }
            await expectError(.undefinedObject) { try await database.execute("SELECT * FROM half") }
            #expect(try await database.migrate([books, years]) == ["add a year"])
            let ending = Migration("ending", "CREATE TABLE half (id BIGINT); COMMIT")
            await expectError(.misuse) { try await database.migrate([books, years, ending]) }
            #expect(try await database.migrate([books, years, slugs]) == ["fill the year"])
        },
    ]
}
