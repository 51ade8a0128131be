import Elmwood
import ElmwoodAccounts
import ElmwoodSQL

/// The database of the site, and all statements about it: these are the tables, and the others are in files of their own.
struct Store: Equatable, Sendable {
    let database: Database
    let hasher: PasswordHasher
    let attempts = AttemptLimit()

    /// Creates a store over a database. Nothing is opened before it is used.
    ///
    /// - Parameter hasher: makes and verifies passwords; tests have a cheap one.
    init(_ database: Database, hasher: PasswordHasher = Password.hasher) {
        (self.database, self.hasher) = (database, hasher)
    }

    /// Makes the tables that the database lacks.
    func migrate(isPostgreSQL: Bool = false) async throws {
        let id: SQL =
            isPostgreSQL ? "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY" : "INTEGER PRIMARY KEY AUTOINCREMENT"
        try await database.migrate([
            Migration(
                "create users, articles and comments",
                """
                CREATE TABLE users (
                    id \(id), username TEXT NOT NULL UNIQUE, email TEXT NOT NULL UNIQUE, password TEXT NOT NULL,
                    stamp BIGINT NOT NULL, bio TEXT NOT NULL, image TEXT NOT NULL
                );
                CREATE TABLE articles (
                    id \(id), slug TEXT NOT NULL UNIQUE, title TEXT NOT NULL, description TEXT NOT NULL, body TEXT NOT NULL,
                    tag_list TEXT NOT NULL,
                    author BIGINT NOT NULL REFERENCES users (id), created_at TIMESTAMPTZ NOT NULL, updated_at TIMESTAMPTZ NOT NULL
                );
                CREATE INDEX articles_by_date ON articles (created_at, id);
                CREATE INDEX articles_by_author ON articles (author);
                CREATE TABLE tags (
                    article BIGINT NOT NULL REFERENCES articles (id) ON DELETE CASCADE, tag TEXT NOT NULL,
                    PRIMARY KEY (article, tag)
                );
                CREATE INDEX tags_by_name ON tags (tag);
                CREATE TABLE favorites (
                    article BIGINT NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
                    reader BIGINT NOT NULL REFERENCES users (id), PRIMARY KEY (article, reader)
                );
                CREATE INDEX favorites_by_reader ON favorites (reader);
                CREATE TABLE follows (
                    reader BIGINT NOT NULL REFERENCES users (id), followed BIGINT NOT NULL REFERENCES users (id),
                    PRIMARY KEY (reader, followed)
                );
                CREATE TABLE comments (
                    id \(id), article BIGINT NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
                    author BIGINT NOT NULL REFERENCES users (id), body TEXT NOT NULL, created_at TIMESTAMPTZ NOT NULL
                );
                CREATE INDEX comments_by_article ON comments (article);
                """
            )
        ])
    }

    /// Whether both are the same database: it belongs to the name of what is read from it.
    static func == (left: Self, right: Self) -> Bool { left.database == right.database }

    /// Carries out a reaction. It may be repeated.
    ///
    /// - Returns: the topics of what has changed.
    /// - Throws: ``Refusal`` if there is no such article or author.
    @discardableResult
    func react(_ reaction: Reaction, by reader: Int) async throws -> [String] {
        switch reaction {
        case .favorite(let slug, let isFavorite):
            let article = try await id(ofArticle: slug)
            if isFavorite {
                try await database.execute(
                    "INSERT INTO favorites (article, reader) VALUES (\(article), \(reader)) ON CONFLICT DO NOTHING"
                )
            } else {
                try await database.execute("DELETE FROM favorites WHERE article = \(article) AND reader = \(reader)")
            }
            return [Topic.articles, Topic.article(slug)]
        case .follow(let username, let isFollowed):
            let author = try await database.value("SELECT id FROM users WHERE username = \(username)", as: Int.self)
            guard let author else { throw Refusal.missing }
            if isFollowed {
                try await database.execute(
                    "INSERT INTO follows (reader, followed) VALUES (\(reader), \(author)) ON CONFLICT DO NOTHING"
                )
            } else {
                try await database.execute("DELETE FROM follows WHERE reader = \(reader) AND followed = \(author)")
            }
            return [Topic.user(reader)]
        }
    }

    func id(ofArticle slug: String) async throws -> Int {
        let id = try await database.value("SELECT id FROM articles WHERE slug = \(slug)", as: Int.self)
        guard let id else { throw Refusal.missing }
        return id
    }
}
