import ElmwoodTesting
import Testing

/// A program with a sign-out, by a button or by an effect.
private struct Account: Program {
    struct Model: Codable, Equatable, Sendable {
        var count = 0
        var path = ""
    }

    enum Message: Codable, Equatable, Sendable { case count, signOut, expire, expired }
    enum Effect: Codable, Equatable, Sendable { case wait }

    func start(_ visit: Visit) -> Start<Self> { Start(Model(path: visit.path)) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .count: model.count += 1
        case .signOut, .expired: return .batch(.endSession, .navigate(to: "/login"))
        case .expire: return .effect(.wait)
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Account") {
            output { "\(model.count) since \(model.path)" }
            button("Count", .count)
            button("Sign out", .signOut)
            button("Expire", .expire)
        }
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {}
}

@Suite struct SigningOutTests {
    @Test(arguments: TestTransport.usual, Script.allCases)
    func `A visitor who signs out is navigated to a page as a newcomer`(transport: TestTransport, script: Script) {
        let test = ProgramTest(Account(), in: transport, script: script, .loosely)
        test.click("Count")
        test.expect(.output, "1 since /")
        test.click("Sign out")
        test.expectAddress("/login")
        test.expect(.output, "0 since /login")
        test.click("Count")
        test.expect(.output, "1 since /login")
    }

    @Test(arguments: TestTransport.usual)
    func `With script, an effect that ends the session navigates there too`(transport: TestTransport) {
        let test = ProgramTest(Account(), in: transport, .loosely)
        test.click("Count")
        test.click("Expire")
        test.resolve(.wait, with: .expired)
        test.expectAddress("/login")
        test.expect(.output, "0 since /login")
    }
}
