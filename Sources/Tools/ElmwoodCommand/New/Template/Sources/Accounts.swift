import ElmwoodAccounts
import ElmwoodSQL
import FoundationEssentials

/// A name and a password, as the forms have them.
struct Credentials: Codable, Equatable, Sendable {
    var name: String
    var password: String
}

/// The accounts in the database, and what has to be proved to use one.
struct Accounts: Sendable {
    let database: Database
    /// Hashes and verifies passwords.
    var hasher = Password.hasher
    /// How often a password may be tried, for an account and from an address.
    var attempts = AttemptLimit()

    /// Why something was refused.
    enum Refusal: Error, Codable, Equatable, Sendable {
        case nameIsTaken
        /// There is no account with this name and this password. Which of them is wrong is not told.
        case wrongSignIn
        case tooManyAttempts(minutes: Int)
        case failed

        /// One plain sentence.
        var sentence: String {
            switch self {
            case .nameIsTaken: "There is an account with this name."
            case .wrongSignIn: "The name or the password is wrong."
            case .tooManyAttempts(let minutes): "Too many attempts. Try again in \(minutes) min."
            case .failed: "That did not work. Please try again."
            }
        }
    }

    private struct Account: Decodable {
        var id: String
        var hash: String
    }

    /// Opens an account, and returns its id, which never names another one.
    func register(_ credentials: Credentials, from client: String?) async throws -> String {
        let name = credentials.name.lowercased()
        try check(name, client)
        let (id, hash) = (UUID().uuidString, try await hasher.hash(credentials.password))
        let statement: SQL = """
            INSERT INTO accounts (id, name, hash) VALUES (\(id), \(name), \(hash)) ON CONFLICT (name) DO NOTHING
            """
        guard try await database.execute(statement).changes == 1 else { throw Refusal.nameIsTaken }
        return id
    }

    /// Returns the id of the account with this name and this password.
    func signIn(_ credentials: Credentials, from client: String?) async throws -> String {
        let name = credentials.name.lowercased()
        try check(name, client)
        let account: Account? = try await database.row("SELECT id, hash FROM accounts WHERE name = \(name)")
        // It costs the same without an account, so that the time does not tell who has one.
        guard try await hasher.verify(credentials.password, against: account?.hash), let account else {
            throw Refusal.wrongSignIn
        }
        attempts.succeed(account: name)
        return account.id
    }

    /// Returns the name of an account; nil if there is no such account.
    func name(of id: String) async throws -> String? {
        try await database.value("SELECT name FROM accounts WHERE id = \(id)")
    }

    private func check(_ name: String, _ client: String?) throws(Refusal) {
        guard let wait = attempts.attempt(account: name, address: client) else { return }
        throw .tooManyAttempts(minutes: Int(wait.components.seconds / 60) + 1)
    }
}

extension Accounts: Equatable {
    /// Whether both have the same accounts: what is read from them is the same then.
    static func == (left: Self, right: Self) -> Bool { left.database == right.database }
}
