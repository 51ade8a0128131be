import Elmwood
import ElmwoodSQL
import FoundationEssentials

extension Store {
    /// Returns the comments on an article, the newest first.
    func comments(on slug: String, for reader: Int?) async throws -> [Comment] {
        let article = try await id(ofArticle: slug)
        return try await database.rows(
            "\(commentColumns(for: reader)) WHERE article = \(article) ORDER BY comments.id DESC"
        )
    }

    /// Adds a comment.
    ///
    /// - Throws: ``Refusal``.
    func comment(_ body: String, on slug: String, by author: Int, at date: Date = .now) async throws -> Comment {
        if body.allSatisfy(\.isWhitespace) { throw Refusal.invalid(["body": ["can't be blank"]]) }
        if body.utf8.count > 10_000 { throw Refusal.invalid(["body": ["is too long"]]) }
        let article = try await id(ofArticle: slug)
        let id = try await database.value(
            """
            INSERT INTO comments (article, author, body, created_at) VALUES (\(article), \(author), \(body), \(date))
            RETURNING id
            """,
            as: Int.self
        )
        let comment: Comment? = try await database.row("\(commentColumns(for: author)) WHERE comments.id = \(id)")
        guard let comment else { throw Refusal.missing }
        return comment
    }

    /// Deletes a comment of one's own.
    ///
    /// - Throws: ``Refusal``.
    func deleteComment(_ id: Int, on slug: String, by author: Int) async throws {
        let article = try await self.id(ofArticle: slug)
        let owner = try await database.value(
            "SELECT author FROM comments WHERE id = \(id) AND article = \(article)",
            as: Int.self
        )
        guard let owner else { throw Refusal.missing }
        guard owner == author else { throw Refusal.forbidden }
        try await database.execute("DELETE FROM comments WHERE id = \(id) AND author = \(author)")
    }

    private func commentColumns(for reader: Int?) -> SQL {
        """
        SELECT comments.id, created_at, created_at AS updated_at, body, username, bio, image,
            EXISTS (SELECT 1 FROM follows WHERE followed = author AND reader = \(reader ?? 0)) AS following
        FROM comments JOIN users ON users.id = author
        """
    }
}
