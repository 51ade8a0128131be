import Elmwood
import Synchronization
import Testing

/// A program whose sign-in always fails.
private struct SignIn: Program {
    struct Model: Codable, Equatable, Sendable {}

    enum Message: Codable, Equatable, Sendable {
        case signIn(Credentials)
    }

    struct Credentials: Codable, Equatable, Sendable {
        var name: String
        var password: String
    }

    struct Refused: Error {}

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> { throw Refused() }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Sign in") {
            form("sign-in", .onSubmit(Message.signIn)) {
                input(.name("name"), .required)
                input(.name("password"), .type(.password), .required)
                button { "Sign in" }
            }
        }
    }
}

/// Secrets in logs and pages.
@Suite struct SecretTests {
    @Test(arguments: Transport.allCases)
    func `A password is in no log, no page and no list of offered messages`(transport: Transport) async throws {
        var programs = Site()
        programs.mount(SignIn(), at: "/")
        let lines = Mutex<[String]>([])
        let log = Log(level: .debug) { _, line in lines.withLock { $0.append(line) } }
        let visitor = Visitor(try TestSite(programs, over: transport, log: log))
        for client in [Visitor.Client.browser, .curl, .script] {
            visitor.client = client
            try await visitor.post("/", "form=sign-in&name=ada&password=swordfish")
            #expect(visitor.reply.status == 500)
            #expect(!visitor.text.contains("swordfish"))
            // The invalid field is shown again as it was typed. The password beside it is not.
            try await visitor.post("/", "form=sign-in&name=&password=swordfish")
            #expect(visitor.reply.status == 422)
            #expect(!visitor.text.contains("swordfish"))
        }
        let written = lines.withLock { $0.joined(separator: "\n") }
        #expect(written.contains("signIn"))
        #expect(!written.contains("swordfish"))
    }
}
