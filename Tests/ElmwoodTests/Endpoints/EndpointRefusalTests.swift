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

    @Test func `A browser receives a page, or a sentence if its request could not be read`() async throws {
        let accept = "text/html,*/*;q=0.8"
        #expect(try await send("GET", "/nothing", accept: accept).text.contains("<h1>Not Found</h1>"))
        let nul = try await send("GET", "/single?a=%00", accept: accept)
        #expect(nul.status == 400)
        #expect(nul.text == "The request's query contains an encoded NUL.\n")
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
