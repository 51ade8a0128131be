import Elmwood
import ElmwoodSQL

/// What changes the values that pages show.
enum Topic {
    /// Lists of articles, and their tags.
    static let articles = "articles"
    /// The names and pictures of all who have an account.
    static let profiles = "profiles"
    /// An article and its comments, at an address that it has or has had.
    static func article(_ slug: String) -> String { "article/\(slug)" }
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
        let columns: SQL = "username, bio, image, \(isFollowed("users.id", by: reader)) AS following"
        return try await store.database.row("SELECT \(columns) FROM users WHERE username = \(username)")
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
            let fan: SQL = "(SELECT id FROM users WHERE username = \(favorited))"
            conditions.append("EXISTS (SELECT 1 FROM favorites WHERE article = articles.id AND reader = \(fan))")
        }
        if isFeed { conditions.append(isFollowed("author", by: reader)) }
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

/// The article that has or has had a slug, as a reader sees it; nil if there is none.
struct ArticleBySlug: Read {
    var slug: String
    var reader: Int?

    func value(from store: Store) async throws -> Article? {
        let joined: SQL = "articles JOIN users ON users.id = author"
        return try await store.database.row(
            "SELECT \(articleColumns(reader)), body FROM \(joined) WHERE articles.id = \(article(slug))"
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
            SELECT comments.id, created_at, created_at AS updated_at, body, \(authorColumns(reader))
            FROM comments JOIN users ON users.id = author WHERE article = \(article(slug)) ORDER BY comments.id DESC
            """
        )
    }

    var topics: Set<String> { [Topic.article(slug), Topic.profiles, Topic.user(reader)] }
}

/// The tags that most articles have.
struct PopularTags: Read {
    func value(from store: Store) async throws -> [String] {
        try await store.database.values("SELECT tag FROM tags GROUP BY tag ORDER BY count(*) DESC, tag LIMIT 20")
    }

    var topics: Set<String> { [Topic.articles] }
}

// MARK: Parts of statements

/// The id of the article that has or has had a slug.
private func article(_ slug: String) -> SQL { "(SELECT article FROM slugs WHERE slugs.slug = \(slug))" }

private func articleColumns(_ reader: Int?) -> SQL {
    """
    slug, title, description, tag_list, created_at, updated_at, \(authorColumns(reader)),
    (SELECT count(*) FROM favorites WHERE article = articles.id) AS favorites_count,
    EXISTS (SELECT 1 FROM favorites WHERE article = articles.id AND reader = \(reader ?? 0)) AS favorited
    """
}

/// The columns of an author. They are those of a property `author`.
private func authorColumns(_ reader: Int?) -> SQL {
    """
    username AS author_username, bio AS author_bio, image AS author_image,
    \(isFollowed("users.id", by: reader)) AS author_following
    """
}

/// Whether a reader follows an author.
private func isFollowed(_ author: SQL, by reader: Int?) -> SQL {
    "EXISTS (SELECT 1 FROM follows WHERE followed = \(author) AND reader = \(reader ?? 0))"
}
