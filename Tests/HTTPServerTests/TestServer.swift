import HTTPServer

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
