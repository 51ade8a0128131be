import Elmwood
import ElmwoodSQL
import FoundationEssentials

/// The fields of an article, as a form or a client sends them. What is nil stays as it is.
struct ArticleFields: Codable, Equatable, Sendable {
    var title: String?
    var description: String?
    var body: String?
    var tagList: [String]?

    /// Checks the fields that are there.
    ///
    /// - Throws: ``Refusal/invalid(_:)``.
    func check() throws {
        var errors: [String: [String]] = [:]
        for (name, text, most) in [("title", title, 200), ("description", description, 500), ("body", body, 100_000)] {
            guard let text else { continue }
            if text.allSatisfy(\.isWhitespace) { errors[name] = ["can't be blank"] }
            if text.utf8.count > most { errors[name] = ["is too long"] }
        }
        if let tagList, tagList.count > 20 || tagList.contains(where: { $0.isEmpty || $0.count > 40 }) {
            errors["tagList"] = ["has at most 20 tags of 1 to 40 characters"]
        }
        if !errors.isEmpty { throw Refusal.invalid(errors) }
    }

    /// Returns the title as a segment of an address: `how-to-train-your-dragon`.
    static func slug(_ title: String) -> String {
        let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }
        let slug = words.joined(separator: "-").prefix(80)
        return slug.isEmpty ? "article" : String(slug)
    }
}

extension Store {
    // MARK: Reading

    /// Returns articles, the newest first.
    func articles(_ selection: Selection, for reader: Int?) async throws -> ArticleList {
        var conditions: [SQL] = ["1 = 1"]
        if let tag = selection.tag {
            conditions.append("EXISTS (SELECT 1 FROM tags WHERE article = articles.id AND tag = \(tag))")
        }
        if let author = selection.author { conditions.append("username = \(author)") }
        if let name = selection.favorited {
            conditions.append(
                """
                EXISTS (SELECT 1 FROM favorites JOIN users AS fans ON fans.id = reader
                    WHERE article = articles.id AND fans.username = \(name))
                """
            )
        }
        if let feed = selection.feed {
            conditions.append("EXISTS (SELECT 1 FROM follows WHERE followed = author AND reader = \(feed))")
        }
        let chosen: SQL = "articles JOIN users ON users.id = author WHERE \(conditions.joined(separator: " AND "))"
        return try await database.transaction(readOnly: true) { transaction in
            let articles: [Article] = try await transaction.rows(
                """
                SELECT \(columns(for: reader)) FROM \(chosen)
                ORDER BY created_at DESC, articles.id DESC LIMIT \(selection.limit) OFFSET \(selection.offset)
                """
            )
            let count = try await transaction.value("SELECT count(*) FROM \(chosen)", as: Int.self) ?? 0
            return ArticleList(articles: articles, articlesCount: count)
        }
    }

    /// Returns the article of a slug; nil if there is none.
    func article(_ slug: String, for reader: Int?) async throws -> Article? {
        try await database.row(
            "SELECT \(columns(for: reader)), body FROM articles JOIN users ON users.id = author WHERE slug = \(slug)"
        )
    }

    /// Returns the tags that most articles have.
    func popularTags() async throws -> [String] {
        try await database.values("SELECT tag FROM tags GROUP BY tag ORDER BY count(*) DESC, tag LIMIT 20")
    }

    private func columns(for reader: Int?) -> SQL {
        """
        slug, title, description, tag_list, created_at, updated_at, username, bio, image,
        (SELECT count(*) FROM favorites WHERE article = articles.id) AS favorites_count,
        EXISTS (SELECT 1 FROM favorites WHERE article = articles.id AND reader = \(reader ?? 0)) AS favorited,
        EXISTS (SELECT 1 FROM follows WHERE followed = author AND reader = \(reader ?? 0)) AS following
        """
    }

    // MARK: Writing

