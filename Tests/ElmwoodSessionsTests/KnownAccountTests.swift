import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodViewTree
import Testing

/// A program that shows who has signed in at another program of the site.
private struct Greeting: Program {
    struct Model: Codable, Equatable, Sendable {
        var account: String?
        var arrivals = 0
    }

    enum Message: Codable, Equatable, Sendable { case arrived(Arrival), note, leave, signIn(String) }

    func start(_ visit: Visit) -> Start<Self> { Start(Model(account: visit.account)) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .arrived(let arrival): model = Model(account: arrival.account, arrivals: model.arrivals + 1)
        case .note: break
        case .leave: return .navigate(to: "/left")
        case .signIn(let account): return .batch(.identify(account), .navigate(to: "/"))
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.arrived(Message.arrived)] }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Greeting") { button("note", .note) }
    }
}

/// The programs of a site are told which account the visitor has signed in to.
@Suite struct KnownAccountTests {
    /// Shows the other program's page, and returns the account that it knows.
    private func account(
        of client: Client,
        at host: ProgramHost<Greeting>,
        posting message: Greeting.Message? = nil
    ) async -> String? {
        let visitor: VisitorClaim = client.token.map { .token($0) } ?? .none
        if let message {
            var visit = Visit()
            visit.answer = .page
            let answer: Eventual<Reply<Greeting, String>> = host.post(
                session: client.session,
                visitor: visitor,
                ticket: client.ticket,
                visit: visit
            ) { _ in .apply([message]) }
            return await answer.settled().snapshot?.model.account
        }
        let answer = host.show(session: client.session, visitor: visitor, ticket: client.ticket, visit: Visit())
        return await answer.settled().snapshot?.model.account
    }

    @Test(arguments: AccountSite.Sessions.allCases)
    func `A program knows who has signed in at another one, from the first page to the end of the session`(
        sessions: AccountSite.Sessions
    ) async {
        let site = AccountSite(sessions)
        let registry = site.registry()
        let accounts = ProgramHost(Account(), name: "/", registry: registry)
        let greeting = ProgramHost(Greeting(), name: "/greeting", registry: registry)
        var (anna, stranger) = (Client(), Client())
        await stranger.post(.note("here"), to: accounts)
        #expect(await account(of: anna, at: greeting) == nil)
        await anna.post(.note("here"), to: accounts)
        let stolen = anna
        await anna.post(.signIn("7"), to: accounts)
        #expect(await account(of: anna, at: greeting) == "7")
        #expect(await account(of: anna, at: greeting, posting: .note) == "7")
        #expect(await account(of: anna, at: greeting) == "7")
        #expect(await account(of: stranger, at: greeting) == nil)
        #expect(await account(of: stolen, at: greeting) == nil)
        let former = anna
        await anna.post(.end(everywhere: false), to: accounts)
        #expect(await account(of: anna, at: greeting) == nil)
        #expect(await account(of: former, at: greeting) == nil)
    }

    @Test func `The next process knows it too`() async {
        let site = AccountSite(.stored)
        var anna = Client()
        await anna.post(.signIn("7"), to: site.process())
        let greeting = ProgramHost(Greeting(), name: "/greeting", registry: site.registry())
        #expect(await account(of: anna, at: greeting) == "7")
        #expect(await account(of: anna, at: greeting, posting: .note) == "7")
    }

    @Test(arguments: AccountSite.Sessions.allCases)
    func `A page to which a sign-in leads knows it, though it is not carried out yet`(sessions: AccountSite.Sessions)
        async
    {
        let registry = AccountSite(sessions).registry()
        let greeting = ProgramHost(Greeting(), name: "/greeting", registry: registry)
        #expect(await account(of: Client(), at: greeting, posting: .signIn("7")) == "7")
        var anna = Client()
        await anna.post(.signIn("7"), to: ProgramHost(Account(), name: "/", registry: registry))
        #expect(await account(of: anna, at: greeting, posting: .leave) == "7")
        #expect(await account(of: anna, at: greeting, posting: .signIn("8")) == "8")
        #expect(await account(of: anna, at: greeting) == "8")
    }
}
