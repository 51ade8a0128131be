import Elmwood
import ElmwoodSQL
import FoundationEssentials

/// What changes articles, and what readers do to them.
extension Store {
    /// Publishes an article, or changes one of one's own.
    ///
    /// - Parameter slug: the slug of the article that is changed; nil for a new one.
    /// - Returns: its slug, which follows its title. It is found by its former ones too, so no link and no open page loses it.
    func publish(
        _ fields: ArticleFields,
        over slug: String? = nil,
        by author: Member,
        at date: Date = .now
    ) async throws -> String {
        let fields = slug == nil ? fields.complete : fields
        try fields.check()
        let (id, slug) = try await database.transaction { transaction in
            let former: Row? = if let slug { try await row(slug, of: author.id, in: transaction) } else { nil }
            let title = fields.title ?? former?.title ?? ""
            var slug = former?.slug ?? ""
            if title != former?.title { slug = try await self.slug(for: title, of: former?.id, in: transaction) }
            let statement: SQL =
                if let former {
                    """
                    UPDATE articles SET slug = \(slug), title = \(title), updated_at = \(date),
                        description = COALESCE(\(fields.description), description), body = COALESCE(\(fields.body), body)
                    WHERE id = \(former.id) RETURNING id
                    """
                } else {
                    """
                    INSERT INTO articles (slug, title, description, body, tag_list, author, created_at, updated_at)
                    VALUES (\(slug), \(title), \(fields.description), \(fields.body), '[]', \(author.id), \(date), \(date))
                    RETURNING id
                    """
                }
            guard let id = try await transaction.value(statement, as: Int.self) else { throw Refusal.missing }
            try await index(id, slug, fields.tagList, in: transaction)
            return (id, slug)
        }
        author.announce(try await topics(ofArticle: id))
        return slug
    }

    /// Adds a comment, and returns its id.
    ///
    /// - Parameter attempt: names the comment. One that is added again is the same one.
    func comment(
        _ text: String,
        on slug: String,
        by author: Member,
        as attempt: String = UUID().uuidString
    ) async throws -> Int {
        try Refusal.check([Rule("body", text, 10_000, 40_000, Rule.isNotBlank, "is too long")])
        let article = try await row(slug, in: database).id
        let id = try await database.value(
            """
            INSERT INTO comments (article, author, body, created_at, attempt)
            VALUES (\(article), \(author.id), \(text), \(Date.now), \(attempt))
            ON CONFLICT (attempt) DO UPDATE SET attempt = comments.attempt RETURNING id
            """,
            as: Int.self
        )
        author.announce(try await topics(ofArticle: article))
        return id ?? 0
    }

    /// Carries out a change. A reaction, such as `favorite`, may be repeated.
    func apply(_ change: Change, by member: Member) async throws {
        switch change {
        case .favorite(let slug, let isOn):
            let article = try await row(slug, in: database).id
            try await database.execute(
                isOn
                    ? "INSERT INTO favorites (article, reader) VALUES (\(article), \(member.id)) ON CONFLICT DO NOTHING"
                    : "DELETE FROM favorites WHERE article = \(article) AND reader = \(member.id)"
            )
            member.announce(try await topics(ofArticle: article))
        case .follow(let username, let isOn):
            let user = try await database.value("SELECT id FROM users WHERE username = \(username)", as: Int.self)
            guard let user else { throw Refusal.missing }
            try await database.execute(
                isOn
                    ? "INSERT INTO follows (reader, followed) VALUES (\(member.id), \(user)) ON CONFLICT DO NOTHING"
                    : "DELETE FROM follows WHERE reader = \(member.id) AND followed = \(user)"
            )
            member.announce([Topic.user(member.id)])
        case .deleteArticle(let slug):
            let article = try await row(slug, of: member.id, in: database).id
            let topics = try await topics(ofArticle: article)
            try await database.execute("DELETE FROM articles WHERE id = \(article)")
            member.announce(topics)
        case .deleteComment(let id, let slug):
            let article = try await row(slug, in: database).id
            let comment: SQL = "FROM comments WHERE id = \(id) AND article = \(article)"
            let writer = try await database.value("SELECT author \(comment)", as: Int.self)
            guard let writer else { throw Refusal.missing }
            guard writer == member.id else { throw Refusal.forbidden }
            try await database.execute("DELETE \(comment)")
            member.announce(try await topics(ofArticle: article))
        }
    }

    // MARK: Rows and slugs

    /// What has to be known of an article to change it.
    private struct Row: Decodable {
        var id, author: Int
        var slug, title: String
    }

    /// Returns the article that has or has had a slug.
    ///
    /// - Parameter author: who it has to be of; nil: of anybody.
    private func row(_ slug: String, of author: Int? = nil, in executor: some SQLExecutor) async throws -> Row {
        let id: SQL = "(SELECT article FROM slugs WHERE slug = \(slug))"
        let row = try await executor.row("SELECT id, author, slug, title FROM articles WHERE id = \(id)", as: Row.self)
        guard let row else { throw Refusal.missing }
        guard author == nil || row.author == author else { throw Refusal.forbidden }
        return row
    }

    /// Returns the topics of an article: of all its addresses, and of lists.
    private func topics(ofArticle id: Int) async throws -> [String] {
        let slugs: [String] = try await database.values("SELECT slug FROM slugs WHERE article = \(id)")
        return slugs.map(Topic.article) + [Topic.articles]
    }

    /// Returns the slug of a title, such as `how-to-train-your-dragon`; if another article has or has had that one, with random letters
    /// behind it.
    private func slug(
        for title: String,
        of article: Int? = nil,
        in transaction: DatabaseTransaction
    ) async throws -> String {
        let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }
        let beginning = words.joined(separator: "-").prefix(characters: 80, bytes: 240)
        let slug = beginning.isEmpty ? "article" : String(beginning)
        let owner = try await transaction.value("SELECT article FROM slugs WHERE slug = \(slug)", as: Int.self)
        return owner == nil || owner == article ? slug : "\(slug)-\(UUID().uuidString.prefix(8).lowercased())"
    }

    /// Makes an article found by its slug and its tags. Tags that are nil stay as they are.
    private func index(_ id: Int, _ slug: String, _ tags: [String]?, in transaction: DatabaseTransaction) async throws {
        try await transaction.execute(
            "INSERT INTO slugs (slug, article) VALUES (\(slug), \(id)) ON CONFLICT DO NOTHING"
        )
        guard let tags = tags.map({ Set($0).sorted() }) else { return }
        try await transaction.execute("UPDATE articles SET tag_list = \(json: tags) WHERE id = \(id)")
        try await transaction.execute("DELETE FROM tags WHERE article = \(id)")
        for tag in tags { try await transaction.execute("INSERT INTO tags (article, tag) VALUES (\(id), \(tag))") }
    }
}
