import Glibc
import ElmwoodHTTPClient
import ElmwoodTestSupport
import Testing

/// Updates and views that do not return, in a real process.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct EndlessCallTests {
    @Test(arguments: runsInFull ? [true, false] : [true])
    func `A call that does not return is ended with its process and not tried again, and others are served meanwhile`(
        isUpdate: Bool
    ) async throws {
        try await offThePool {
            let admin = try ReservedPort()
            let server = try SupervisedProcess(
                [
                    "ELMWOOD_SESSIONS": "sqlite", "ELMWOOD_LOG": "warning", "ELMWOOD_CALL_LIMIT": "8",
                    "ELMWOOD_ADMIN": "127.0.0.1:\(admin.number)",
                ],
                product: "ElmwoodRecordServer"
            )
            try server.awaitAnswer(at: "/")
            let cookie = try cookie(of: server)
            let text =
                isUpdate
                ? requestText("POST", "/traps/", headers: ["Cookie": cookie], body: "message=hang")
                : requestText("GET", "/traps/hanging", headers: ["Cookie": cookie])
            let hanging = try HTTPConnection(port: server.port, timeout: 60)
            try hanging.send(text)
            try awaitHanging(admin.number)
            // The loop that hangs accepts none of these, so its connections are served by the other one.
            let others = try (0..<20).map { _ in try HTTPConnection(port: server.port, timeout: 60) }
            for other in others { try other.send(requestText("GET", "/traps/")) }
            for other in others { #expect((try? other.readReply())?.status == 200) }
            #expect((try? hanging.readReply())?.status == 500)
            try server.awaitAnswer(at: "/")
            let again = try HTTPConnection(port: server.port, timeout: 60)
            try again.send(text)
            #expect((try? again.readReply())?.status == 500)
            // The session is as it was.
            let page = try request("GET", "/traps/", port: server.port, headers: ["Cookie": cookie])
            #expect(page.text.contains("<output>1</output>"))
            server.send(SIGTERM)
            #expect(
                server.output().split(separator: "\n").count { $0.contains("The worker was ended by signal 6") } == 1
            )
        }
    }

    @Test
    func
        `A request that a loop does not come back from ends the process and is not tried again, an endpoint is logged`()
        async throws
    {
        try await offThePool {
            let server = try SupervisedProcess(
                ["ELMWOOD_SESSIONS": "sqlite", "ELMWOOD_LOG": "warning", "ELMWOOD_CALL_LIMIT": "2"],
                product: "ElmwoodRecordServer"
            )
            try server.awaitAnswer(at: "/")
            // An endpoint may compute for longer.
            let report = try request("GET", "/computing?seconds=3", port: server.port)
            #expect(report.text == "computed")
            let headers: KeyValuePairs = ["Accept": "text/html", "Content-Type": "text/plain"]
            let text = requestText("POST", "/traps/", headers: headers, body: "hang")
            let hanging = try HTTPConnection(port: server.port, timeout: 60)
            try hanging.send(text)
            #expect((try? hanging.readReply())?.status == 500)
            try server.awaitAnswer(at: "/")
            let again = try HTTPConnection(port: server.port, timeout: 60)
            try again.send(text)
            #expect((try? again.readReply())?.status == 500)
            server.send(SIGTERM)
            let lines = server.output().split(separator: "\n")
            for (text, count) in [
                ("The worker was ended by signal 6", 1), ("has been at work on the request", 1),
                ("was asked for again, and not done", 1),
                ("GET /computing (request", 1), ("has computed for", 1),
            ] { #expect(lines.count { $0.contains(text) } == count, "\(text): \(lines)") }
        }
    }

    /// Waits until the call has begun. Connections that its loop had accepted before would wait with it.
    private func awaitHanging(_ port: Int) throws {
        while true {
            let metrics = try request("GET", "/metrics", port: port).text
            let line = try #require(
                metrics.split(separator: "\n").first { $0.hasPrefix("elmwood_longest_call_seconds ") }
            )
            if line != "elmwood_longest_call_seconds 0.0" { return }
        }
    }

    /// Returns the cookies of a visitor who has a session.
    private func cookie(of server: SupervisedProcess) throws -> String {
        let reply = try request("POST", "/traps/", port: server.port, body: "message=add")
        #expect(reply.status == 200)
        return reply.headers.filter { $0.name.lowercased() == "set-cookie" }
            .map { String($0.value.prefix { $0 != ";" }) }
            .joined(separator: "; ")
    }
}
