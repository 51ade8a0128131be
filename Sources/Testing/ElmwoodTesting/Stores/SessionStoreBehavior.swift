import ElmwoodStorage
import Testing

/// What every store of sessions has to do: one rule, checked on an empty store.
///
/// The tests of a store of your own check each rule:
///
/// ```swift
/// @Test(arguments: SessionStoreBehavior.all)
/// func `My store`(behavior: SessionStoreBehavior) async throws {
///     try await behavior.check(MyStore())
/// }
/// ```
public struct SessionStoreBehavior: Sendable, CustomTestStringConvertible {
    /// The rule, as a sentence.
    public let testDescription: String
    private let rule: @Sendable (SessionStoreFixture) async throws -> Void

    init(_ testDescription: String, rule: @escaping @Sendable (SessionStoreFixture) async throws -> Void) {
        self.testDescription = testDescription
        self.rule = rule
    }

    /// The rules for every store.
    public static let all = saves + life + owners + due + places + messages + concurrency

    /// The rules for stores that have a limit of their size: they are checked on a store with a limit of a million bytes.
    public static let limited = limits

    /// Checks the rule. What the store does not do is an issue of the current test.
    ///
    /// - Parameter store: An empty store.
    /// - Throws: What the store throws although it should not.
    public func check(_ store: any SessionStore) async throws { try await rule(SessionStoreFixture(store: store)) }
}

/// A store, and what a rule puts there.
struct SessionStoreFixture: Sendable {
    let store: any SessionStore
    let key = SessionKey(id: SessionID(), program: "/counter")
    let other = SessionKey(id: SessionID(), program: "/counter")
    let visitor = VisitorID()
    let anna = VisitorID()
    let bob = VisitorID()

    /// The key of the same id in another program.
    var second: SessionKey { SessionKey(id: key.id, program: "/todos") }

    func session(
        _ version: StoredVersion,
        _ model: String = "{}",
        created: Int64 = 1_000,
        used: Int64 = 2_000,
        due: Int64? = nil
    ) -> StoredSession {
        StoredSession(
            version: version,
            model: Array(model.utf8),
            visitor: visitor,
            created: created,
            used: used,
            due: due
        )
    }

    // MARK: Places

    func place(_ path: String, of id: SessionID? = nil) -> SessionKey {
        SessionKey(id: id ?? key.id, program: "/articles/{slug}", place: path)
    }

    // MARK: Owners

    func ownedSession(_ visitor: VisitorID, _ account: String? = nil, used: Int64 = 5) -> StoredSession {
        StoredSession(version: 1, model: [1], visitor: visitor, account: account, created: 4, used: used)
    }

    func newKey(_ program: String = "/") -> SessionKey { SessionKey(id: SessionID(), program: program) }

    func ids(_ store: any SessionStore, _ owner: SessionOwner) async throws -> [SessionID] {
        try await store.sessions(of: owner, limit: 100).map(\.id)
    }

    // MARK: Messages

    func message(_ text: String, to key: SessionKey, answering sender: SessionKey? = nil) -> StoredMessage {
        StoredMessage(
            to: key,
            content: Array(text.utf8),
            name: .max,
            answer: sender.map { StoredAnswer(to: $0, applied: [1], failed: [2, 3]) }
        )
    }

    func waiting(_ store: any SessionStore, for key: SessionKey, limit: Int = 100) async throws -> [String] {
        try await store.messages(to: key, limit: limit).map { String(decoding: $0.message.content, as: UTF8.self) }
    }
}
