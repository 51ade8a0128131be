/// An account, as the database has it.
struct Account: Decodable, Sendable {
    /// A random id, which never names another account. An address may change, and a number may be used again.
    var id: String
    /// The mail address, in lower case. No two accounts have the same.
    var email: String
    /// How the person wants to be called.
    var name: String
    /// The hash of the password.
    var hash: String
    /// How often the password was changed. Links and sessions that name another number are void.
    var version: Int

    /// What a session has of the account.
    var identity: Identity { Identity(account: id, version: version) }
}

/// What pages show of an account.
struct Profile: Codable, Equatable, Sendable {
    var email: String
    var name: String
}

/// Who has signed in: an account, with the password of that time.
package struct Identity: Codable, Equatable, Hashable, Sendable {
    var account: String
    var version: Int
}

/// Why something was refused.
package enum Refusal: Error, Codable, Equatable, Sendable {
    /// There is no account with this address and this password. Which of them is wrong is not told.
    case wrongSignIn
    /// The password is not that of the account that has signed in.
    case wrongPassword
    /// Too much was tried, for this account or from this address.
    case tooManyTries(minutes: Int)
    /// The link was changed or used, is for something else, or its time is over.
    case voidLink
    /// Too many passwords wait to be verified.
    case busy
    /// Something else failed, which the log says.
    case failed

    /// One plain sentence.
    var sentence: String {
        switch self {
        case .wrongSignIn: "The mail address or the password is wrong."
        case .wrongPassword: "The password is wrong."
        case .tooManyTries(let minutes):
            "There were too many tries. Please try again in \(minutes == 1 ? "a minute" : "\(minutes) minutes")."
        case .voidLink: "This link is no longer valid. Please ask for a new one."
        case .busy: "Many people sign in at this moment. Please try again."
        case .failed: "That did not work. Please try again."
        }
    }
}
