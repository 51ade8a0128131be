/// A store of a site's sessions, so that they outlive the process's memory.
///
/// Calls may be concurrent. A saved session is loaded by every call that begins after ``commit(_:)`` has returned. Each session has
/// a version, and each save names the version that it replaces: of two processes that change the same version, on one machine or on
/// several, one save fails.
///
/// ```swift
/// let key = SessionKey(id: id, program: "/todos")
/// var session = try await store.load(key)
/// …
/// let isSaved = try await store.commit([.save(key, changed, over: session?.version)])
/// ```
public protocol SessionStore: Sendable {
    /// Returns the session at that key, or nil if there is none.
    ///
    /// - Throws: ``StorageError``, or an error of the store itself.
    func load(_ key: SessionKey) async throws -> StoredSession?

    /// Carries out these writes in order and in one commit: when it returns, all of them are stored.
    ///
    /// - Returns: For each write, whether it was done. A save is not done if another version is stored than the one to replace, nor
    ///   that of a first version if its id was replaced. A renewal is not done if the new id has sessions already, or if the id was
    ///   replaced before and has none. No other write is done if there is nothing that it could change. A write that is not done
    ///   changes nothing, and the others are done all the same.
    /// - Throws: ``StorageError``, or an error of the store itself. Nothing was stored then. By ``StorageError/refusal(_:)`` it says that
    ///   one of the writes can never be stored, so that it fails alone.
    func commit(_ writes: [SessionWrite]) async throws -> [Bool]

    /// Removes old sessions: those last used before `unusedSince`, and those created before `createdBefore`. It includes sessions
    /// that were set aside, and the renewals of ids that were replaced before `unusedSince`. The models of shared programs remain.
    ///
    /// - Parameters:
    ///   - unusedSince: Seconds since 1970: a session used in that second remains.
    ///   - createdBefore: Seconds since 1970: a session created in that second remains.
    /// - Returns: How many it removed.
    /// - Throws: ``StorageError``, or an error of the store itself. Some may have been removed then.
    func remove(unusedSince: Int64, createdBefore: Int64) async throws -> Int

    /// Returns the sessions of that program that are due at or before that moment, the earliest first, without those set aside.
    ///
    /// Its cost does not depend on the number of stored sessions without pending work.
    ///
    /// - Parameters:
    ///   - program: The path or pattern that the program is mounted at; of a pattern, the sessions of all its places.
    ///   - moment: Milliseconds since 1970.
    ///   - limit: The most sessions to return.
    /// - Throws: ``StorageError``, or an error of the store itself.
    func due(_ program: String, by moment: Int64, limit: Int) async throws -> [SessionKey]

    /// Returns the sessions of that id, of all programs and their places, without those set aside, the latest used first.
    ///
    /// - Throws: ``StorageError``, or an error of the store itself.
    func programs(of id: SessionID) async throws -> [StoredProgram]

    /// Returns the renewal of an id that ``SessionWrite/renew(_:_:)`` replaced; nil if there was none, or it is older than sessions
    /// are retained.
    ///
    /// - Throws: ``StorageError``, or an error of the store itself.
    func renewal(of id: SessionID) async throws -> SessionRenewal?

    /// Returns the sessions of that key that were set aside, the latest last.
    ///
    /// - Throws: ``StorageError``, or an error of the store itself.
    func setAside(_ key: SessionKey) async throws -> [StoredSession]

    /// Returns the ids of the sessions of that owner, without those set aside, each once, the latest used first.
    ///
    /// Its cost does not depend on the number of other sessions.
    ///
    /// - Parameter limit: The most ids to return.
    /// - Throws: ``StorageError``, or an error of the store itself.
    func sessions(of owner: SessionOwner, limit: Int) async throws -> [OwnedSession]

    /// Returns the messages that wait for that session or shared model, in the order in which they were stored, without those set
    /// aside.
    ///
    /// - Parameter limit: The most messages to return.
    /// - Throws: ``StorageError``, or an error of the store itself.
    func messages(to key: SessionKey, limit: Int) async throws -> [WaitingMessage]

    /// Returns for whom messages wait, in no order, each once.
    ///
    /// - Parameter limit: The most keys to return.
    /// - Throws: ``StorageError``, or an error of the store itself.
    func recipients(limit: Int) async throws -> [SessionKey]
}

/// Who sessions belong to.
public enum SessionOwner: Hashable, Sendable {
    /// A visitor: the sessions of one browser, whose ids differ if it has lost or renewed a cookie.
    case visitor(VisitorID)
    /// An account that the site's program has identified: the sessions of one person, in several browsers.
    case account(String)
}

/// One of an owner's sessions, which may be of several programs.
public struct OwnedSession: Equatable, Sendable {
    /// The session's id.
    public var id: SessionID
    /// When the session's id was made, in seconds since 1970.
    public var created: Int64
    /// When one of its programs was last used, in seconds since 1970.
    public var used: Int64

    /// Creates the entry of a session.
    public init(id: SessionID, created: Int64, used: Int64) {
        self.id = id
        self.created = created
        self.used = used
    }
}

/// The key of a stored session: its id and its path. The path is that of the program or, if that is mounted at a pattern, of the place.
public struct SessionKey: Hashable, Sendable {
    /// The visitor's session id, shared by all programs of a site.
    public var id: SessionID
    /// The path that the program is mounted at, such as `/basket`, or the pattern, such as `/articles/{slug}`.
    public var program: String
    /// The path of the place, such as `/articles/welcome`; nil if the program is not mounted at a pattern.
    public var place: String?