    /// Publishes an article.
    ///
    /// - Returns: its slug, which differs from that of another article with the same title.
    /// - Throws: ``Refusal/invalid(_:)``.
    func publish(_ fields: ArticleFields, by author: Int, at date: Date = .now) async throws -> String {
        var fields = fields
        (fields.title, fields.description) = (fields.title ?? "", fields.description ?? "")
        fields.body = fields.body ?? ""
        try fields.check()
        return try await withSlug(for: fields.title ?? "") { slug, transaction in
            let id = try await transaction.value(
                """
                INSERT INTO articles (slug, title, description, body, tag_list, author, created_at, updated_at)
                VALUES (\(slug), \(fields.title), \(fields.description), \(fields.body), '[]', \(author), \(date), \(date))
                RETURNING id
                """,
                as: Int.self
            )
            try await replaceTags(of: id ?? 0, with: fields.tagList ?? [], transaction)
        }
    }

    /// Changes an article of one's own. With another title it has another slug.
    ///
    /// - Returns: its slug.
    /// - Throws: ``Refusal``.
    func update(_ slug: String, _ fields: ArticleFields, by author: Int) async throws -> String {
        try fields.check()
        let (id, title) = try await own(slug, author)
        var changes: [SQL] = ["updated_at = \(Date.now)"]
        if let title = fields.title { changes.append("title = \(title)") }
        if let description = fields.description { changes.append("description = \(description)") }
        if let body = fields.body { changes.append("body = \(body)") }
        func write(_ changes: [SQL], _ transaction: DatabaseTransaction) async throws {
            let list = changes.joined(separator: ", ")
            try await transaction.execute("UPDATE articles SET \(list) WHERE id = \(id) AND author = \(author)")
            if let tags = fields.tagList { try await replaceTags(of: id, with: tags, transaction) }
        }
        guard let newTitle = fields.title, newTitle != title else {
            try await database.transaction { [changes] in try await write(changes, $0) }
            return slug
        }
        return try await withSlug(for: newTitle) { [changes] in try await write(changes + ["slug = \($0)"], $1) }
    }

    /// Deletes an article of one's own, with its comments and favorites.
    ///
    /// - Throws: ``Refusal``.
    func delete(_ slug: String, by author: Int) async throws {
        let (id, _) = try await own(slug, author)
        try await database.execute("DELETE FROM articles WHERE id = \(id) AND author = \(author)")
    }

    /// Returns the id and the title of an article.
    ///
    /// - Throws: ``Refusal`` if there is none, or it is somebody else's.
    private func own(_ slug: String, _ author: Int) async throws -> (id: Int, title: String) {
        struct Row: Decodable {
            var id, author: Int
            var title: String
        }
        let row = try await database.row("SELECT id, author, title FROM articles WHERE slug = \(slug)", as: Row.self)
        guard let row else { throw Refusal.missing }
        guard row.author == author else { throw Refusal.forbidden }
        return (row.id, row.title)
    }

    /// Runs a transaction with the slug of a title or, if that is taken, with one that ends in random letters.
    private func withSlug(
        for title: String,
        _ write: (_ slug: String, DatabaseTransaction) async throws -> Void
    ) async throws -> String {
        let plain = ArticleFields.slug(title)
        var slug = plain
        for _ in 0..<5 {
            do {
                try await database.transaction { [slug] in try await write(slug, $0) }
                return slug
            } catch let error as DatabaseError where error.kind == .uniqueViolation {
                slug = plain + "-" + String((0..<6).compactMap { _ in "abcdefghijkmnpqrstuvwxyz".randomElement() })
            }
        }
        throw Refusal.invalid(["title": ["has already been taken"]])
    }

    private func replaceTags(of article: Int, with tags: [String], _ transaction: DatabaseTransaction) async throws {
        try await transaction.execute("UPDATE articles SET tag_list = \(json: tags) WHERE id = \(article)")
        try await transaction.execute("DELETE FROM tags WHERE article = \(article)")
        for tag in Set(tags) {
            try await transaction.execute("INSERT INTO tags (article, tag) VALUES (\(article), \(tag))")
        }
    }
}
