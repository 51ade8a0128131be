import Elmwood
import ElmwoodTestSupport
import Foundation
import Testing

/// Who may store the answers of endpoints, and which sites' pages may load them.
@Suite(.timeLimit(.minutes(2))) struct EndpointCacheTests {
    private func site(_ transport: Transport = .inProcess, _ configure: (inout Settings) -> Void = { _ in }) throws
        -> TestSite
    {
        var site = Site()
        site.mount(Greeter(), at: "/")
        site.get("/plain") { _ in .text("a") }
        site.get("/public") { request in Self.forAll(.text("a")) }
        site.get("/visitor") { request in Self.forAll(.text("\(await request.visitor?.id ?? "")")) }
        site.get("/mark") { request in Self.forAll(.text(request.cookie("mark") ?? "")) }
        site.get("/page") { request in Self.forAll(.text("\(request.acceptsPage) \(request.languages)")) }
        site.get("/own") { _ in
            var response = Self.forAll(.text("a"))
            response.headers.add("Vary", "cookie")
            response.headers.add("Cross-Origin-Resource-Policy", "same-site")
            return response
        }
        site.get("/missing") { _ in throw NotFound() }
        site.group("/open", crossOrigin: .any) { open in
            open.get("/tags") { _ in Self.forAll(.text("a")) }
            open.get("/mark") { request in Self.forAll(.text(request.cookie("mark") ?? "")) }
        }
        return try TestSite(site, over: transport, configure: configure)
    }

    private static func forAll(_ response: Response) -> Response {
        var response = response
        response.headers.add("Cache-Control", "public, max-age=60")
        return response
    }

    private func vary(_ reply: HTTPReply) -> Set<String> {
        Set(reply.values(of: "Vary").flatMap { $0.split(separator: ", ").map { $0.lowercased() } })
    }

    @Test(arguments: Transport.allCases)
    func `An answer is the client's own unless it says otherwise`(transport: Transport) async throws {
        let reply = try await site(transport).send("GET", "/plain")
        #expect(reply.values(of: "Cache-Control") == ["private, no-cache"])
        #expect(vary(reply) == ["accept", "cookie"])
        #expect(reply.values(of: "Cross-Origin-Resource-Policy") == ["same-origin"])
    }

    @Test(arguments: [
        ("/public", []), ("/visitor", ["cookie"]), ("/mark", ["cookie"]), ("/page", ["accept", "accept-language"]),
        ("/own", ["cookie"]),
    ])
    func `An answer for all says what it depends on`(address: String, fields: [String]) async throws {
        let reply = try await site().send("GET", address, headers: [(name: "Cookie", value: "mark=7")])
        #expect(reply.values(of: "Cache-Control") == ["public, max-age=60"])
        #expect(vary(reply) == Set(fields))
        let policy = address == "/own" ? "same-site" : "same-origin"
        #expect(reply.values(of: "Cross-Origin-Resource-Policy") == [policy])
    }

    @Test func `An answer that is open to any site is the same with and without an origin`() async throws {
        let site = try site()
        for origin in [nil, "https://app.example"] {
            let headers = origin.map { [(name: "Origin", value: $0)] } ?? []
            let reply = try await site.send("GET", "/open/tags", headers: headers)
            #expect(reply.values(of: "Access-Control-Allow-Origin") == ["*"])
            #expect(vary(reply).isEmpty)
            #expect(reply.values(of: "Cross-Origin-Resource-Policy") == ["cross-origin"])
            let mark = try await site.send("GET", "/open/mark", headers: headers)
            #expect(vary(mark) == ["cookie", "origin", "sec-fetch-site"])
        }
    }

    @Test(arguments: ["text/html", "*/*", "application/json"])
    func `A refusal is nobody else's`(accept: String) async throws {
        for address in ["/missing", "/nothing"] {
            let reply = try await site().send("GET", address, headers: [(name: "Accept", value: accept)])
            #expect(reply.status == 404)
            #expect(["private, no-cache", "no-store"].contains(reply["Cache-Control"]))
            #expect(reply.values(of: "Cross-Origin-Resource-Policy") == ["same-origin"])
        }
    }

    @Test func `What a middleware has asked for is named with the answer`() async throws {
        var site = Site()
        site.get("/public") { _ in Self.forAll(.text("a")) }
        site.use { request, next in
            if request.cookie("door") == nil { return .text("closed") }
            return try await next(request)
        }
        let test = try TestSite(site, over: .inProcess)
        let closed = try await test.send("GET", "/public")
        #expect(closed.text == "closed")
        #expect(closed["Cache-Control"] == "private, no-cache")
        let open = try await test.send("GET", "/public", headers: [(name: "Cookie", value: "door=1")])
        #expect(open["Cache-Control"] == "public, max-age=60")
        #expect(vary(open) == ["cookie"])
    }

    @Test(arguments: ["text/html", "application/json", "*/*"])
    func `Pages are for no other site's pages`(accept: String) async throws {
        let reply = try await site().send("GET", "/hello", headers: [(name: "Accept", value: accept)])
        #expect(reply.status == 200)
        #expect(reply.values(of: "Cross-Origin-Resource-Policy") == ["same-origin"])
    }

    @Test func `Files are for any site unless a setting says otherwise`() async throws {
        for policy in [nil, Settings.ResourcePolicy.sameSite] {
            let site = try site(.socket) { $0.publicPolicy = policy }
            #expect(FileManager.default.createFile(atPath: site.folder + "/style.css", contents: Data("body {}".utf8)))
            let reply = try await site.send("GET", "/style.css")
            #expect(reply.status == 200)
            #expect(reply["Cross-Origin-Resource-Policy"] == policy?.rawValue)
        }
    }
}
