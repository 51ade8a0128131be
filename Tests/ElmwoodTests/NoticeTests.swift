import Elmwood
import ElmwoodTestSupport
import Testing

/// A list that tells what it has done.
struct Ledger: Program {
    struct Model: Codable, Equatable, Sendable {
        var entries: [String] = []
        var number = 0
    }

    struct Entry: Codable, Equatable, Sendable { var name: String }

    enum Message: Codable, Equatable, Sendable { case save, saveAndList, quietly, leave, check(Entry), checked(String) }
    enum Effect: Codable, Equatable, Sendable { case check(String) }

    /// Whether the view shows the notices itself.
    var showsNotices = false

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .save:
            model.number += 1
            return .notice("Saved.")
        case .saveAndList: return .batch(.notice("Saved & listed."), .navigate(to: "/list"))
        case .quietly: model.number += 1
        case .leave: return .batch(.endSession, .notice("Goodbye."))
        case .check(let entry): return .effect(.check(entry.name))
        case .checked(let name):
            if name == "Ada" { return .problem(in: "name", of: "entry", "This name is taken.") }
            model.entries.append(name)
        }
        return .none
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        switch effect {
        case .check(let name): send(.checked(name))
        }
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Ledger") {
            if showsNotices { for notice in page.notices { strong { notice } } }
            output { "\(page.path) \(model.number) \(model.entries.joined())" }
            button("Save", .save)
            button("Save and list", .saveAndList)
            button("Quietly", .quietly)
            button("Leave", .leave)
            form("entry", .onSubmit(Message.check)) {
                input(.name("name"))
                if let problem = page.problem(in: "name") { small { problem } }
            }
        }
    }
}

/// What a program tells the visitor with commands.
@Suite struct NoticeTests {
    private func site(showsNotices: Bool = false) throws -> TestSite {
        var site = Site()
        // On a busy machine an effect may begin late.
        site.sessionLimits.effectWait = .seconds(50)
        site.mount(Ledger(showsNotices: showsNotices), at: "/")
        return try TestSite(site, over: .inProcess)
    }

    private let list =
        #"<body><form id="elmwood" method="post" novalidate hidden data-elmwood><button hidden></button></form><div role="status" class="notices"><ul><li>Saved.</li></ul></div>"#

    @Test func `Without script, the page after the post's redirect has the notice, and the next one has not`()
        async throws
    {
        let visitor = Visitor(try site(), with: .browser)
        try await visitor.post("/", "message=save")
        #expect(visitor.reply.status == 303)
        try await visitor.get("/")
        #expect(visitor.text.contains(list))
        try await visitor.get("/")
        #expect(!visitor.text.contains("Saved."))
        #expect(visitor.text.contains("<output>/ 1 </output>"))
    }

    @Test func `A notice crosses a redirect to another address`() async throws {
        let visitor = Visitor(try site(), with: .browser)
        try await visitor.post("/", "message=saveAndList")
        #expect(visitor.reply["Location"] == "/list")
        try await visitor.get("/list")
        #expect(visitor.text.contains("<li>Saved &amp; listed.</li>"))
        try await visitor.get("/list")
        #expect(!visitor.text.contains("listed."))
    }

    @Test func `A page in another tab does not show what a post has caused elsewhere`() async throws {
        let visitor = Visitor(try site(), with: .browser)
        try await visitor.post("/a?x=1", "message=save")
        try await visitor.get("/b")
        #expect(!visitor.text.contains("Saved."))
        try await visitor.get("/a?x=2")
        #expect(!visitor.text.contains("Saved."))
        try await visitor.get("/a?x=1")
        #expect(visitor.text.contains("Saved."))
    }

    @Test func `A HEAD and a prefetch leave the notice to the page that the visitor sees`() async throws {
        let visitor = Visitor(try site(), with: .browser)
        try await visitor.post("/", "message=save")
        try await visitor.send("HEAD", "/")
        try await visitor.get("/", headers: [(name: "Sec-Purpose", value: "prefetch;prerender")])
        #expect(!visitor.text.contains("Saved."))
        try await visitor.get("/")
        #expect(visitor.text.contains("Saved."))
    }

    @Test func `The answer to curl's post has the notice, and JSON lists it`() async throws {
        let site = try site()
        let curl = Visitor(site)
        try await curl.post("/", "message=save")
        #expect(curl.text.contains("<li>Saved.</li>"))
        try await curl.get("/")
        #expect(!curl.text.contains("Saved."))
        let script = Visitor(site, with: .script)
        try await script.post("/", "message=saveAndList")
        #expect(script.text.contains(#""notices":["Saved & listed."]"#))
        try await script.get("/")
        #expect(script.text.contains(#""notices":[]"#))
    }

    @Test func `A view that reads the notices shows them itself`() async throws {
        let visitor = Visitor(try site(showsNotices: true), with: .browser)
        try await visitor.post("/", "message=save")
        try await visitor.get("/")
        #expect(visitor.text.contains("<strong>Saved.</strong>"))
        #expect(!visitor.text.contains("class=\"notices\""))
    }

