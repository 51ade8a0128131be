import Synchronization

/// A store that lives as long as the process: for tests, and for sites that need to keep nothing.
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

    /// An empty store, of 100 MB at most unless it is given other limits.
    public init(limits: StorageLimits? = nil) {
        var standard = StorageLimits()
        standard.total = 100_000_000
        self.limits = limits ?? standard
    }

    /// What is stored under that key; nil where nothing is.
    public func load(_ key: String, of owner: StorageOwner) async throws -> [UInt8]? {
        try limits.check(key)
        return state.withLock { $0.values[Place(owner: owner, key: key)] }
    }

    /// Stores bytes under that key, in the place of what is stored there.
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

    /// Removes what is stored under that key; nothing where nothing is.
    public func remove(_ key: String, of owner: StorageOwner) async throws {
        try limits.check(key)
        state.withLock { state in
            state.size -= state.values.removeValue(forKey: Place(owner: owner, key: key))?.count ?? 0
        }
    }

    // MARK: For a test, which does not wait

    /// What is stored under that key; nil where nothing is.
    package func value(_ key: String, of owner: StorageOwner) -> [UInt8]? {
        state.withLock { $0.values[Place(owner: owner, key: key)] }
    }

    /// Stores bytes, or removes what is stored under that key, whatever the limits are.
    package func put(_ value: [UInt8]?, as key: String, of owner: StorageOwner) {
        let place = Place(owner: owner, key: key)
        state.withLock { state in
            state.size += (value?.count ?? 0) - (state.values[place]?.count ?? 0)
            state.values[place] = value
        }
    }

    /// The keys under which something is stored, in order.
    package func keys(of owner: StorageOwner) -> [String] {
        state.withLock { state in state.values.keys.filter { $0.owner == owner }.map(\.key) }.sorted()
    }
}
