import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodForms
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import Synchronization
import ElmwoodViewTree
import ElmwoodTestSupport
import Testing

/// A program with a sign-in: an effect finds out who the visitor is, and takes as long as the test determines.
struct SignIn: Program {
    struct Model: Codable, Equatable, Sendable { var name: String? }
    enum Message: Codable, Equatable, Sendable { case enter, signIn, signInSoon, signedIn(String), refresh }
    enum Effect: Codable, Equatable, Sendable { case check }

    let checks = Checks()
    /// Whether the effect continues after the end of the process.
    var isDurable = false
    /// Whether a clock asks for a new id.
    var renewsByClock = false

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .enter: return .none
        case .signIn: return .effect(.check, durable: isDurable)
        case .signInSoon: return .after(.seconds(5), .signedIn("Anna"))
        case .signedIn(let name):
            model.name = name
            return .renewSession
        case .refresh:
            model.name = "refreshed"
            return .renewSession
        }
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { renewsByClock ? [.every(.seconds(1), .refresh)] : [] }

    func perform(_ effect: Effect, send: Send<Message>) async throws { await checks.run(send) }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Sign in") {
            output { model.name ?? "nobody" }
            button("Enter", .enter)
            button("Sign in", .signIn)
            button("Sign in soon", .signInSoon)
        }
    }
}

/// The sign-in checks of a program.
final class Checks: Sendable {
    private struct Check {
        let send: Send<SignIn.Message>
        let end: AsyncStream<Never>.Continuation
    }

    private let checks = Mutex<[Check]>([])

    func run(_ send: Send<SignIn.Message>) async {
        let (stream, end) = AsyncStream<Never>.makeStream()
        checks.withLock { $0.append(Check(send: send, end: end)) }
        for await _ in stream {}
    }

    /// Waits until that many checks have begun.
    func haveBegun(_ count: Int) async {
        await eventually("\(count) checks have begun") { checks.withLock { $0.count } >= count }
    }

    /// Finishes the check of that number, counted from 0, with the visitor's name.
    func find(_ name: String, by number: Int = 0) {
        let check = checks.withLock { number < $0.count ? $0[number] : nil }
        check?.send(.signedIn(name))
        check?.end.finish()
    }
}

/// A site with a sign-in, as browsers and other clients use it. The test controls its time.
struct SignInSite {
    let environment: ManualEnvironment
    let registry: SessionRegistry
    let host: ProgramHost<SignIn>

    init(_ program: SignIn = SignIn(), effectWait: Duration = .zero) {
        environment = ManualEnvironment()
        var limits = SessionLimits.scripted
        limits.effectWait = effectWait
        registry = SessionRegistry(limits: limits, environment: environment.forSessions)
        host = ProgramHost(program, name: "/", registry: registry)
    }

    /// Creates a site whose sessions are in a store, as served by one process of several.
    init(_ fixture: StoredFixture<SignIn>) {
        (environment, registry, host) = (fixture.environment, fixture.host.registry, fixture.host)
    }

    var checks: Checks { host.program.checks }

    /// Starts a session for a browser.
    func enter(_ browser: inout Browser) async { await post("enter", by: &browser) }

    /// Posts a message without script. Returns the text of the page, or nil if the post was refused.
    @discardableResult
    func post(_ message: String, by browser: inout Browser) async -> String? {
        let answer = begin(message, by: browser)
        return await finish(answer, by: &browser)
    }

    func begin(_ message: String, by browser: Browser) -> Eventual<Reply<SignIn, PostRefusal>> {
        host.post(
            FormData([.init(name: "message", value: .text(message))]),
            on: Page(),
            session: browser.session,
            visitor: .none,
            ticket: browser.ticket,
            visit: Visit()
        )
    }

    func finish(
        _ answer: Eventual<Reply<SignIn, PostRefusal>>,
        by browser: inout Browser
    ) async -> String? {
        guard let snapshot = await answer.settled(in: environment).snapshot else { return nil }
        browser.receive(snapshot.cookie, snapshot.ticket)
        return snapshot.model.name ?? "nobody"
    }

    /// Returns the text of the page for that browser; nil if it is a newcomer's page.
    func name(shownTo browser: inout Browser) async -> String? {
        let answer = host.show(session: browser.session, ticket: browser.ticket, visit: Visit())
        guard let snapshot = await answer.settled(in: environment).snapshot, snapshot.isHeld else { return nil }
        browser.receive(snapshot.cookie, snapshot.ticket)
        return snapshot.model.name ?? "nobody"
    }

    /// Returns the text of the page for a client with only these cookies; nil if it is a newcomer's page.
    func name(shownTo session: SessionID?, ticket: RenewalTicket? = nil) async -> String? {
        var browser = Browser(session: session, ticket: ticket)
        return await name(shownTo: &browser)
    }
}
