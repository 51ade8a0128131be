import Elmwood
import ElmwoodHTTPClient
import FoundationEssentials
import Testing

/// In what form clients of endpoints are told what the server, or nothing at an address, refuses them.
@Suite struct EndpointRefusalTests {
    private func site() throws -> TestSite {
        var site = Site()
        // It has no page at /nothing.
        site.mount(Greeter(), at: "/")
        site.group("/nothing") { group in
            group.get("/tags") { _ in .noContent }
            group.put("/file") { _ in .noContent }
        }
        site.get("/single") { _ in .noContent }
        return try TestSite(site, over: .socket)
    }

    private func send(_ method: String, _ target: String, accept: String?, body: String? = nil) async throws
        -> HTTPReply
    {
        let headers = accept.map { [(name: "Accept", value: $0)] } ?? []
        return try await site().send(
            method,
            target,
            headers: headers + [(name: "Content-Type", value: "a/b")],
            body: body
        )
    }

    private func detail(_ reply: HTTPReply) throws -> JSONValue? {
        #expect(reply.values(of: "Content-Type") == ["application/problem+json"])
        let problem = try JSONDecoder().decode([String: JSONValue].self, from: Data(reply.body))
        #expect(problem["status"] == .number(JSONNumber(reply.status)))
        return problem["detail"]
    }

    @Test(arguments: [nil, "*/*", "application/json", "application/problem+json"])
    func `A client of an endpoint receives the server's refusals as problem details`(accept: String?) async throws {
        let body = String(repeating: "a", count: 1_048_577)
        let long = try await send("PUT", "/nothing/file", accept: accept, body: body)
        #expect(long.status == 413)
        #expect(try detail(long) == "The request's body is too large.")
        for address in ["/nothing/tags", "/single"] {
            let nul = try await send("GET", address + "?name=a%00", accept: accept)
            #expect(nul.status == 400)
            #expect(try detail(nul) == "The request's query contains an encoded NUL.")
        }
    }

    @Test(arguments: [nil, "*/*", "application/json"])
    func `Where there is nothing below a group of endpoints, a client receives problem details`(accept: String?)
        async throws
    {
        let reply = try await send("GET", "/nothing", accept: accept)
        #expect(reply.status == 404)
        #expect(try detail(reply) == "There is nothing at this address.")
    }

    @Test func `A browser receives a page, also if its request could not be read`() async throws {
        let accept = "text/html,*/*;q=0.8"
        #expect(try await send("GET", "/nothing", accept: accept).text.contains("<h1>Not Found</h1>"))
        let nul = try await send("GET", "/single?a=%00", accept: accept)
        #expect(nul.status == 400)
        #expect(nul.text.contains("<p>The request's query contains an encoded NUL.</p>"))
    }

    /// What the server refuses for the head, for the body, and within its library.
    @Test(arguments: [
        (400, "Fehlerhafte Anfrage", "GET //a HTTP/1.1", ""), (400, "Fehlerhafte Anfrage", "GET / HTTP/1.1", "X\r\n"),
        (413, "Inhalt zu groß", "POST / HTTP/1.1", "Content-Type: a/b\r\nContent-Length: 99999999\r\n"),
        (414, "Adresse zu lang", "GET /\(String(repeating: "a", count: 12_000)) HTTP/1.1", ""),
        (417, "Erwartung nicht erfüllbar", "GET / HTTP/1.1", "Expect: miracles\r\n"),
        (501, "Nicht unterstützt", "BREW / HTTP/1.1", ""),
    ]) func `What the server itself refuses is a page in the visitor's language, and a sentence for others`(
        status: Int,
        title: String,
        line: String,
        fields: String
    ) async throws {
        let site = try site()
        func reply(accept: String) async throws -> HTTPReply {
            let head = "Accept: \(accept)\r\nAccept-Language: fr;q=0.1, de\r\nHost: localhost\r\n"
            let connection = try HTTPConnection(port: site.port)
            try connection.send("\(line)\r\n\(head)\(fields)\r\n")
            return try connection.readReply()
        }
        let page = try await reply(accept: "text/html")
        #expect(page.status == status && page["Content-Language"] == "de")
        #expect(page.text.contains("<h1>\(title)</h1>"))
        let text = try await reply(accept: "text/html;q=0, */*")
        #expect(text.status == status && text["Content-Type"] == "text/plain; charset=utf-8")
    }

    @Test(arguments: [
        ("text/html;q=0, application/json", "application/json"),
        ("text/html;q=0.5, application/json;q=0.9", "application/json"),
        ("application/json;q=0.5, text/html", "text/html; charset=utf-8"), ("*/*", "text/plain; charset=utf-8"),
        ("text/html, */*", "text/html; charset=utf-8"), ("text/html-x, */*", "text/plain; charset=utf-8"),
        ("text/html;q=0.1, */*", "text/plain; charset=utf-8"),
    ]) func `The form of an answer is the one that the client prefers`(accept: String, type: String) async throws {
        let reply = try await send("GET", "/%2F", accept: accept)
        #expect(reply.status == 400 || reply.status == 404)
        let other = try await send("PUT", "/", accept: accept, body: "a")
        #expect(other["Content-Type"] == type)
    }

    @Test func `Elsewhere all clients receive what they did`() async throws {
        let nul = try await send("GET", "/other?a=%00", accept: "*/*")
        #expect(nul.status == 400)
        #expect(nul.text == "The request's query contains an encoded NUL.\n")
        // A path that is not clear tells nothing.
        let path = try await send("GET", "/nothing/%00?a=%00", accept: "*/*")
        #expect(path.status == 400)
        #expect(path.values(of: "Content-Type") == ["text/plain; charset=utf-8"])
        #expect(try await send("GET", "/other", accept: "*/*").status == 200)
    }

    /// Bodies of JSON that a reader must not be given: see `CombiningMarks`.
    @Test(arguments: [
        (
            "[\"a\(String(repeating: "\u{301}\u{323}", count: 16))\"]",
            "A text of the body has more than 30 combining marks in a row."
        ),
        (
            "{\"a\(String(repeating: "\\u0301\\u0323", count: 16))\":1}",
            "A text of the body has more than 30 combining marks in a row."
        ),
        ("[\0\"\0a\0\"\0]\0", "The body is no JSON in UTF-8."),
    ]) func `JSON with too many combining marks, or not in UTF-8, is refused before it is decoded`(
        body: String,
        detail: String
    )
        async throws
    {
        var site = Site()
        site.post("/json") { try .json($0.json([String].self)) }
        site.post("/text") { .text(try $0.text()) }
        let test = try TestSite(site, over: .socket)
        let reply = try await test.send("POST", "/json", headers: [("Content-Type", "application/json")], body: body)
        #expect(reply.status == 400)
        #expect(try self.detail(reply) == .string(detail))
        let text = try await test.send("POST", "/text", headers: [("Content-Type", "text/plain")], body: body)
        #expect(text.status == (body.utf8.contains(0xCC) ? 400 : 200))
    }

    @Test func `A field of a form with too many combining marks is named, and the endpoint is not called`() async throws
    {
        var site = Site()
        site.post("/form") { request in
            Issue.record("The endpoint was called.")
            return .text(request.form?.text("a") ?? "")
        }
        let body = "b=1&a=a" + String(repeating: "%CC%81", count: 31)
        let type = [("Content-Type", "application/x-www-form-urlencoded")]
        let reply = try await TestSite(site, over: .inProcess).send("POST", "/form", headers: type, body: body)
        #expect(reply.status == 422)
        #expect(try detail(reply) == "The field “a” has more than 30 combining marks in a row.")
    }
}
