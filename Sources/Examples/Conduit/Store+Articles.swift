import Elmwood
import ElmwoodSQL
import FoundationEssentials

/// What changes articles and comments. All of it may throw a ``Refusal``.
extension Store {
    /// Publishes an article.
    ///
    /// - Returns: its slug, which differs from that of another article with the same title.
    func publish(_ fields: ArticleFields, by author: Int, at date: Date = .now) async throws -> String {
        let (title, description, body) = (fields.title ?? "", fields.description ?? "", fields.body ?? "")
        try ArticleFields(title: title, description: description, body: body, tagList: fields.tagList).check()
        return try await withSlug(for: title) { slug, transaction in
            let id = try await transaction.value(
                """
                INSERT INTO articles (slug, title, description, body, author, created_at, updated_at)
                VALUES (\(slug), \(title), \(description), \(body), \(author), \(date), \(date)) RETURNING id
                """,
                as: Int.self
            )
            try await replaceTags(of: id ?? 0, with: fields.tagList ?? [], transaction)
        }
    }

    /// Changes an article of one's own. Its slug remains, and so do links to it.
    func update(_ slug: String, _ fields: ArticleFields, by author: Int) async throws {
        try fields.check()
        let id = try await own("articles", "slug = \(slug)", author)
        var changes: [SQL] = ["updated_at = \(Date.now)"]
        if let title = fields.title { changes.append("title = \(title)") }
        if let description = fields.description { changes.append("description = \(description)") }
        if let body = fields.body { changes.append("body = \(body)") }
        let list = changes.joined(separator: ", ")
        try await database.transaction { transaction in
            try await transaction.execute("UPDATE articles SET \(list) WHERE id = \(id) AND author = \(author)")
            if let tags = fields.tagList { try await replaceTags(of: id, with: tags, transaction) }
        }
    }

    /// Deletes an article of one's own, with its comments and favorites.
    func delete(_ slug: String, by author: Int) async throws {
        let id = try await own("articles", "slug = \(slug)", author)
        try await database.execute("DELETE FROM articles WHERE id = \(id) AND author = \(author)")
    }

    /// Adds a comment, and returns its id.
    func comment(_ body: String, on slug: String, by author: Int, at date: Date = .now) async throws -> Int {
        if body.allSatisfy(\.isWhitespace) { throw Refusal.invalid(["body": ["can't be blank"]]) }
        if body.utf8.count > 10_000 { throw Refusal.invalid(["body": ["is too long"]]) }
        let article: Int = try await found("SELECT id FROM articles WHERE slug = \(slug)")
        return try await found(
            """
            INSERT INTO comments (article, author, body, created_at) VALUES (\(article), \(author), \(body), \(date))
            RETURNING id
            """
        )
    }

    /// Deletes a comment of one's own.
    func deleteComment(_ id: Int, on slug: String, by author: Int) async throws {
        let article: Int = try await found("SELECT id FROM articles WHERE slug = \(slug)")
        _ = try await own("comments", "id = \(id) AND article = \(article)", author)
        try await database.execute("DELETE FROM comments WHERE id = \(id) AND author = \(author)")
    }

    /// Returns the id of a row of one's own.
    private func own(_ table: SQL, _ condition: SQL, _ author: Int) async throws -> Int {
        struct Row: Decodable { var id, author: Int }
        let row = try await database.row("SELECT id, author FROM \(table) WHERE \(condition)", as: Row.self)
        guard let row else { throw Refusal.missing }
        guard row.author == author else { throw Refusal.forbidden }
        return row.id
    }

    /// Runs a transaction with the slug of a title, such as `how-to-train-your-dragon`, or if that is taken with one that ends in random
    /// letters.
    private func withSlug(
        for title: String,
        _ write: (_ slug: String, DatabaseTransaction) async throws -> Void
    ) async throws -> String {
        let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }
        let plain = words.isEmpty ? "article" : String(words.joined(separator: "-").prefix(80))
        for attempt in 0..<5 {
            let random = String((0..<6).compactMap { _ in "abcdefghijkmnpqrstuvwxyz".randomElement() })
            let slug = attempt == 0 ? plain : "\(plain)-\(random)"
            do {
                try await database.transaction { try await write(slug, $0) }
                return slug
            } catch let error as DatabaseError where error.kind == .uniqueViolation {}
        }
        throw Refusal.invalid(["title": ["has already been taken"]])
    }

    private func replaceTags(of article: Int, with tags: [String], _ transaction: DatabaseTransaction) async throws {
        let tags = Set(tags).sorted()
        try await transaction.execute("UPDATE articles SET tag_list = \(json: tags) WHERE id = \(article)")
        try await transaction.execute("DELETE FROM tags WHERE article = \(article)")
        for tag in tags { try await transaction.execute("INSERT INTO tags (article, tag) VALUES (\(article), \(tag))") }
    }
}
