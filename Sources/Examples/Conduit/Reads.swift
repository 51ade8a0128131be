import Elmwood
import ElmwoodSQL

/// What changes the values that pages show.
enum Topic {
    /// Lists of articles, and their tags.
    static let articles = "articles"
    /// The names and pictures of all who have an account.
    static let profiles = "profiles"
    static func article(_ slug: String) -> String { "article/\(slug)" }
    static func comments(_ slug: String) -> String { "comments/\(slug)" }
    /// Somebody's account, and whom they follow.
    static func user(_ id: Int?) -> String { "user/\(id ?? 0)" }
}

/// The user of an id; nil if there is none.
struct UserByID: Read {
    var id: Int

    func value(from store: Store) async throws -> User? {
        try await store.database.row("SELECT id, username, email, bio, image, stamp FROM users WHERE id = \(id)")
    }

    var topics: Set<String> { [Topic.user(id)] }
}

/// An author, as a reader sees them; nil if there is none.
struct ProfileByName: Read {
    var username: String
    var reader: Int?

    func value(from store: Store) async throws -> Profile? {
        try await store.database.row(
            "SELECT username, bio, image, \(follows(reader, "users.id")) FROM users WHERE username = \(username)"
        )
    }

    var topics: Set<String> { [Topic.profiles, Topic.user(reader)] }
}

/// Articles, the newest first.
struct SelectedArticles: Read {
    /// How many articles a page has.
    static let step = 10

    var tag, author: String?
    /// The name of somebody whose favorites these are.
    var favorited: String?
    /// Whether the reader follows their authors.
    var isFeed = false
    var reader: Int?
    var limit = step
    var offset = 0

    func value(from store: Store) async throws -> ArticleList {
        var conditions: [SQL] = ["1 = 1"]
        if let tag { conditions.append("EXISTS (SELECT 1 FROM tags WHERE article = articles.id AND tag = \(tag))") }
        if let author { conditions.append("username = \(author)") }
        if let favorited {
            let fans: SQL = "favorites JOIN users AS fans ON fans.id = reader"
            conditions.append(
                "EXISTS (SELECT 1 FROM \(fans) WHERE article = articles.id AND fans.username = \(favorited))"
            )
        }
        let isFollowed: SQL = "EXISTS (SELECT 1 FROM follows WHERE followed = author AND reader = \(reader ?? 0))"
        if isFeed { conditions.append(isFollowed) }
        let chosen: SQL = "articles JOIN users ON users.id = author WHERE \(conditions.joined(separator: " AND "))"
        return try await store.database.transaction(readOnly: true) { transaction in
            let count = try await transaction.value("SELECT count(*) FROM \(chosen)", as: Int.self) ?? 0
            let page: SQL = "ORDER BY created_at DESC, articles.id DESC LIMIT \(limit) OFFSET \(offset)"
            let articles: [Article] = try await transaction.rows(
                "SELECT \(articleColumns(reader)), NULL AS body FROM \(chosen) \(page)"
            )
            return ArticleList(articles: articles, articlesCount: count)
        }
    }

    var topics: Set<String> { [Topic.articles, Topic.profiles, Topic.user(reader)] }
}

/// An article, as a reader sees it; nil if there is none.
struct ArticleBySlug: Read {
    var slug: String
    var reader: Int?

    func value(from store: Store) async throws -> Article? {
        let joined: SQL = "articles JOIN users ON users.id = author"
        return try await store.database.row(
            "SELECT \(articleColumns(reader)), body FROM \(joined) WHERE slug = \(slug)"
        )
    }

    var topics: Set<String> { [Topic.article(slug), Topic.profiles, Topic.user(reader)] }
}

/// The comments on an article, the newest first.
struct CommentsOnArticle: Read {
    var slug: String
    var reader: Int?

    func value(from store: Store) async throws -> [Comment] {
        try await store.database.rows(
            """
            SELECT comments.id, comments.created_at, comments.created_at AS updated_at, comments.body, username, bio, image,
                \(follows(reader, "comments.author"))
            FROM comments JOIN users ON users.id = comments.author JOIN articles ON articles.id = article
            WHERE slug = \(slug) ORDER BY comments.id DESC
            """
        )
    }

    var topics: Set<String> { [Topic.comments(slug), Topic.profiles, Topic.user(reader)] }
}

/// The tags that most articles have.
struct PopularTags: Read {
    func value(from store: Store) async throws -> [String] {
        try await store.database.values("SELECT tag FROM tags GROUP BY tag ORDER BY count(*) DESC, tag LIMIT 20")
    }

    var topics: Set<String> { [Topic.articles] }
}

private func articleColumns(_ reader: Int?) -> SQL {
    """
    slug, title, description, tag_list, created_at, updated_at, username, bio, image,
    (SELECT count(*) FROM favorites WHERE article = articles.id) AS favorites_count,
    EXISTS (SELECT 1 FROM favorites WHERE article = articles.id AND reader = \(reader ?? 0)) AS favorited,
    \(follows(reader, "author"))
    """
}

/// The column that tells whether a reader follows an author.
private func follows(_ reader: Int?, _ author: SQL) -> SQL {
    "EXISTS (SELECT 1 FROM follows WHERE followed = \(author) AND reader = \(reader ?? 0)) AS following"
}
