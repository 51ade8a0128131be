import ElmwoodStorage
import Synchronization

/// The store of a test: in memory, with failures that the test controls.
final class FailingStorage: Storage {
    private let memory = MemoryStorage()
    private let failing = Mutex<StorageError?>(nil)

    /// The error that it throws from now on; nil if it works.
    var failure: StorageError? {
        get { failing.withLock { $0 } }
        set { failing.withLock { $0 = newValue } }
    }

    func load(_ key: String, of owner: StorageOwner) async throws -> [UInt8]? {
        if let failure { throw failure }
        return try await memory.load(key, of: owner)
    }

    func save(_ value: [UInt8], as key: String, of owner: StorageOwner) async throws {
        if let failure { throw failure }
        try await memory.save(value, as: key, of: owner)
    }

    func remove(_ key: String, of owner: StorageOwner) async throws {
        if let failure { throw failure }
        try await memory.remove(key, of: owner)
    }

    // MARK: For the test itself

    func value(_ key: String, of owner: StorageOwner) -> [UInt8]? { memory.value(key, of: owner) }

    func put(_ value: [UInt8]?, as key: String, of owner: StorageOwner) { memory.put(value, as: key, of: owner) }

    func keys(of owner: StorageOwner) -> [String] { memory.keys(of: owner) }
}
