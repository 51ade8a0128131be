import Dispatch
import Synchronization

/// A store in one SQLite file, which outlives the process.
///
/// The file is in WAL mode: a saved value survives the end of the process, and the most recent writes may be lost on power failure.
/// All work is done on one queue of the store's own, so that no thread of the caller ever waits for the disk. The changes that
/// arrive during a commit are the next commit, which writes the last value of each key.
public final class SQLiteStorage: Storage {
    private let queue = DispatchQueue(label: "elmwood.storage")
    private let table: SQLiteValueTable
    private let limits: StorageLimits
    /// The changes of the next commit, with their callers.
    private let waiting = Mutex<[(change: ValueChange, caller: CheckedContinuation<Void, any Error>)]>([])

    /// Opens the file at that path, creating it for its owner only if it does not exist.
    ///
    /// - Throws: ``StorageError`` if it cannot be opened or is not such a file.
    public init(path: String, limits: StorageLimits = StorageLimits()) throws {
        table = try SQLiteValueTable(path: path, limits: limits, today: StorageLimits.today)
        self.limits = limits
    }

    /// Returns the value at that key, or nil if there is none.
    public func load(_ key: String, of owner: StorageOwner) async throws -> [UInt8]? {
        try limits.check(key)
        return try await queue.run { [table] in try table.load(key, owner.bytes, today: StorageLimits.today) }
    }

    /// Stores bytes at that key, replacing the stored value.
    public func save(_ value: [UInt8], as key: String, of owner: StorageOwner) async throws {
        try limits.check(key, value)
        try await commit(ValueChange(owner: owner.bytes, key: key, value: value))
    }

    /// Removes the value at that key. Does nothing if there is none.
    public func remove(_ key: String, of owner: StorageOwner) async throws {
        try limits.check(key)
        try await commit(ValueChange(owner: owner.bytes, key: key, value: nil))
    }

    /// Removes all values of a visitor, after the changes that were made before.
    public func removeAll(of visitor: VisitorID) async throws {
        try await queue.run { [table] in try table.removeAll(of: visitor.bits.bytes) }
    }

    /// Returns the visitor that a token belongs to, or nil if it is none of the stored tokens.
    public func visitor(of token: TokenHash) async throws -> VisitorID? {
        try await queue.run { [table] in try table.visitor(of: token.bits.bytes, today: StorageLimits.today) }
    }

    /// Adds a token of a visitor.
    public func addToken(_ token: TokenHash, of visitor: VisitorID) async throws {
        try await queue.run { [table] in
            try table.addToken(token.bits.bytes, of: visitor.bits.bytes, today: StorageLimits.today)
        }
    }

    /// Makes all tokens of a visitor invalid.
    public func revokeTokens(of visitor: VisitorID) async throws {
        try await queue.run { [table] in try table.revokeTokens(of: visitor.bits.bytes, today: StorageLimits.today) }
    }

    private func commit(_ change: ValueChange) async throws {
        try await withCheckedThrowingContinuation { caller in
            let isFirst = waiting.withLock { waiting in
                waiting.append((change, caller))
                return waiting.count == 1
            }
            if isFirst { queue.async { self.commitWaiting() } }
        }
    }

    private func commitWaiting() {
        let waiting = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        let results = table.commit(waiting.map(\.change), today: StorageLimits.today)
        for (entry, result) in zip(waiting, results) { entry.caller.resume(with: result) }
    }
}