    /// Creates the key of that visitor's session of that program.
    public init(id: SessionID, program: String, place: String? = nil) {
        self.id = id
        self.program = program
        self.place = place
    }

    /// The path of the session's pages. No two programs have the same.
    package var path: String { place ?? program }

    /// The pattern that the program of a place is mounted at; nil if it is not a place.
    package var pattern: String? { place == nil ? nil : program }

    /// Whether both are of one id and one path. Paths are compared as requests have them: `String` would count two that differ in
    /// their Unicode normalization as equal.
    public static func == (left: Self, right: Self) -> Bool {
        left.id == right.id && left.path.utf8.elementsEqual(right.path.utf8)
    }

    /// Adds the id and the path. Strings of the same bytes have the same hash.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(path)
    }
}

/// One of the stored sessions of an id, without its content.
public struct StoredProgram: Equatable, Sendable {
    /// The session's key.
    public var key: SessionKey
    /// The visitor whose stored values the session can use.
    public var visitor: VisitorID
    /// The account that the session is identified with; nil if there is none.
    public var account: String?
    /// When the session's id was made, in seconds since 1970.
    public var created: Int64
    /// When the session was last used, in seconds since 1970.
    public var used: Int64
    /// When the session's pending work is due, in milliseconds since 1970; nil if it has none.
    public var due: Int64?

    /// Creates the entry of a session.
    public init(_ key: SessionKey, _ session: StoredSession) {
        self.key = key
        visitor = session.visitor
        account = session.account
        created = session.created
        used = session.used
        due = session.due
    }
}

/// A session as it is stored: bytes that only its program understands, and the times for its removal.
public struct StoredSession: Equatable, Sendable {
    /// The number of the session's turns, and the token of this save.
    public var version: StoredVersion
    /// The program's model, as JSON.
    public var model: [UInt8]
    /// Data stored beside the model, as JSON; may be empty.
    public var activity: [UInt8]
    /// The visitor whose stored values the session can use. It does not change: a save over a stored version retains it.
    public var visitor: VisitorID
    /// The account that the session is identified with; nil if there is none. Only the first save stores it:
    /// ``SessionWrite/identify(_:as:)`` changes it.
    public var account: String?
    /// When the session's id was made, in seconds since 1970.
    public var created: Int64
    /// When the session was last used, in seconds since 1970.
    public var used: Int64
    /// When the session's pending work is due without a request, in milliseconds since 1970: see ``SessionStore/due(_:by:limit:)``.
    /// Nil if it has none.
    public var due: Int64?
    /// Whether it is the model of a shared program, which ends by itself and not by its age. It does not change.
    public var isShared: Bool

    /// Creates a session to store.
    public init(
        version: StoredVersion,
        model: [UInt8],
        activity: [UInt8] = [],
        visitor: VisitorID,
        account: String? = nil,
        created: Int64,
        used: Int64,
        due: Int64? = nil,
        isShared: Bool = false
    ) {
        self.version = version
        self.model = model
        self.activity = activity
        self.visitor = visitor
        self.account = account
        self.created = created
        self.used = used
        self.due = due
        self.isShared = isShared
    }
}

/// One change of the content of a ``SessionStore``.
public enum SessionWrite: Equatable, Sendable {
    /// Stores the session if the stored one has that version or, for nil, if none is stored and its id was not replaced. The messages
    /// are exchanged with it.
    case save(SessionKey, StoredSession, over: StoredVersion?, MessageExchange = MessageExchange())
    /// Removes the sessions of that id, of all programs, including those set aside, and the messages to them.
    case remove(SessionID)
    /// Removes the model of a shared program that has ended, if the stored one has that version or, for nil, if none is stored. The
    /// messages are exchanged with it, and those that still wait remain.
    case end(SessionKey, over: StoredVersion?, MessageExchange)
    /// Stores messages, whatever becomes of their sender.
    case send([StoredMessage])
    /// Removes the messages that wait for a session, which has ended.
    case removeMessages(to: SessionKey)
    /// Removes one session, not those set aside, unless it has been used later than at `used`, in seconds since 1970, or has pending
    /// work.
    case removeIdle(SessionKey, used: Int64)
    /// Removes the sessions of that owner, of all programs, including those set aside. Those of one id may remain: they do also if
    /// others have replaced it since, by renewals.
    case removeAll(of: SessionOwner, except: SessionID?)
    /// Sets the account of the sessions of that id, of all programs; nil for none.
    case identify(SessionID, as: String?)
    /// Gives the sessions of that id, of all programs, another id, including those set aside; their `created` becomes the
    /// renewal's. The messages to and from them have the other id then, too. The renewal is stored under the former id, even if that has
    /// no sessions yet: a process that does not know of it cannot begin one there. See ``SessionStore/renewal(of:)``.
    case renew(SessionID, SessionRenewal)
    /// Sets a session aside whose model its program can no longer read. It is not loaded then, and another one can be saved at its
    /// key; ``SessionStore/setAside(_:)`` still returns it. It is no longer due.
    case setAside(SessionKey)
    /// Records that the sessions of that id, of all programs, were used: in seconds since 1970. An earlier time changes nothing.
    case touch(SessionID, used: Int64)
    /// Sets when the session is due, in milliseconds since 1970; nil if it is not due. It changes nothing else, and only a session
    /// with that version.
    case postpone(SessionKey, to: Int64?, version: StoredVersion)
    /// Tells the other nodes something: a topic, and bytes that only they understand. If there is no other, it does nothing, and
    /// is not done.
    case tell(String, [UInt8])
}