    @Test(arguments: [false, true])
    func `An open page gets the notice at once, and loses it when the visitor leaves the page`(showsNotices: Bool)
        async throws
    {
        let visitor = Visitor(try site(showsNotices: showsNotices), with: .browser)
        let page = try await TestPage(visitor, at: "/")
        try await page.click("save")
        #expect(visitor.text.contains("Saved."))
        // It stays, and is not sent again.
        try await page.click("quietly")
        #expect(page.patch.from != nil)
        #expect(!visitor.text.contains("Saved."))
        let removal = try await page.sync(at: "/other")
        #expect(removal.from != nil)
        let fresh = try await TestPage(visitor, at: "/other")
        #expect(removal.to == fresh.revision)
        // A navigation of the same turn takes it along.
        try await page.click("saveAndList")
        #expect(visitor.text.contains("listed."))
        try await page.sync(at: "/list")
        #expect(page.patch.from == page.patch.to)
    }

    @Test func `A page that was loaded with a notice keeps it when its script connects`() async throws {
        let visitor = Visitor(try site(), with: .browser)
        try await visitor.post("/", "message=save")
        let page = try await TestPage(visitor, at: "/")
        #expect(visitor.text.contains("Saved."))
        #expect(visitor.text.contains("data-connect"))
        let shown = page.revision
        try await page.sync()
        #expect(page.patch.from == shown && page.patch.to == shown)
        try await page.click("quietly")
        #expect(page.patch.from == shown)
        #expect(!visitor.text.contains("Saved."))
        try await page.sync(at: "/other")
        let fresh = try await TestPage(visitor, at: "/other")
        #expect(page.revision == fresh.revision)
    }

    @Test func `Each of two open pages shows its own notices`() async throws {
        let visitor = Visitor(try site(), with: .browser)
        let first = try await TestPage(visitor, at: "/")
        let second = try await TestPage(visitor, at: "/")
        try await second.click("quietly")
        try await first.click("save")
        #expect(visitor.text.contains("Saved."))
        try await second.sync()
        #expect(!visitor.text.contains("Saved."))
    }

    @Test func `A visitor who has signed out is told so, with script and without`() async throws {
        let site = try site()
        let visitor = Visitor(site, with: .browser)
        try await visitor.post("/", "message=save")
        try await visitor.post("/", "message=leave")
        #expect(visitor.reply.status == 303)
        try await visitor.get("/")
        #expect(visitor.text.contains("Goodbye."))
        #expect(visitor.text.contains("<output>/ 0 </output>"))
        try await visitor.get("/")
        #expect(!visitor.text.contains("Goodbye."))
        let other = Visitor(site, with: .browser)
        let page = try await TestPage(other, at: "/")
        try await page.click("save")
        try await page.click("leave")
        #expect(other.text.contains("Goodbye."))
        let script = Visitor(site, with: .script)
        try await script.post("/", "message=save")
        try await script.post("/", "message=leave")
        #expect(script.text.contains("Goodbye."))
    }

    // MARK: Problems that an effect has found

    @Test func `Without script, the next page marks the field and has the sentence`() async throws {
        let visitor = Visitor(try site(), with: .browser)
        try await visitor.post("/", "form=entry&name=Ada")
        #expect(visitor.reply.status == 303)
        try await visitor.get("/")
        #expect(visitor.text.contains("<input aria-invalid=\"true\" name=\"name\"><small>This name is taken.</small>"))
        try await visitor.post("/", "form=entry&name=Bob")
        try await visitor.get("/")
        #expect(!visitor.text.contains("taken"))
        #expect(!visitor.text.contains("aria-invalid"))
        #expect(visitor.text.contains("<output>/ 0 Bob</output>"))
    }

    @Test func `JSON lists it among the problems of an accepted post`() async throws {
        let visitor = Visitor(try site(), with: .script)
        try await visitor.post("/", "form=entry&name=Ada")
        #expect(visitor.reply.status == 200)
        #expect(visitor.text.contains(#"{"form":"entry","field":"name","sentence":"This name is taken."}"#))
        try await visitor.get("/")
        #expect(visitor.text.contains(#""problems":[]"#))
    }

    @Test
    func
        `A page that was loaded with a problem gets it from its script's connection, and loses it once the form is valid`()
        async throws
    {
        let visitor = Visitor(try site(), with: .browser)
        try await visitor.post("/", "form=entry&name=Ada")
        let page = try await TestPage(visitor, at: "/")
        #expect(visitor.text.contains("data-connect"))
        try await page.sync()
        // The script can remove only its own marks, so it gets the page without them.
        #expect(page.patch.from == nil)
        #expect(!visitor.text.contains("aria-invalid"))
        let told = #""p":[["entry","name","This name is taken."]]"#
        #expect(visitor.text.contains(told))
        try await page.act(("submit 1 entry", fields: [("name", "Bob")]))
        #expect(visitor.text.contains(#""p":[]"#))
    }
}
