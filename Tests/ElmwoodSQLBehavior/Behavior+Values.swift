import ElmwoodCalendar
import ElmwoodSQL
import ElmwoodTestSupport
import Foundation
import Testing

private enum Mood: String, Codable { case happy, sad }

private enum Level: Int, Codable { case low = 1, high }

private struct Everything: Codable, Equatable {
    struct Address: Codable, Equatable {
        var street: String
        var since: Date
    }

    var id: Int
    var small: Int16
    var ratio: Double
    var name: String
    var isActive: Bool
    var createdAt: Date
    var token: UUID
    var picture: [UInt8]
    var mood: Mood
    var level: Level
    var nickname: String?
    var address: Address
    var tags: [String]
}

private func makeTable(_ database: Database) async throws {
    try await database.execute(
        """
        CREATE TABLE everything (
            id BIGINT PRIMARY KEY, small SMALLINT NOT NULL, ratio DOUBLE PRECISION NOT NULL, name TEXT NOT NULL,
            is_active BOOLEAN NOT NULL, created_at TIMESTAMPTZ NOT NULL, token UUID NOT NULL, picture BYTEA NOT NULL,
            mood TEXT NOT NULL, level INTEGER NOT NULL, nickname TEXT, address JSON NOT NULL, tags JSON NOT NULL
        )
        """
    )
}

private func insert(_ row: Everything, into database: Database) async throws {
    try await database.execute(
        """
        INSERT INTO everything VALUES (
            \(row.id), \(row.small), \(row.ratio), \(row.name), \(row.isActive), \(row.createdAt), \(row.token),
            \(row.picture), \(row.mood), \(row.level), \(row.nickname), \(json: row.address), \(json: row.tags)
        )
        """
    )
}

