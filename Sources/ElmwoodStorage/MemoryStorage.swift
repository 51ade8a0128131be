import Synchronization

/// A store that lives as long as the process: for tests, and for sites whose values need not outlive it.
public final class MemoryStorage: Storage {
    private struct Place: Hashable {
        var owner: StorageOwner
        var key: String
    }

    private struct State {
        var values: [Place: [UInt8]] = [:]
        var size = 0
    }

    private let state = Mutex(State())
    private let limits: StorageLimits

    /// Creates an empty store, limited to 100 MB unless other limits are given.
    public init(limits: StorageLimits? = nil) {
        var standard = StorageLimits()
        standard.total = 100_000_000
        self.limits = limits ?? standard
    }

    /// Returns the value at that key, or nil if there is none.
    public func load(_ key: String, of owner: StorageOwner) async throws -> [UInt8]? {
        try limits.check(key)
        return state.withLock { $0.values[Place(owner: owner, key: key)] }
    }

    /// Stores bytes at that key, replacing the stored value.
    public func save(_ value: [UInt8], as key: String, of owner: StorageOwner) async throws {
        try limits.check(key, value)
        let place = Place(owner: owner, key: key)
        let isTaken = state.withLock { state in
            let size = state.size - (state.values[place]?.count ?? 0) + value.count
            guard size <= limits.total else { return false }
            state.size = size
            state.values[place] = value
            return true
        }
        if !isTaken { throw StorageError.full(limit: limits.total) }
    }

    /// Removes the value at that key. Does nothing if there is none.
    public func remove(_ key: String, of owner: StorageOwner) async throws {
        try limits.check(key)
        state.withLock { state in
            state.size -= state.values.removeValue(forKey: Place(owner: owner, key: key))?.count ?? 0
        }
    }

    // MARK: Synchronous access for tests

    /// Returns the value at that key, or nil if there is none.
    package func value(_ key: String, of owner: StorageOwner) -> [UInt8]? {
        state.withLock { $0.values[Place(owner: owner, key: key)] }
    }

    /// Stores bytes at that key, or removes the value for nil, regardless of the limits.
    package func put(_ value: [UInt8]?, as key: String, of owner: StorageOwner) {
        let place = Place(owner: owner, key: key)
        state.withLock { state in
            state.size += (value?.count ?? 0) - (state.values[place]?.count ?? 0)
            state.values[place] = value
        }
    }

    /// Returns the keys that have a value, sorted.
    package func keys(of owner: StorageOwner) -> [String] {
        state.withLock { state in state.values.keys.filter { $0.owner == owner }.map(\.key) }.sorted()
    }
}
