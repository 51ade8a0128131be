import Elmwood
import ElmwoodAccounts
import ElmwoodSQL

/// The fields of an account, as a form or a client sends them. What is nil stays as it is.
struct AccountFields: Codable, Equatable, Sendable {
    var username: String?
    var email: String?
    var password: String?
    var bio: String?
    var image: String?

    /// Checks the fields that are there. Pages and API have the same rules, and the same sentences.
    ///
    /// - Throws: ``Refusal/invalid(_:)``.
    func check() throws {
        var errors: [String: [String]] = [:]
        if let username, username.wholeMatch(of: #/[A-Za-z0-9][A-Za-z0-9_.\-]{0,39}/#) == nil {
            errors["username"] = [username.isEmpty ? "can't be blank" : "has 1 to 40 letters, digits, dots, - or _"]
        }
        if let email, email.utf8.count > 200 || email.wholeMatch(of: #/[^@\s]+@[^@\s]+/#) == nil {
            errors["email"] = [email.isEmpty ? "can't be blank" : "is invalid"]
        }
        if let password, !(8...200).contains(password.count) {
            errors["password"] = [password.isEmpty ? "can't be blank" : "has 8 to 200 characters"]
        }
        if let bio, bio.count > 2_000 { errors["bio"] = ["has at most 2,000 characters"] }
        if let image, !image.isEmpty, image.count > 500 || image.wholeMatch(of: #/(https?:\/)?\/[^\s]*/#) == nil {
            errors["image"] = ["is the address of a picture"]
        }
        if !errors.isEmpty { throw Refusal.invalid(errors) }
    }
}

extension Store {
    /// Returns the user of an id; nil if there is none.
    func user(_ id: Int) async throws -> User? {
        try await database.row("SELECT id, username, email, bio, image, stamp FROM users WHERE id = \(id)")
    }

    /// Returns the author of a name, as a reader sees them; nil if there is none.
    func profile(_ username: String, for reader: Int?) async throws -> Profile? {
        try await database.row(
            """
            SELECT username, bio, image,
                EXISTS (SELECT 1 FROM follows WHERE followed = users.id AND reader = \(reader ?? 0)) AS following
            FROM users WHERE username = \(username)
            """
        )
    }

    /// Makes an account.
    ///
    /// - Throws: ``Refusal/invalid(_:)``, also if the name or the address is taken.
    func register(_ fields: AccountFields) async throws -> User {
        var fields = fields
        (fields.username, fields.email) = (fields.username ?? "", fields.email ?? "")
        fields.password = fields.password ?? ""
        try fields.check()
        let hash = try await hasher.hash(fields.password ?? "")
        let user: User? = try await unlessTaken {
            try await database.row(
                """
                INSERT INTO users (username, email, password, stamp, bio, image)
                VALUES (\(fields.username ?? ""), \(fields.email?.lowercased() ?? ""), \(hash), 0, '', '')
                RETURNING id, username, email, bio, image, stamp
                """
            )
        }
        guard let user else { throw Refusal.missing }
        return user
    }

    /// Returns the user with that address and password. Whether there is an account with the address is not told, and costs nothing.
    ///
    /// - Parameter address: the address of the client, if it is known.
    /// - Throws: ``Refusal/invalid(_:)``.
    func signIn(email: String, password: String, from address: String?) async throws -> User {
        struct Row: Decodable {
            var id: Int
            var password: String
        }
        let email = email.lowercased()
        guard attempts.attempt(account: email, address: address) == nil else {
            throw Refusal.invalid(["email or password": ["was tried too often: please wait some minutes"]])
        }
        let row = try await database.row("SELECT id, password FROM users WHERE email = \(email)", as: Row.self)
        guard try await hasher.verify(password, against: row?.password), let row, let user = try await user(row.id) else {
            throw Refusal.invalid(["email or password": ["is invalid"]])
        }
        attempts.succeed(account: email)
        return user
    }

    /// Changes an account.
    ///
    /// - Throws: ``Refusal/invalid(_:)``, also if the name or the address is taken.
    func update(_ id: Int, _ fields: AccountFields) async throws -> User {
        try fields.check()
        var changes: [SQL] = []
        if let username = fields.username { changes.append("username = \(username)") }
        if let email = fields.email { changes.append("email = \(email.lowercased())") }
        if let bio = fields.bio { changes.append("bio = \(bio)") }
        if let image = fields.image { changes.append("image = \(image)") }
        if let password = fields.password {
            changes.append("password = \(try await hasher.hash(password)), stamp = stamp + 1")
        }
        if !changes.isEmpty {
            let list = changes.joined(separator: ", ")
            _ = try await unlessTaken { try await database.execute("UPDATE users SET \(list) WHERE id = \(id)") }
        }
        guard let user = try await user(id) else { throw Refusal.missing }
        return user
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
