import ElmwoodHTTPClient
import ElmwoodTestSupport
import Glibc
import Testing

/// What visitors have saved, when another process takes over.
@Suite(.serialized) struct TakeOverTests {
    /// A browser without script.
    private struct Browser {
        let port: Int
        var cookies: [String: String] = [:]

        /// Sends a request, and returns the count that the page shows.
        @discardableResult
        mutating func send(_ method: String, _ body: String = "") throws -> String? {
            let connection = try HTTPConnection(port: port, timeout: 60)
            let cookie = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
            try connection.send(
                "\(method) /counter HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n"
                    + (cookie.isEmpty ? "" : "Cookie: \(cookie)\r\n")
                    + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n"
                    + "Connection: close\r\n\r\n\(body)"
            )
            let reply = try connection.readReply()
            for name in ["elmwood", "elmwood-visitor"] { if let value = reply.cookie(name) { cookies[name] = value } }
            return reply.text.firstMatch(of: /<output id="count"[^>]*>(.*?)<\/output>/).map { String($0.1) }
        }
    }

    @Test(arguments: ["memory", "sqlite"])
    func `After SIGHUP a visitor's token finds what they saved, and no other token does`(sessions: String) async throws
    {
        try await offThePool {
            let server = try SupervisedProcess(["ELMWOOD_SESSIONS": sessions])
            try server.awaitAnswer()
            var anna = Browser(port: server.port)
            try anna.send("POST", "message=increment")
            try anna.send("POST", "message=save")
            let token = try #require(anna.cookies["elmwood-visitor"])
            server.replaceWorker()
            try server.awaitAnswer()
            // The browser's session is over, and its visitor is not.
            anna.cookies["elmwood"] = nil
            var shown = try anna.send("POST", "message=load")
            for _ in 0..<1_000 where shown != "1" { shown = try anna.send("GET") }
            #expect(shown == "1")
            #expect(anna.cookies["elmwood-visitor"] == token)
            var mallory = Browser(port: server.port)
            mallory.cookies["elmwood-visitor"] = String(repeating: "a", count: 32) + ".20000"
            try mallory.send("POST", "message=load")
            #expect(try mallory.send("GET") == "0")
            #expect(mallory.cookies["elmwood-visitor"]?.hasPrefix("aaaa") == false)
        }
    }
}
