import ElmwoodHTTPServer
import ElmwoodTestSupport
import Testing

/// What one client can take from the others: connections, memory and time.
@Suite struct ClientShareTests {
    private let attacker = "127.0.0.2"

    private func expectServed(by server: RunningServer, _ path: String = "/next") throws {
        let reply = try request("GET", path, port: server.port)
        #expect(reply.status == 200)
    }

    private func connect(_ count: Int, to server: RunningServer) throws -> [HTTPConnection] {
        try (0..<count).map { _ in try HTTPConnection(port: server.port, from: attacker) }
    }

    // MARK: Connections

    @Test func `A client with its share of connections gets 503 and when to try again, and others are served`() throws {
        try withServer({ $0.limits.connectionsPerClient = 3 }) { server in
            let first = try connect(3, to: server)
            for connection in first {
                try connection.send(requestText("GET", "/"))
                let reply = try connection.readReply()
                #expect(reply.status == 200)
            }
            for _ in 0..<3 {
                let refusal = try HTTPConnection(port: server.port, from: attacker).readReply()
                #expect(refusal.status == 503)
                #expect(refusal["retry-after"] == "1")
                try expectServed(by: server)
            }
            // What it has continues.
            for connection in first {
                try connection.send(requestText("GET", "/again"))
                let reply = try connection.readReply()
                #expect(reply.text == "GET /again")
            }
        }
    }

    @Test(arguments: [1, 2])
    func `Where one client takes all connections, its idle ones are closed for those of others`(loops: Int) throws {
        try withServer({
            $0.loops = loops
            $0.limits.connections = 64
            $0.limits.connectionsPerClient = 64
        }) { server in
            let idle = try connect(64, to: server)
            // The requests of others are answered, also those of connections that stay open.
            let others = try (0..<20).map { _ in try HTTPConnection(port: server.port) }
            for other in others {
                try other.send(requestText("GET", "/"))
                let reply = try other.readReply()
                #expect(reply.status == 200)
            }
            for other in others {
                try other.send(requestText("GET", "/again"))
                let reply = try other.readReply()
                #expect(reply.text == "GET /again")
            }
            let closedCount = try idle.count { try $0.hasUnread(within: 0) }
            #expect(closedCount >= 16)
        }
    }

    @Test func `Where one client takes all connections for streams, its oldest ones end for those of others`() throws {
        let respond: @Sendable (Request) -> Answer = { request in
            guard request.path == "/stream" else { return .response(.text("page")) }
            return .response(Feed("hello").response(every: .seconds(30)))
        }
        let configure: (inout ServerConfiguration) -> Void = {
            $0.limits.connections = 32
            $0.limits.connectionsPerClient = 32
        }
        try withServer(configure, respond: respond) { server in
            let streams = try connect(31, to: server)
            for stream in streams {
                try stream.send(requestText("GET", "/stream"))
                let head = try stream.readHead()
                let chunk = try stream.readChunk()
                #expect(head.status == 200 && chunk == Array("hello".utf8))
            }
            let others = try (0..<10).map { _ in try HTTPConnection(port: server.port) }
            for other in others {
                try other.send(requestText("GET", "/"))
                let reply = try other.readReply()
                #expect(reply.text == "page")
            }
            // The oldest ended with an end, so that its client comes back.
            let end = try streams[0].readChunk()
            #expect(end == nil)
        }
    }

    // MARK: Unread responses

    private let page = [UInt8](repeating: 7, count: 4_000_000)

    @Test func `A client that does not read its answers gets 503 for further ones, and others get theirs`() throws {
        let page = page
        let configure: (inout ServerConfiguration) -> Void = { $0.limits.unsentBytes = 20_000_000 }
        try withServer(configure, respond: { _ in .response(.bytes(page, type: "text/plain")) }) { server in
            var readers: [HTTPConnection] = []
            var statuses: [Int] = []
            for _ in 0..<10 {
                let reader = try HTTPConnection(port: server.port, from: attacker, receiveBuffer: 4096)
                try reader.send(requestText("GET", "/"))
                statuses.append(try reader.readHead().status)
                readers.append(reader)
                let other = try request("GET", "/", port: server.port)
                #expect(other.body.count == page.count)
            }
            // Half of all is ten million bytes: two answers of four.
            #expect(statuses == [200, 200] + Array(repeating: 503, count: 8))
        }
    }

