import Dispatch

/// A store of sessions in one SQLite file, which outlives the process.
///
/// The file is in WAL mode. A load does not wait for what is written meanwhile, and sees all that was stored before. Several
/// processes may have the file open, one that takes over from another for instance. All work is done on two queues of the store's
/// own, so that no thread of the caller ever waits for the disk.
///
/// ```swift
/// let store = try SQLiteSessionStore(path: "/var/lib/site/sessions.sqlite", survives: .powerLoss)
/// ```
public final class SQLiteSessionStore: SessionStore {
    private let writing = DispatchQueue(label: "elmwood.sessions.writing")
    private let reading = DispatchQueue(label: "elmwood.sessions.reading")
    private let writer: SQLiteSessionWriter
    private let reader: SQLiteSessionReader

    /// Opens the file of that path, and makes it where there is none: for its owner alone.
    ///
    /// - Parameters:
    ///   - path: The file's path. Beside it there are two more, whose names end in `-wal` and `-shm`.
    ///   - durability: What is survived by what was stored. ``StorageDurability/powerLoss`` makes each commit wait for the disk.
    ///   - limit: How many bytes the file may have.
    /// - Throws: ``StorageError`` where it cannot be opened or is no such file.
    public init(
        path: String,
        survives durability: StorageDurability = .processEnd,
        limit: Int = 10_000_000_000
    ) throws(StorageError) {
        func open() throws(StorageError) -> SQLiteConnection {
            try SQLiteSessionTable.open(path: path, survives: durability, limit: limit)
        }
        writer = try SQLiteSessionWriter(open())
        reader = try SQLiteSessionReader(open())
    }

    /// The session that is stored there; nil where none is.
    public func load(_ key: SessionKey) async throws -> StoredSession? {
        try await reading.run { [reader] in try reader.load(key) }
    }

    /// Carries these writes out, in this order, all of them or none: see ``SessionStore/commit(_:)``.
    public func commit(_ writes: [SessionWrite]) async throws -> [Bool] {
        try await writing.run { [writer] in try writer.commit(writes) }
    }

    /// Removes the sessions that nobody has used since then, and those that were created before then: a few at a time, so that
    /// nobody waits long who stores others meanwhile.
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

    /// The sessions of that program that are due at that moment or were before, the earliest first.
    public func due(_ program: String, by moment: Int64, limit: Int) async throws -> [SessionID] {
        try await reading.run { [reader] in try reader.due(program, by: moment, limit: limit) }
    }

    /// What is remembered of an id that was replaced: see ``SessionStore/renewal(of:)``.
    public func renewal(of id: SessionID) async throws -> SessionRenewal? {
        try await reading.run { [reader] in try reader.renewal(of: id) }
    }

    /// The sessions that were set aside from there, the latest last.
    public func setAside(_ key: SessionKey) async throws -> [StoredSession] {
        try await reading.run { [reader] in try reader.setAside(key) }
    }
}

/// A store that a thread which may wait for the disk can commit to by itself: no other one has to be woken for it.
package protocol BlockingSessionStore: SessionStore {
    /// Does what ``SessionStore/commit(_:)`` does, before it returns.
    func commitNow(_ writes: [SessionWrite]) throws -> [Bool]
}

extension SQLiteSessionStore: BlockingSessionStore {
    package func commitNow(_ writes: [SessionWrite]) throws -> [Bool] {
        try writing.sync { try writer.commit(writes) }
    }
}

/// What stored things survive, once the store has said that they are stored.
public enum StorageDurability: String, CaseIterable, Sendable {
    /// The end of the process, however it comes. A loss of power may take the last moments before it, never more.
    case processEnd = "process"
    /// A loss of power, too: each commit waits for the disk.
    case powerLoss = "power"
}
