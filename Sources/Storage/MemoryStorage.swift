import Synchronization

/// A store that lives as long as the process: for tests, and for sites that need to keep nothing.
public final class MemoryStorage: Storage {
    private struct Place: Hashable {
        var owner: StorageOwner
        var key: String
    }

    private let values = Mutex<[Place: [UInt8]]>([:])
    private let limits: StorageLimits

    /// An empty store.
    public init(limits: StorageLimits = StorageLimits()) {
        self.limits = limits
    }

    /// What is stored under that key; nil where nothing is.
    public func load(_ key: String, of owner: StorageOwner) async throws -> [UInt8]? {
        try limits.check(key)
        return values.withLock { $0[Place(owner: owner, key: key)] }
    }

    /// Stores bytes under that key, in the place of what is stored there.
    public func save(_ value: [UInt8], as key: String, of owner: StorageOwner) async throws {
        try limits.check(key, value)
        values.withLock { $0[Place(owner: owner, key: key)] = value }
    }

    /// Removes what is stored under that key; nothing where nothing is.
    public func remove(_ key: String, of owner: StorageOwner) async throws {
        try limits.check(key)
        _ = values.withLock { $0.removeValue(forKey: Place(owner: owner, key: key)) }
    }
}
