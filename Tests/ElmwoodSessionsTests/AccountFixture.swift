import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodViewTree
import Synchronization
import Testing

/// A program whose visitors sign in, and save values.
struct Account: Program {
    struct Model: Codable, Equatable, Sendable {
        var notes: [String] = []
        var sessions: [ActiveSession] = []
    }

    enum Message: Codable, Equatable, Sendable {
        case note(String), save(String), load, renew, signIn(String), identify(String?), end(everywhere: Bool)
        case list(String), listed([ActiveSession]), endOthers(of: String), endOne(String, of: String)
        case removeAll, removeAllAndEnd, export
    }

    /// Whether each visit begins a session.
    var startsSessions = false

    func start(_ visit: Visit) -> Start<Self> { Start(Model(), startsSessions ? .send(.note("started")) : .none) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .note(let text): model.notes.append(text)
        case .save(let text): return .save(text, as: "text")
        case .load: return .load("text") { (text: String?) in .note(text ?? "nothing") }
        case .renew: return .renewSession
        case .signIn(let account): return .batch(.renewSession, .identify(account))
        case .identify(let account): return .identify(account)
        case .end(let everywhere): return .endSession(everywhere: everywhere)
        case .list(let account): return .sessions(of: account, Message.listed)
        case .listed(let sessions): model.sessions = sessions
        case .endOthers(let account): return .endSessions(of: account)
        case .endOne(let session, let account): return .endSession(session, of: account)
        case .removeAll: return .removeAll()
        case .removeAllAndEnd: return .batch(.removeAll(), .endSession)
        case .export: return .download("secret", as: "export.txt")
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Account") {
            text(model.notes.joined(separator: " "))
            button("note", .note("clicked"))
        }
    }
}

/// A site with a program of accounts: one process or several, over one store.
final class AccountSite: Sendable {
    /// Where sessions are stored.
    enum Sessions: CaseIterable, Sendable { case inMemory, stored }

    let storage: any Storage
    let sessionStore: (any SessionStore)?
    let audit = Mutex<[AuditEvent]>([])
    let log = Mutex<[String]>([])

    init(_ sessions: Sessions, storage: (any Storage)? = nil) {
        // One whose tokens are in memory, and one whose are not.
        self.storage = storage ?? (sessions == .inMemory ? MemoryStorage() : HeldLookUps())
        sessionStore = sessions == .stored ? MemorySessionStore() : nil
    }

    /// Begins a process of the site.
    func process(_ program: Account = Account(), name: String = "/") -> ProgramHost<Account> {
        ProgramHost(program, name: name, registry: registry())
    }

    func registry() -> SessionRegistry {
        var limits = SessionLimits.scripted
        // Answers wait for everything that they have begun.
        limits.effectWait = .seconds(60)
        var environment = Environment.system(storage: storage) { event, _ in self.log.withLock { $0.append("\(event)") }
        }
        environment.audit = { event in self.audit.withLock { $0.append(event) } }
        return SessionRegistry(limits: limits, environment: environment, store: sessionStore)
    }

    /// What was audited, in words.
    var audited: [String] { audit.withLock { $0.map(\.kind.rawValue) } }
}

/// A browser with its cookies, or what somebody else has of them.
struct Client: Sendable {
    var sessionToken: SessionToken?
    var session: SessionID? { sessionToken?.id }
    var token: VisitorToken?
    var ticket: RenewalTicket?

    /// Posts messages without script. Returns the snapshot; nil if the post failed.
    @discardableResult
    mutating func post(_ messages: Account.Message..., to host: ProgramHost<Account>) async -> Snapshot<Account>? {
        let answer: Eventual<Reply<Account, String>> = host.post(
            session: session,
            visitor: token.map { .token($0) } ?? .none,
            ticket: ticket,
            visit: Visit()
        ) { _ in .apply(messages) }
        return take(await answer.settled())
    }

    @discardableResult
    mutating func show(_ host: ProgramHost<Account>) async -> Snapshot<Account>? {
        take(
            await host.show(
                session: session,
                visitor: token.map { .token($0) } ?? .none,
                ticket: ticket,
                visit: Visit()
            ).settled()
        )
    }

    private mutating func take(_ reply: Reply<Account, some Sendable>) -> Snapshot<Account>? {
        guard let snapshot = reply.snapshot else { return nil }
        switch snapshot.cookie {
        case .set(let token): sessionToken = token
        case .remove: sessionToken = nil
        case .unchanged: break
        }
        if case .set(let token) = snapshot.visitor { self.token = token }
        if let ticket = snapshot.ticket { self.ticket = ticket }
        return snapshot
    }

    /// The value that the client's visitor has saved, as the program loads it; nil if the post failed.
    mutating func saved(at host: ProgramHost<Account>) async -> String? {
        await post(.load, to: host)?.model.notes.last
    }
}
