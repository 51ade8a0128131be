import Elmwood
import ElmwoodAccounts
import ElmwoodSQL
import FoundationEssentials

/// Somebody with an account who changes something.
struct Member {
    var id: Int
    /// Says that what a topic is about has changed, so that open pages show it.
    var changed: (_ topic: String) -> Void = { _ in }

    func announce(_ topics: [String]) { for topic in topics { changed(topic) } }
}

/// The database of the site. What changes it is here, and may throw a ``Refusal``; what only reads it are the reads of the pages.
struct Store: Equatable, Sendable {
    let database: Database
    let hasher: PasswordHasher
    /// How often a password may be tried, and how often an account may be opened: both cost a hash.
    let attempts = AttemptLimit()
    let registrations = AttemptLimit()

    /// Creates a store over a database. Nothing is opened before it is used.
    ///
    /// - Parameter hasher: makes and verifies passwords; tests have a cheap one.
    init(_ database: Database, hasher: PasswordHasher = Password.hasher) {
        (self.database, self.hasher) = (database, hasher)
    }

    /// Whether both are the same database: it belongs to the name of what is read from it.
    static func == (left: Self, right: Self) -> Bool { left.database == right.database }

    /// Makes the tables that the database lacks.
    func migrate() async throws {
        let user: SQL = "BIGINT NOT NULL REFERENCES users (id)"
        // Lengths are those in scalars of Unicode, which have at most four bytes. No row makes the lists of all visitors long, and a slug and a
        // tag fit into an index, whatever the program lets through.
        let (slug, tag): (SQL, SQL) = (
            "TEXT NOT NULL CHECK (length(slug) <= 255)", "TEXT NOT NULL CHECK (length(tag) <= 160)"
        )
        let article: SQL = "BIGINT NOT NULL REFERENCES articles (id) ON DELETE CASCADE"
        try await database.migrate([
            Migration(
                "create users, articles and comments",
                """
                CREATE TABLE users (id \(SQL.identity), username TEXT NOT NULL UNIQUE, email TEXT NOT NULL UNIQUE,
                    password TEXT NOT NULL, stamp BIGINT NOT NULL DEFAULT 0,
                    bio TEXT NOT NULL DEFAULT '', image TEXT NOT NULL DEFAULT '');
                CREATE TABLE articles (id \(SQL.identity), slug \(slug), title TEXT NOT NULL CHECK (length(title) <= 800),
                    description TEXT NOT NULL CHECK (length(description) <= 2000), body TEXT NOT NULL,
                    tag_list TEXT NOT NULL, author \(user),
                    created_at TIMESTAMPTZ NOT NULL, updated_at TIMESTAMPTZ NOT NULL);
                CREATE INDEX articles_by_date ON articles (created_at, id);
                CREATE INDEX articles_by_author ON articles (author);
                CREATE TABLE slugs (slug \(slug) PRIMARY KEY, article \(article));
                CREATE INDEX slugs_by_article ON slugs (article);
                CREATE TABLE tags (article \(article), tag \(tag), PRIMARY KEY (article, tag));
                CREATE INDEX tags_by_name ON tags (tag);
                CREATE TABLE favorites (article \(article), reader \(user), PRIMARY KEY (article, reader));
                CREATE INDEX favorites_by_reader ON favorites (reader);
                CREATE TABLE follows (reader \(user), followed \(user), PRIMARY KEY (reader, followed));
                CREATE TABLE comments (id \(SQL.identity), article \(article), author \(user), body TEXT NOT NULL,
                    created_at TIMESTAMPTZ NOT NULL, attempt TEXT NOT NULL UNIQUE);
                CREATE INDEX comments_by_article ON comments (article);
                """
            )
        ])
    }

    // MARK: Accounts

    /// Makes an account, and returns its id.
    ///
    /// - Parameter client: the address of the client, if it is known.
    func register(_ fields: AccountFields, from client: String? = nil) async throws -> Int {
        let (name, email, password) = (fields.username ?? "", fields.email ?? "", fields.password ?? "")
        try AccountFields(username: name, email: email, password: password).check()
        guard registrations.attempt(account: email.lowercased(), address: client) == nil else { throw Refusal.tooOften }
        let hash: String
        do {
            hash = try await hasher.hash(password, from: client)
        } catch {
            // It does not count if it is not hashed, since too many wait.
            registrations.withdraw(account: email.lowercased(), address: client)
            throw error
        }
        return try await accountRow(
            "INSERT INTO users (username, email, password) VALUES (\(name), \(email.lowercased()), \(hash)) RETURNING id"
        )
    }

    /// Returns the id of the user with that address and password. Whether there is one with the address is not told, and costs nothing.
    ///
    /// - Parameter client: the address of the client, if it is known.
    func signIn(_ fields: AccountFields, from client: String?) async throws -> Int {
        struct Row: Decodable {
            var id: Int
            var password: String
        }
        let email = fields.email?.lowercased() ?? ""
        do {
            // It does not count if it is not judged, since too many wait or the database fails.
            let id: Int? = try await attempts.attempt(account: email, address: client) {
                let row = try await database.row("SELECT id, password FROM users WHERE email = \(email)", as: Row.self)
                let isRight = try await hasher.verify(fields.password ?? "", against: row?.password, from: client)
                return isRight ? row?.id : nil
            }
            guard let id else { throw Refusal(errors: ["email or password": ["is invalid"]]) }
            return id
        } catch is TooManyAttempts {
            throw Refusal.tooOften
        }
    }

    /// Changes an account, and returns its name.
    func update(_ fields: AccountFields, by member: Member, from client: String? = nil) async throws -> String {
        try fields.check()
        let hash: String? =
            if let password = fields.password { try await hasher.hash(password, from: client) } else { nil }
        let name: String = try await accountRow(
            """
            UPDATE users SET username = COALESCE(\(fields.username), username), bio = COALESCE(\(fields.bio), bio),
                email = COALESCE(\(fields.email?.lowercased()), email), image = COALESCE(\(fields.image), image),
                password = COALESCE(\(hash), password), stamp = stamp + \(hash == nil ? 0 : 1)
            WHERE id = \(member.id) RETURNING username
            """
        )
        member.announce([Topic.user(member.id), Topic.profiles])
        return name
    }

    /// Returns what a statement about an account returns, or says which field is taken.
    private func accountRow<Value: Decodable & Sendable>(_ statement: SQL) async throws -> Value {
        do {
            guard let value = try await database.value(statement, as: Value.self) else { throw Refusal.missing }
            return value
        } catch let error as DatabaseError where error.kind == .uniqueViolation {
            let field = error.constraint?.contains("email") ?? false ? "email" : "username"
            throw Refusal(errors: [field: ["has already been taken"]])
        }
    }
}
