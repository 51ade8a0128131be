import Glibc
import Synchronization

/// Limits how often passwords are tried: for each account, and for each address that tries.
///
/// ```swift
/// let limit = AttemptLimit()
/// if let wait = limit.attempt(account: entry.name, address: visitor.address) { … }    // say how long to wait
/// guard try await Password.verify(entry.password, against: account?.hash) else { … }
/// limit.succeed(account: entry.name)
/// ```
///
/// Tries come back one after the other: after the limit is reached, one is allowed each time that a share of the period has
/// passed. A try that was refused is not counted, so nobody is kept out for longer by it. The counts are those of one
/// process, and lost when it ends.
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
    ///   - account: the tries for one account, from wherever they come.
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

    /// Counts a try, unless the limit is reached. Call it before the password is verified, also if there is no such account.
    ///
    /// - Parameters:
    ///   - account: its name, in one form: in lower case, if names are compared so.
    ///   - address: the client's address in numbers. The addresses of a network `/64` of IPv6 count as one, as one person
    ///     has them all. Nil if it is unknown: then the account's limit alone holds.
    ///   - moment: now; tests choose it.
    /// - Returns: nil if the try is allowed, and else how long to wait for the next one.
    public func attempt(
        account: String,
        address: String?,
        at moment: ContinuousClock.Instant = .now
    ) -> Duration? {
        let account = hash(Array(account.inNormalizationFormC.utf8))
        let address = address.map { hash(Self.network($0)) }
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

    /// Forgets the tries for an account: the password was right.
    ///
    /// The tries from the address still count. Otherwise the owner of one account could sign in to it to clear the count, and
    /// then try more passwords of other accounts.
    public func succeed(account: String) {
        let account = hash(Array(account.inNormalizationFormC.utf8))
        state.withLock { $0.accounts.forget(account) }
    }

    /// How many accounts and addresses are remembered: for tests.
    var storedCount: Int { state.withLock { $0.accounts.storedCount + $0.addresses.storedCount } }

    private func hash(_ bytes: [UInt8]) -> AttemptTable.Key {
        let hash = SealingKey.hash(bytes, key: key, count: 16)
        return AttemptTable.Key(
            high: hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
            low: hash.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
        )
    }

    /// The bytes of an address of IPv4, or of the network of one of IPv6; the text itself if it is neither.
    private static func network(_ address: String) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 16)
        // The zone of a link-local address is no part of it.
        let digits = String(address.prefix { $0 != "%" })
        if inet_pton(AF_INET, digits, &bytes) == 1 { return Array(bytes.prefix(4)) }
        guard inet_pton(AF_INET6, digits, &bytes) == 1 else { return Array(address.utf8) }
        let isIPv4 = bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        return Array(isIPv4 ? bytes.suffix(4) : bytes.prefix(8))
    }
}
