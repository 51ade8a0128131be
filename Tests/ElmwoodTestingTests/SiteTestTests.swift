import Elmwood
import ElmwoodPageTree
import ElmwoodTesting
import ElmwoodViewTree
import Testing

/// Endpoints and pages of a whole site, as the kit tests them.
@Suite(.timeLimit(.minutes(1))) struct SiteTestTests {
    private struct Note: Codable, Equatable, Sendable {
        var title: String
        var count = 1
    }

    /// A page with a form to sign in, and a button.
    private struct Door: Program {
        struct Model: Codable, Equatable, Sendable {
            var name: String?
            var count = 0
        }
        enum Message: Codable, Equatable, Sendable {
            case signIn(Login), add
        }
        struct Login: Codable, Equatable, Sendable {
            var name: String
            var isLasting = false
        }

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            switch message {
            case .signIn(let login):
                model.name = login.isLasting ? login.name + ", for long" : login.name
                return .batch(.renewSession, .identify(login.name))
            case .add:
                model.count += 1
                return .none
            }
        }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Door") {
                h1 { model.name.map { "Hello, \($0) & friends" } ?? "Who are you?" }
                form("signIn", .onSubmit(Message.signIn)) {
                    label("Name", for: "name")
                    input(.id("name"), .name("name"), .required, .maxlength(20))
                    label {
                        input(.type(.checkbox), .name("isLasting"))
                        "Remember me"
                    }
                    button { "Sign in" }
                }
                button("Add", .add)
                output { "\(model.count)" }
                a(.href("/who")) { "Who" }
                a(.href("https://elsewhere.example")) { "Elsewhere" }
            }
        }
    }

    private var site: Site {
        var site = Site()
        site.mount(Door(), at: "/door")
        site.get("/who") { request in .text(await request.visitor?.account ?? "nobody") }
        site.get("/notes/{title}") { (request: EndpointRequest, title: String) in
            guard title != "none" else { throw ProblemDetails(.notFound, "There is no such note.") }
            return try .json(Note(title: title))
        }
        site.post("/notes") { request in try .json(request.json(Note.self), status: .created) }
        site.put("/broken") { _ in throw Broken() }
        site.get("/old") { _ in try .redirect(to: "/who") }
        site.get("/away") { _ in .redirect(toOtherSite: "https://elsewhere.example") }
        site.post("/files") { request in
            guard let photo = request.form?.file("photo") else { return .text("none") }
            return .text("\(request.form?.text("title") ?? "") \(photo.filename) \(photo.size)")
        }
        site.put("/file", body: .file(upTo: 4)) { request in .text("\(request.file?.size ?? 0)") }
        site.get("/report") { _ in
            Response(
                .ok,
                headers: ["Content-Type": "text/csv", "Content-Disposition": "attachment; filename*=UTF-8''a%20b.csv"],
                body: .bytes(Array("a,b".utf8))
            )
        }
        site.get("/events") { _ in
            .events(
                AsyncStream { continuation in
                    continuation.yield(ServerSentEvent("one"))
                    continuation.yield(ServerSentEvent("two"))
                }
            )
        }
        return site
    }

    private struct Broken: Error {}

    @Test func `A client sends JSON, forms and files, and reads status, header fields and values`() async {
        let test = SiteTest(site)
        await test.get("/notes/Sea").expect(.ok).expectHeader("content-type", "application/json")
            .expectJSON(Note(title: "Sea"))
        let made = await test.post("/notes", .json(Note(title: "Hill", count: 2))).expect(.created)
        #expect(made.json(Note.self)?.count == 2)
        await test.post("/notes", .json(text: "{")).expect(.badRequest)
        await test.delete("/notes/Sea").expect(.methodNotAllowed).expectHeader("Allow", "GET, HEAD")
        await test.send(.head, "/notes/Sea").expect(.ok).expectText("")
        let photo = TestFile("sea.png", type: "image/png", content: [1, 2, 3])
        await test.post("/files", .form(["title": "The sea"], files: ["photo": photo])).expectText("The sea sea.png 3")
        await test.put("/file", .file(photo)).expectText("3")
        await test.put("/file", .bytes([1, 2, 3, 4, 5], type: "image/png")).expect(.contentTooLarge)
        await test.get("/report").expectDownload("a b.csv", type: "text/csv").expectText("a,b")
        await test.get("/events", until: "two").expectText(containing: "data: one\n\n")
        await test.get("//a").expect(.badRequest)
    }

    @Test func `Redirects are followed only on demand`() async {
        let test = SiteTest(site)
        await test.get("/old").expect(.seeOther).expectRedirect(to: "/who").followed().expectText("nobody")
        await test.get("/away").expectRedirect(to: "https://elsewhere.example").followed().expect(.seeOther)
    }

    @Test func `A visitor who signs in by a program's form is known to endpoints, and another one is not`() async {
        let test = SiteTest(site)
        await test.open("/door")
        test.expect(.h1, "Who are you?")
        test.fill("Name", "anna")
        test.check("Remember me")
        await test.click("Sign in")
        test.expect(.h1, "Hello, anna, for long & friends")
        await test.get("/who").expectText("anna")
        await test.click("Add")
        test.expect(.output, "1")
        test.expectAddress("/door")
        await test.anotherVisitor().get("/who").expectText("nobody")
        #expect(test.cookies.keys.contains("elmwood"))
        test.cookies = [:]
        await test.get("/who").expectText("nobody")
    }

    @Test func `A failure is a sentence at the caller's line that says what to do`() async {
        let site = site
        let line: UInt = #line + 2
        let first = await said {
            await SiteTest(site).get("/none").expect(.ok)
        }
        #expect(
            first.first?.hasPrefix("\(line): GET /none was answered with 404, and not with 200. Look whether") == true
        )
        let cases: [(String, @Sendable (SiteTest) async -> Void)] = [
            (
                "is no Other in JSON: “.a” is missing",
                { _ = await $0.post("/notes", .json(text: #"{"title":"a","count":2}"#)).json(Other.self) }
            ),
            ("title: \"Sea\" → \"Hill\"", { await $0.get("/notes/Hill").expectJSON(Note(title: "Sea")) }),
            ("PUT /broken: Broken()", { await $0.put("/broken").expect(.ok) }),
            ("use expectRedirect(to:), or followed()", { await $0.get("/old").expect(.ok) }),
            ("redirects to “/who”, and not to “/door”", { await $0.get("/old").expectRedirect(to: "/door") }),
            ("There is none; there are:", { await $0.get("/who").expectHeader("ETag", "\"1\"") }),
            (
                "There is no button or link “Go” here. There are: “Sign in”",
                {
                    await $0.open("/door"); await $0.click("Go")
                }
            ),
            (
                "which is not of this site",
                {
                    await $0.open("/door"); await $0.click("Elsewhere")
                }
            ),
            ("begin with open(…)", { $0.fill("Name", "anna") }),
            ("There is no such note", { await $0.open("/notes/none") }),
            ("The site cannot be made", { _ in _ = SiteTest(Self.misplaced) }),
        ]
        for (part, body) in cases {
            let sentences = await said { await body(SiteTest(site)) }
            #expect(sentences.count == 1 && sentences[0].contains(part), "\(part): \(sentences)")
        }
    }

    @Test func `A page that is read from its HTML is that of its view`() throws {
        func expectSame<P: Program>(_ program: P, _ model: P.Model) throws {
            let rendering = try Rendering.render { try program.view(model, on: Page(path: "/")).html }
            let read = PageTree(html: String(decoding: rendering.html(), as: UTF8.self))
            let view = PageTree(rendering, isScripted: false)
            #expect(read.difference(to: view) == nil)
            #expect(read.controls.map { $0.held } == view.controls.map { $0.held })
        }
        try expectSame(Controls(), Controls.Model(name: "<&\"'>"))
        try expectSame(Gallery(), Gallery.Model())
        try expectSame(KitchenSink(), KitchenSink.Model(items: [KitchenSink.Item(id: 1, title: "a & b")]))
    }

    private struct Other: Decodable { let a: Int }

    private static var misplaced: Site {
        var site = Site()
        site.mount(Door(), at: "door")
        return site
    }

    @Test func `After a step that has failed, the later ones do nothing and report nothing`() async {
        let site = site
        let sentences = await said {
            let test = SiteTest(site)
            await test.open("/door")
            await test.click("Subtract")
            await test.click("Add")
            test.expect(.output, "7")
            #expect(await test.get("/who").expect(.notFound).json(Note.self) == nil)
            await test.anotherVisitor().get("/none").expect(.ok)
        }
        #expect(sentences.count == 1)
    }
}