    @Test func `Where unread answers take all memory, those of the client with the most are cut for others`() throws {
        let page = page
        try withServer(
            {
                $0.limits.unsentBytes = 10_000_000
                $0.limits.unsentBytesPerClient = 10_000_000
            },
            respond: { .response($0.path == "/" ? .bytes(page, type: "text/plain") : .text("next")) }
        ) { server in
            let readers = try connect(2, to: server)
            for reader in readers {
                try reader.send(requestText("GET", "/"))
                let head = try reader.readHead()
                #expect(head.status == 200)
            }
            // A third answer is one too many: it is another client's, and the first of the slow ones loses its own. Until it
            // counts as slow, there is some more room.
            var answers = 0
            while !readers[0].hasHungUp(within: 0) {
                let other = try request("GET", "/", port: server.port)
                #expect(other.body.count == page.count)
                answers += 1
            }
            #expect(answers > 0)
            try expectServed(by: server)
        }
    }

    @Test func `A reader below the least rate is disconnected, however steadily it reads`() throws {
        let page = page
        try withServer(
            {
                $0.limits.sendTime = .milliseconds(200)
                $0.limits.sendRate = 100_000_000
            },
            respond: { .response($0.path == "/" ? .bytes(page, type: "text/plain") : .text("next")) }
        ) { server in
            let reader = try HTTPConnection(port: server.port, receiveBuffer: 4096)
            try reader.send(requestText("GET", "/"))
            #expect(throws: HTTPConnectionError.self) {
                for _ in 0..<page.count {
                    _ = try reader.read(exactly: 1)
                    // The time in which nothing more is read.
                    _ = reader.hasHungUp(within: 5)
                }
            }
            try expectServed(by: server)
        }
    }

    // MARK: Bodies

    @Test func `A body may take longer than a head, as long as it arrives at the least rate`() throws {
        try withServer(
            {
                $0.limits.receiveTime = .milliseconds(50)
                $0.limits.receiveRate = 1
            },
            respond: { .response(.text("\($0.body.count)")) }
        ) { server in
            let connection = try HTTPConnection(port: server.port)
            let half = String(repeating: "a", count: 500)
            try connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n" + half)
            // Four times the time of a head.
            let isRefused = try connection.hasUnread(within: 200)
            #expect(!isRefused)
            try connection.send(half)
            let reply = try connection.readReply()
            #expect(reply.text == "1000")
        }
    }

    // MARK: Uploads

    private let uploadHead =
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=X\r\nContent-Length: 1000\r\n\r\n"

    /// Refuses what comes from the attacker before its body.
    private struct Gatekeeper: Handler {
        func refusal(of request: Request) -> Response? {
            request.remoteAddress.description == "127.0.0.2" ? .text("no", status: .forbidden) : nil
        }

        func respond(to request: Request) -> Answer { .response(.text("\(request.path)")) }
    }

    @Test func `A post with files is refused before they arrive if its handler says so`() throws {
        var configuration = ServerConfiguration()
        (configuration.port, configuration.loops) = (0, 1)
        let server = try HTTPServer(configuration, handler: Gatekeeper()).start()
        defer { server.stop(within: .zero) }
        let refused = try HTTPConnection(port: server.port, from: attacker)
        try refused.send(uploadHead)
        let reply = try refused.readReply()
        #expect(reply.status == 403 && reply.text == "no")
        try expectServed(by: server)
    }

    @Test func `A client with too many files under way gets 503, and others can send theirs`() throws {
        try withServer({ $0.limits.uploadBytes = 6_000 }) { server in
            let first = try connect(1, to: server)[0]
            try first.send(uploadHead)
            let second = try connect(1, to: server)[0]
            try second.send(uploadHead)
            let refusal = try second.readReply()
            #expect(refusal.status == 503 && refusal["retry-after"] == "1")
            let other = try HTTPConnection(port: server.port)
            try other.send(uploadHead)
            // Its body is awaited.
            #expect(try !other.hasUnread(within: 50))
        }
    }

    // MARK: Networks

    @Test func `An IPv6 network of 64 bits counts as one client, and each IPv4 address as one`() throws {
        func network(_ text: String) throws -> ClientNetwork { ClientNetwork(try #require(RemoteAddress(text))) }
        let home = try network("2001:db8:0:1::1")
        #expect(try home == network("2001:db8:0:1:ffff:ffff:ffff:ffff"))
        #expect(try home != network("2001:db8:0:2::1"))
        #expect(try network("192.0.2.1") != network("192.0.2.2"))
        #expect(try network("192.0.2.1") == network("::ffff:192.0.2.1"))
        #expect(try network("0.0.0.0") != network("::"))
        for text in ["", "a", "192.0.2", "192.0.2.1:80", "[::1]", "1.2.3.4.5"] { #expect(RemoteAddress(text) == nil) }
    }
}
