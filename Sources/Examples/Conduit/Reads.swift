import Elmwood

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

/// The user who has signed in; nil if the account is gone.
struct UserByID: Read {
    var id: Int

    func value(from store: Store) async throws -> User? { try await store.user(id) }

    var topics: Set<String> { [Topic.user(id)] }
}

/// Articles, as a reader sees them.
struct SelectedArticles: Read {
    var selection: Selection
    var reader: Int?

    func value(from store: Store) async throws -> ArticleList { try await store.articles(selection, for: reader) }

    var topics: Set<String> { [Topic.articles, Topic.profiles, Topic.user(reader)] }
}

/// The tags that most articles have.
struct PopularTags: Read {
    func value(from store: Store) async throws -> [String] { try await store.popularTags() }

    var topics: Set<String> { [Topic.articles] }
}

/// An article, as a reader sees it; nil if there is none.
struct ArticleBySlug: Read {
    var slug: String
    var reader: Int?

    func value(from store: Store) async throws -> Article? { try await store.article(slug, for: reader) }

    var topics: Set<String> { [Topic.article(slug), Topic.profiles, Topic.user(reader)] }
}

/// The comments on an article, as a reader sees them.
struct CommentsOnArticle: Read {
    var slug: String
    var reader: Int?

    func value(from store: Store) async throws -> [Comment] {
        do { return try await store.comments(on: slug, for: reader) } catch Refusal.missing { return [] }
    }

    var topics: Set<String> { [Topic.comments(slug), Topic.profiles, Topic.user(reader)] }
}

/// An author, as a reader sees them; nil if there is none.
struct ProfileByName: Read {
    var username: String
    var reader: Int?

    func value(from store: Store) async throws -> Profile? { try await store.profile(username, for: reader) }

    var topics: Set<String> { [Topic.profiles, Topic.user(reader)] }
}
