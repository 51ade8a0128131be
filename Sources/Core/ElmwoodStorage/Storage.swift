import Glibc

/// The store of the values that a site's programs save: bytes at a key, for each visitor and for all together.
///
/// Calls may be concurrent. A caller that needs an order waits for one call before making the next.
public protocol Storage: Sendable {
    /// Returns the value at that key, or nil if there is none.
    ///
    /// - Throws: ``StorageError``, or an error of the store itself.
    func load(_ key: String, of owner: StorageOwner) async throws -> [UInt8]?

    /// Stores bytes at that key, replacing the stored value. If it throws, the stored value remains.
    ///
    /// If no token of that visitor is stored, ``VisitorID/firstToken`` becomes one of them, in the same commit.
    ///
    /// - Throws: ``StorageError``, or an error of the store itself.
    func save(_ value: [UInt8], as key: String, of owner: StorageOwner) async throws

    /// Removes the value at that key. Does nothing if there is none.
    ///
    /// - Throws: ``StorageError``, or an error of the store itself.
    func remove(_ key: String, of owner: StorageOwner) async throws

    /// Removes all values of a visitor, and the first token if no other one was ever added.
    ///
    /// - Throws: ``StorageError``, or an error of the store itself.
    func removeAll(of visitor: VisitorID) async throws

    // MARK: The visitors' tokens

    /// Returns the visitor that a token belongs to, or nil if it is none of the stored tokens.
    ///
    /// - Throws: ``StorageError``, or an error of the store itself.
    func visitor(of token: TokenHash) async throws -> VisitorID?

    /// Adds a token of a visitor. Of more than ``StorageLimits/tokens``, the latest remain.
    ///
    /// - Throws: ``StorageError``, or an error of the store itself.
    func addToken(_ token: TokenHash, of visitor: VisitorID) async throws

    /// Makes all tokens of a visitor invalid, including the first one if it is not stored yet. The values remain.
    ///
    /// - Throws: ``StorageError``, or an error of the store itself.
    func revokeTokens(of visitor: VisitorID) async throws
}

/// Who a stored value belongs to.
public enum StorageOwner: Hashable, Sendable {
    /// All visitors together.
    case shared
    /// One visitor only.
    case visitor(VisitorID)

    /// The owner as stores write it: empty for all visitors together, else the 16 bytes of the visitor's id.
    package var bytes: [UInt8] {
        switch self {
        case .shared: []
        case .visitor(let id): id.bytes
        }
    }
}

/// The limits of a store.
public struct StorageLimits: Equatable, Sendable {
    /// The most bytes of a key, as UTF-8.
    public var key = 200
    /// The most bytes of a value.
    public var value = 1_000_000
    /// The most bytes of all values together; for a file, its size.
    public var total = 10_000_000_000
    /// The most bytes of all values of one visitor. Shared values have no such limit.
    public var visitor = 10_000_000
    /// After how many days a visitor's values and tokens are removed that were not used. The default is the longest time that
    /// browsers store a cookie. Shared values are never removed.
    public var days = 400
    /// The most tokens of one visitor. Several are needed when several pages of one browser receive a new one at the same time.
    public var tokens = 8

    /// Creates the default limits.
    public init() {}

    /// The present day, counted from the first of January 1970.
    package static var today: Int { time(nil) / 86_400 }

    /// Checks the sizes of a key and a value.
    ///
    /// - Throws: ``StorageError`` if the key or the value is larger than its limit.
    package func check(_ key: String, _ value: [UInt8]? = nil) throws(StorageError) {
        guard !key.isEmpty, key.utf8.count <= self.key else {
            throw StorageError.key(bytes: key.utf8.count, limit: self.key)
        }
        guard let value, value.count > self.value else { return }
        throw StorageError.value(bytes: value.count, limit: self.value)
    }
}

/// Why a value was not stored or loaded, in one sentence.
public struct StorageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The problem and, if there is one, its remedy.
    public let description: String
    /// What the store can do about it.
    package var kind = Kind.other

    package enum Kind: Sendable {
        /// There is no room on the disk, or the store has reached its limit.
        case full
        /// The store's file is damaged, or is none of this kind.
        case damaged
        /// It refuses what is to be stored.
        case refused
        case other
    }

    /// Creates an error with that sentence.
    public init(_ description: String) {
        self.description = description
    }

    /// Returns the error of a store that refuses what is to be stored, and would refuse it again: a value that it cannot contain, or a
    /// broken constraint.
    ///
    /// A ``SessionStore`` that throws it is given the other writes of the commit again, without the one that it refuses.
    public static func refusal(_ description: String) -> StorageError {
        var error = StorageError(description)
        error.kind = .refused
        return error
    }

    /// Whether the store refuses what is to be stored: see ``refusal(_:)``.
    public var isRefusal: Bool { kind == .refused }

    static func key(bytes: Int, limit: Int) -> StorageError {
        bytes == 0
            ? StorageError("A key must not be empty.")
            : StorageError("A key has \(bytes) bytes; the limit is \(limit).")
    }

    package static func full(limit: Int) -> StorageError {
        StorageError("The store is full: all values together may have \(limit) bytes.")
    }

    package static func visitor(limit: Int) -> StorageError {
        StorageError("All values of one visitor may have \(limit) bytes together.")
    }

    static func value(bytes: Int, limit: Int) -> StorageError {
        StorageError(
            "A value has \(bytes) bytes, and may have \(limit): store what is that large in files of your own."
        )
    }
}
