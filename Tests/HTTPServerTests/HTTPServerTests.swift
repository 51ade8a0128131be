import HTTPServer
import TestSupport
import Testing

/// A server on a free port that runs while `body` does.
func withServer(
    _ configure: (inout ServerConfiguration) -> Void = { _ in },
    respond: @escaping @Sendable (Request) -> Answer = { .response(.text("\($0.method.rawValue) \($0.target)")) },
    _ body: (RunningServer) throws -> Void
) throws {
    var configuration = ServerConfiguration()
    configuration.port = 0
    configuration.loops = 1
    configure(&configuration)
    let server = try HTTPServer(configuration, respond).start()
    defer { server.stop(within: .zero) }
    try body(server)
}

@Suite("Serving")
struct ServingTests {
    @Test("A GET is answered over a real socket, and the connection is kept")
    func get() throws {
        try withServer { server in
            let connection = try HTTPConnection(port: server.port)
            for _ in 0..<3 {
                try connection.send(requestText("GET", "/a?b=c"))
                let reply = try connection.readReply()
                #expect(reply.status == 200)
                #expect(reply.text == "GET /a?b=c")
                #expect(reply["content-length"] == "10")
                #expect(reply["content-type"] == "text/plain; charset=utf-8")
                #expect(reply["x-content-type-options"] == "nosniff")
                #expect(reply["date"]?.hasSuffix(" GMT") == true)
            }
        }
    }

    @Test("A body is collected")
    func post() throws {
        try withServer(respond: { .response(.text(String(decoding: $0.body, as: UTF8.self))) }) { server in
            let reply = try request(
                "POST",
                "/",
                port: server.port,
                headers: ["Content-Type": "text/plain"],
                body: "hello"
            )
            #expect(reply.text == "hello")
        }
    }

    @Test("A request can be answered later from another thread")
    func later() throws {
        try withServer(respond: { _ in
            .later { responder in
                Task { responder.answer(.text("later")) }
            }
        }) { server in
            let reply = try request("GET", "/", port: server.port)
            #expect(reply.text == "later")
        }
    }

    @Test("A responder that is dropped answers 500")
    func dropped() throws {
        try withServer(respond: { _ in .later { _ in } }) { server in
            let reply = try request("GET", "/", port: server.port)
            #expect(reply.status == 500)
        }
    }
}
