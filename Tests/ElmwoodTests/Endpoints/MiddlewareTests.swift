import Elmwood
import Synchronization
import Testing

/// Functions around what a site answers.
@Suite(.timeLimit(.minutes(2))) struct MiddlewareTests {
    private func site(over transport: Transport = .inProcess, _ change: (inout Site) -> Void) throws -> TestSite {
        var site = Site()
        site.mount(Greeter(), at: "/")
        site.get("/api/a") { _ in .text("a") }
        change(&site)
        return try TestSite(site, over: transport)
    }

    @Test(arguments: Transport.allCases)
    func `One of the site is around programs, endpoints and refusals alike`(transport: Transport) async throws {
        let site = try site(over: transport) { site in
            site.use { request, next in
                var response = try await next(request)
                response.headers.add("X-Path", request.path)
                return response
            }
        }
        for (address, status) in [("/hello", 200), ("/api/a", 200), ("/nothing", 404)] {
            let reply = try await site.send("GET", address)
            #expect(reply.status == status)
            #expect(reply["X-Path"] == address)
        }
    }

    @Test func `The first is the outermost, and those of a group are within the site's`() async throws {
        let order = Mutex<[String]>([])
        let site = try site { site in
            for name in ["first", "second"] {
                site.use { request, next in
                    order.withLock { $0.append(name) }
                    return try await next(request)
                }
            }
            site.group("/group") { group in
                group.get("/before") { _ in .text("before") }
                group.use { request, next in
                    order.withLock { $0.append("group") }
                    return try await next(request)
                }
                group.get("/after") { _ in .text("after") }
            }
        }
        _ = try await site.send("GET", "/group/after")
        #expect(order.withLock { $0 } == ["first", "second", "group"])
        order.withLock { $0 = [] }
        _ = try await site.send("GET", "/group/before")
        #expect(order.withLock { $0 } == ["first", "second"])
    }

    @Test func `One may answer itself, and may catch what is thrown`() async throws {
        let site = try site { site in
            site.use { request, next in
                if request.path == "/closed" { throw ProblemDetails(.serviceUnavailable, "Closed for today.") }
                return try await next(request)
            }
        }
        let reply = try await site.send("GET", "/closed")
        #expect(reply.status == 503)
        #expect(reply.text.contains("Closed for today."))
        #expect(try await site.send("GET", "/open").status == 200)
    }

    @Test(arguments: [
        ("Basic cHJldmlldzpnZWhlaW0=", 200), ("basic  cHJldmlldzpnZWhlaW0=", 200), ("Basic cHJldmlldzpvdGhlcg==", 401),
        ("Basic", 401), ("Basic %%%", 401), ("Bearer cHJldmlldzpnZWhlaW0=", 401), ("", 401),
    ])
    func `A staging site asks for a name and a password`(authorization: String, status: Int) async throws {
        let site = try site { $0.use(.basicAuthentication(user: "preview", password: "geheim", except: ["/health"])) }
        for address in ["/", "/api/a", "/style.css"] {
            let reply = try await site.send("GET", address, headers: [(name: "Authorization", value: authorization)])
            if address != "/style.css" { #expect(reply.status == status) }
            if status == 401 { #expect(reply["WWW-Authenticate"] == #"Basic realm="Preview", charset="UTF-8""#) }
        }
        #expect(try await site.send("GET", "/health").status == 200)
    }

    @Test(arguments: [
        ("/old", "/new"), ("/old/", "/new"), ("/old/a%20b?c=d", "/new/a%20b?c=d"), ("/other", "https://shop.example"),
        ("/other/a", "https://shop.example/a"), ("/former", "/"), ("/former/a?b", "/a?b"),
        ("/former//evil.example/a", "/evil.example/a"), ("/former///evil.example", "/evil.example"),
    ])
    func `A whole path is redirected, with what is below it`(address: String, target: String) async throws {
        let site = try site { site in
            site.redirect("/old", to: "/new")
            site.redirect("/former", to: "/")
            site.redirect("/other", to: "https://shop.example/")
        }
        let reply = try await site.send("GET", address)
        #expect(reply.status == 308)
        #expect(reply["Location"] == target)
        #expect(try await site.send("GET", "/older").status == 200)
    }

    @Test(arguments: [
        "//evil.example", #"/\evil.example"#, "https://evil.example", "javascript:alert(1)", "", "/\t/evil.example",
    ])
    func `An address from a request leads to no other site`(address: String) {
        #expect(throws: ProblemDetails.self) { try Response.redirect(to: address) }
    }

    @Test func `A path of the site is redirected to`() throws {
        let response = try Response.redirect(to: "/articles?page=2")
        #expect(response.status == .seeOther)
        #expect(response.headers["Location"] == "/articles?page=2")
    }
}
