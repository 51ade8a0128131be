import Dispatch
import Glibc

/// A store in one SQLite file, which outlives the process.
///
/// The file is in WAL mode: a value that was saved is there after the process was killed, and, should the machine lose its
/// power, at worst the last moments before that are lost. All work is done on one queue of the store's own, so that no thread of
/// the caller ever waits for the disk.
public final class SQLiteStorage: Storage {
    private let queue = DispatchQueue(label: "elmwood.storage")
    private let table: SQLiteValueTable
    private let limits: StorageLimits

    /// Opens the file of that path, and makes it where there is none: for its owner alone.
    ///
    /// - Throws: ``StorageError`` where it cannot be opened or is no such file.
    public init(path: String, limits: StorageLimits = StorageLimits()) throws {
        table = try SQLiteValueTable(path: path, limits: limits, today: Int(time(nil)) / 86_400)
        self.limits = limits
    }

    /// What is stored under that key; nil where nothing is.
    public func load(_ key: String, of owner: StorageOwner) async throws -> [UInt8]? {
        try limits.check(key)
        return try await queue.run { [table] in try table.load(key, owner.bytes, today: Int(time(nil)) / 86_400) }
    }

    /// Stores bytes under that key, in the place of what is stored there.
    public func save(_ value: [UInt8], as key: String, of owner: StorageOwner) async throws {
        try limits.check(key, value)
        try await queue.run { [table] in try table.save(value, key, owner.bytes, today: Int(time(nil)) / 86_400) }
    }

    /// Removes what is stored under that key; nothing where nothing is.
    public func remove(_ key: String, of owner: StorageOwner) async throws {
        try limits.check(key)
        try await queue.run { [table] in try table.remove(key, owner.bytes) }
    }
}

extension StorageOwner {
    /// The owner as the file has it: nothing for all visitors together, else the 16 bytes of the visitor's id.
    fileprivate var bytes: [UInt8] {
        switch self {
        case .shared: []
        case .visitor(let id): id.bits.bytes
        }
    }
}
