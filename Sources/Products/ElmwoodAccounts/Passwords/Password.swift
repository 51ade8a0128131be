import ElmwoodThreads

/// Hashes and verifies passwords by Argon2id, at a cost that makes guessing them expensive.
///
/// ```swift
/// let hash = try await Password.hash(entry.password, from: address)                   // a text to store with the account
/// guard try await Password.verify(entry.password, against: account?.hash, from: address) else { … }
/// ```
///
/// It is the ``PasswordHasher`` that all of a process share. Make one of your own for another cost, or for tests.
public enum Password {
    /// The hasher of the process, at the cost ``PasswordHasher/Cost/standard``.
    public static let hasher = PasswordHasher()

    /// Returns the hash of a password, as text that contains its parameters and its salt.
    ///
    /// - Parameters:
    ///   - password: the password.
    ///   - client: the client's address in numbers, since clients take turns; nil if it is unknown.
    /// - Throws: ``PasswordError``, or `CancellationError`.
    public static func hash(_ password: String, from client: String? = nil) async throws -> String {
        try await hasher.hash(password, from: client)
    }

    /// Returns whether a hash is that of the password.
    ///
    /// - Parameters:
    ///   - password: the password.
    ///   - hash: nil if there is no such account: it costs the same then, so that the time does not tell.
    ///   - client: the client's address in numbers, since clients take turns; nil if it is unknown.
    /// - Throws: ``PasswordError``, or `CancellationError`.
    public static func verify(
        _ password: String,
        against hash: String?,
        from client: String? = nil
    ) async throws -> Bool {
        try await hasher.verify(password, against: hash, from: client)
    }

    /// Returns whether a hash was made at another cost than that of today. Hash the password again when it was verified.
    public static func needsRehash(_ hash: String) -> Bool { hasher.needsRehash(hash) }
}

/// Why a password was not hashed or verified.
///
/// An endpoint that throws ``busy`` or ``noMemory`` answers 503 with `Retry-After`.
public enum PasswordError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The password has more bytes than ``PasswordHasher/longest``.
    case tooLong
    /// More passwords wait for their turn than the hasher allows. Say that the visitor should try again soon.
    case busy
    /// There is not enough memory for the hash.
    case noMemory

    /// One plain sentence.
    public var description: String {
        switch self {
        case .tooLong: "The password has more than \(PasswordHasher.longest) bytes."
        case .busy: "Too many passwords wait to be verified."
        case .noMemory: "There is not enough memory to hash a password."
        }
    }
}

extension PasswordError: OverloadError {
    package var isOverload: Bool { self != .tooLong }
}
