import ElmwoodAccounts
import FoundationEssentials

/// What can be done with accounts, and what has to be proved for it. The program calls it in its effects.
///
/// Nobody can find out here who has an account: what an address without one is answered is the same, and costs the same.
package struct AccountService: Sendable {
    let accounts: AccountTable
    private let key: SealingKey
    private let mails: any MailSender
    private let address: String
    /// Knows browsers again that have signed in before: others cannot use up their tries.
    let known: KnownBrowsers
    /// Hashes and verifies passwords.
    package var hasher = Password.hasher
    /// How often a password may be tried.
    package var passwordTries = AttemptLimit()
    /// How often a mail may be asked for.
    package var mailTries = AttemptLimit(
        account: AttemptLimit.Rate(5, per: .seconds(3_600)),
        address: AttemptLimit.Rate(30, per: .seconds(3_600))
    )
    /// The date; tests choose it.
    package var now: @Sendable () -> Date = { Date() }
    /// The moment at which a try is counted; tests choose it.
    package var moment: @Sendable () -> ContinuousClock.Instant = { .now }

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - key: seals the links of mails.
    ///   - address: the address of the program's pages, which links begin with. It must come from the settings: the host that a
    ///     request names may be anybody's.
    package init(_ accounts: AccountTable, key: SealingKey, mails: any MailSender, address: String) {
        self.accounts = accounts
        self.key = key
        self.mails = mails
        self.address = address
        known = KnownBrowsers(key: key, cookie: "accounts-browser", isSecure: address.hasPrefix("https:"))
    }

    // MARK: Mails

    /// What a link proves: that its owner reads the mails of an address that has no account yet.
    struct Invitation: Codable { var email: String }

    /// What a link is for. What is sealed for one purpose opens for no other.
    enum Purpose: String, Codable, Sendable { case welcome, reset }

    /// Sends a mail with the link that the address needs: to open an account, or to choose another password for the one that there is.
    ///
    /// Whoever asks learns nothing of it, whether they have asked for an account or for a password: that is in the mail.
    ///
    /// - Parameter id: names the mail. A repetition of the effect sends the same one.
    func sendLink(to email: String, from client: String?, as id: String) async throws {
        let email = email.lowercased()
        if let wait = mailTries.attempt(account: email, address: client, at: moment()) {
            throw Refusal.tooManyTries(minutes: TooManyAttempts(wait: wait).minutes)
        }
        let account = try await accounts.account(email: email)
        let text =
            if let account {
                """
                Hello \(account.name)

                You have an account with this mail address. Choose a new password for it within an hour:

                \(try link(.reset, account.identity))

                If you did not ask for this mail, you need not do anything. Your password is as it was.
                """
            } else {
                """
                Hello

                Open your account with this mail address within an hour:

                \(try link(.welcome, Invitation(email: email)))

                If you did not ask for this mail, you need not do anything. There is no account then.
                """
            }
        try await mails.send(
            Mail(
                id: id,
                date: now(),
                from: MailAddress("accounts@example.org", name: "Elmwood accounts"),
                to: [MailAddress(email)],
                subject: "Your account",
                text: text
            )
        )
    }

    private func link(_ purpose: Purpose, _ value: some Encodable) throws -> String {
        let token = try key.seal(value, for: purpose.rawValue, validFor: .seconds(3_600), at: now())
        return "\(address)/\(purpose.rawValue)?token=\(token)"
    }

    /// Returns what pages show of who has signed in.
    func profile(_ identity: Identity) async throws -> Profile? {
        try await accounts.account(identity).map { Profile(email: $0.email, name: $0.name) }
    }

    /// Returns whether a link can still be used.
    func isValid(_ token: String, for purpose: Purpose) async throws -> Bool {
        switch purpose {
        case .welcome: try await invitation(token) != nil
        case .reset: try await account(reset: token) != nil
        }
    }

    private func invitation(_ token: String) async throws -> Invitation? {
        guard let invitation = key.open(token, as: Invitation.self, for: Purpose.welcome.rawValue, at: now()),
            try await accounts.account(email: invitation.email) == nil
        else { return nil }
        return invitation
    }

    private func account(reset token: String) async throws -> Account? {
        guard let identity = key.open(token, as: Identity.self, for: Purpose.reset.rawValue, at: now()) else {
            return nil
        }
        return try await accounts.account(identity)
    }

    /// Opens an account, by the link of a mail. The address is thereby confirmed before there is an account, so nobody can open
    /// one with the address of somebody else, and wait for them with a password of their own.
    func open(_ token: String, name: String, password: String, from client: String? = nil) async throws -> Identity {
        guard let invitation = try await invitation(token) else { throw Refusal.voidLink }
        let hash = try await hasher.hash(password, from: client)
        let account = Account(id: UUID().uuidString, email: invitation.email, name: name, hash: hash, version: 1)
        guard try await accounts.add(account) else { throw Refusal.voidLink }
        return account.identity
    }

    /// Changes a password, by the link of a mail.
    func reset(_ token: String, password: String, from client: String? = nil) async throws -> Identity {
        guard let account = try await account(reset: token) else { throw Refusal.voidLink }
        let hash = try await hasher.hash(password, from: client)
        guard let identity = try await accounts.change(account.identity, hash: hash) else { throw Refusal.voidLink }
        passwordTries.succeed(account: account.email)
        return identity
    }

    // MARK: Passwords

    /// Signs in.
    ///
    /// - Parameter cookie: the one by which the browser is known, if it has one.
    func signIn(
        _ email: String,
        password: String,
        from client: String?,
        knownBy cookie: String? = nil
    ) async throws -> Identity {
        let account = try await tried(email.lowercased(), password, client, cookie) { [accounts] in
            try await accounts.account(email: email.lowercased())
        }
        guard let account else { throw Refusal.wrongSignIn }
        if hasher.needsRehash(account.hash) {
            try await accounts.rehash(account.identity, hash: hasher.hash(password, from: client))
        }
        return account.identity
    }

    /// Returns the value of the cookie by which a browser is known that has just signed in.
    func cookie(of email: String, former: String?) throws -> String {
        try known.value(adding: email.lowercased(), to: former, at: now())
    }

    /// Changes the password of who has signed in. It is asked for again, since somebody else may sit before an open browser.
    func change(_ identity: Identity, from password: String, to new: String, by client: String?) async throws
        -> Identity
    {
        let account = try await verify(identity, password, client)
        let hash = try await hasher.hash(new, from: client)
        guard let changed = try await accounts.change(account.identity, hash: hash) else { throw Refusal.wrongPassword }
        return changed
    }

    /// Deletes the account of who has signed in.
    func delete(_ identity: Identity, password: String, by client: String?) async throws {
        let account = try await verify(identity, password, client)
        guard try await accounts.delete(account.identity) else { throw Refusal.wrongPassword }
    }

    private func verify(_ identity: Identity, _ password: String, _ client: String?) async throws -> Account {
        guard let account = try await accounts.account(identity) else { throw Refusal.wrongPassword }
        guard try await tried(account.email, password, client, nil, find: { account }) != nil else {
            throw Refusal.wrongPassword
        }
        return account
    }

    /// Counts a try, and returns the account if the password is its own. A try that is not judged does not count: too many wait, or the
    /// database fails.
    private func tried(
        _ email: String,
        _ password: String,
        _ client: String?,
        _ cookie: String?,
        find: @Sendable () async throws -> Account?
    ) async throws -> Account? {
        let browser = known.browser(cookie, account: email, at: now())
        do {
            return try await passwordTries.attempt(account: email, address: client, browser: browser, at: moment()) {
                let account = try await find()
                return try await hasher.verify(password, against: account?.hash, from: client) ? account : nil
            }
        } catch let error as TooManyAttempts {
            throw Refusal.tooManyTries(minutes: error.minutes)
        }
    }
}

extension AccountService: Equatable {
    /// Whether both have the same accounts: it belongs to the name of what is read from it.
    package static func == (left: Self, right: Self) -> Bool { left.accounts == right.accounts }
}
