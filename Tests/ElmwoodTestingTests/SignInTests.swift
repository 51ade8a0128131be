import ElmwoodTesting
import Testing

/// A program with a sign-in: an effect finds out who the visitor is.
private struct Account: Program {
    struct Model: Codable, Equatable, Sendable {
        var name: String?
        var isChecking = false
    }

    enum Message: Codable, Equatable, Sendable { case enter, signIn, signedIn(String) }
    enum Effect: Codable, Equatable, Sendable { case check }

    var isDurable = false

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .enter: return .none
        case .signIn:
            model.isChecking = true
            return .effect(.check, durable: isDurable)
        case .signedIn(let name):
            model = Model(name: name)
            return .renewSession
        }
    }

    /// The test determines the messages.
    func perform(_ effect: Effect, send: Send<Message>) async throws {}

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Account") {
            h1 { model.name.map { "Hello, \($0)" } ?? "Who are you?" }
            button("Enter", .enter)
            button("Sign in", .signIn)
        }
    }
}

/// Signing in.
@Suite(.timeLimit(.minutes(5)))
struct SignInTests {
    @Test(
        arguments: [TestTransport.process, .http],
        Script.allCases
    )
    func `Cookies from before the sign-in give a newcomer's page, and the visitor stays signed in`(
        transport: TestTransport,
        script: Script
    ) {
        stealCookies(in: transport, script)
    }

    @Test(arguments: Script.allCases)
    func `In a browser, cookies from before the sign-in give a newcomer's page`(script: Script) {
        stealCookies(in: .browser, script)
    }

    private func stealCookies(in transport: TestTransport, _ script: Script) {
        let visitors = Visitors(of: Account(), in: transport, script: script)
        let anna = visitors.enter("Anna")
        anna.click("Enter")
        let stolen = anna.cookies
        anna.click("Sign in")
        anna.expectModel { $0.isChecking = true }
        anna.resolve(.check, with: .signedIn("Anna"))
        anna.expectModel { $0 = .init(name: "Anna") }
        anna.expectCommand(.renewSession)
        let mallory = visitors.enter("Mallory", cookies: stolen)
        mallory.expect(.h1, "Who are you?")
        anna.expect(.h1, "Hello, Anna")
        let tab = anna.openPage()
        tab.expect(.h1, "Hello, Anna")
        anna.click("Enter")
        anna.expect(.h1, "Hello, Anna")
    }

    @Test(arguments: [TestTransport.process, .http], Script.allCases)
    func `A restart during the sign-in does not change this`(transport: TestTransport, script: Script) {
        let visitors = Visitors(of: Account(isDurable: true), in: transport, script: script)
        let anna = visitors.enter("Anna")
        anna.click("Enter")
        let stolen = anna.cookies
        anna.click("Sign in")
        anna.expectModel { $0.isChecking = true }
        anna.expectCommand(.effect(.check, durable: true))
        visitors.restart()
        anna.resolve(.check, with: .signedIn("Anna"))
        anna.expectModel { $0 = .init(name: "Anna") }
        anna.expectCommand(.renewSession)
        visitors.restart()
        let mallory = visitors.enter("Mallory", cookies: stolen)
        mallory.expect(.h1, "Who are you?")
        anna.expect(.h1, "Hello, Anna")
    }

    @Test(arguments: [TestTransport.process, .http], Script.allCases)
    func `A second tab stays signed in too`(transport: TestTransport, script: Script) {
        let anna = ProgramTest(Account(), in: transport, script: script)
        anna.click("Enter")
        let tab = anna.openPage()
        tab.click("Enter")
        anna.click("Sign in")
        anna.expectModel { $0.isChecking = true }
        anna.resolve(.check, with: .signedIn("Anna"))
        anna.expectModel { $0 = .init(name: "Anna") }
        anna.expectCommand(.renewSession)
        tab.expect(.h1, "Hello, Anna")
        tab.click("Enter")
        anna.expect(.h1, "Hello, Anna")
    }
}
