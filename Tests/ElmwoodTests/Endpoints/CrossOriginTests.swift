import Elmwood
import Testing

/// What other sites' pages may do with endpoints.
@Suite(.timeLimit(.minutes(2))) struct CrossOriginTests {
    private func site(over transport: Transport = .inProcess) throws -> TestSite {
        var site = Site()
        site.post("/own") { request in .text("visitor \(request.cookie("mark") ?? "none")") }
        site.group("/open", crossOrigin: .any) { open in
            open.post("/") { request in .text("visitor \(request.cookie("mark") ?? "none")") }
            open.get("/") { _ in .text("read") }
        }
        var named = CrossOrigin(origins: ["https://app.example"])
        named.allowsCredentials = true
        named.exposedHeaders = ["X-Count"]
        site.group("/named", crossOrigin: named) { group in
            group.patch("/mixed") { _ in .noContent }
            group.put("/a") { request in .text("visitor \(request.cookie("mark") ?? "none")") }
        }
        site.delete("/named/mixed") { _ in .noContent }
        return try TestSite(site, over: transport)
    }

    private func headers(_ origin: String?, _ others: [(name: String, value: String)] = []) -> [(
        name: String, value: String
    )] {
        let origin = origin.map { [(name: "Origin", value: $0), (name: "Sec-Fetch-Site", value: "cross-site")] } ?? []
        return origin + [(name: "Cookie", value: "mark=7")] + others
    }

    @Test(arguments: Transport.allCases)
    func `An endpoint that permits nothing refuses what other sites' pages send`(transport: Transport) async throws {
        let site = try site(over: transport)
        let reply = try await site.send("POST", "/own", headers: headers("https://evil.example"), body: "a=b")
        #expect(reply.status == 403)
        #expect(reply["Access-Control-Allow-Origin"] == nil)
        let own = [(name: "Sec-Fetch-Site", value: "same-origin"), (name: "Cookie", value: "mark=7")]
        #expect(try await site.send("POST", "/own", headers: own, body: "a=b").text == "visitor 7")
        // A webhook's sender is no browser.
        #expect(try await site.send("POST", "/own", headers: headers(nil), body: "a=b").status == 200)
    }

    @Test func `An endpoint that is open to any site cannot be made to act for the visitor`() async throws {
        let site = try site()
        let open = try await site.send("POST", "/open", headers: headers("https://evil.example"), body: "a=b")
        #expect(open.status == 200)
        #expect(open.text == "visitor none")
        #expect(open["Access-Control-Allow-Origin"] == "*")
        #expect(open["Access-Control-Allow-Credentials"] == nil)
    }

    @Test func `A script of a named origin may act for the visitor, and one of another origin may not`() async throws {
        let site = try site()
        let reply = try await site.send("PUT", "/named/a", headers: headers("https://app.example"))
        #expect(reply.text == "visitor 7")
        #expect(reply["Access-Control-Allow-Origin"] == "https://app.example")
        #expect(reply["Access-Control-Allow-Credentials"] == "true")
        #expect(reply["Access-Control-Expose-Headers"] == "X-Count")
        #expect(reply.values(of: "Vary") == ["Accept, Cookie", "Origin", "Sec-Fetch-Site"])
        for origin in ["https://evil.example", "null", "https://app.example.evil.example", "http://app.example"] {
            let reply = try await site.send("PUT", "/named/a", headers: headers(origin))
            #expect(reply.status == 403)
            #expect(reply["Access-Control-Allow-Origin"] == nil)
        }
    }

    @Test func `A browser that asks for permission is told what is permitted`() async throws {
        let site = try site()
        let asks = [(name: "Access-Control-Request-Method", value: "PUT")]
        let reply = try await site.send("OPTIONS", "/named/a", headers: headers("https://app.example", asks))
        #expect(reply.status == 204)
        #expect(reply["Access-Control-Allow-Methods"] == "PUT, OPTIONS")
        #expect(reply["Access-Control-Allow-Headers"] == "Authorization, Content-Type")
        #expect(reply["Access-Control-Max-Age"] == "600")
        let other = try await site.send("OPTIONS", "/named/a", headers: headers("https://evil.example", asks))
        #expect(other["Access-Control-Allow-Methods"] == nil)
        // Of one path, one method may be for other sites, and another one not.
        for (method, permitted) in [("PATCH", "PATCH, OPTIONS"), ("DELETE", nil)] {
            let asks = [(name: "Access-Control-Request-Method", value: method)]
            let reply = try await site.send("OPTIONS", "/named/mixed", headers: headers("https://app.example", asks))
            #expect(reply["Access-Control-Allow-Methods"] == permitted)
            #expect(reply["Access-Control-Allow-Origin"] == permitted.map { _ in "https://app.example" })
        }
        #expect(try await site.send("OPTIONS", "/own", headers: headers("https://app.example", asks)).status == 405)
    }
}
