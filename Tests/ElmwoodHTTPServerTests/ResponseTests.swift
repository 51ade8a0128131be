import Foundation
import ElmwoodHTTPServer
import Synchronization
import ElmwoodTestSupport
import Testing

/// Produces pieces, and waits before each one until a thread wakes it.
private final class Pieces: BodyProducer {
    private let state: Mutex<(pieces: [BodyPiece], isReady: Bool, stream: ResponseStream?)>
    private let waits: Bool
    let hasEnded = DispatchSemaphore(value: 0)
    let hasRested = DispatchSemaphore(value: 0)

    init(_ pieces: [BodyPiece], waits: Bool = false) {
        state = Mutex((pieces, !waits, nil))
        self.waits = waits
    }

    func begin(_ stream: ResponseStream) { state.withLock { $0.stream = stream } }

    func next() -> BodyPiece {
        let piece = state.withLock { state in
            guard state.isReady else { return BodyPiece.wait }
            if waits { state.isReady = false }
            return state.pieces.isEmpty ? .end : state.pieces.removeFirst()
        }
        if case .wait = piece { hasRested.signal() }
        return piece
    }

    func end() { hasEnded.signal() }

    /// Releases the next piece, from another thread.
    func wake() {
        onThread {
            let stream = self.state.withLock { state in
                state.isReady = true
                return state.stream
            }
            stream?.wake()
        }
    }
}

/// Header fields and bodies of responses.
@Suite struct ResponseTests {
    @Test func `Header fields are sent as they were set, even many and long ones, and cannot inject others`() throws {
        let long = String(repeating: "x", count: 3000)
        let respond: @Sendable (Request) -> Answer = { _ in
            var response = Response.text("ok")
            response.headers.add("Set-Cookie", "a=1")
            response.headers.add("Set-Cookie", "b=2")
            response.headers.add("X-Long", long)
            let bad = [
                ("X-Split", "a\r\nX-Injected: b"), ("X-Mark", "a\u{1}\u{1}X-Injected: b"), ("X Name", "a"), ("", "a"),
                ("content-length", "3"), ("Transfer-Encoding", "chunked"),
            ]
            for (name, value) in bad {
                let isAdded = response.headers.add(name, value)
                #expect(!isAdded)
            }
            #expect(response.headers["x-long"]?.count == 3000)
            return .response(response)
        }
        try withServer({ $0.headers = ["X-First": "1", "X-Second": "2"] }, respond: respond) { server in
            let reply = try request("GET", "/", port: server.port)
            #expect(reply.values(of: "set-cookie") == ["a=1", "b=2"])
            #expect(reply.cookie("b") == "2")
            #expect(reply["x-long"] == long)
            #expect(reply["x-first"] == "1")
            #expect(reply["x-second"] == "2")
            #expect(reply["x-injected"] == nil)
            #expect(reply.text == "ok")
        }
    }

    @Test func `A large body arrives completely, for several clients at once`() throws {
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try withServer(respond: { _ in .response(.bytes(bytes, type: "application/octet-stream")) }) { server in
            let connections = try (0..<4).map { _ in try HTTPConnection(port: server.port) }
            for connection in connections { try connection.send(requestText("GET", "/")) }
            for connection in connections {
                let reply = try connection.readReply()
                // Not compared in the expectation, which would search for the shortest list of differences.
                let isComplete = reply.body == bytes
                #expect(isComplete, "\(reply.status), \(reply.body.count) bytes")
            }
        }
    }

    @Test func `Responses with 204 and 304 have no body, and the connection continues`() throws {
        var known = Response.text("known", status: .notModified)
        known.headers.add("ETag", "\"1\"")
        try withServer(respond: { [known] in .response($0.path == "/204" ? Response(.noContent) : known) }) { server in
            let connection = try HTTPConnection(port: server.port)
            for (target, status) in [("/204", 204), ("/304", 304), ("/204", 204)] {
                try connection.send(requestText("GET", target))
                let reply = try connection.readReply()
                #expect(reply.status == status)
                // That of the content which the client has (RFC 9110 §8.6).
                #expect(reply["content-length"] == (status == 304 ? "5" : nil))
                #expect(reply["content-type"] == nil)
            }
        }
    }

