import Elmwood
import ElmwoodClientScript
import ElmwoodTestSupport
import Testing

/// A bookcase whose book is removed after a question, as is what a form names.
private struct Bookcase: Program {
    struct Model: Codable, Equatable, Sendable {
        var title = "Emma"
        var log: [String] = []
    }

    struct Reason: Codable, Equatable, Sendable { var text: String, confirmed: String }

    enum Message: Codable, Equatable, Sendable { case remove, rename, clear(Reason) }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .remove: model.log.append("removed \(model.title)")
        case .rename: model.title = "Persuasion"
        case .clear(let reason): model.log.append("\(reason.text) \(reason.confirmed)")
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Shelf", language: "de") {
            output { model.log.joined(separator: ", ") }
            div { p { button("Remove", .remove, .confirm("Remove “\(model.title)”?")) } }
            button("Rename", .rename)
            form("clear", .onSubmit(Message.clear), .confirm("Clear?")) {
                input(.name("text"))
                input(.name("confirmed"))
            }
        }
    }
}

/// The page that asks a browser without script before a post is applied.
@Suite struct QuestionPageTests {
    private func visitor(with client: Visitor.Client = .browser) throws -> Visitor {
        var site = Site()
        site.mount(Bookcase(), at: "/")
        let visitor = Visitor(try TestSite(site, over: .inProcess))
        visitor.client = client
        return visitor
    }

    /// A question as a form sends it, which says that the visitor has agreed.
    private func agreement(to title: String) -> String {
        "elmwood-confirmed=Remove+%E2%80%9C\(title)%E2%80%9D%3F"
    }

    @Test func `A message is applied once the visitor has agreed, and the page that asks is in the page's language`()
        async throws
    {
        let visitor = try visitor()
        try await visitor.post("/", "message=remove")
        #expect(visitor.reply.status == 200 && visitor.reply["Cache-Control"] == "no-store")
        #expect(visitor.text.contains("<h1>Remove “Emma”?</h1><form method=\"post\">"))
        #expect(visitor.text.contains(#"<input type="hidden" name="message" value="remove">"#))
        #expect(visitor.text.contains(#"name="elmwood-confirmed" value="Remove “Emma”?"><button>Ja</button></form>"#))
        #expect(visitor.text.contains(#"<a href="">Abbrechen</a>"#))
        try await visitor.get("/")
        #expect(!visitor.text.contains("removed"))
        try await visitor.post("/", "message=remove&" + agreement(to: "Emma"))
        #expect(visitor.reply.status == 303)
        try await visitor.get("/")
        #expect(visitor.text.contains("removed Emma"))
    }

    @Test func `Who has agreed to another question is asked, and an agreement that nothing asks for is no field`()
        async throws
    {
        let visitor = try visitor()
        try await visitor.post("/", "message=rename&" + agreement(to: "Emma"))
        #expect(visitor.reply.status == 303)
        try await visitor.post("/", "message=remove&" + agreement(to: "Emma"))
        #expect(visitor.text.contains("<h1>Remove “Persuasion”?</h1>"))
    }

    @Test func `A form keeps all of its fields on the page that asks`() async throws {
        let visitor = try visitor()
        let fields = "form=clear&text=a+%22b%22+%26%0D%0Ac&confirmed=no"
        try await visitor.post("/", fields)
        #expect(visitor.text.contains("<h1>Clear?</h1>"))
        #expect(visitor.text.contains(#"<input type="hidden" name="form" value="clear">"#))
        #expect(visitor.text.contains(#"<input type="hidden" name="confirmed" value="no">"#))
        try await visitor.post("/", fields + "&elmwood-confirmed=Clear%3F")
        try await visitor.get("/")
        #expect(visitor.text.contains("c no</output>"))
    }

    @Test func `What the page does not offer is refused and not asked about`() async throws {
        let visitor = try visitor()
        try await visitor.post("/", "message=nothing")
        #expect(visitor.reply.status == 409)
    }

    @Test(arguments: [Visitor.Client.curl, .script])
    func `A client that shows no page is not asked`(client: Visitor.Client) async throws {
        let visitor = try visitor(with: client)
        try await visitor.post("/", "message=remove")
        #expect(visitor.text.contains("removed Emma") || client == .script)
        visitor.client = .browser
        try await visitor.get("/")
        #expect(visitor.text.contains("removed Emma"))
    }

    @Test func `The words of the script's dialogs are in the page's language`() async throws {
        let visitor = try visitor()
        try await visitor.get(ClientScript.wordsAddress + "?de")
        #expect(visitor.text.hasPrefix(#"["Ja","Abbrechen","Kopiert","#))
        try await visitor.get(ClientScript.wordsAddress + "?")
        #expect(visitor.text.hasPrefix(#"["Yes","Cancel","Copied","#))
    }
}