extension Behavior {
    static let values: [Behavior] = [
        Behavior("A value of each type is bound, stored, found and read") { database async throws in
            try await makeTable(database)
            let rows = [
                Everything(
                    id: .max,
                    small: -32_768,
                    ratio: 0.1,
                    name: "O'Neill; DROP TABLE everything; --",
                    isActive: true,
                    createdAt: Date(timeIntervalSince1970: 1_700_000_000.125),
                    token: UUID(),
                    picture: [0, 1, 255],
                    mood: .sad,
                    level: .high,
                    nickname: nil,
                    address: .init(street: "Am “Ring” 1", since: Date(timeIntervalSince1970: 0.5)),
                    tags: ["a", "'"]
                ),
                Everything(
                    id: .min,
                    small: 32_767,
                    ratio: -1.5e300,
                    name: "",
                    isActive: false,
                    createdAt: Date(timeIntervalSince1970: -1.25),
                    token: UUID(),
                    picture: [],
                    mood: .happy,
                    level: .low,
                    nickname: "",
                    address: .init(street: "", since: Date(timeIntervalSince1970: -62_135_596_800)),
                    tags: []
                ),
            ]
            for row in rows { try await insert(row, into: database) }
            #expect(try await database.rows("SELECT * FROM everything ORDER BY id DESC") == rows)
            for row in rows {
                let found: Everything? = try await database.row(
                    """
                    SELECT * FROM everything WHERE id = \(row.id) AND small = \(row.small) AND ratio = \(row.ratio)
                    AND name = \(row.name) AND is_active = \(row.isActive) AND created_at = \(row.createdAt)
                    AND token = \(row.token) AND picture = \(row.picture) AND mood = \(row.mood) AND level = \(row.level)
                    """
                )
                #expect(found == row)
            }
        },
        Behavior("A bound value without a column keeps its type") { database async throws in
            #expect(try await database.value("SELECT \(5)", as: Int.self) == 5)
            #expect(try await database.value("SELECT \(0.25)", as: Double.self) == 0.25)
            #expect(try await database.value("SELECT \("text")", as: String.self) == "text")
            #expect(try await database.value("SELECT \(true)", as: Bool.self) == true)
            #expect(try await database.value("SELECT \([UInt8]([1, 2]))", as: [UInt8].self) == [1, 2])
            let local = try #require(LocalDateTime("2026-03-29T02:30:00.5"))
            #expect(try await database.value("SELECT CAST(\(local) AS text)", as: LocalDateTime.self) == local)
            #expect(try await database.value("SELECT CAST(\(local.date) AS text)", as: LocalDate.self) == local.date)
            let time = try await database.value("SELECT CAST(\(local.time) AS text)", as: LocalTime?.self)
            #expect(time == local.time)
            let date = Date(timeIntervalSince1970: 1_234_567_890.5)
            #expect(try await database.value("SELECT \(date)", as: Date.self) == date)
            let id = UUID()
            #expect(try await database.value("SELECT \(id)", as: UUID.self) == id)
            #expect(try await database.value("SELECT \(String?.none)", as: String.self) == nil)
        },
        Behavior("Numbers, decimals and dates at their ends are stored exactly") { database async throws in
            for number in [Double.greatestFiniteMagnitude, .leastNonzeroMagnitude, -0.1, .pi, .infinity] {
                #expect(try await database.value("SELECT \(number)", as: Double.self) == number)
            }
            let price = try #require(Decimal(string: "12345678901234567890.05"))
            #expect(try await database.value("SELECT \(price)", as: Decimal.self) == price)
            // The first and the last second, and a leap day.
            for seconds in [-62_135_596_800.0, 253_402_300_799, 1_709_208_000] {
                let date = Date(timeIntervalSince1970: seconds)
                #expect(try await database.value("SELECT \(date)", as: Date.self) == date)
            }
            await expectError(.invalidValue) { try await database.execute("SELECT \(Date.distantFuture + 1e12)") }
        },
        Behavior("Hostile texts are stored as they are, and spliced nowhere") { database async throws in
            try await database.execute("CREATE TABLE notes (id BIGINT PRIMARY KEY, note TEXT NOT NULL)")
            var random = SeededGenerator(seed: 7)
            let pieces = [
                "'", "''", "\"", "\\", ";", "--", "/*", "*/", "$1", "?", ":a", "@b", "%", "_", "\n", "\r", "\t",
                "\u{1}",
                "DROP TABLE notes", ") OR 1=1", "é", "e\u{301}", "👩‍👩‍👧", "\u{202E}", "\u{FFFD}", "\u{10FFFF}", "E'\\'",
                "$$",
            ]
            for id in 0..<fuzzRounds(150) {
                let note = random.text(of: pieces, upTo: 12)
                try await database.execute("INSERT INTO notes VALUES (\(id), \(note))")
                let stored = try await database.value("SELECT note FROM notes WHERE note = \(note)", as: String.self)
                #expect(stored.map { Array($0.utf8) } == Array(note.utf8))
            }
            let count = try await database.value("SELECT count(*) FROM notes", as: Int.self)
            #expect(count == fuzzRounds(150))
        },
        Behavior("Hostile names are quoted") { database async throws in
            for name in ["a b", "a\"b", "a'; DROP TABLE x; --", "select", "é", "a\\", "$1", "?"] {
                try await database.execute("CREATE TABLE \(identifier: name) (\(identifier: name) TEXT)")
                try await database.execute("INSERT INTO \(identifier: name) (\(identifier: name)) VALUES (\(name))")
                let statement: SQL = "SELECT \(identifier: name, name) FROM \(identifier: name)"
                #expect(try await database.value(statement, as: String.self) == name)
            }
            await expectError(.misuse) { try await database.execute("SELECT \(identifier: "")") }
            await expectError(.misuse) { try await database.execute("SELECT \(identifier: "a\0b")") }
        },
        Behavior("Lists are bound value by value, and an empty list contains nothing") { database async throws in
            try await database.execute("CREATE TABLE things (id BIGINT PRIMARY KEY, name TEXT NOT NULL)")
            try await database.execute("INSERT INTO things VALUES (1, 'a'), (2, 'b'), (3, 'c')")
            func ids(_ condition: SQL) async throws -> [Int] {
                try await database.values("SELECT id FROM things WHERE \(condition) ORDER BY id", as: Int.self)
            }
            #expect(try await ids("id IN \(list: [1, 3, 5])") == [1, 3])
            #expect(try await ids("id NOT IN \(list: [1, 3])") == [2])
            #expect(try await ids("id IN \(list: [Int]())") == [])
            #expect(try await ids("id NOT IN \(list: [Int]())") == [1, 2, 3])
            #expect(try await ids("name IN \(list: ["a", "') OR (1=1"])") == [1])
            #expect(try await ids("name NOT IN \(list: [String]())") == [1, 2, 3])
            let conditions: [SQL] = ["id > \(1)", "name < \("c")"]
            #expect(try await ids(conditions.joined(separator: " AND ")) == [2])
            await expectError(.misuse) { try await ids("id IN \(list: Array(0..<70_000))") }
        },
    ]
}
