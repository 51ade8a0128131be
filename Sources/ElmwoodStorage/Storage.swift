/// Where a site keeps what its programs save: bytes under a key, each visitor's apart from the others' and from what is shared.
///
/// Any number of calls may be made at once. Who needs an order waits for one call before making the next.
public protocol Storage: Sendable {
    /// What is stored under that key; nil where nothing is.
    ///
    /// - Throws: ``StorageError``, or what the store itself says.
    func load(_ key: String, of owner: StorageOwner) async throws -> [UInt8]?

    /// Stores bytes under that key, in the place of what is stored there. Where it throws, that is still there.
    ///
    /// - Throws: ``StorageError``, or what the store itself says.
    func save(_ value: [UInt8], as key: String, of owner: StorageOwner) async throws

    /// Removes what is stored under that key; nothing where nothing is.
    ///
    /// - Throws: ``StorageError``, or what the store itself says.
    func remove(_ key: String, of owner: StorageOwner) async throws
}

/// Whose a stored value is.
public enum StorageOwner: Hashable, Sendable {
    /// All visitors' together.
    case shared
    /// One visitor's alone.
    case visitor(VisitorID)
}

/// How much a store takes.
public struct StorageLimits: Equatable, Sendable {
    /// The most bytes that a key may have, as UTF-8.
    public var key = 200
    /// The most bytes that a value may have.
    public var value = 1_000_000
    /// The most bytes that all values together may have: of a file, its size.
    public var total = 10_000_000_000
    /// How many days a visitor's values are kept that were neither saved nor loaded: as long as a browser keeps a cookie at
    /// most. What is shared is kept for ever.
    public var days = 400

    /// The limits that a store has unless it is told others.
    public init() {}

    /// - Throws: ``StorageError`` where the key, or the value, is larger than it may be.
    func check(_ key: String, _ value: [UInt8]? = nil) throws(StorageError) {
        guard !key.isEmpty, key.utf8.count <= self.key else {
            throw StorageError.key(bytes: key.utf8.count, limit: self.key)
        }
        guard let value, value.count > self.value else { return }
        throw StorageError.value(bytes: value.count, limit: self.value)
    }
}

/// Why something was not stored or loaded, in one sentence.
public struct StorageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong, and what to do where something can be done.
    public let description: String

    /// Creates an error with that sentence.
    public init(_ description: String) {
        self.description = description
    }

    static func key(bytes: Int, limit: Int) -> StorageError {
        bytes == 0
            ? StorageError("A key is empty: values are stored under a name.")
            : StorageError("A key has \(bytes) bytes, and may have \(limit).")
    }

    static func full(limit: Int) -> StorageError {
        StorageError("The store is full: all values together may have \(limit) bytes.")
    }

    static func value(bytes: Int, limit: Int) -> StorageError {
        StorageError(
            "A value has \(bytes) bytes, and may have \(limit): store what is that large in files of your own."
        )
    }
}
