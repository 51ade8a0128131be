import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodViewTree
import Testing

@testable import ElmwoodSessions
import ElmwoodSessionTesting

/// A program that takes its visitor to another page for every cause that there is, and notes who has arrived.
struct Journey: Program {
    /// What causes a navigation.
    enum Cause: String, Codable, CaseIterable, Sendable {
        case event, immediate, effect, durable, running, delayed, clock, topic, load, sessions, answer, changes,
            outside, page
    }

    struct Model: Codable, Equatable, Sendable {
        var cause: Cause?
        var arrivals: [Arrival] = []
    }

    enum Message: Codable, Equatable, Sendable {
        case arrived(Arrival), begin(Cause), go, note, identify(String?), sign(String?), save
    }

    enum Effect: Codable, Equatable, Sendable { case work }

    static let target = "/there?page=2"
    static let page = Page(path: "/there", query: ["page": "2"], isLive: true)

    /// Who signs in when a session begins; nil for nobody.
    var rememberedAccount: String?
    /// Called by the effect before its message.
    var work: @Sendable () async throws -> Void = {}
    /// Called by each view.
    var look: @Sendable (Model) -> Void = { _ in }

    func start(_ visit: Visit) -> Start<Self> { Start(Model(), rememberedAccount.map { .identify($0) } ?? .none) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .arrived(let arrival): model.arrivals.append(arrival)
        case .go:
            model.cause = nil
            return .navigate(to: Self.target)
        case .note: break
        case .identify(let account): return .identify(account)
        case .sign(let account): return .batch(.identify(account), .send(.sign, to: Register.self, 1))
        case .save: return .save("text", as: "text")
        case .begin(let cause):
            switch cause {
            case .event: return .navigate(to: Self.target)
            case .immediate: return .send(.go)
            case .effect: return .effect(.work)
            case .durable: return .effect(.work, durable: true)
            case .delayed: return .after(.seconds(5), .go)
            case .load: return .load("text") { (_: String?) in .go }
            case .sessions: return .sessions(of: "7") { _ in .go }
            case .answer: return .send(.said("hello"), to: Room.self, 1, answered: { _ in .go })
            case .running, .clock, .topic, .changes, .page: model.cause = cause
            case .outside: break
            }
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        let going: Subscription<Self>? =
            switch model.cause {
            case .running: .running(.work)
            case .clock: .every(.seconds(1), .go)
            case .topic: .topic("journeys") { (_: String) in .go }
            case .changes: .changes(of: Room.self, 1) { _ in .go }
            case .page: .pageHidden(.go)
            default: nil
            }
        return [.arrived(Message.arrived)] + [going].compactMap(\.self)
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        try await work()
        send(.go)
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        look(model)
        return Document("Journey") {
            output { "\(page.path) \(page.query["page"] ?? "") \(page.base) \(page.isLive) \(model.arrivals.count)" }
            button("note", .note)
            for cause in Cause.allCases { button(cause.rawValue, .begin(cause)) }
        }
    }
}

/// A model of who has signed it.
struct Register: SharedProgram {
    struct Model: Codable, Equatable, Sendable { var accounts: [String?] = [] }
    enum Message: Codable, Equatable, Sendable { case sign }

    func start(_ key: Int) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message, from sender: Sender) -> Command<Self> {
        model.accounts.append(sender.account)
        return .none
    }
}

/// One process of a site with a program for journeys, and another one at which visitors sign in.
final class JourneyFixture: Sendable {
    let journeys: StoredFixture<Journey>
    let accounts: ProgramHost<Account>

    init(
        _ store: (any SessionStore)? = nil,
        _ program: Journey = Journey(),
        at time: Duration = .zero,
        _ change: (inout SessionLimits) -> Void = { _ in }
    ) {
        journeys = StoredFixture(store, program: program, at: time, change)
        accounts = ProgramHost(Account(), name: "/accounts", registry: journeys.host.registry)
        journeys.share(Room())
        journeys.share(Register())
    }

    var host: ProgramHost<Journey> { journeys.host }
    var environment: ManualEnvironment { journeys.environment }

    /// Returns a visitor who has signed in at the other program.
    func signIn(_ account: String = "7") async -> Client {
        var client = Client()
        await client.post(.signIn(account), to: accounts)
        // Signing in has taken its time.
        await journeys.work.done()
        await journeys.finish()
        return client
    }

    /// Opens a page of the visitor, with its stream.
    func open(_ name: Character = "a", of client: Client) async throws -> OpenPage {
        let page = try OpenPage(host, name, session: client.session)
        // A visitor who only looks has no session.
        _ = try #require(await page.send(.message("note")).settled().patch)
        try page.openStream()
        return page
    }

    /// Makes happen what the visitor's session waits for.
    func happen(_ cause: Journey.Cause, on page: OpenPage) async throws {
        await journeys.work.done()
        switch cause {
        case .event, .immediate, .effect, .durable, .running, .load, .sessions, .answer, .changes: break
        case .delayed: environment.advance(by: .seconds(5))
        case .clock: environment.advance(by: .seconds(1))
        case .topic: host.registry.broadcast("go", on: "journeys")
        case .outside: SessionReference<Journey>(try held(page)).send(.go)
        case .page: _ = try #require(await page.send(.page("hidden")).settled().patch)
        }
        await journeys.work.done()
    }

    private func held(_ page: OpenPage) throws -> SessionCore {
        try #require(page.session.flatMap(host.sessions.peek))
    }

    func arrivals(_ page: OpenPage) -> [Arrival] { host.currentState(of: page.session)?.model.arrivals ?? [] }

    /// Waits for the visitor's next arrival, and returns it.
    func arrival(_ page: OpenPage, after count: Int) async throws -> Arrival {
        await eventually("the visitor has arrived") { arrivals(page).count > count }
        return try #require(arrivals(page).last)
    }

    /// Returns the arrival of the visitor who loads the page to which all causes lead.
    func loaded(_ page: OpenPage) async throws -> Arrival {
        var visit = Visit(path: Journey.page.path, query: Journey.page.query)
        visit.answer = .load
        let shown = await host.show(session: page.session, visit: visit).settled().snapshot
        return try #require(shown?.model.arrivals.last)
    }
}
