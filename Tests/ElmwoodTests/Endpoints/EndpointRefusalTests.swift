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
}
