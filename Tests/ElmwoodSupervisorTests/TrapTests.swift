import Glibc
import ElmwoodHTTPClient
import ElmwoodTestSupport
import Testing

/// A program that traps in each of its functions, in a real process: the next process knows what ended the last one.
@Suite("What has ended a process is not tried again", .serialized, .timeLimit(.minutes(5)))
struct TrapTests {
    func server() throws -> SupervisedProcess {
        let server = try SupervisedProcess(
            ["ELMWOOD_SESSIONS": "sqlite", "ELMWOOD_LOG": "warning"],
            product: "ElmwoodRecordServer"
        )
        try server.awaitAnswer(at: "/")
        return server
    }

    /// How many workers have ended by a trap.
    func traps(of server: SupervisedProcess) -> Int {
        server.send(SIGTERM)
        return server.output().traps
    }

    func killWorker(of server: SupervisedProcess) {
        let former = server.workers
        for worker in former { kill(worker, SIGKILL) }
        while server.workers.contains(where: former.contains) { waitBriefly() }
    }

    @Test(arguments: ["/start", "/begin", "/begun", "/shown", "/read", "/shown-read"])
    func `A start, a view or a read that traps for newcomers ends one process, not one for each visitor`(path: String)
        async throws
    {
        try await offThePool {
            let server = try server()
            let client = TrapClient(port: server.port)
            let page = client.look(path)
            #expect(page?.status == 500)
            #expect(page?.text.contains("Something went wrong here.") == true)
            #expect(client.look(path, "application/json")?.status == 500)
            #expect(TrapClient(port: server.port).look(path)?.status == 500)
            let connection = try HTTPConnection(port: server.port)
            try connection.send("HEAD /traps\(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try connection.readReply(toHead: true).status == 500)
            #expect(client.look("/")?.status == 200)
            #expect(traps(of: server) == 1)
        }
    }

    @Test func `A view that traps for a session's model ends one process for each model, and affects no other visitor`()
        async throws
    {
        try await offThePool {
            let server = try server()
            let client = TrapClient(port: server.port)
            for count in 1...2 {
                #expect(client.post("add")?.status == 200)
                #expect(client.look("/counted")?.status == 500)
                #expect(client.look("/counted", "application/json")?.status == 500)
                #expect(TrapClient(port: server.port).look("/counted")?.status == 200)
                #expect(client.look("/")?.text.contains("<output>\(count)</output>") == true)
            }
            #expect(traps(of: server) == 2)
        }
    }

    @Test(arguments: [false, true])
    func `A view that traps once the page is live leaves the page as it is`(hasSession: Bool) async throws {
        try await offThePool {
            let server = try server()
            let client = TrapClient(port: server.port)
            if hasSession { #expect(client.post("add")?.status == 200) }
            #expect(client.look("/live")?.status == 200)
            // The page stays, with what was typed into it, and shows the failure.
            for accept in ["text/event-stream", TrapClient.patch, "text/event-stream"] {
                let answer = client.look("/live", accept)
                #expect(answer?.status == 500)
                #expect(answer?["Elmwood-Patch"] == "1")
                #expect(answer?.text.contains("Something went wrong here.") == true)
            }
            #expect(client.look("/live")?.status == 200)
            #expect(traps(of: server) == 1)
        }
    }

    @Test func `If a stream's patch traps the event is applied, and the stream ends no further process`() async throws {
        try await offThePool {
            let server = try server()
            let client = TrapClient(port: server.port)
            #expect(client.post("watch")?.status == 200)
            let stream = try client.open("/streamed")
            #expect(try stream.readHead().status == 200)
            #expect(try stream.readChunk() != nil)
            // The same event is repeated until it is answered, on another page.
            #expect(client.act("message 0 add")?.status == 200)
            for _ in 0..<2 {
                #expect(client.look("/streamed", "text/event-stream")?.status == 500)
            }
            #expect(client.look("/streamed")?.text.contains("<output>1</output>") == true)
            #expect(traps(of: server) == 1)
        }
    }

    @Test(arguments: [0, 300])
    func `A non-durable effect that traps ends one process for each session, and the program gets a failure`(delay: Int)
        async throws
    {
        try await offThePool {
            let server = try server()
            for _ in 1...2 {
                let client = TrapClient(port: server.port)
                #expect(client.post("add")?.status == 200)
                // In the seconds after its beginning an effect of a session is also what any newcomer's would be. A restored one is none's.
                killWorker(of: server)
                let former = server.traps
                #expect(client.post("trapInEffect(after:\(delay))")?.status == 200)
                await eventually("the effect has ended the process") { server.traps > former }
                // This is so each time that it is begun, and other effects are not affected.
                #expect(client.post("trapInEffect(after:\(delay))")?.status == 200)
                client.wait(until: { $0.failures > 0 })
                #expect(client.post("addLater")?.status == 200)
                client.wait(until: { $0.count > 1 })
            }
            #expect(traps(of: server) == 2)
        }
    }

    @Test(arguments: [("text/html", "text/html"), ("*/*", "text/plain"), ("application/json", "application/json")])
    func `The request that ends a process is answered`(accepted: String, type: String) async throws {
        try await offThePool {
            let server = try server()
            let connection = try HTTPConnection(port: server.port, timeout: 60)
            try connection.send(TrapClient.head("GET", "/start", accepted) + "Host: localhost\r\n\r\n")
            let reply = try connection.readReply()
            #expect(reply.status == 500)
            #expect(reply["Content-Type"]?.hasPrefix(type) == true)
            #expect(reply["X-Content-Type-Options"] == "nosniff")
            #expect(reply.text.contains("Something went wrong here."))
            #expect(reply.text.contains("<html") == (type == "text/html"))
            await eventually("that has ended a process") { server.traps == 1 }
        }
    }

    @Test func `A stored model whose decoding traps is set aside by the next process`() async throws {
        try await offThePool {
            let server = try server()
            let client = TrapClient(port: server.port)
            #expect(client.post("add")?.status == 200)
            #expect(client.post("spoil(waking:false)")?.status == 200)
            killWorker(of: server)
            #expect(client.look("/")?.text.contains("<output>0</output>") == true)
            #expect(client.post("add")?.status == 200)
            #expect(traps(of: server) == 1)
            #expect(server.output().contains("/traps: a stored model cannot be read any more"))
        }
    }
}

extension SupervisedProcess {
    /// How many workers have ended by a trap so far.
    var traps: Int { outputSoFar.traps }
}

extension String {
    var traps: Int {
        split(separator: "\n").count { $0.contains("The worker was ended by signal") && !$0.contains("signal 9 ") }
    }
}

/// A visitor of the program that traps.
final class TrapClient: RecordClient {
    static let patch = "application/vnd.elmwood+json"

    static func head(_ method: String, _ path: String, _ accept: String) -> String {
        let isLive = accept == patch || accept == "text/event-stream"
        return "\(method) /traps\(path) HTTP/1.1\r\nAccept: \(accept)\r\n"
            + (isLive ? "Elmwood-Page: \(String(repeating: "a", count: 22))\r\nElmwood-Revision: 0\r\n" : "")
    }

    /// Repeats a request often enough to tell one trap from a trap in each process.
    private func insist(_ head: String, _ body: String = "") -> HTTPReply? {
        for _ in 0..<4 { if let reply = attempt(head, body) { return reply } }
        return nil
    }

    func look(_ path: String, _ accept: String = "text/html") -> HTTPReply? { insist(Self.head("GET", path, accept)) }

    /// Loads the page until it satisfies the condition, at most some thousand times.
    @discardableResult
    func wait(
        until isSo: ((count: Int, failures: Int)) -> Bool,
        at location: SourceLocation = #_sourceLocation
    ) -> (count: Int, failures: Int) {
        for _ in 0..<5_000 {
            guard let page = look("/")?.text, let count = page.firstMatch(of: /<output>([0-9]+)</)?.1,
                let failures = page.firstMatch(of: /<p>([0-9]+) failed/)?.1
            else { continue }
            let said = (count: Int(count) ?? 0, failures: Int(failures) ?? 0)
            if isSo(said) { return said }
        }
        Issue.record("The page never said so.", sourceLocation: location)
        return (0, 0)
    }

    func post(_ message: String) -> HTTPReply? { insist(Self.head("POST", "/", "*/*"), "message=\(message)") }

    /// Sends an event of another page than the one that it loads.
    func act(_ action: String) -> HTTPReply? {
        let page = String(repeating: "b", count: 22)
        let head = "POST /traps/ HTTP/1.1\r\nAccept: \(Self.patch)\r\nElmwood-Page: \(page)\r\nElmwood-Revision: 0\r\n"
        return insist(head + "Elmwood-Retry: 1\r\n", "event=1+" + action.replacingOccurrences(of: " ", with: "+"))
    }

    /// Opens a connection with a page's stream.
    func open(_ path: String) throws -> HTTPConnection {
        let connection = try HTTPConnection(port: port, timeout: 60)
        let cookie = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        try connection.send(
            Self.head("GET", path, "text/event-stream") + "Host: localhost\r\nCookie: \(cookie)\r\n\r\n"
        )
        return connection
    }
}
