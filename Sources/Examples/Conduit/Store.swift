import Elmwood
import ElmwoodAccounts
import ElmwoodSQL

/// The database of the site. What changes it is here, and may throw a ``Refusal``; what only reads it are the reads of the pages.
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

    /// Whether both are the same database: it belongs to the name of what is read from it.
    static func == (left: Self, right: Self) -> Bool { left.database == right.database }

    /// Makes the tables that the database lacks.
    func migrate(isPostgreSQL: Bool = false) async throws {
        let id: SQL =
            isPostgreSQL ? "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY" : "INTEGER PRIMARY KEY AUTOINCREMENT"
        let user: SQL = "BIGINT NOT NULL REFERENCES users (id)"
        let article: SQL = "BIGINT NOT NULL REFERENCES articles (id) ON DELETE CASCADE"
        try await database.migrate([
            Migration(
                "create users, articles and comments",
                """
                CREATE TABLE users (id \(id), username TEXT NOT NULL UNIQUE, email TEXT NOT NULL UNIQUE, password TEXT NOT NULL,
                    stamp BIGINT NOT NULL DEFAULT 0, bio TEXT NOT NULL DEFAULT '', image TEXT NOT NULL DEFAULT '');
                CREATE TABLE articles (id \(id), slug TEXT NOT NULL UNIQUE, title TEXT NOT NULL, description TEXT NOT NULL,
                    body TEXT NOT NULL, tag_list TEXT NOT NULL DEFAULT '[]', author \(user),
                    created_at TIMESTAMPTZ NOT NULL, updated_at TIMESTAMPTZ NOT NULL);
                CREATE INDEX articles_by_date ON articles (created_at, id);
                CREATE INDEX articles_by_author ON articles (author);
                CREATE TABLE tags (article \(article), tag TEXT NOT NULL, PRIMARY KEY (article, tag));
                CREATE INDEX tags_by_name ON tags (tag);
                CREATE TABLE favorites (article \(article), reader \(user), PRIMARY KEY (article, reader));
                CREATE INDEX favorites_by_reader ON favorites (reader);
                CREATE TABLE follows (reader \(user), followed \(user), PRIMARY KEY (reader, followed));
                CREATE TABLE comments (id \(id), article \(article), author \(user), body TEXT NOT NULL,
                    created_at TIMESTAMPTZ NOT NULL);
                CREATE INDEX comments_by_article ON comments (article);
                """
            )
        ])
    }

    /// Returns a value of a row, or refuses because there is none.
    func found<Value: Decodable & Sendable>(_ statement: SQL) async throws -> Value {
        guard let value = try await database.value(statement, as: Value.self) else { throw Refusal.missing }
        return value
    }

    /// Carries out a reaction. It may be repeated.
    ///
    /// - Returns: the topics of what has changed.
    @discardableResult
    func react(_ reaction: Reaction, by reader: Int) async throws -> [String] {
        switch reaction {
        case .favorite(let slug, let isFavorite):
            let article: Int = try await found("SELECT id FROM articles WHERE slug = \(slug)")
            try await database.execute(
                isFavorite
                    ? "INSERT INTO favorites (article, reader) VALUES (\(article), \(reader)) ON CONFLICT DO NOTHING"
                    : "DELETE FROM favorites WHERE article = \(article) AND reader = \(reader)"
            )
            return [Topic.articles, Topic.article(slug)]
        case .follow(let username, let isFollowed):
            let author: Int = try await found("SELECT id FROM users WHERE username = \(username)")
            try await database.execute(
                isFollowed
                    ? "INSERT INTO follows (reader, followed) VALUES (\(reader), \(author)) ON CONFLICT DO NOTHING"
                    : "DELETE FROM follows WHERE reader = \(reader) AND followed = \(author)"
            )
            return [Topic.user(reader)]
        }
    }

    // MARK: Accounts

    /// Makes an account, and returns its id.
    func register(_ fields: AccountFields) async throws -> Int {
        let (name, email, password) = (fields.username ?? "", fields.email ?? "", fields.password ?? "")
        try AccountFields(username: name, email: email, password: password).check()
        let hash = try await hasher.hash(password)
        return try await unlessTaken {
            try await found(
                """
                INSERT INTO users (username, email, password) VALUES (\(name), \(email.lowercased()), \(hash)) RETURNING id
                """
            )
        }
    }

    /// Returns the id of the user with that address and password. Whether there is one with the address is not told, and costs nothing.
    ///
    /// - Parameter address: the address of the client, if it is known.
    func signIn(_ fields: AccountFields, from address: String?) async throws -> Int {
        struct Row: Decodable {
            var id: Int
            var password: String
        }
        let email = fields.email?.lowercased() ?? ""
        guard attempts.attempt(account: email, address: address) == nil else {
            throw Refusal.invalid(["email or password": ["was tried too often: please wait some minutes"]])
        }
        let row = try await database.row("SELECT id, password FROM users WHERE email = \(email)", as: Row.self)
        guard try await hasher.verify(fields.password ?? "", against: row?.password), let row else {
            throw Refusal.invalid(["email or password": ["is invalid"]])
        }
        attempts.succeed(account: email)
        return row.id
    }

    /// Changes an account.
    func update(_ id: Int, _ fields: AccountFields) async throws {
        try fields.check()
        var changes: [SQL] = []
        if let username = fields.username { changes.append("username = \(username)") }
        if let email = fields.email { changes.append("email = \(email.lowercased())") }
        if let bio = fields.bio { changes.append("bio = \(bio)") }
        if let image = fields.image { changes.append("image = \(image)") }
        if let password = fields.password {
            changes.append("password = \(try await hasher.hash(password)), stamp = stamp + 1")
        }
        guard !changes.isEmpty else { return }
        let list = changes.joined(separator: ", ")
        _ = try await unlessTaken { try await database.execute("UPDATE users SET \(list) WHERE id = \(id)") }
    }

    /// Says which field is taken if a row with its value exists.
    private func unlessTaken<Result: Sendable>(_ change: () async throws -> Result) async throws -> Result {
        do {
            return try await change()
        } catch let error as DatabaseError where error.kind == .uniqueViolation {
            let field = error.constraint?.contains("email") ?? false ? "email" : "username"
            throw Refusal.invalid([field: ["has already been taken"]])
        }
    }
}
