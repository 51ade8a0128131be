import Elmwood
import Testing

/// A program with a sign-in, which fetches the visitor's mail afterwards.
private struct SignIn: Program {
    struct Model: Codable, Equatable, Sendable {
        var name = ""
        var mail: [String] = []
    }

    enum Message: Codable, Equatable, Sendable {
        case signIn(Credentials)
        case arrived(String)
    }

    struct Credentials: Codable, Equatable, Sendable {
        var name: String
        var password: String
    }

    enum Effect: Codable, Equatable, Sendable {
        case fetch(Credentials)
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .signIn(let credentials):
            model.name = credentials.name
            return .effect(.fetch(credentials))
        case .arrived(let text):
            model.mail.append(text)
            return .none
        }
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws { send(.arrived("Welcome")) }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Sign in") {
            form("sign-in", .onSubmit(Message.signIn)) {
                input(.name("name"), .required)
                input(.name("password"), .type(.password), .required)
                button { "Sign in" }
            }
            for line in model.mail { p { line } }
        }
    }
}

/// Secrets in histories.
@Suite struct HistorySecretTests {
    @Test func `A password is neither in the panel nor in an export, and the moments after it can still be shown`()
        async throws
    {
        var site = Site()
        site.sessionLimits.effectWait = .seconds(50)
        site.mount(SignIn(), at: "/")
        // The mail is in the answer, however busy the machine is.
        let visitor = Visitor(try TestSite(site, over: .inProcess) { $0.history = true }, with: .browser)
        visitor.keepsLastingCookie = true
        try await visitor.get("/")
        try await visitor.post("/", "form=sign-in&name=ada&password=swordfish")
        let panel = "/elmwood/history"
        try await visitor.get(panel)
        #expect(visitor.text.contains(#"<code class="message">signIn(…)</code>"#))
        #expect(visitor.text.contains(#"<span class="origin">effect fetch</span>"#))
        #expect(!visitor.text.contains("swordfish"))
        try await visitor.post(panel, "message=show(1)")
        try await visitor.get(panel)
        #expect(visitor.text.contains("Something in this message is secret, so its name is all that is kept."))
        #expect(
            visitor.text.contains(
                "<dt><code>name</code></dt><dd><del><code>…</code></del><ins><code>…</code></ins></dd>"
            )
        )
        #expect(!visitor.text.contains("swordfish"))
        try await visitor.get("/")
        #expect(!visitor.text.contains("Welcome"))
        try await visitor.post(panel, "message=showLatest")
        try await visitor.get("/")
        #expect(visitor.text.contains("Welcome"))
        try await visitor.post(panel, "message=export")
        try await visitor.get(visitor.reply["Location"] ?? "")
        #expect(visitor.text.contains(#""message" : "signIn(…)""#))
        #expect(!visitor.text.contains("swordfish"))
    }
}
