import Elmwood
import ElmwoodTestSupport
import FoundationEssentials
import Testing

/// What endpoints know of the visitor and of shared programs, what they stream, and bodies that are files.
@Suite(.timeLimit(.minutes(2))) struct EndpointSiteTests {
    struct Votes: SharedProgram {
        struct Model: Codable, Equatable, Sendable { var votes: [String] = [] }
        enum Message: Codable, Equatable, Sendable { case vote(String) }

        func start(_ key: String) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message, from sender: Sender) -> Command<Self> {
            if case .vote(let option) = message { model.votes.append("\(option) by \(sender.account ?? sender.id)") }
            return .none
        }
    }

    struct Account: Program {
        struct Model: Codable, Equatable, Sendable { var name: String? }
        enum Message: Codable, Equatable, Sendable { case signIn, signOut }

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            model.name = message == .signIn ? "anna" : nil
            return message == .signIn ? .batch(.renewSession, .identify("anna")) : .identify(nil)
        }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Account") {
                button("In", .signIn)
                button("Out", .signOut)
            }
        }
    }

    private func site(
        over transport: Transport = .inProcess,
        isStored: Bool = false,
        in folder: String? = nil
    ) throws -> TestSite {
        var site = Site()
        site.mount(Account(), at: "/account")
        site.share(Votes())
        site.get("/who") { request in .text(await request.visitor?.account ?? "nobody") }
        site.post("/vote") { request in
            try await request.site.send(.vote("soup"), to: Votes.self, "lunch", from: await request.visitor ?? .itself)
            return .noContent
        }
        site.get("/votes") { request in try .json(await request.site.read(Votes.self, "lunch").votes) }
        site.get("/numbers") { _ in
            .stream(
                AsyncStream { continuation in
                    for number in 1...1_000 { continuation.yield(Array("\(number)\n".utf8)) }
                    continuation.finish()
                },
                type: "text/plain"
            )
        }
        site.get("/broken") { _ in
            .stream(
                AsyncThrowingStream { continuation in
                    continuation.yield(Array("begun".utf8))
                    continuation.finish(throwing: NotFound())
                },
                type: "text/plain"
            )
        }
        site.get("/events") { _ in
            .events(
                AsyncStream { continuation in
                    continuation.yield(ServerSentEvent("one\ntwo\r\nthree", event: "news\nid: 9", id: "1"))
                    continuation.yield(ServerSentEvent(""))
                    continuation.finish()
                }
            )
        }
        site.put("/file", body: .file(upTo: 3_000_000)) { request in
            guard let file = request.file else { return .text("no file") }
            let content = file.path.isEmpty ? Data() : try Data(contentsOf: URL(filePath: file.path))
            return .text(
                "\(file.size) \(content.count) \(file.contentType) \(content.first ?? 0) \(request.body.count)"
            )
        }
        return try TestSite(site, over: transport) { settings in
            if isStored { settings.sessions = .sqlite }
            if let folder { settings.data = folder }
        }
    }

    @Test func `Pages and endpoints that need an account send a visitor without one to sign in, or refuse them`()
        async throws
    {
        let folder = try temporaryFolder()
        try Data("p {}".utf8).write(to: URL(filePath: folder + "/style.css"))
        var site = Site()
        site.mount(Account(), at: "/account")
        site.mount(Account(), at: "/")
        site.get("/api/a") { _ in .text("a") }
        site.get("/open") { _ in .text("open") }
        site.use(.requireAccount(signIn: "/account", except: ["/open"]))
        let visitor = Visitor(try TestSite(site, over: .socket) { $0.publicFolder = folder }, with: .browser)
        for address in ["/", "/deep/er?x=a%20b&y"] {
            try await visitor.get(address)
            #expect(visitor.reply.status == 303)
            let then = address.replacing("/", with: "%2F").replacing("?", with: "%3F").replacing("=", with: "%3D")
                .replacing("&", with: "%26").replacing("%20", with: "%2520")
            #expect(visitor.reply["Location"] == "/account?then=\(then)", "\(visitor.reply["Location"] ?? "")")
        }
        for (address, status) in [
            ("/account", 200), ("/account/new", 200), ("/accounts", 303), ("/open", 200), ("/style.css", 200),
        ] {
            #expect(try await visitor.get(address).status == status, "\(address)")
        }
        visitor.client = .script
        #expect(try await visitor.get("/api/a").status == 401)
        #expect(try await visitor.send("GET", "/", accepting: "application/vnd.elmwood+json").status == 401)
        visitor.client = .browser
        #expect(try await visitor.post("/", "message=signIn").status == 303)
        #expect(visitor.reply["Location"] == "/account?then=%2F")
        try await visitor.post("/account", "message=signIn")
        #expect(try await visitor.get("/deep").status == 200)
        #expect(try await visitor.get("/api/a").text == "a")
        try await visitor.post("/account", "message=signOut")
        #expect(try await visitor.get("/api/a").status == 303)
    }

    @Test(arguments: Transport.allCases)
    func `An endpoint knows the account that the visitor has signed in to`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport), with: .browser)
        try await visitor.get("/who")
        #expect(visitor.text == "nobody")
        try await visitor.post("/account", "message=signIn")
        let former = visitor.cookie
        try await visitor.get("/who")
        #expect(visitor.text == "anna")
        try await visitor.post("/account", "message=signIn")
        let site = visitor.site
        let thief = Visitor(site, with: .browser)
        thief.cookie = former
        try await thief.get("/who")
        #expect(thief.text == "nobody", "A renewed id opens nothing.")
        try await visitor.post("/account", "message=signOut")
        try await visitor.get("/who")
        #expect(visitor.text == "nobody")
    }

    @Test func `An endpoint knows the account of a session that is only in the store`() async throws {
        let folder = try temporaryFolder()
        defer { removeFolder(folder) }
        let visitor = Visitor(try site(isStored: true, in: folder), with: .browser)
        try await visitor.post("/account", "message=signIn")
        let later = Visitor(try site(isStored: true, in: folder), with: .browser)
        later.cookie = visitor.cookie
        try await later.get("/who")
        #expect(later.text == "anna")
        later.cookie = "0123456789abcdef0123456789abcdef"
        try await later.get("/who")
        #expect(later.text == "nobody")
    }

    @Test(arguments: [false, true])
    func `An endpoint sends to a shared program, and reads it`(isStored: Bool) async throws {
        let visitor = Visitor(try site(isStored: isStored), with: .browser)
        try await visitor.get("/votes")
        #expect(visitor.text == "[]")
        try await visitor.post("/vote", "")
        #expect(visitor.reply.status == 204)
        try await visitor.post("/account", "message=signIn")
        try await visitor.post("/vote", "")
        try await eventually("both messages are applied") {
            try await visitor.get("/votes")
            return visitor.text == #"["soup by ","soup by anna"]"#
        }
    }

    @Test func `A stream is sent piece by piece, to its end`() async throws {
        let reply = try await site(over: .socket).send("GET", "/numbers")
        #expect(reply.status == 200)
        #expect(reply.text == (1...1_000).map { "\($0)\n" }.joined())
    }

    @Test func `A stream that fails cuts the connection`() async throws {
        let site = try site(over: .socket)
        await #expect(throws: (any Error).self) { try await site.send("GET", "/broken") }
    }

    @Test func `Events have a line for each line of their content, and no field can be smuggled in`() async throws {
        let reply = try await site(over: .socket).send("GET", "/events")
        #expect(reply["Content-Type"] == "text/event-stream")
        #expect(reply.text == "event: newsid: 9\nid: 1\ndata: one\ndata: two\ndata: three\n\ndata: \n\n")
    }

    @Test(arguments: [0, 1, 70_000, 3_000_000])
    func `A body is a file if the endpoint asks for it, and is removed after the answer`(count: Int) async throws {
        let site = try site(over: .socket)
        let reply = try await site.send(
            "PUT",
            "/file",
            headers: [(name: "Content-Type", value: "image/png")],
            body: String(repeating: "a", count: count)
        )
        #expect(reply.text == (count == 0 ? "no file" : "\(count) \(count) image/png 97 0"))
        await eventually("the file is removed") { site.uploadedFiles.isEmpty }
    }

    @Test func `A file beyond the endpoint's limit is 413, announced or not`() async throws {
        let site = try site(over: .socket)
        let reply = try await site.send(
            "PUT",
            "/file",
            headers: [(name: "Content-Type", value: "image/png")],
            body: String(repeating: "a", count: 3_000_001)
        )
        #expect(reply.status == 413)
        #expect(site.uploadedFiles.isEmpty)
    }
}
