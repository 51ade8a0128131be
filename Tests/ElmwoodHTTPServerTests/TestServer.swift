import ElmwoodHTTPServer
import ElmwoodTestSupport

/// A server with one loop on a free port, which runs while `body` does.
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

/// Returns the answer of a server whose receive time is very short, and its connection. Tries again if the machine was so slow that
/// the time was over before the request had arrived.
func answerInTime(to text: String, from server: RunningServer) throws -> (HTTPConnection, HTTPReply) {
    while true {
        let connection = try HTTPConnection(port: server.port)
        try connection.send(text)
        let reply = try connection.readReply()
        if reply.status != 408 { return (connection, reply) }
    }
}
