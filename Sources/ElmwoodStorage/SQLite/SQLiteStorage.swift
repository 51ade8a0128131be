import Dispatch
import Glibc

/// A store in one SQLite file, which outlives the process.
///
/// The file is in WAL mode: a saved value survives the end of the process, and the most recent writes may be lost on power failure.
/// All work is done on one queue of the store's own, so that no thread of the caller ever waits for the disk.
public final class SQLiteStorage: Storage {
    private let queue = DispatchQueue(label: "elmwood.storage")
    private let table: SQLiteValueTable
    private let limits: StorageLimits

    /// Opens the file at that path, creating it for its owner only if it does not exist.
    ///
    /// - Throws: ``StorageError`` if it cannot be opened or is not such a file.
    public init(path: String, limits: StorageLimits = StorageLimits()) throws {
        table = try SQLiteValueTable(path: path, limits: limits, today: Int(time(nil)) / 86_400)
        self.limits = limits
    }

    /// Returns the value at that key, or nil if there is none.
    public func load(_ key: String, of owner: StorageOwner) async throws -> [UInt8]? {
        try limits.check(key)
        return try await queue.run { [table] in try table.load(key, owner.bytes, today: Int(time(nil)) / 86_400) }
    }

    /// Stores bytes at that key, replacing the stored value.
    public func save(_ value: [UInt8], as key: String, of owner: StorageOwner) async throws {
        try limits.check(key, value)
        try await queue.run { [table] in try table.save(value, key, owner.bytes, today: Int(time(nil)) / 86_400) }
    }

    /// Removes the value at that key. Does nothing if there is none.
    public func remove(_ key: String, of owner: StorageOwner) async throws {
        try limits.check(key)
        try await queue.run { [table] in try table.remove(key, owner.bytes) }
    }
}

extension StorageOwner {
    /// The owner in the file: empty for all visitors together, else the 16 bytes of the visitor's id.
    fileprivate var bytes: [UInt8] {
        switch self {
        case .shared: []
        case .visitor(let id): id.bits.bytes
        }
    }
}
