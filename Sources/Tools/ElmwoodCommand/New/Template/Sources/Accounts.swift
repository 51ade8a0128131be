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
        /// Too many passwords wait to be hashed.
        case busy
        case failed

        /// One plain sentence.
        var sentence: String {
            switch self {
            case .nameIsTaken: "There is an account with this name."
            case .wrongSignIn: "The name or the password is wrong."
            case .tooManyAttempts(let minutes): "Too many attempts. Try again in \(minutes) min."
            case .busy: "Many people sign in at this moment. Please try again."
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
        let id = UUID().uuidString
        let added = try await attempt(name, client) {
            let hash = try await hasher.hash(credentials.password, from: client)
            let statement: SQL = """
                INSERT INTO accounts (id, name, hash) VALUES (\(id), \(name), \(hash)) ON CONFLICT (name) DO NOTHING
                """
            return try await database.execute(statement).changes == 1 ? id : nil
        }
        guard let added else { throw Refusal.nameIsTaken }
        return added
    }

    /// Returns the id of the account with this name and this password.
    func signIn(_ credentials: Credentials, from client: String?) async throws -> String {
        let name = credentials.name.lowercased()
        let id = try await attempt(name, client) {
            let account: Account? = try await database.row("SELECT id, hash FROM accounts WHERE name = \(name)")
            // It costs the same without an account, so that the time does not tell who has one.
            let isRight = try await hasher.verify(credentials.password, against: account?.hash, from: client)
            return isRight ? account?.id : nil
        }
        guard let id else { throw Refusal.wrongSignIn }
        return id
    }

    /// Returns the name of an account; nil if there is no such account.
    func name(of id: String) async throws -> String? {
        try await database.value("SELECT name FROM accounts WHERE id = \(id)")
    }

    /// Counts an attempt, and judges it. One that cannot be judged does not count.
    private func attempt(
        _ name: String,
        _ client: String?,
        judge: @Sendable () async throws -> String?
    ) async throws -> String? {
        do {
            return try await attempts.attempt(account: name, address: client, judge: judge)
        } catch let error as TooManyAttempts {
            throw Refusal.tooManyAttempts(minutes: error.minutes)
        } catch PasswordError.busy {
            throw Refusal.busy
        }
    }
}

extension Accounts: Equatable {
    /// Whether both have the same accounts: what is read from them is the same then.
    static func == (left: Self, right: Self) -> Bool { left.database == right.database }
}
