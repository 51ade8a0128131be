import Elmwood
import ElmwoodTestSupport
import FoundationEssentials
import Synchronization
import Testing

/// Endpoints beside programs: paths, methods, parameters and errors.
@Suite(.timeLimit(.minutes(2))) struct EndpointTests {
    struct Greeting: Codable, Equatable {
        var text: String
        var date = Date(timeIntervalSince1970: 1_455_765_776.637)
    }

    struct NewArticle: Codable {
        struct Article: Codable {
            var title: String
            var tags: [String]
            var published: Date?
            var pages: Int?
            var ratings: [UInt8]?
        }

        var article: Article
    }

    struct Invalid: ResponseError {
        func response() throws -> Response {
            try .json(["errors": ["title": ["is taken"]]], status: .unprocessableContent)
        }
    }

    struct Secret: Error {}

    private func site(over transport: Transport = .inProcess, _ change: (inout Site) -> Void = { _ in }) throws
        -> TestSite
    {
        var site = Site()
        site.mount(Greeter(), at: "/")
        site.get("/api/greeting") { _ in try .json(Greeting(text: "Hello")) }
        site.get("/api/articles/{slug}") { (request: EndpointRequest, slug: String) in
            .text("\(slug) \(request.query["page"] ?? "-") \(request.headers["x-mark"] ?? "-")")
        }
        site.get("/api/articles/new") { _ in .text("new") }
        site.get("/api/items/{item}/parts/{part}") { (_: EndpointRequest, item: Int, part: String) in
            .text("\(item + 1) \(part)")
        }
        site.post("/api/articles") { request in
            let new = try request.json(NewArticle.self)
            return try .json(new, status: .created)
        }
        site.put("/api/articles/{slug}") { (request: EndpointRequest, slug: String) in
            .bytes(request.body, type: "application/octet-stream")
        }
        site.delete("/api/articles/{slug}") { (_: EndpointRequest, _: String) in .noContent }
        site.post("/api/form") { request in .text(request.form?.text("name") ?? "none") }
        site.get("/api/missing") { _ in throw NotFound() }
        site.get("/api/gone") { _ in throw ProblemDetails(.conflict, "It is taken.", members: ["by": "anna"]) }
        site.get("/api/invalid") { _ in throw Invalid() }
        site.get("/api/secret") { _ in throw Secret() }
        site.get("/robots.txt") { _ in .text("User-agent: *\n") }
        change(&site)
        return try TestSite(site, over: transport)
    }

    private let json = [(name: "Content-Type", value: "application/json"), (name: "Accept", value: "application/json")]

    @Test(arguments: Transport.allCases)
    func `A value is answered as JSON, with dates of ISO 8601`(transport: Transport) async throws {
        let reply = try await site(over: transport).send("GET", "/api/greeting")
        #expect(reply.status == 200)
        #expect(reply["Content-Type"] == "application/json")
        #expect(reply.text == #"{"date":"2016-02-18T03:22:56.637Z","text":"Hello"}"#)
        #expect(reply["Set-Cookie"] == nil)
    }

    @Test func `An endpoint knows the site's origin, by the setting or the request's host`() async throws {
        var site = Site()
        site.get("/origin") { request in .text(request.origin) }
        let plain = try TestSite(site, over: .socket)
        #expect(try await plain.send("GET", "/origin").text == "http://localhost")
        let behindProxy = try TestSite(site, over: .inProcess) { $0.origin = Origin("https://shop.example") }
        #expect(try await behindProxy.send("GET", "/origin").text == "https://shop.example")
    }

    @Test(arguments: Transport.allCases)
    func `A HEAD is answered as a GET, without content`(transport: Transport) async throws {
        let reply = try await site(over: transport).send("HEAD", "/api/greeting")
        #expect(reply.status == 200)
        #expect(reply["Content-Type"] == "application/json")
        #expect(reply.body.isEmpty)
    }

    @Test func `Parameters, the query and the header fields arrive, decoded`() async throws {
        let reply = try await site().send(
            "GET",
            "/api/articles/caf%C3%A9%20a?page=2",
            headers: [(name: "X-Mark", value: "m")]
        )
        #expect(reply.text == "café a 2 m")
    }

    @Test(arguments: [("/api/items/7/parts/a", 200, "8 a"), ("/api/articles/new", 200, "new")])
    func `Parameters have types, and the more specific pattern applies`(
        address: String,
        status: Int,
        text: String
    ) async throws {
        let reply = try await site().send("GET", address)
        #expect(reply.status == status)
        #expect(reply.text == text)
    }

    @Test(arguments: ["/api/items/seven/parts/a", "/api/items/99999999999999999999/parts/a"])
    func `A text that is no value of a parameter's type is 404`(address: String) async throws {
        #expect(try await site().send("GET", address).status == 404)
    }

    @Test(arguments: ["/api/greeting/more", "/api", "/api/articles/", "/api/items/7", "/api/Greeting"])
    func `An endpoint answers for its path alone: others are the program's`(address: String) async throws {
        #expect(try await site().send("GET", address).text.contains("Greeter at"))
    }

    @Test func `An endpoint comes before a file of the same name`() async throws {
        #expect(try await site().send("GET", "/robots.txt").text == "User-agent: *\n")
    }

    @Test func `A method without an endpoint is 405, with those that there are`() async throws {
        let reply = try await site().send("DELETE", "/api/greeting")
        #expect(reply.status == 405)
        #expect(reply["Allow"] == "GET, HEAD")
        let options = try await site().send("OPTIONS", "/api/articles/a")
        #expect(options.status == 405)
        #expect(options["Allow"] == "GET, HEAD, PUT, DELETE")
        let page = try await site().send("PUT", "/api/greeting", headers: [(name: "Accept", value: "text/html")])
        #expect(page.status == 405)
        #expect(page.values(of: "Allow") == ["GET, HEAD"])
    }

    @Test(arguments: Transport.allCases)
    func `A deletion is answered without content`(transport: Transport) async throws {
        let reply = try await site(over: transport).send("DELETE", "/api/articles/a")
        #expect(reply.status == 204)
        #expect(reply.body.isEmpty)
    }

    // MARK: Bodies

    @Test func `A body of JSON is read as a value`() async throws {
        let body = #"{"article":{"title":"A","tags":["b"],"published":"2026-01-31T12:00:00Z"}}"#
        let reply = try await site(over: .socket).send("POST", "/api/articles", headers: json, body: body)
        #expect(reply.status == 201)
        #expect(reply.text == #"{"article":{"published":"2026-01-31T12:00:00.000Z","tags":["b"],"title":"A"}}"#)
    }

    @Test(arguments: [
        (#"{"article":{"title":"A"}}"#, "article.tags: this is missing.", "#/article/tags"),
        (#"{"article":{"title":"A","tags":["b",1]}}"#, "article.tags[1]: this is not a text.", "#/article/tags/1"),
        (
            #"{"article":{"title":null,"tags":[]}}"#, "article.title: this is null, and must be a text.",
            "#/article/title"
        ),
        (#"{"article":7}"#, "article: this is not an object.", "#/article"),
        (
            #"{"article":{"title":"A","tags":[],"published":"soon"}}"#,
            "article.published: this is no date of ISO 8601, such as 2026-01-31T12:00:00Z.", "#/article/published"
        ),
        (#"[]"#, "The body: this is not an object.", "#"),
        (
            #"{"article":{"title":"A","tags":[],"pages":1.5}}"#, "article.pages: this is not such a number.",
            "#/article/pages"
        ),
        (
            #"{"article":{"title":"A","tags":[],"pages":99999999999999999999}}"#,
            "article.pages: this is not such a number.", "#/article/pages"
        ),
        (
            #"{"article":{"title":"A","tags":[],"pages":1e30}}"#, "article.pages: this is not such a number.",
            "#/article/pages"
        ),
        (
            #"{"article":{"title":"A","tags":[],"ratings":[1,256]}}"#, "article.ratings[1]: this is not such a number.",
            "#/article/ratings/1"
        ),
        (
            #"{"article":{"title":"A","tags":[],"pages":"5"}}"#, "article.pages: this is not such a number.",
            "#/article/pages"
        ),
    ])
    func `JSON of another shape is 422, and the sentence names the place`(
        body: String,
        detail: String,
        pointer: String
    ) async throws {
        let reply = try await site(over: .socket).send("POST", "/api/articles", headers: json, body: body)
        #expect(reply.status == 422)
        #expect(reply["Content-Type"] == "application/problem+json")
        let problem = try JSONDecoder().decode([String: JSONValue].self, from: Data(reply.body))
        #expect(problem["detail"] == .string(detail))
        #expect(problem["pointer"] == .string(pointer))
        #expect(problem["title"] == "Unprocessable Content")
    }

    @Test(arguments: [
        "", "{", #"{"article":"#, "\u{0}", "[[[[[[[[", "nul", #"{"article":{"title":"A","tags":[],"pages":01}}"#,
    ])
    func `What is no JSON is 400`(body: String) async throws {
        let reply = try await site(over: .socket).send("POST", "/api/articles", headers: json, body: body)
        #expect(reply.status == 400)
    }

    @Test func `JSON that is nested a hundred thousand deep is refused, and the site continues to answer`() async throws
    {
        let site = try site(over: .socket)
        let body = String(repeating: "[", count: 100_000)
        #expect(try await site.send("POST", "/api/articles", headers: json, body: body).status == 400)
        #expect(try await site.send("GET", "/api/greeting").status == 200)
    }

    @Test func `A form at an endpoint of JSON is 415, and a form is read as one`() async throws {
        let site = try site(over: .socket)
        #expect(try await site.send("POST", "/api/articles", body: "title=A").status == 415)
        #expect(try await site.send("POST", "/api/form", body: "name=Anna+B").text == "Anna B")
    }

    @Test func `A body beyond a megabyte is 413`() async throws {
        let reply = try await site(over: .socket).send(
            "PUT",
            "/api/articles/a",
            headers: [(name: "Content-Type", value: "text/plain")],
            body: String(repeating: "a", count: 1_048_577)
        )
        #expect(reply.status == 413)
    }

    @Test(arguments: ["name=a%00b", "na%00me=a"])
    func `A field with NUL is refused, as at a program`(body: String) async throws {
        #expect(try await site(over: .socket).send("POST", "/api/form", body: body).status == 400)
    }

    @Test func `Requests that may change something count in the rate of posts, and others do not`() async throws {
        var site = Site()
        site.get("/a") { _ in .noContent }
        site.group("/a", crossOrigin: .any) { $0.delete("") { _ in .noContent } }
        let test = try TestSite(site, over: .inProcess) { $0.postsPerClient = Rate(perSecond: 1, burst: 2) }
        let origin = [(name: "Origin", value: "https://app.example")]
        for _ in 0..<5 { #expect(try await test.send("GET", "/a").status == 204) }
        for _ in 0..<2 { #expect(try await test.send("DELETE", "/a", headers: origin).status == 204) }
        let reply = try await test.send("DELETE", "/a", headers: origin)
        #expect(reply.status == 429)
        #expect(reply["Retry-After"] == "1")
        #expect(reply["Access-Control-Allow-Origin"] == "*")
    }

    @Test func `A file under a folder is sent with its range, and nothing outside of it`() async throws {
        let folder = try temporaryFolder()
        defer { removeFolder(folder) }
        try Data("0123456789".utf8).write(to: URL(filePath: folder + "/report.txt"))
        let site = try site(over: .socket) { site in
            site.get("/reports/{name}") { (request: EndpointRequest, name: String) in
                try request.file(at: "/\(name)", in: folder)
            }
        }
        let part = try await site.send("GET", "/reports/report.txt", headers: [(name: "Range", value: "bytes=2-4")])
        #expect(part.status == 206)
        #expect(part.text == "234")
        let tag = try #require(part["ETag"])
        let known = try await site.send("GET", "/reports/report.txt", headers: [(name: "If-None-Match", value: tag)])
        #expect(known.status == 304)
        for name in ["other.txt", ".report.txt", "report.sqlite"] {
            #expect(try await site.send("GET", "/reports/\(name)").status == 404)
        }
    }

    @Test func `Observers are told of an endpoint's requests, and why they were refused`() async throws {
        let seen = Mutex<[String]>([])
        let site = try site(over: .socket) {
            $0.observers = [Requests { request in seen.withLock { $0.append(request) } }]
        }
        // A request is counted after its answer, by the thread of its connection.
        func areCounted(_ count: Int) async {
            await eventually("\(count) are counted") { seen.withLock { $0.count } == count }
        }
        _ = try await site.send("GET", "/api/greeting")
        await areCounted(1)
        _ = try await site.send("DELETE", "/api/greeting")
        await areCounted(2)
        _ = try await site.send("DELETE", "/api/articles/a", headers: [(name: "Sec-Fetch-Site", value: "cross-site")])
        await areCounted(3)
        #expect(seen.withLock { $0 } == ["endpoint 200 -", "endpoint 405 method", "endpoint 403 cross_site"])
    }

    // MARK: Errors

    @Test func `A thrown problem is its status and its details`() async throws {
        let reply = try await site().send("GET", "/api/gone")
        #expect(reply.status == 409)
        #expect(
            reply.text == #"{"by":"anna","detail":"It is taken.","status":409,"title":"Conflict","type":"about:blank"}"#
        )
        #expect(try await site().send("GET", "/api/missing").status == 404)
    }

    @Test func `An error of the app's own has its own response`() async throws {
        let reply = try await site().send("GET", "/api/invalid")
        #expect(reply.status == 422)
        #expect(reply.text == #"{"errors":{"title":["is taken"]}}"#)
    }

    @Test func `Any other error is 500, and its reason is not told`() async throws {
        let reply = try await site().send("GET", "/api/secret")
        #expect(reply.status == 500)
        #expect(!reply.text.contains("Secret"))
    }

    @Test func `A browser that loads an endpoint with a problem gets a page, of the site if it has one`() async throws {
        let accept = [(name: "Accept", value: "text/html")]
        let plain = try await site().send("GET", "/api/gone", headers: accept)
        #expect(plain.status == 409)
        #expect(plain.text.contains("<h1>Conflict</h1>"))
        let own = try site { site in
            site.errorPage = { error in Document("\(error.status)") { h2 { "Own: \(error.sentence)" } } }
        }
        #expect(try await own.send("GET", "/api/gone", headers: accept).text.contains("<h2>Own: It is taken.</h2>"))
        // The same page is shown for a program's address, and one that cannot be made is replaced.
        #expect(try await own.send("GET", "/nothing", headers: accept).text.contains("<h2>Own: There is nothing"))
        let broken = try site { $0.errorPage = { _ in throw Secret() } }
        #expect(try await broken.send("GET", "/nothing", headers: accept).text.contains("<h1>Not Found</h1>"))
    }

    // MARK: Mounting

    @Test func `A pattern that is none, or has another number of parameters, is an error at the start`() throws {
        #expect(throws: MountError.self) { _ = try site { $0.get("api") { _ in .noContent } } }
        #expect(throws: MountError.self) { _ = try site { $0.get("/a/{b}") { _ in .noContent } } }
        #expect(throws: MountError.self) {
            _ = try site { site in
                site.get("/{a}/b") { (_: EndpointRequest, _: String) in .noContent }
                site.get("/a/{b}") { (_: EndpointRequest, _: String) in .noContent }
            }
        }
    }

    @Test func `Of two endpoints with one method and pattern the last one applies`() async throws {
        let site = try site { $0.get("/api/greeting") { _ in .text("later") } }
        #expect(try await site.send("GET", "/api/greeting").text == "later")
    }
}

/// A program that shows its path.
struct Greeter: Program {
    struct Model: Codable, Equatable, Sendable {}

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Never) -> Command<Self> {}

    func view(_ model: Model, on page: Page) throws -> Document<Never> {
        if page.path == "/nothing" { throw NotFound() }
        return Document("Greeter") { p { "Greeter at \(page.path)" } }
    }
}

/// Is told of requests.
private struct Requests: Observer {
    let tell: @Sendable (String) -> Void

    func observe(_ event: Observation) {
        guard case .request(let request) = event else { return }
        tell("\(request.kind) \(request.status) \(request.reason ?? "-")")
    }
}
