import Elmwood
import ElmwoodTestSupport
import Synchronization
import Testing

/// Names that nobody else may have.
struct Register: Program {
    struct Model: Codable, Equatable, Sendable {
        var names = ["Ada"]
        var count = 0
    }

    struct Entry: Codable, Equatable, Sendable {
        var name: String
        var code: String
    }

    enum Message: Codable, Equatable, Sendable { case add(Entry), set(Int), empty, fail }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .add(let entry):
            model.names.append(entry.name)
            if entry.name == entry.code {
                throw Problems([Problem(in: "name", "Not the code."), Problem(in: "code", "Not the name.")])
            }
            if entry.code == "0" { throw Problem("Registration is closed.") }
            if model.names.dropLast().contains(entry.name) { throw Problem(in: "name", "This name is taken.") }
        case .set(let count):
            model.count = count
            if count > 9 { throw Problem(in: "count", "That is too much.") }
        case .empty: throw Problem("There is nothing to empty.")
        case .fail: throw Problems([])
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Register") {
            output { "\(model.names.count) \(model.count)" }
            form("entry", .onSubmit(Message.add)) {
                input(.name("name"), .required)
                if let problem = page.problem(in: "name") { small { problem } }
                input(.name("code"))
                button { "Add" }
            }
            input(.name("count"), .type(.number), .value("\(model.count)"), .onChange(Message.set))
            button("Empty", .empty)
            button("Fail", .fail)
        }
    }
}

/// What an update refuses by throwing problems.
@Suite struct RefusedPostTests {
    private func site(_ log: Log = Log(level: .none)) throws -> TestSite {
        var site = Site()
        site.mount(Register(), at: "/")
        return try TestSite(site, over: .inProcess, log: log)
    }

    @Test func `A page shows the sentence at the field, and what was typed; nothing of the turn remains`() async throws
    {
        let visitor = Visitor(try site(), with: .browser)
        try await visitor.post("/", "form=entry&name=Ada&code=7")
        #expect(visitor.reply.status == 422)
        #expect(visitor.text.contains("aria-invalid=\"true\" value=\"Ada\" name=\"name\""))
        #expect(visitor.text.contains("<small>This name is taken.</small>"))
        #expect(visitor.text.contains("value=\"7\" name=\"code\""))
        // A visitor whose first post is refused gets no session.
        #expect(visitor.reply["Set-Cookie"] == nil)
        try await visitor.post("/", "form=entry&name=Bob&code=7")
        #expect(visitor.reply.status == 303)
        try await visitor.post("/", "form=entry&name=Bob&code=8")
        #expect(visitor.reply.status == 422)
        try await visitor.get("/")
        #expect(visitor.text.contains("<output>2 0</output>"))
        #expect(!visitor.text.contains("taken"))
    }

    @Test func `Several problems are told at once, in order`() async throws {
        let visitor = Visitor(try site())
        try await visitor.post("/", "form=entry&name=7&code=7")
        #expect(visitor.reply.status == 422)
        #expect(visitor.text == "name: Not the code.\ncode: Not the name.\n")
    }

    @Test func `A problem of the whole form is listed at the top of the page`() async throws {
        let visitor = Visitor(try site())
        try await visitor.post("/", "form=entry&name=Bob&code=0")
        #expect(visitor.text == "Registration is closed.\n")
        let browser = Visitor(try site(), with: .browser)
        try await browser.post("/", "form=entry&name=Bob&code=0")
        #expect(browser.text.contains("class=\"problems\"><ul><li>Registration is closed.</li></ul></div>"))
        #expect(!browser.text.contains("aria-invalid"))
        #expect(browser.text.contains("value=\"Bob\""))
    }

    @Test func `JSON tells it as it tells broken constraints`() async throws {
        let visitor = Visitor(try site(), with: .script)
        try await visitor.post("/", "form=entry&name=Ada&code=7")
        #expect(visitor.reply.status == 422)
        let problem = #"{"form":"entry","field":"name","sentence":"This name is taken."}"#
        #expect(visitor.text.contains("\"problems\":[\(problem)]"))
        try await visitor.post("/", "count=12")
        #expect(visitor.text.contains(#"{"field":"count","sentence":"That is too much."}"#))
        try await visitor.post("/", "message=empty")
        #expect(visitor.text.contains(#"{"field":"","sentence":"There is nothing to empty."}"#))
    }

    @Test func `An open page gets the problems beside its view, until the form is accepted`() async throws {
        let visitor = Visitor(try site(), with: .browser)
        let page = try await TestPage(visitor, at: "/")
        try await page.act(("submit 2 entry", fields: [("name", "Ada"), ("code", "7")]))
        #expect(page.patch.refusals == [1: 422])
        #expect(visitor.text.contains(#""p":[["entry","name","This name is taken."]]"#))
        #expect(page.patch.content.contains("This name is taken."))
        // A problem of another control, which leaves the form's own.
        try await page.act(("change 1 count", fields: [("count", "12")]))
        #expect(page.patch.refusals == [2: 422])
        #expect(
            visitor.text.contains(#""p":[["entry","name","This name is taken."],[null,"count","That is too much."]]"#)
        )
        try await page.act(("change 1 count", fields: [("count", "3")]))
        #expect(visitor.text.contains(#""p":[["entry","name","This name is taken."]]"#))
        try await page.act(("submit 2 entry", fields: [("name", "Bob"), ("code", "7")]))
        #expect(page.patch.refusals.isEmpty)
        #expect(visitor.text.contains(#""p":[]"#))
        try await visitor.get("/")
        #expect(visitor.text.contains("<output>2 3</output>"))
    }

    @Test func `A repeated event that was refused is refused again`() async throws {
        let page = try await TestPage(Visitor(try site(), with: .browser), at: "/")
        let shown = page.revision
        try await page.act(("submit 2 entry", fields: [("name", "Ada"), ("code", "7")]))
        let again = try await page.repeat(showing: shown)
        #expect(again.refusals == [1: 422])
    }

    @Test func `A problem of the whole form is over once the visitor continues with it`() async throws {
        let visitor = Visitor(try site(), with: .browser)
        let page = try await TestPage(visitor, at: "/")
        try await page.click("empty")
        #expect(page.patch.refusals == [1: 422])
        #expect(visitor.text.contains(#""p":[[null,null,"There is nothing to empty."]]"#))
        try await page.act(("change 1 count", fields: [("count", "3")]))
        #expect(visitor.text.contains(#""p":[]"#))
    }

    @Test func `A refusal is not logged as a failure; an error without a problem is`() async throws {
        let lines = Mutex<[String]>([])
        let log = Log(level: .debug) { (_, line) in lines.withLock { $0.append(line) } }
        let visitor = Visitor(try site(log), with: .browser)
        try await visitor.post("/", "form=entry&name=Ada&code=7")
        #expect(!lines.withLock { $0.joined() }.contains("turn failed"))
        try await visitor.post("/", "message=fail")
        #expect(visitor.reply.status == 500)
        #expect(lines.withLock { $0.joined() }.contains("fail"))
    }
}
