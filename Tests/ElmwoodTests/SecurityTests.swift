import Glibc
import Synchronization
import ElmwoodHTTPServer
import ElmwoodTestSupport
import Testing

@testable import Elmwood
@testable import ElmwoodExamplePrograms

/// Attacks on a whole site: each is refused, and the site continues to work.
@Suite struct SecurityTests {
    private func site(over transport: Transport) throws -> TestSite {
        var site = Site()
        site.mount(Counter(), at: "/")
        site.mount(TodoMVC(), at: "/todomvc")
        return try TestSite(site, over: transport)
    }

    private func expectGoesOn(_ site: TestSite) async throws {
        let visitor = Visitor(site)
        try await visitor.post("/", "message=increment")
        #expect(visitor.reply.status == 200)
        #expect(visitor.text.contains("<output id=\"count\" aria-live=\"polite\">1</output>"))
    }

    @Test(arguments: Transport.allCases)
    func `A post from a page of another site is refused, and nothing is applied`(transport: Transport) async throws {
        let site = try site(over: transport)
        let visitor = Visitor(site, with: .browser)
        try await visitor.post("/", "message=increment")
        for headers in [
            [(name: "Sec-Fetch-Site", value: "cross-site")],
            [(name: "Sec-Fetch-Site", value: "same-site")],
            [(name: "Origin", value: "http://elsewhere.example")],
            [(name: "Origin", value: "null")],
            [(name: "Sec-Fetch-Site", value: "cross-site"), (name: "Origin", value: "http://localhost")],
        ] {
            try await visitor.post("/", "message=increment", headers: headers)
            #expect(visitor.reply.status == 403)
        }
        try await visitor.post("/", "message=increment", headers: [(name: "Origin", value: "http://localhost")])
        #expect(visitor.reply.status == 303)
        try await visitor.get("/")
        #expect(visitor.text.contains("aria-live=\"polite\">2<"))
        try await expectGoesOn(site)
    }

