import Elmwood
import ElmwoodTestSupport
import Testing

@testable import ElmwoodExamplePrograms

/// The site's cookies in the requests of one connection, which remembers the last ones.
@Suite struct SiteCookiesTests {
    private let site: TestSite
    private let connection: HTTPConnection

    init() throws {
        var site = Site()
        site.mount(Counter(), at: "/counter")
        self.site = try TestSite(site, over: .socket)
        connection = try HTTPConnection(port: try self.site.port, timeout: 60)
    }

    private func increment(_ cookies: String? = nil) throws -> HTTPReply {
        let body = "message=increment"
        let header = cookies.map { "Cookie: \($0)\r\n" } ?? ""
        try connection.send(
            "POST /counter HTTP/1.1\r\nHost: localhost\r\n\(header)Content-Type: application/x-www-form-urlencoded\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        return try connection.readReply()
    }

    private func number(in reply: HTTPReply) -> Int? {
        reply.text.firstMatch(of: /<output id="count"[^>]*>(.*?)<\/output>/).flatMap { Int($0.1) }
    }

    @Test func `Each request belongs to the session of its own cookie, whichever the connection had before`() throws {
        let first = try #require(try increment().cookie("elmwood"))
        let second = try #require(try increment().cookie("elmwood"))
        for expected in 2...4 {
            #expect(try number(in: increment("elmwood=\(first)")) == expected)
            #expect(try number(in: increment("elmwood=\(second)")) == expected)
        }
        #expect(try number(in: increment("other=1; elmwood=\(first)")) == 5)
        #expect(try number(in: increment()) == 1)
        #expect(try number(in: increment("elmwood=\(first)")) == 6)
    }

    @Test func `A session is found by its cookie among many others, which are too long to be remembered`() throws {
        let first = try #require(try increment().cookie("elmwood"))
        let second = try #require(try increment().cookie("elmwood"))
        let others = "others=" + String(repeating: "x", count: 2_000)
        for expected in 2...3 {
            #expect(try number(in: increment("\(others); elmwood=\(first)")) == expected)
            #expect(try number(in: increment("\(others); elmwood=\(second)")) == expected)
        }
        #expect(try number(in: increment("elmwood=\(first)")) == 4)
    }

    @Test func `Of two cookies with one name neither counts`() throws {
        let token = try #require(try increment().cookie("elmwood"))
        #expect(try number(in: increment("elmwood=\(token)")) == 2)
        #expect(try number(in: increment("elmwood=\(token); elmwood=\(token)")) == 1)
        #expect(try number(in: increment("elmwood=\(token); a=b;elmwood =x")) == 1)
        #expect(try number(in: increment("a; elmwood =\t\(token) ;elmwood-visitor")) == 3)
    }
}
