import ElmwoodSQL

struct Note: Codable, Equatable, Sendable {
    var id: Int
    var text: String
}

/// The notes in the database, and all statements about them. A value in a statement is bound, never a part of its text.
struct NoteTable: Equatable, Sendable {
    let database: Database

    func notes() async throws -> [Note] {
        try await database.rows("SELECT * FROM notes ORDER BY id DESC LIMIT 100")
    }

    func add(_ text: String) async throws {
        try await database.execute("INSERT INTO notes (text) VALUES (\(text))")
    }

    func remove(_ id: Int) async throws {
        try await database.execute("DELETE FROM notes WHERE id = \(id)")
    }
}
