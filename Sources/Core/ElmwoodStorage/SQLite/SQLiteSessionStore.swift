import Dispatch
import Synchronization

/// A session store in one SQLite file, which outlives the process.
///
/// The file is in WAL mode. A load does not wait for concurrent writes, and sees all earlier commits. Several processes may have
/// the file open, for instance one that replaces another. All work is done on two queues of the store's own, so that no thread of
/// the caller ever waits for the disk.
///
/// ```swift
/// let store = try SQLiteSessionStore(path: "/var/lib/site/sessions.sqlite", survives: .powerLoss)
/// ```
public final class SQLiteSessionStore: SessionStore {
    let writing = DispatchQueue(label: "elmwood.sessions.writing")
    private let reading = DispatchQueue(label: "elmwood.sessions.reading")
    let writer: SQLiteSessionWriter
    private let reader: SQLiteSessionReader
    /// Opens another connection to the file.
    let openForReading: @Sendable () throws -> SQLiteConnection
    /// Reads what another process tells; nil if nobody has asked for that.
    let hearer = Mutex<SQLiteHearer?>(nil)

    /// Opens the file at that path, creating it for its owner only if it does not exist.
    ///
    /// - Parameters:
    ///   - path: The file's path. Beside it there are two more, whose names end in `-wal` and `-shm`.
    ///   - durability: What committed sessions survive. ``StorageDurability/powerLoss`` makes each commit wait for the disk.
    ///   - limit: The largest size of the file in bytes.
    /// - Throws: ``StorageError`` if it cannot be opened or is not such a file.
    public init(
        path: String,
        survives durability: StorageDurability = .processEnd,
        limit: Int = 10_000_000_000
    ) throws(StorageError) {
        func open(isChecked: Bool) throws(StorageError) -> SQLiteConnection {
            try SQLiteSessionTable.open(path: path, survives: durability, limit: limit, isChecked: isChecked)
        }
        writer = try SQLiteSessionWriter(open(isChecked: true))
        reader = try SQLiteSessionReader(open(isChecked: false))
        openForReading = {
            try SQLiteSessionTable.open(path: path, survives: durability, limit: limit, isChecked: false)
        }
    }

    /// Returns the session at that key, or nil if there is none.
    public func load(_ key: SessionKey) async throws -> StoredSession? {
        try await reading.run { [reader] in try reader.load(key) }
    }

    /// Carries out these writes in order, all of them or none: see ``SessionStore/commit(_:)``.
    public func commit(_ writes: [SessionWrite]) async throws -> [Bool] {
        try await writing.run { [writer] in try writer.commit(writes).done }
    }

    /// Removes the sessions that were last used before `unusedSince`, and those created before `createdBefore`. It removes a few at
    /// a time, so that concurrent commits do not wait long.
    public func remove(unusedSince: Int64, createdBefore: Int64) async throws -> Int {
        var count = 0
        var next: Int64? = .min
        while let number = next {
            let removed = try await writing.run { [writer] in
                try writer.remove(unusedSince: unusedSince, createdBefore: createdBefore, after: number)
            }
            count += removed.count
            next = removed.last
        }
        return count
    }

    /// Returns the sessions of that program that are due at or before that moment, the earliest first.
    public func due(_ program: String, by moment: Int64, limit: Int) async throws -> [SessionKey] {
        try await reading.run { [reader] in try reader.due(program, by: moment, limit: limit) }
    }

    /// Returns the sessions of that id, of all programs, the latest used first.
    public func programs(of id: SessionID) async throws -> [StoredProgram] {
        try await reading.run { [reader] in try reader.programs(of: id) }
    }

    /// Returns the renewal of an id that was replaced: see ``SessionStore/renewal(of:)``.
    public func renewal(of id: SessionID) async throws -> SessionRenewal? {
        try await reading.run { [reader] in try reader.renewal(of: id) }
    }

    /// Returns the sessions of that key that were set aside, the latest last.
    public func setAside(_ key: SessionKey) async throws -> [StoredSession] {
        try await reading.run { [reader] in try reader.setAside(key) }
    }

    /// Returns the ids of the sessions of that owner, the latest used first.
    public func sessions(of owner: SessionOwner, limit: Int) async throws -> [OwnedSession] {
        try await reading.run { [reader] in try reader.sessions(of: owner, limit: limit) }
    }

    /// Returns the messages that wait for that session or shared model, in the order in which they were stored.
    public func messages(to key: SessionKey, limit: Int) async throws -> [WaitingMessage] {
        try await reading.run { [reader] in try reader.waiting.messages(to: key, limit: limit) }
    }

    /// Returns for whom messages wait.
    public func recipients(limit: Int) async throws -> [SessionKey] {
        try await reading.run { [reader] in try reader.waiting.recipients(limit: limit) }
    }
}

extension SQLiteSessionStore: NumberingSessionStore {
    package func commitNumbering(_ writes: [SessionWrite]) throws -> CommitResult {
        try writing.sync { try writer.commit(writes) }
    }
}

/// What stored data survives, once the store has reported it as stored.
public enum StorageDurability: String, CaseIterable, Sendable {
    /// The end of the process for any reason. The most recent writes may be lost on power failure.
    case processEnd = "process"
    /// A power failure, too: each commit waits for the disk.
    case powerLoss = "power"
}
