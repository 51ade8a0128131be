import Dispatch
import ElmwoodHTTPServer
import ElmwoodTestSupport
import Testing

/// Deadlines.
@Suite struct DeadlineTests {
    private func expectNextServed(by server: RunningServer) throws {
        let (_, next) = try answerInTime(to: requestText("GET", "/next"), from: server)
        #expect(next.text == "GET /next")
    }

    @Test(arguments: [
        "GET / HT", "GET / HTTP/1.1\r\nHo", "GET / HTTP/1.1\r\nHost: a\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc",
    ])
    func `A request that does not arrive completely in time is answered with 408 and closed, and the server continues`(
        _ text: String
    ) throws {
        try withServer({ $0.limits.receiveTime = .milliseconds(50) }) { server in
            let connection = try HTTPConnection(port: server.port)
            try connection.send(text)
            let reply = try connection.readReply()
            #expect(reply.status == 408)
            #expect(reply["x-content-type-options"] == "nosniff")
            #expect(reply.text == "The request did not arrive in time.\n")
            let rest = try connection.readToEnd()
            #expect(rest.isEmpty)
            try expectNextServed(by: server)
        }
    }

    /// The library's buffer is full in this case. It waits for more in vain (0.9.75) until the request's time is over, or refuses
    /// the request itself (1.0.1).
    @Test func `An endless chunk size is refused and the connection is closed, and the server continues`() throws {
        try withServer({ $0.limits.receiveTime = .milliseconds(50) }) { server in
            let connection = try HTTPConnection(port: server.port)
            let size = String(repeating: "0", count: 20_000)
            try connection.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + size)
            let reply = try connection.readReply()
            #expect([400, 408, 413].contains(reply.status))
            let rest = try connection.readToEnd()
            #expect(rest.isEmpty)
            try expectNextServed(by: server)
        }
    }

    @Test func `A request that arrives slowly but steadily is refused as well`() throws {
        try withServer({ $0.limits.receiveTime = .milliseconds(50) }) { server in
            let connection = try HTTPConnection(port: server.port)
            try connection.send("GET / HTTP/1.1\r\nHost: a\r\nX: ")
            // The server ends the connection at its deadline, however many bytes it has received.
            #expect(throws: HTTPConnectionError.self) {
                let end = ContinuousClock.now + .seconds(60)
                while ContinuousClock.now < end { try connection.send("x") }
            }
            try expectNextServed(by: server)
        }
    }

    @Test func `The time starts again with each request of a connection`() throws {
        try withServer({ $0.limits.receiveTime = .milliseconds(50) }) { server in
            let second = "POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n"
            let (connection, first) = try answerInTime(to: requestText("GET", "/1") + second, from: server)
            #expect(first.text == "GET /1")
            let reply = try connection.readReply()
            #expect(reply.status == 408)
        }
    }

    @Test func `An idle connection is closed after its time, before and after a request`() throws {
        try withServer({
            $0.limits.receiveTime = .milliseconds(30)
            $0.limits.idleTime = .milliseconds(30)
        }) { server in
            let (connection, reply) = try answerInTime(to: requestText("GET", "/"), from: server)
            #expect(reply.status == 200)
            let rest = try connection.readToEnd()
            #expect(rest.isEmpty)
            let silent = try HTTPConnection(port: server.port)
            _ = try silent.readToEnd()
        }
    }

    @Test func `A request that arrived in time is answered, even if the server was busy until later`() throws {
        let isBlocked = DispatchSemaphore(value: 0)
        let respond: @Sendable (Request) -> Answer = { request in
            if request.path == "/block" {
                isBlocked.signal()
                // Longer than the idle time of a connection.
                _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(250))
            }
            return .response(.text("ok"))
        }
        try withServer({ $0.limits.idleTime = .milliseconds(200) }, respond: respond) { server in
            while true {
                let connection = try HTTPConnection(port: server.port)
                try connection.send(requestText("GET", "/"))
                _ = try connection.readReply()
                let blocking = try HTTPConnection(port: server.port)
                try blocking.send(requestText("GET", "/block"))
                isBlocked.wait()
                // If the machine was so slow that the time was over before, the connection is closed.
                if try connection.hasUnread(within: 0) { continue }
                try connection.send(requestText("GET", "/"))
                let reply = try connection.readReply()
                #expect(reply.text == "ok")
                return
            }
        }
    }

    @Test func `A client that does not read its response is disconnected, and the server continues`() throws {
        let bytes = [UInt8](repeating: 7, count: 20_000_000)
        try withServer(
            {
                $0.limits.sendTime = .milliseconds(300)
                $0.limits.sendRate = 1_000_000_000
            },
            respond: { .response($0.path == "/" ? .bytes(bytes, type: "text/plain") : .text("next")) }
        ) { server in
            let connection = try HTTPConnection(port: server.port, receiveBuffer: 4096)
            try connection.send(requestText("GET", "/"))
            // The server's stop would wait for the connection, so this waits until the server has closed it.
            let next = try request("GET", "/next", port: server.port)
            #expect(next.text == "next")
            try connection.awaitHangUp()
            #expect(throws: HTTPConnectionError.self) { try connection.readReply() }
        }
    }

    @Test func `A connection beyond the limit is answered with 503 and closed, and others are served`() throws {
        try withServer({
            $0.limits.connections = 3
            $0.loops = 2
        }) { server in
            let connections = try (0..<3).map { _ in try HTTPConnection(port: server.port) }
            for connection in connections {
                try connection.send(requestText("GET", "/"))
                let reply = try connection.readReply()
                #expect(reply.status == 200)
            }
            for _ in 0..<10 {
                let extra = try HTTPConnection(port: server.port)
                let refusal = try extra.readReply()
                #expect(refusal.status == 503)
                #expect(refusal["x-content-type-options"] == "nosniff")
                let rest = try extra.readToEnd()
                #expect(rest.isEmpty)
            }
            for connection in connections {
                try connection.send(requestText("GET", "/again", close: true))
                let reply = try connection.readReply()
                #expect(reply.text == "GET /again")
                _ = try connection.readToEnd()
            }
            let next = try request("GET", "/next", port: server.port)
            #expect(next.text == "GET /next")
        }
    }
}
