import ElmwoodHTTPServer
import ElmwoodTestSupport
import Glibc
import Testing

/// Listening on a Unix socket.
@Suite struct UnixSocketTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/site.sock" }

    init() throws { folder = try TemporaryFolder() }

    private func start(
        _ answer: String = "hello",
        configure: (inout ServerConfiguration) -> Void = { _ in }
    ) throws -> RunningServer {
        try Self.start(answer, at: path, configure: configure)
    }

    private static func start(
        _ answer: String = "hello",
        at path: String,
        configure: (inout ServerConfiguration) -> Void = { _ in }
    ) throws -> RunningServer {
        var configuration = ServerConfiguration()
        configuration.host = "unix:" + path
        configuration.loops = 2
        configure(&configuration)
        return try HTTPServer(configuration) { .response(.text("\(answer) \($0.remoteAddress)")) }.start()
    }

    private func get(_ target: String = "/", headers: String = "") throws -> HTTPReply {
        let connection = try HTTPConnection(path: path)
        try connection.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\(headers)\r\n")
        return try connection.readReply()
    }

    private func mode() -> mode_t? { TemporaryFolder.mode(of: path).map { $0 & 0o7777 } }

    /// Leaves the file of a socket behind at which nobody listens.
    private func leaveStaleFile() throws {
        let sockets = try ListeningSockets(host: "unix:" + path, port: 0, count: 1)
        sockets.close()
        #expect(throws: HTTPConnectionError.self) { try HTTPConnection(path: path) }
    }

    @Test func `Requests are answered on all loops, and the file is there from start to stop`() throws {
        let server = try start()
        #expect(server.host == "unix:" + path)
        #expect(server.port == 0)
        for _ in 0..<20 { #expect(try get().text == "hello unix") }
        server.stop()
        #expect(mode() == nil)
        #expect(TemporaryFolder.names(in: folder.path) == [])
    }

    @Test(arguments: [0o660, 0o600, 0o666] as [UInt32])
    func `The file has the permissions of the setting, whatever the umask is`(_ wanted: UInt32) throws {
        let server = try start { $0.socketMode = wanted }
        defer { server.stop() }
        #expect(mode() == wanted)
    }

    @Test func `A file that a former server has left is replaced`() throws {
        try leaveStaleFile()
        let server = try start()
        defer { server.stop() }
        #expect(try get().text == "hello unix")
    }

    @Test func `A server that listens is not replaced, and continues`() throws {
        let server = try start("first")
        defer { server.stop() }
        #expect(throws: HTTPServerError.self) { try start("second") }
        #expect(try get().text == "first unix")
        #expect(TemporaryFolder.names(in: folder.path) == ["site.sock"])
    }

    @Test func `Of servers that start at once exactly one listens, also where a stale file is`() async throws {
        for _ in 0..<20 {
            try leaveStaleFile()
            let running = await withTaskGroup(of: RunningServer?.self) { [path] group in
                for _ in 0..<4 { group.addTask { try? Self.start(at: path) } }
                return await group.reduce(into: [RunningServer]()) { if let server = $1 { $0.append(server) } }
            }
            #expect(running.count == 1)
            #expect(try get().text == "hello unix")
            for server in running { server.stop() }
            #expect(TemporaryFolder.names(in: folder.path) == [])
        }
    }

    @Test func `A file that is no socket stays as it is`() throws {
        try folder.write("site.sock", "precious")
        #expect(throws: HTTPServerError.self) { try start() }
        #expect(TemporaryFolder.contents(of: path) == Array("precious".utf8))
        #expect(TemporaryFolder.names(in: folder.path) == ["site.sock"])
    }

    @Test func `A path that is too long, or in no folder, is refused with a sentence`() throws {
        for path in [folder.path + "/" + String(repeating: "a", count: 108), folder.path + "/none/site.sock"] {
            #expect(throws: HTTPServerError.self) { try ListeningSockets(host: "unix:" + path, port: 0) }
        }
        #expect(TemporaryFolder.names(in: folder.path) == [])
    }

    @Test func `A server that stops leaves the file of another one that has replaced its own`() throws {
        let first = try start("first")
        unlink(path)
        let second = try start("second")
        defer { second.stop() }
        first.stop()
        #expect(try get().text == "second unix")
    }

    @Test func `A second server on copies of the sockets answers connections from before its start`() throws {
        let sockets = try ListeningSockets(host: "unix:" + path, port: 0, count: 2)
        defer { sockets.removeFile() }
        let copies = try ListeningSockets(host: sockets.host, descriptors: sockets.descriptors.map { dup($0) })
        #expect(copies.port == 0)
        var configuration = ServerConfiguration()
        configuration.sockets = sockets
        let first = try HTTPServer(configuration) { _ in .response(.text("first")) }.start()
        let connection = try HTTPConnection(path: path)
        try connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try connection.readReply().text == "first")
        first.stop()
        let waiting = try HTTPConnection(path: path)
        try waiting.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        configuration.sockets = copies
        let second = try HTTPServer(configuration) { _ in .response(.text("second")) }.start()
        #expect(try waiting.readReply().text == "second")
        second.stop()
    }

    @Test func `The client is what a trusted proxy at the socket states, and nobody else`() throws {
        let server = try start { $0.trustedProxies.trustsUnixSocket = true }
        let reply = try get(headers: "X-Forwarded-For: 198.51.100.9, 192.0.2.7\r\n")
        #expect(reply.text == "hello 192.0.2.7")
        server.stop()
        let other = try start()
        defer { other.stop() }
        #expect(try get(headers: "X-Forwarded-For: 192.0.2.7\r\n").text == "hello unix")
    }

    @Test func `Connections of a trusted proxy may be more than one client's`() throws {
        let server = try start {
            $0.trustedProxies.trustsUnixSocket = true
            $0.limits.connections = 100
            $0.limits.connectionsPerClient = 2
        }
        defer { server.stop(within: .zero) }
        let connections = try (0..<20).map { _ in try HTTPConnection(path: path) }
        for connection in connections {
            try connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try connection.readReply().status == 200)
        }
    }

    @Test func `A refused body is read to its end, so that the refusal arrives`() throws {
        let server = try start { $0.limits.body = 1_000 }
        defer { server.stop(within: .zero) }
        let connection = try HTTPConnection(path: path)
        let body = String(repeating: "a", count: 100_000)
        try connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n")
        #expect(try connection.readReply().status == 413)
        try connection.send(body)
        #expect(try connection.readToEnd().isEmpty)
    }

    @Test func `What the library refuses has one head here too`() throws {
        let server = try start()
        defer { server.stop(within: .zero) }
        let connection = try HTTPConnection(path: path)
        try connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +17\r\n\r\n")
        let answer = String(decoding: try connection.readToEnd(), as: UTF8.self)
        #expect(answer.split(separator: "HTTP/1.1 400").count == 1)
        #expect(answer.contains("X-Content-Type-Options: nosniff"))
    }

    @Test func `A stream and its pieces arrive`() throws {
        let feed = Feed("one")
        var configuration = ServerConfiguration()
        configuration.host = "unix:" + path
        let server = try HTTPServer(configuration) { _ in
            .response(feed.response(heartbeat: "beat\n", every: .seconds(3_600)))
        }.start()
        let connection = try HTTPConnection(path: path)
        try connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = try connection.readHead()
        #expect(try connection.readChunk() == Array("one".utf8))
        feed.give("two")
        #expect(try connection.readChunk() == Array("two".utf8))
        server.stop()
        #expect(try connection.readToEnd().starts(with: "0\r\n".utf8))
    }
}