    @Test(arguments: Transport.allCases)
    func `A GET changes nothing, whatever its query contains`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport))
        try await visitor.post("/", "message=increment")
        try await visitor.get("/?message=increment&count=7")
        #expect(visitor.text.contains("aria-live=\"polite\">1<"))
    }

    @Test(arguments: Transport.allCases)
    func `The session cookie is 128 random bits that no script and no other site can use`(transport: Transport)
        async throws
    {
        let site = try site(over: transport)
        var seen: Set<String> = []
        for _ in 0..<20 {
            let visitor = Visitor(site)
            try await visitor.post("/", "message=increment")
            let header = try #require(visitor.reply["Set-Cookie"])
            #expect(header.contains("; Path=/"))
            #expect(header.contains("; HttpOnly"))
            #expect(header.contains("; SameSite=Lax"))
            let value = visitor.cookie ?? ""
            #expect(value.utf8.count == 32)
            #expect(seen.insert(value).inserted)
        }
    }

    @Test func `Over TLS no other host and no connection without TLS can set the cookie`() async throws {
        var site = Site()
        site.mount(Counter(), at: "/")
        let server = try TestSite(site, over: .inProcess) { $0.tls = Settings.TLSFiles(certificate: "c", key: "k") }
        let reply = try await server.send("POST", "/", body: "message=increment")
        let header = try #require(reply["Set-Cookie"])
        #expect(header.hasPrefix("__Host-elmwood="))
        #expect(header.contains("; Path=/;"))
        #expect(header.contains("; Secure"))
        #expect(header.contains("; HttpOnly"))
        #expect(!header.lowercased().contains("domain"))
        #expect(reply["Strict-Transport-Security"] == "max-age=31536000")
        let value = try #require(reply.cookie("__Host-elmwood"))
        for (name, count) in [("elmwood", 0), ("__host-elmwood", 0), ("__Host-elmwood", 1)] {
            let page = try await server.send("GET", "/", headers: [(name: "Cookie", value: "\(name)=\(value)")])
            #expect(page.text.contains("aria-live=\"polite\">\(count)<"), "\(name)")
        }
    }

    @Test(arguments: Transport.allCases)
    func `A cookie that the site did not issue opens no session and is never adopted`(transport: Transport) async throws
    {
        let site = try site(over: transport)
        let chosen = String(repeating: "a", count: 32)
        for cookie in [chosen, "", "x", String(repeating: "0", count: 3_000), "\u{FFFD}", "a;b=c"] {
            let visitor = Visitor(site)
            visitor.cookie = cookie
            try await visitor.get("/")
            #expect(visitor.reply.status == 200)
            try await visitor.post("/", "message=increment")
            #expect(visitor.reply.status == 200)
            #expect(visitor.cookie != cookie, "a session must not live under an id that the visitor chose")
        }
    }

    @Test(arguments: Transport.allCases)
    func `Two programs of a site share the cookie, but not their state`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport))
        try await visitor.post("/", "message=increment")
        let first = visitor.cookie
        try await visitor.post("/todomvc", "form=new-todo&title=Milk")
        #expect(visitor.reply.status == 200)
        #expect(visitor.cookie == first)
        try await visitor.get("/")
        #expect(visitor.text.contains("aria-live=\"polite\">1<"))
    }

    @Test func `Only files in the public folder are served, with the security headers of every answer`() async throws {
        var site = Site()
        site.mount(Counter(), at: "/")
        let server = try TestSite(site, over: .socket) { $0.publicFolder += "/public" }
        let folder = server.folder + "/public"
        #expect(mkdir(folder, 0o700) == 0)
        for path in [folder + "/style.css", folder + "/.secret.css", server.folder + "/outside.css"] {
            let file = try #require(fopen(path, "w"))
            fputs("content", file)
            fclose(file)
        }
        #expect(symlink(server.folder + "/outside.css", folder + "/link.css") == 0)
        let style = try await server.send("GET", "/style.css")
        #expect(style.text == "content")
        #expect(style["X-Content-Type-Options"] == "nosniff")
        #expect(style["Content-Security-Policy"]?.contains("default-src 'none'") == true)
        for target in [
            "/.secret.css", "/%2Esecret.css", "/link.css", "/outside.css", "/../outside.css", "/%2e%2e/outside.css",
            "/..%2foutside.css", "/..%5coutside.css", "/style.css/", "/style.css%00", "//style.css",
        ] {
            // An address that the program serves itself gives the program's page.
            let reply = try await server.send("GET", target)
            #expect(reply.text != "content", "\(target)")
            #expect(reply["Content-Type"]?.hasPrefix("text/css") != true, "\(target)")
        }
        try await expectGoesOn(server)
    }

    @Test func `A file whose type is not served is answered with 404, and one line in the log says so`() async throws {
        let lines = Mutex<[String]>([])
        var site = Site()
        site.mount(Counter(), at: "/")
        let log = Log(level: .warning) { (_: Log.Level, line: String) in lines.withLock { $0.append(line) } }
        let server = try TestSite(site, over: .socket, log: log) { $0.publicFolder += "/public" }
        let folder = server.folder + "/public"
        #expect(mkdir(folder, 0o700) == 0)
        for name in ["backup.sql", "style.css"] {
            let file = try #require(fopen(folder + "/" + name, "w"))
            fputs("content", file)
            fclose(file)
        }
        for _ in 0..<3 {
            let backup = try await server.send("GET", "/backup.sql")
            #expect(backup.status == 404)
            #expect(!backup.text.contains("content"))
        }
        #expect(try await server.send("GET", "/style.css").text == "content")
        // The program answers for a name that no file has.
        #expect(try await server.send("GET", "/other.sql").status != 500)
        let expected = "\(folder): /backup.sql is not served, because its type is not in ELMWOOD_PUBLIC_TYPES."
        #expect(lines.withLock { $0 } == [expected])
    }

    @Test(arguments: Transport.allCases)
    func `A NUL in a path, a query or a field is refused, and nothing is changed`(transport: Transport) async throws {
        let site = try site(over: transport)
        let visitor = Visitor(site)
        for target in ["/%00", "/a%00b", "/?a=%00", "/?%00=a", "/?a=b%00c", "/todomvc?q=%00"] {
            // Within the process there is no request with a target that the server refuses.
            if transport == .inProcess {
                #expect(throws: RequestTarget.Refusal.self) { try Request(.get, target) }
            } else {
                try await visitor.get(target)
                #expect(visitor.reply.status == 400, "\(target)")
            }
        }
        for body in [
            "form=new-todo&title=a%00b", "form=new-todo&title=Milk&x%00=1", "%00", "form=new-todo&title=Milk&note=\0",
            "event=1+submit+1+new-todo&title=a%00",
        ] {
            try await visitor.post("/todomvc", body)
            #expect(visitor.reply.status == 400, "\(body)")
            #expect(visitor.cookie == nil)
        }
        // These only look like one.
        for target in ["/?a=%2500", "/?a=%0", "/?a=%30"] {
            try await visitor.get(target)
            #expect(visitor.reply.status == 200, "\(target)")
        }
        try await expectGoesOn(site)
    }

    @Test(arguments: Transport.allCases)
    func `Every answer contains the security headers`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport), with: .browser)
        for (method, target, body) in [
            ("GET", "/", nil), ("POST", "/", "message=increment"), ("POST", "/", "message=nonsense"),
            ("POST", "/", "count=x"), ("GET", "/todomvc/nowhere", nil), ("DELETE", "/", nil),
        ] as [(String, String, String?)] {
            try await visitor.send(method, target, body: body)
            let reply = visitor.reply
            #expect(reply["Content-Security-Policy"]?.contains("default-src 'none'") == true, "\(method) \(target)")
            #expect(reply["Content-Security-Policy"]?.contains("unsafe") == false)
            #expect(reply["X-Content-Type-Options"] == "nosniff")
            #expect(reply["Referrer-Policy"] == "strict-origin-when-cross-origin")
            #expect(reply["Cross-Origin-Opener-Policy"] == "same-origin")
            #expect(reply["Server"] == nil)
        }
    }

    @Test(arguments: Transport.allCases)
    func `An unsupported method is refused with a list of the supported ones`(transport: Transport) async throws {
        let site = try site(over: transport)
        let visitor = Visitor(site)
        for method in ["PUT", "PATCH", "DELETE", "OPTIONS"] {
            try await visitor.send(method, "/")
            #expect(visitor.reply.status == 405)
            #expect(visitor.reply["Allow"] == "GET, HEAD, POST")
        }
        try await expectGoesOn(site)
    }

    @Test(arguments: Transport.allCases)
    func `Input of a visitor is escaped in every context`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport))
        try await visitor.post("/todomvc", "form=new-todo&title=%22%3E%3Cscript%3Ealert(1)%3C/script%3E")
        #expect(visitor.reply.status == 200)
        #expect(!visitor.text.contains("<script>"))
        #expect(visitor.text.contains("&lt;script&gt;"))
    }

    @Test(arguments: Transport.allCases)
    func `Malformed posts are refused, and the site continues to work`(transport: Transport) async throws {
        let site = try site(over: transport)
        let many = Array(repeating: "message=increment", count: 65).joined(separator: "&")
        for (target, body) in [
            ("/", many), ("/", "message="), ("/", "form="), ("/", "form=nonsense"), ("/", "nonsense=1"),
            ("/", "rendered=%FF%00"), ("/", "message=set(to:" + String(repeating: "9", count: 5_000) + ")"),
            ("/", "message=" + String(repeating: "(", count: 5_000)),
            ("/todomvc", "form=new-todo&title=" + String(repeating: "x", count: 501)),
            ("/todomvc", "form=new-todo&title=x&isCompleted=true"),
            ("/todomvc", "form=new-todo&form=new-todo&title=x"),
            ("/todomvc", "form=edit-1&title=x"),
        ] {
            let visitor = Visitor(site)
            try await visitor.post(target, body)
            #expect((400..<500).contains(visitor.reply.status), "\(body.prefix(60)) gave \(visitor.reply.status)")
            #expect(visitor.cookie == nil, "\(body.prefix(60)) must not begin a session")
        }
        try await expectGoesOn(site)
    }

    @Test(arguments: Transport.allCases)
    func `After a post a browser is redirected only within this site, whatever the target was`(transport: Transport)
        async throws
    {
        let site = try site(over: transport)
        for (target, location) in [
            ("/?a=//elsewhere.example", "/?a=//elsewhere.example"), ("http://localhost/?a", "/?a"),
            ("HTTP://LOCALHOST/todomvc/active", "/todomvc/active"), ("http://localhost", "/"),
            ("http://localhost?a", "/?a"),
        ] {
            let visitor = Visitor(site, with: .browser)
            let body = target.contains("todomvc") ? "form=new-todo&title=Milk" : "message=increment"
            try await visitor.post(target, body)
            #expect(visitor.reply.status == 303, "\(target)")
            #expect(visitor.reply["Location"] == location, "\(target)")
        }
        try await expectGoesOn(site)
    }

    @Test(arguments: Transport.allCases)
    func `Refused requests leave nothing in the log, not even their contents`(transport: Transport) async throws {
        let lines = Mutex<[String]>([])
        var site = Site()
        site.mount(Counter(), at: "/")
        site.mount(TodoMVC(), at: "/todomvc")
        let log = Log(level: .debug) { _, line in lines.withLock { $0.append(line) } }
        let server = try TestSite(site, over: transport, log: log)
        let visitor = Visitor(server, with: .browser)
        for (target, body) in [
            ("/todomvc", "form=new-todo&title=secret"), ("/todomvc/nowhere", "form=new-todo&title=secret"),
            ("/todomvc", "message=secret"), ("/todomvc", "secret=secret"), ("/", "count=secret"),
            ("/secret", "a=secret"),
        ] {
            try await visitor.post(target, body)
            try await visitor.get(target + "?secret=secret")
        }
        // Requests for what is not there are no failures, and a refused one is logged without what it contains.
        #expect(lines.withLock { $0 }.allSatisfy { $0 == "refused" })
    }

    @Test(arguments: Transport.allCases)
    func `A post may contain 64 messages`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport))
        try await visitor.post("/", Array(repeating: "message=increment", count: 64).joined(separator: "&"))
        #expect(visitor.reply.status == 200)
        #expect(visitor.text.contains("aria-live=\"polite\">64<"))
    }

    @Test func `Of many simultaneous visitors none sees data of another`() async throws {
        var site = Site()
        site.mount(TodoMVC(), at: "/")
        let server = try TestSite(site, over: .socket)
        let failures = await withTaskGroup(of: Int.self) { group in
            for number in 0..<24 {
                group.addTask { await Self.wrongAnswers(toVisitor: number, of: server) }
            }
            return await group.reduce(0, +)
        }
        #expect(failures == 0)
    }

    /// Adds eight todos as one visitor, and counts the answers that show another visitor's todos.
    private static func wrongAnswers(toVisitor number: Int, of site: TestSite) async -> Int {
        let visitor = Visitor(site)
        var wrong = 0
        for round in 1...8 {
            let isRight =
                (try? await visitor.post("/", "form=new-todo&title=mine-\(number)-\(round)")) != nil
                && visitor.text.matches(of: /mine-(\d+)-/).allSatisfy { $0.1 == "\(number)" }
                && visitor.text.contains("<strong>\(round)</strong>")
            if !isRight { wrong += 1 }
        }
        return wrong
    }
}
