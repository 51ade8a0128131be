/// Where the sessions of a site are kept, so that they outlive the memory they are held in.
///
/// Any number of calls may be made at once. A session that was saved is loaded by every call that begins after ``commit(_:)`` has returned.
/// Each session has a version, and each save says which version it replaces: so of two processes that worked on the same version, one is
/// told that it came too late, be they on one machine or on many.
///
/// ```swift
/// let key = SessionKey(id: id, program: "/todos")
/// var session = try await store.load(key)
/// …
/// let isSaved = try await store.commit([.save(key, changed, over: session?.version)])
/// ```
public protocol SessionStore: Sendable {
    /// The session that is stored there; nil where none is.
    ///
    /// - Throws: ``StorageError``, or what the store itself says.
    func load(_ key: SessionKey) async throws -> StoredSession?

    /// Carries these writes out, in this order and in one commit: when it returns, all of them are stored.
    ///
    /// - Returns: For each write, whether it was done. A save is not where another version is stored than the one it was to
    ///   replace, a renewal not where the new id has sessions already, and none where there is nothing that it could change. What
    ///   is not done changes nothing, and the others are done all the same.
    /// - Throws: ``StorageError``, or what the store itself says. Nothing of it was stored then.
    func commit(_ writes: [SessionWrite]) async throws -> [Bool]

    /// Removes the sessions that nobody has used since then, and those that were created before then; also those set aside, and
    /// what is remembered of ids that were replaced before `unusedSince`.
    ///
    /// - Parameters:
    ///   - unusedSince: Seconds since 1970: who was used in that second stays.
    ///   - createdBefore: Seconds since 1970: who was created in that second stays.
    /// - Returns: How many it removed.
    /// - Throws: ``StorageError``, or what the store itself says. Some may have been removed then.
    func remove(unusedSince: Int64, createdBefore: Int64) async throws -> Int

    /// The sessions of that program that are due at that moment or were before, the earliest first; none that was set aside.
    ///
    /// It costs nothing that others are stored that wait for nothing, however many.
    ///
    /// - Parameters:
    ///   - program: The path that the program is mounted at.
    ///   - moment: Milliseconds since 1970.
    ///   - limit: How many are wanted at most.
    /// - Throws: ``StorageError``, or what the store itself says.
    func due(_ program: String, by moment: Int64, limit: Int) async throws -> [SessionID]

    /// What the store remembers of an id that was replaced by ``SessionWrite/renew(_:_:)``; nil where that never happened, or was
    /// longer ago than sessions are kept.
    ///
    /// - Throws: ``StorageError``, or what the store itself says.
    func renewal(of id: SessionID) async throws -> SessionRenewal?

    /// The sessions that were set aside from there, the latest last.
    ///
    /// - Throws: ``StorageError``, or what the store itself says.
    func setAside(_ key: SessionKey) async throws -> [StoredSession]
}

/// Where a stored session is: whose it is, and of which program.
public struct SessionKey: Hashable, Sendable {
    /// The visitor's session id, which is one for all programs of a site.
    public var id: SessionID
    /// The path that the program is mounted at.
    public var program: String

    /// The key of that visitor's session of that program.
    public init(id: SessionID, program: String) {
        self.id = id
        self.program = program
    }
}

/// A session as it is stored: bytes that only its program understands, and what tells when it may go.
public struct StoredSession: Equatable, Sendable {
    /// Counts the session's turns, and never goes down.
    public var version: UInt64
    /// The program's model, as JSON.
    public var model: [UInt8]
    /// What is stored beside the model, as JSON; may be empty.
    public var rest: [UInt8]
    /// Whose stored values the session sees.
    public var visitor: VisitorID
    /// When the session's id was made, in seconds since 1970.
    public var created: Int64
    /// When the session was last used, in seconds since 1970.
    public var used: Int64
    /// When the session is to be looked at though nobody asks for it, in milliseconds since 1970: see
    /// ``SessionStore/due(_:by:limit:)``. Nil where it waits for nothing.
    public var due: Int64?

    /// A session to store.
    public init(
        version: UInt64,
        model: [UInt8],
        rest: [UInt8] = [],
        visitor: VisitorID,
        created: Int64,
        used: Int64,
        due: Int64? = nil
    ) {
        self.version = version
        self.model = model
        self.rest = rest
        self.visitor = visitor
        self.created = created
        self.used = used
        self.due = due
    }
}

/// One change of what a ``SessionStore`` has.
public enum SessionWrite: Equatable, Sendable {
    /// Stores the session if what is stored there has that version; if nothing is stored there, where the version is nil.
    case save(SessionKey, StoredSession, over: UInt64?)
    /// Removes the sessions of that id, of all programs, and those set aside.
    case remove(SessionID)
    /// Gives the sessions of that id, of all programs, another one, and those set aside too; their `created` is the renewal's. The
    /// renewal is remembered under the former id: see ``SessionStore/renewal(of:)``.
    case renew(SessionID, SessionRenewal)
    /// Takes a session out of the way whose model its program cannot read any more. It is not loaded then, and another one can be
    /// saved there; ``SessionStore/setAside(_:)`` still finds it. It is due no more.
    case setAside(SessionKey)
    /// Notes that the sessions of that id, of all programs, were used: in seconds since 1970. An earlier time changes nothing.
    case touch(SessionID, used: Int64)
    /// Says when the session is due, in milliseconds since 1970, or with nil that it is not any more, if what is stored there has
    /// that version. Nothing else of it changes.
    case postpone(SessionKey, to: Int64?, version: UInt64)
}
