import ElmwoodThreads

/// Hashes passwords at a cost, a bounded number of them at once, and none on an event loop.
///
/// Clients take turns, so one that asks for many hashes delays another one by one of them. State the client's address for that, as `from`.
///
/// Passwords are compared as RFC 8265 says, in normalization form C: two keyboards may write the same “é” in different ways.
/// A NUL is a character like any other.
public final class PasswordHasher: Sendable {
    /// The work and memory that one hash costs.
    public struct Cost: Hashable, Sendable {
        /// The number of passes over the memory.
        public var passes: Int
        /// The memory, in KiB.
        public var memory: Int

        /// Creates a cost: at least one pass and 8 KiB.
        public init(passes: Int, memory: Int) {
            self.passes = min(max(passes, 1), 1_000)
            self.memory = min(max(memory, 8), 4 << 20)
        }

        /// Two passes over 64 MiB, which is libsodium's cost for people who wait: some 100 ms.
        public static let standard = Cost(passes: 2, memory: 64 << 10)
        /// As cheap as Argon2id can be: for tests, never for real passwords.
        public static let leastForTests = Cost(passes: 1, memory: 8)
    }

    /// The most bytes of a password, in UTF-8. Longer ones are refused before anything is done with them.
    public static let longest = 1_024

    /// What a hash costs.
    public let cost: Cost
    private let turns: Turns
    private let argon: Argon2

    /// Creates a hasher.
    ///
    /// - Parameters:
    ///   - cost: what a hash costs; existing ones cost what they were made with.
    ///   - atOnce: how many are worked on at once, each with the memory of its cost.
    ///   - waiting: how many may wait for their turn. Of further ones the client fails of which the most wait, with
    ///     ``PasswordError/busy``.
    public init(cost: Cost = .standard, atOnce: Int = 2, waiting: Int = 100) {
        self.cost = cost
        turns = Turns(atOnce: max(1, atOnce), waiting: max(0, waiting))
        argon = Argon2(cost: cost)
    }

    /// How many hashes and verifications have been carried out: for tests, and to watch the load.
    public var count: Int { turns.count }

    /// How many wait for their turn.
    public var waitingCount: Int { turns.waitingCount }

    /// Returns the hash of a password, as text that contains its parameters and its salt.
    ///
    /// A hash costs as much as a verification: limit how often somebody may ask for one, by an ``AttemptLimit`` at registration too.
    ///
    /// - Parameters:
    ///   - password: the password.
    ///   - client: the client's address in numbers; nil if it is unknown.
    /// - Throws: ``PasswordError``, or `CancellationError`.
    public func hash(_ password: String, from client: String? = nil) async throws -> String {
        guard password.utf8.count <= Self.longest else { throw PasswordError.tooLong }
        let argon = argon
        return try await work(for: client) { try argon.hash(Self.bytes(password)) }
    }

    /// Returns whether a hash is that of the password. A text that is no hash matches no password.
    ///
    /// It costs the same whether there is a hash or not, so that the time does not tell who has an account.
    ///
    /// - Parameters:
    ///   - password: the password.
    ///   - hash: nil if there is no such account.
    ///   - client: the client's address in numbers; nil if it is unknown.
    /// - Throws: ``PasswordError/busy`` or ``PasswordError/noMemory``, or `CancellationError`.
    public func verify(_ password: String, against hash: String?, from client: String? = nil) async throws -> Bool {
        // No hash is of so long a password. Who sends one knows its length already.
        guard password.utf8.count <= Self.longest else { return false }
        let argon = argon
        return try await work(for: client) { try argon.verify(Self.bytes(password), against: hash) }
    }

    /// Returns whether a hash was made at another cost than this hasher's, or is none.
    public func needsRehash(_ hash: String) -> Bool { argon.needsRehash(hash) }

    private func work<Result: Sendable>(
        for client: String?,
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await turns.begin(for: ClientKey(client))
        defer { turns.end() }
        return try await withTaskExecutorPreference(BlockingThreads.shared) { () async throws in try body() }
    }

    /// The password's bytes in normalization form C.
    private static func bytes(_ password: String) -> [UInt8] { Array(password.inNormalizationFormC.utf8) }
}
