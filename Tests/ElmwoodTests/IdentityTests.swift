import Elmwood
import ElmwoodStorage
import ElmwoodTestSupport
import Synchronization
import Testing

@testable import Elmwood

/// A program whose visitors save texts, sign in and out, and download a file.
private struct Locker: Program {
    struct Model: Codable, Equatable, Sendable { var text = "" }
    enum Message: Codable, Equatable, Sendable {
        case save(String), load, loaded(String?), signIn, signOut, signOutEverywhere, forget, export
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .save(let text): return .save(text, as: "text")
        case .load: return .load("text", Message.loaded)
        case .loaded(let text): model.text = text ?? "nothing"
        case .signIn: return .batch(.renewSession, .identify("anna"))
        case .signOut: return .endSession
        case .signOutEverywhere: return .endSession(everywhere: true)
        case .forget: return .batch(.removeAll(), .endSession)
        case .export: return .download(model.text, as: "text.txt")
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Locker") {
            output { model.text }
            for message in [
                Message.save("a"), .save("b"), .load, .signIn, .signOut, .signOutEverywhere, .forget, .export,
            ] { button("\(message)", message) }
        }
    }
}

/// Cookies and downloads, as somebody who has or plants those of another visitor sees them: with a SQLite file for what is saved.
@Suite struct IdentityTests {
    private func site(
        over transport: Transport,
        log: Log = Log(level: .none),
        isStored: Bool = false
    ) throws -> TestSite {
        var site = Site()
        site.sessionLimits.effectWait = .seconds(50)
        site.mount(Locker(), at: "/")
        return try TestSite(site, over: transport, log: log) { if isStored { $0.sessions = .sqlite } }
    }

    private func visitor(_ site: TestSite, with client: Visitor.Client = .browser) -> Visitor {
        let visitor = Visitor(site, with: client)
        visitor.keepsLastingCookie = true
        return visitor
    }

    /// Returns what the visitor's program loads.
    private func saved(by visitor: Visitor) async throws -> String? {
        try await visitor.post("/", "message=load")
        try await visitor.get("/")
        return visitor.text.firstMatch(of: /<output[^>]*>([^<]*)<\/output>/).map { String($0.1) }
    }

