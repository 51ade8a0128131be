import ElmwoodHTTPServer
import ElmwoodTestSupport
import Synchronization
import Testing

@testable import Elmwood

/// What a middleware sees, and what comes before it.
@Suite(.timeLimit(.minutes(2))) struct MiddlewareOrderTests {
    private func site(over transport: Transport = .inProcess, _ change: (inout Site) -> Void) throws -> TestSite {
        var site = Site()
        site.get("/a") { _ in .text("a") }
        site.post("/a") { _ in .text("a") }
        site.put("/file", body: .file(upTo: 1_000_000_000)) { _ in .text("stored") }
        site.mount(Greeter(), at: "/pages")
        site.group("/open", crossOrigin: .any) { open in
            open.post("/mark") { request in .text("mark \(request.cookie("mark") ?? "none")") }
        }
        change(&site)
        return try TestSite(site, over: transport)
    }

    private static let foreign = [
        (name: "Origin", value: "https://evil.example"), (name: "Sec-Fetch-Site", value: "same-site"),
        (name: "Cookie", value: "mark=7"),
    ]

    @Test func `What comes from another site or for another host is refused before it`() async throws {
        let seen = Mutex<[String]>([])
        let site = try site { site in
            site.use { request, next in
                seen.withLock { $0.append(request.path) }
                return try await next(request)
            }
        }
        for address in ["/a", "/pages", "/nowhere"] {
            #expect(try await site.send("POST", address, headers: Self.foreign, body: "a=b").status == 403)
        }
        #expect(seen.withLock { $0 } == [])
        #expect(try await site.send("POST", "/a", body: "a=b").status == 200)
        #expect(seen.withLock { $0 } == ["/a"])
    }

    @Test(arguments: [HTTPMethod.get, .post])
    func `A request for another host is refused before it`(method: HTTPMethod) throws {
        var site = Site()
        site.get("/a") { _ in .text("a") }
        site.use { _, _ in
            Issue.record("It has seen the request.")
            return .noContent
        }
        let handler = try site.handler(Settings(), log: Log(level: .none))
        for address in ["/a", "/nowhere"] {
            let request = try Request(method, address, headers: [(name: "Host", value: "evil.example")])
            guard case .response(let response) = handler.respond(to: request) else {
                Issue.record("The answer comes later.")
                continue
            }
            #expect(response.status.rawValue == 421)
            #expect(handler.refusal(of: request)?.status.rawValue == 421)
        }
    }

    @Test func `Cookies that do not count for an endpoint do not count for a middleware`() async throws {
        let site = try site { site in
            site.use { request, next in
                var response = try await next(request)
                response.headers.add("X-Mark", request.cookie("mark") ?? "none")
                return response
            }
        }
        let reply = try await site.send("POST", "/open/mark", headers: Self.foreign, body: "a=b")
        #expect(reply.text == "mark none")
        #expect(reply["X-Mark"] == "none")
        let own = [(name: "Sec-Fetch-Site", value: "same-origin"), (name: "Cookie", value: "mark=7")]
        let mine = try await site.send("POST", "/open/mark", headers: own, body: "a=b")
        #expect(mine.text == "mark 7")
        #expect(mine["X-Mark"] == "7")
    }

    // MARK: Heads

    /// Sends a head that announces a body, and none of the body.
    private func announce(_ site: TestSite, _ method: String, _ address: String, _ fields: String = "") throws
        -> HTTPReply
    {
        let connection = try HTTPConnection(port: try site.port)
        try connection.send(
            "\(method) \(address) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n\(fields)\r\n"
        )
        return try connection.readReply(toHead: false)
    }

    @Test(arguments: ["PUT /file", "PUT /a", "POST /a", "POST /nowhere", "POST /pages", "DELETE /pages"])
    func `Who has no password is refused before a body arrives, and learns of no address`(request: String) throws {
        let site = try site(over: .socket) { $0.use(.basicAuthentication(user: "preview", password: "geheim")) }
        let parts = request.split(separator: " ").map(String.init)
        let reply = try announce(site, parts[0], parts[1])
        #expect(reply.status == 401)
        #expect(reply["WWW-Authenticate"] != nil)
        #expect(site.uploadedFiles == [])
    }

    @Test func `Who has the password is told at once where nothing takes a body`() throws {
        let site = try site(over: .socket) { $0.use(.basicAuthentication(user: "preview", password: "geheim")) }
        let password = "Authorization: Basic cHJldmlldzpnZWhlaW0=\r\n"
        #expect(try announce(site, "PUT", "/a", password).status == 405)
        #expect(try announce(site, "POST", "/nowhere", password).status == 404)
    }

    @Test func `A check of a group is made at the head too`() throws {
        let site = try site(over: .socket) { site in
            site.group("/keys") { keys in
                keys.use(
                    Middleware(head: { request in
                        if request.headers["x-key"] == "wrong" {
                            throw ProblemDetails(.forbidden, "This key is wrong.")
                        }
                        return request.headers["x-key"] == "7" ? nil : .text("A key is missing.", status: .unauthorized)
                    })
                )
                keys.put("/file", body: .file(upTo: 1_000_000)) { _ in .text("stored") }
            }
        }
        let missing = try announce(site, "PUT", "/keys/file")
        #expect(missing.status == 401)
        #expect(missing["Cache-Control"] == "private, no-cache")
        #expect(try announce(site, "PUT", "/keys/file", "X-Key: wrong\r\n").status == 403)
    }

    @Test(arguments: Transport.allCases)
    func `A check lets a request pass, and its body arrives`(transport: Transport) async throws {
        let site = try site(over: transport) { site in
            site.use(Middleware(head: { $0.headers["x-key"] == "7" ? nil : .text("No.", status: .unauthorized) }))
        }
        let key = [(name: "X-Key", value: "7")]
        #expect(try await site.send("POST", "/a", headers: key, body: "a=b").text == "a")
        #expect(try await site.send("POST", "/a", body: "a=b").status == 401)
        #expect(try await site.send("GET", "/pages", headers: key).status == 200)
        #expect(try await site.send("GET", "/pages").status == 401)
    }

    @Test func `Where other middleware decides, a long body to nowhere is left to it`() throws {
        var site = Site()
        site.get("/a") { _ in .text("a") }
        site.use { request, next in try await next(request) }
        let handler = try site.handler(Settings(), log: Log(level: .none))
        for address in ["/a", "/nowhere"] {
            let request = try Request(.post, address, headers: [(name: "Host", value: "localhost")])
            #expect(handler.refusal(of: request) == nil)
        }
    }

    @Test func `A site whose middleware needs only heads answers its pages at once`() throws {
        var site = Site()
        site.mount(Greeter(), at: "/")
        site.use(Middleware(head: { _ in nil }))
        let handler = try site.handler(Settings(), log: Log(level: .none))
        guard case .response(let response) = handler.respond(to: try Request(.get, "/")) else {
            Issue.record("The answer comes later.")
            return
        }
        #expect(response.status == .ok)
    }

    // MARK: Attempts

    @Test func `A client that tries passwords has to wait, even with the right one, and others do not`() throws {
        var site = Site()
        site.mount(Greeter(), at: "/")
        site.use(.basicAuthentication(user: "preview", password: "geheim"))
        let handler = try site.handler(Settings(), log: Log(level: .none))
        func ask(_ password: String?, from address: String) throws -> Response? {
            let request = try Request(
                .get,
                "/",
                headers: password.map { [(name: "Authorization", value: "Basic \($0)")] } ?? [],
                remoteAddress: try #require(RemoteAddress(address))
            )
            guard case .response(let response) = handler.respond(to: request) else { return nil }
            return response
        }
        let right = "cHJldmlldzpnZWhlaW0="
        // Who only asks tries nothing, and who knows the password may ask as often as they like.
        for _ in 0..<100 {
            #expect(try ask(nil, from: "192.0.2.1")?.status == .unauthorized)
            #expect(try ask(right, from: "192.0.2.1")?.status == .ok)
        }
        let statuses = try (0..<30).map { _ in try ask("cHJldmlldzpvdGhlcg==", from: "192.0.2.1")?.status.rawValue }
        #expect(statuses == Array(repeating: 401, count: 20) + Array(repeating: 429, count: 10))
        #expect(try ask(right, from: "192.0.2.1")?.status == .tooManyRequests)
        #expect(try ask(right, from: "192.0.2.1")?.headers["Retry-After"] == "60")
        #expect(try ask(nil, from: "192.0.2.1")?.status == .unauthorized)
        #expect(try ask(right, from: "192.0.2.2")?.status == .ok)
    }
}