    @Test func `A 304 without content says no length`() throws {
        try withServer(respond: { _ in .response(Response(.notModified, headers: ["ETag": "\"1\""])) }) { server in
            let connection = try HTTPConnection(port: server.port)
            try connection.send(requestText("GET", "/"))
            let reply = try connection.readReply()
            #expect(reply.status == 304 && reply["etag"] == "\"1\"")
            #expect(reply["content-length"] == nil && reply["transfer-encoding"] == nil)
        }
    }

    @Test func `A constant and an empty body are sent`() throws {
        let respond: @Sendable (Request) -> Answer = {
            .response(Response(.ok, body: $0.path == "/c" ? .constant("constant") : .empty))
        }
        try withServer(respond: respond) { server in
            let connection = try HTTPConnection(port: server.port)
            try connection.send(requestText("GET", "/c") + requestText("GET", "/e"))
            let constant = try connection.readReply()
            #expect(constant.text == "constant")
            let empty = try connection.readReply()
            #expect(empty["content-length"] == "0")
        }
    }

    @Test func `A part of a file is sent`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data("0123456789".utf8).write(to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let respond: @Sendable (Request) -> Answer = { _ in
            let file = FileBody(descriptor: open(folder.path, O_RDONLY), offset: 3, length: 4)
            return .response(Response(.ok, body: .file(file)))
        }
        try withServer(respond: respond) { server in
            let reply = try request("GET", "/", port: server.port)
            #expect(reply.text == "3456")
        }
    }

    @Test func `A producer's pieces arrive in chunks as they become available, and then the connection continues`()
        throws
    {
        let pieces = Pieces([.bytes(Array("one ".utf8)), .bytes(Array("two".utf8))], waits: true)
        let respond: @Sendable (Request) -> Answer = {
            .response($0.path == "/next" ? .text("next") : Response(.ok, body: .producer(pieces, length: nil)))
        }
        try withServer(respond: respond) { server in
            let connection = try HTTPConnection(port: server.port)
            try connection.send(requestText("GET", "/"))
            for _ in 0..<3 {
                pieces.hasRested.wait()
                pieces.wake()
            }
            let reply = try connection.readReply()
            #expect(reply["transfer-encoding"] == "chunked")
            #expect(reply.text == "one two")
            pieces.hasEnded.wait()
            try connection.send(requestText("GET", "/next"))
            let next = try connection.readReply()
            #expect(next.text == "next")
        }
    }

    @Test func `A producer with a length sends its content, and a producer that fails closes the connection`() throws {
        let respond: @Sendable (Request) -> Answer = { request in
            let large = [UInt8](repeating: 7, count: 100_000)
            let pieces: [BodyPiece] = request.path == "/fails" ? [.bytes([1]), .failed] : [.bytes(large)]
            return .response(Response(.ok, body: .producer(Pieces(pieces), length: 100_000)))
        }
        try withServer(respond: respond) { server in
            let whole = try request("GET", "/", port: server.port)
            #expect(whole.body.count == 100_000)
            #expect(throws: HTTPConnectionError.self) { try request("GET", "/fails", port: server.port) }
            let next = try request("GET", "/", port: server.port)
            #expect(next.body.count == 100_000)
        }
    }

    @Test func `A waiting producer learns that its client has disconnected`() throws {
        let pieces = Pieces([], waits: true)
        let respond: @Sendable (Request) -> Answer = { _ in
            .response(Response(.ok, body: .producer(pieces, length: nil)))
        }
        let log = Mutex<[String]>([])
        try withServer({ $0.log = { line in log.withLock { $0.append(line) } } }, respond: respond) { server in
            do {
                let connection = try HTTPConnection(port: server.port)
                try connection.send(requestText("GET", "/"))
                pieces.hasRested.wait()
            }
            #expect(pieces.hasEnded.wait(timeout: .now() + 60) == .success)
        }
        #expect(log.withLock { $0 } == [])
    }
}
