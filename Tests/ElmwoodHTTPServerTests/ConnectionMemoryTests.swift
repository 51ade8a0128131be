import ElmwoodHTTPServer
import ElmwoodTestSupport
import Testing

/// What a handler remembers of a connection.
@Suite struct ConnectionMemoryTests {
    private final class Count: Sendable {
        let value: Int

        init(_ value: Int) { self.value = value }
    }

    /// Counts the requests of the connection.
    @Sendable private func count(_ request: Request) -> Answer {
        guard let memory = request.memory else { return .response(.text("none")) }
        let count = Count(((memory.value as? Count)?.value ?? 0) + 1)
        memory.value = count
        return .response(.text("\(count.value)"))
    }

    private func reply(on connection: HTTPConnection) throws -> String {
        try connection.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return try connection.readReply().text
    }

    @Test func `All requests of a connection have one memory, and each connection has its own`() throws {
        try withServer(respond: count) { server in
            let connection = try HTTPConnection(port: server.port)
            let other = try HTTPConnection(port: server.port)
            let replies = try [connection, connection, other, connection].map { try reply(on: $0) }
            #expect(replies == ["1", "2", "1", "3"])
        }
    }

    @Test func `The connection of a trusted proxy, which many clients share, has no memory`() throws {
        let proxies = try TrustedProxies("127.0.0.1")
        try withServer({ $0.trustedProxies = proxies }, respond: count) { server in
            let reply = try reply(on: HTTPConnection(port: server.port))
            #expect(reply == "none")
        }
    }
}
