import Synchronization

/// Limits how often passwords are tried: for each account, and for each address that tries.
///
/// ```swift
/// let limit = AttemptLimit()
/// let account = try await limit.attempt(account: entry.name, address: visitor.address) {
///     let account = try await accounts.find(entry.name)
///     return try await Password.verify(entry.password, against: account?.hash, from: visitor.address) ? account : nil
/// }
/// ```
///
/// Tries come back one after the other: after the limit is reached, one is allowed each time that a share of the period has
/// passed. A try that was refused is not counted, so nobody is kept out for longer by it. The counts are those of one
/// process, and lost when it ends.
///
/// Who knows the name of an account can use up its tries. So a browser that has signed in to it before has tries of its own
/// (``KnownBrowsers``).
public final class AttemptLimit: Sendable {
    /// So many tries in a time.
    public struct Rate: Hashable, Sendable {
        /// How many tries are allowed at once.
        public let attempts: Int
        /// The time after which all of them are allowed again.
        public let period: Duration

        /// Creates a rate: at least one try, in a time from a second to ten years.
        public init(_ attempts: Int, per period: Duration) {
            self.attempts = min(max(attempts, 1), 1_000_000)
            self.period = min(max(period, .seconds(1)), .seconds(10 * 365 * 86_400))
        }
    }

    private struct State {
        var accounts: AttemptTable
        var addresses: AttemptTable
    }

    private let state: Mutex<State>
    /// Names and addresses are stored as hashes: each is as long as any other, and nobody can choose two that are equal.
    private let key = randomBytes(32)

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - account: the tries for one account, from wherever they come; and those of each browser that is known for it.
    ///   - address: the tries from one address, for whatever accounts. Many people may share one.
    ///   - mostStored: how many accounts, and how many addresses, are remembered, with some 50 bytes each. Those with the
    ///     fewest tries are forgotten first.
    public init(
        account: Rate = Rate(10, per: .seconds(900)),
        address: Rate = Rate(50, per: .seconds(900)),
        mostStored: Int = 100_000
    ) {
        state = Mutex(
            State(
                accounts: AttemptTable(account, mostStored: mostStored),
                addresses: AttemptTable(address, mostStored: mostStored)
            )
        )
    }

    /// Counts a try and judges it, unless the limit is reached. A right password forgets the tries for the account, as
    /// ``succeed(account:browser:)`` does.
    ///
    /// - Parameters:
    ///   - account: its name, in one form: in lower case, if names are compared so.
    ///   - address: the client's address in numbers: see ``attempt(account:address:browser:at:)``.
    ///   - browser: what names a browser that is known for the account; nil for any other.
    ///   - moment: now; tests choose it.
    ///   - judge: reads the account and verifies the password, also if there is no such account. Returns nil if it is wrong.
    /// - Returns: what `judge` returns.
    /// - Throws: ``TooManyAttempts`` if the limit is reached; what `judge` throws: the try was not judged then, and is not
    ///   counted.
    public func attempt<Value: Sendable>(
        account: String,
        address: String?,
        browser: String? = nil,
        at moment: ContinuousClock.Instant = .now,
        judge: @Sendable () async throws -> Value?
    ) async throws -> Value? {
        if let wait = attempt(account: account, address: address, browser: browser, at: moment) {
            throw TooManyAttempts(wait: wait)
        }
        do {
            let value = try await judge()
            if value != nil { succeed(account: account, browser: browser) }
            return value
        } catch {
            withdraw(account: account, address: address, browser: browser, at: moment)
            throw error
        }
    }

    /// Counts a try, unless the limit is reached. Call it before the password is verified, also if there is no such account.
    ///
    /// - Parameters:
    ///   - account: its name, in one form: in lower case, if names are compared so.
    ///   - address: the client's address in numbers. The addresses of a network `/64` of IPv6 count as one, as one person
    ///     has them all. Nil if it is unknown: then the account's limit alone holds.
    ///   - browser: what names a browser that is known for the account (``KnownBrowsers/browser(_:account:at:)``). Its tries
    ///     count for it, and not for the account.
    ///   - moment: now; tests choose it.
    /// - Returns: nil if the try is allowed, and else how long to wait for the next one.
    public func attempt(
        account: String,
        address: String?,
        browser: String? = nil,
        at moment: ContinuousClock.Instant = .now
    ) -> Duration? {
        let (account, address) = keys(account, address, browser)
        return state.withLock { state in
            let waits = [
                state.accounts.wait(account, at: moment),
                address.flatMap { state.addresses.wait($0, at: moment) },
            ]
            if let wait = waits.compactMap({ $0 }).max() { return wait }
            state.accounts.count(account, at: moment)
            if let address { state.addresses.count(address, at: moment) }
            return nil
        }
    }

    /// Takes back a try that was counted, since the password was not judged: too many others waited, or a database failed.
    public func withdraw(
        account: String,
        address: String?,
        browser: String? = nil,
        at moment: ContinuousClock.Instant = .now
    ) {
        let (account, address) = keys(account, address, browser)
        state.withLock { state in
            state.accounts.withdraw(account, at: moment)
            if let address { state.addresses.withdraw(address, at: moment) }
        }
    }

    /// Forgets the tries for an account: the password was right. If the browser is known for it, only those of the browser.
    ///
    /// The tries from the address still count. Otherwise the owner of one account could sign in to it to clear the count, and
    /// then try more passwords of other accounts.
    public func succeed(account: String, browser: String? = nil) {
        let key = keys(account, nil, browser).account
        state.withLock { $0.accounts.forget(key) }
    }

    /// How many accounts and addresses are remembered: for tests.
    var storedCount: Int { state.withLock { $0.accounts.storedCount + $0.addresses.storedCount } }

    private func keys(
        _ account: String,
        _ address: String?,
        _ browser: String?
    ) -> (account: AttemptTable.Key, address: AttemptTable.Key?) {
        // To normalize a text of many combining marks takes the square of its length. A name that long is none of an account.
        let isShort = account.utf8.count <= PasswordHasher.longest
        var bytes = Array(isShort ? account.inNormalizationFormC.utf8 : account.utf8)
        // No text has this byte, so no name is that of another account's browser.
        if let browser { bytes += [0xFF] + Array(browser.utf8) }
        return (hash(bytes), address.map { hash(ClientKey($0).bytes) })
    }

    private func hash(_ bytes: [UInt8]) -> AttemptTable.Key {
        let hash = SealingKey.hash(bytes, key: key, count: 16)
        return AttemptTable.Key(
            high: hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
            low: hash.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
        )
    }
}

/// More was tried for an account, or from an address, than an ``AttemptLimit`` allows.
public struct TooManyAttempts: Error, Equatable, Sendable, CustomStringConvertible {
    /// How long to wait for the next try.
    public let wait: Duration

    /// Creates the error.
    public init(wait: Duration) {
        self.wait = wait
    }

    /// The time in whole minutes, for a sentence: at least one.
    public var minutes: Int { max(1, Int((wait / .seconds(60)).rounded(.up))) }

    /// One plain sentence.
    public var description: String { "There were too many tries. The next one is allowed in \(minutes) min." }
}