    @Test(arguments: Transport.allCases, [true, false])
    func `A planted visitor's cookie is replaced, and nothing is ever found by it`(transport: Transport, isStored: Bool)
        async throws
    {
        let site = try site(over: transport, isStored: isStored)
        let planted = VisitorToken().text
        for cookie in [planted, planted + ".20000"] {
            let anna = visitor(site)
            anna.lastingCookie = cookie
            try await anna.get("/")
            try await anna.post("/", #"message=save("a")"#)
            #expect(anna.reply.status == 303 && anna.lastingCookie?.hasPrefix(planted) == false)
            let mallory = visitor(site)
            mallory.lastingCookie = cookie
            #expect(try await saved(by: mallory) == "nothing")
            // Meanwhile, and when her session is over, Anna has what is hers.
            #expect(try await saved(by: anna) == "a")
            anna.cookie = nil
            #expect(try await saved(by: anna) == "a")
        }
    }

    @Test(arguments: Transport.allCases)
    func `A session's cookie alone is answered without the visitor's`(transport: Transport) async throws {
        let site = try site(over: transport)
        let anna = visitor(site)
        try await anna.post("/", #"message=save("a")"#)
        for client in [Visitor.Client.browser, .curl, .script] {
            let mallory = Visitor(site, with: client)
            mallory.cookie = anna.cookie
            for _ in 1...2 {
                #expect(try await mallory.get("/").cookie("elmwood-visitor") == nil)
                #expect(try await mallory.post("/", #"message=save("b")"#).cookie("elmwood-visitor") == nil)
            }
            let page = try await TestPage(mallory, at: "/")
            try await page.click("load")
            #expect(mallory.reply.status == 200 && mallory.reply.cookie("elmwood-visitor") == nil)
        }
    }

    @Test(arguments: Transport.allCases, [true, false])
    func `A sign-in replaces both cookies, and those from before are worth nothing`(
        transport: Transport,
        isStored: Bool
    ) async throws {
        let site = try site(over: transport, isStored: isStored)
        let anna = visitor(site)
        try await anna.post("/", #"message=save("a")"#)
        let (session, token) = (anna.cookie, anna.lastingCookie)
        try await anna.post("/", "message=signIn")
        #expect(anna.cookie != session && anna.lastingCookie != token)
        let mallory = visitor(site)
        mallory.lastingCookie = token
        #expect(try await saved(by: mallory) == "nothing")
        mallory.lastingCookie = token
        mallory.cookie = session
        #expect(try await mallory.get("/").cookie("elmwood-visitor") == nil)
        #expect(try await saved(by: anna) == "a")
        anna.cookie = nil
        #expect(try await saved(by: anna) == "a")
    }

    @Test(arguments: Transport.allCases)
    func `Of two cookies of one name neither counts, in one header field or in two`(transport: Transport) async throws {
        let site = try site(over: transport)
        let anna = visitor(site)
        try await anna.post("/", #"message=save("a")"#)
        let own = try #require(anna.cookie)
        #expect(try await saved(by: anna) == "a")
        let other = Visitor(site, with: .browser)
        for headers in [
            [(name: "Cookie", value: "elmwood=\(own); elmwood=\(own)")],
            [(name: "Cookie", value: "elmwood=\(own)"), (name: "Cookie", value: "elmwood=0")],
        ] {
            try await other.get("/", headers: headers)
            #expect(other.text.contains("<output></output>"), "\(other.text)")
        }
        try await other.get("/", headers: [(name: "Cookie", value: "a=1; elmwood=\(own); b=2")])
        #expect(other.text.contains("<output>a</output>"))
    }

    @Test(arguments: Transport.allCases)
    func `The end of a session clears the browser's cache and storage, and no other answer does`(transport: Transport)
        async throws
    {
        let site = try site(over: transport)
        for message in ["signOut", "signOutEverywhere", "forget"] {
            for isLive in [true, false] {
                let anna = visitor(site)
                try await anna.post("/", #"message=save("a")"#)
                #expect(anna.reply["clear-site-data"] == nil)
                if isLive {
                    let page = try await TestPage(anna, at: "/")
                    try await page.click(message)
                } else {
                    try await anna.post("/", "message=\(message)")
                }
                #expect(anna.reply["clear-site-data"] == #""cache", "storage""#)
                #expect(anna.cookie == nil)
                try await anna.get("/")
                #expect(anna.reply["clear-site-data"] == nil)
                #expect(try await saved(by: anna) == (message == "forget" ? "nothing" : "a"))
            }
        }
    }

    @Test(arguments: Transport.allCases)
    func `A download is answered to the browser of its session alone`(transport: Transport) async throws {
        let site = try site(over: transport)
        let anna = visitor(site)
        try await anna.post("/", #"message=save("a")"#)
        #expect(try await saved(by: anna) == "a")
        try await anna.post("/", "message=export")
        let address = try #require(anna.reply["location"])
        #expect(address.hasPrefix("/elmwood/download/"))
        let mallory = visitor(site)
        #expect(try await mallory.get(address).status == 404)
        try await mallory.post("/", #"message=save("b")"#)
        #expect(try await mallory.get(address).status == 404)
        mallory.cookie = nil
        mallory.lastingCookie = anna.lastingCookie
        #expect(try await mallory.get(address).status == 404)
        for _ in 1...2 {
            #expect(try await anna.get(address).text == "a")
            #expect(anna.reply["content-disposition"] == #"attachment; filename="text.txt"; filename*=UTF-8''text.txt"#)
        }
    }

    @Test func `Renewals, ends and sign-ins are logged with hashes, and neither an id nor a cookie is`() async throws {
        let entries = Mutex<[LogEntry]>([])
        let log = Log(level: .info) { (entry: LogEntry) in entries.withLock { $0.append(entry) } }
        let site = try site(over: .socket, log: log)
        let anna = visitor(site)
        var secrets: Set<String> = ["anna"]
        anna.lastingCookie = VisitorToken().text
        for message in [#"save("a")"#, "signIn", "forget", "load", "signIn", "signOutEverywhere"] {
            secrets.formUnion(
                [anna.cookie, anna.lastingCookie?.split(separator: ".").first.map(String.init)].compactMap(\.self)
            )
            try await anna.post("/", "message=\(message)")
        }
        let audited = entries.withLock { $0 }.filter { !$0.event.hasPrefix("serving") }
        // The removal is carried out beside the end of its session.
        #expect(
            audited.map(\.event).sorted() == [
                "saved values removed", "session ended", "session identified", "session identified", "session renewed",
                "session renewed", "sessions ended everywhere",
            ]
        )
        for entry in audited {
            for secret in secrets {
                #expect(!entry.event.contains(secret) && !entry.facts.contains { $0.value.contains(secret) })
            }
        }
        let renewal = try #require(audited.first { $0.event == "session renewed" })
        #expect(renewal.facts.map(\.name) == ["session", "successor"] && renewal.level == .info)
    }

    @Test func `A flood of audited events is bounded, with their number`() async throws {
        let entries = Mutex<[LogEntry]>([])
        let log = Log(level: .info) { (entry: LogEntry) in entries.withLock { $0.append(entry) } }
        let site = try site(over: .inProcess, log: log)
        let anna = visitor(site)
        // Ten a second are logged.
        for _ in 0..<400 { try await anna.post("/", "message=signIn") }
        let renewals = entries.withLock { $0.filter { $0.event == "session renewed" } }
        #expect(renewals.count < 400)
        #expect(renewals.isEmpty == false)
    }

    @Test func `Lifetimes come from the settings`() async throws {
        var site = Site()
        site.mount(Locker(), at: "/")
        let test = try TestSite(site, over: .inProcess) {
            $0.sessionLife = .seconds(7_200)
            $0.visitorLife = .seconds(90_000)
        }
        let anna = visitor(test)
        try await anna.post("/", #"message=save("a")"#)
        let cookies = anna.reply.values(of: "set-cookie")
        #expect(cookies.contains { $0.hasPrefix("elmwood=") && $0.contains("Max-Age=7200;") })
        #expect(cookies.contains { $0.hasPrefix("elmwood-visitor=") && $0.contains("Max-Age=90000;") })
    }
}
