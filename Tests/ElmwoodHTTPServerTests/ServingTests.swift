import ElmwoodHTTPServer
import ElmwoodTestSupport
import Testing

/// Basic requests and answers.
@Suite struct ServingTests {
    @Test func `A GET is answered, and the connection stays open`() throws {
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
                #expect(reply.values(of: "date").count == 1)
            }
        }
    }

    @Test func `Pipelined requests are answered in order`() throws {
        try withServer { server in
            let connection = try HTTPConnection(port: server.port)
            try connection.send(
                requestText("GET", "/1") + requestText("POST", "/2", body: "a=b") + requestText("GET", "/3")
            )
            for target in ["GET /1", "POST /2", "GET /3"] {
                let reply = try connection.readReply()
                #expect(reply.text == target)
            }
        }
    }

    @Test func `A request that arrives byte by byte is read`() throws {
        try withServer(respond: { .response(.text($0.path + String(decoding: $0.body, as: UTF8.self))) }) { server in
            let connection = try HTTPConnection(port: server.port)
            let text = requestText("POST", "/p", headers: ["Content-Type": "text/plain", "X": "y"], body: "body")
            for byte in text.utf8 { try connection.send([byte]) }
            let reply = try connection.readReply()
            #expect(reply.text == "/pbody")
        }
    }

    @Test func `The parts of a request are read: path, query, headers in any case, cookies, address`() throws {
        let respond: @Sendable (Request) -> Answer = { request in
            let parts = [
                request.path, request.query ?? "none", request.headers["X-NAME"] ?? "none",
                request.headers.values(of: "x-many").joined(separator: "+"), request.cookie("b") ?? "none",
                request.remoteAddress.description, "\(request.isSecure)", request.headers["x-missing"] ?? "none",
            ]
            return .response(.text(parts.joined(separator: " ")))
        }
        try withServer(respond: respond) { server in
            let reply = try request(
                "GET",
                "/caf%C3%A9?q=%20",
                port: server.port,
                headers: ["x-Name": " value\t", "X-Many": "1", "Cookie": "a=1", "x-many": "2", "cookie": "c=1; b=2"]
            )
            #expect(reply.text == "/café q=%20 value 1+2 2 127.0.0.1 false none")
        }
    }

    @Test func `A HEAD request gets the head of a GET`() throws {
        try withServer(respond: { _ in .response(.text("hello")) }) { server in
            let connection = try HTTPConnection(port: server.port)
            try connection.send(requestText("HEAD", "/") + requestText("GET", "/"))
            let head = try connection.readReply(toHead: true)
            #expect(head["content-length"] == "5")
            let get = try connection.readReply()
            #expect(get.text == "hello")
        }
    }

    @Test func `The host of an absolute target is the request's, whatever Host says`() throws {
        try withServer(respond: { .response(.text("\($0.host ?? "") \($0.path)")) }) { server in
            let reply = try request("GET", "http://Other.example:8080/a", port: server.port)
            #expect(reply.text == "Other.example:8080 /a")
        }
    }

    @Test func `A later minor version is read as HTTP/1.1`() throws {
        try withServer { server in
            let connection = try HTTPConnection(port: server.port)
            for target in ["/a", "/b"] {
                try connection.send("GET \(target) HTTP/1.2\r\nHost: a\r\n\r\n")
                let reply = try connection.readReply()
                #expect(reply.text == "GET \(target)")
            }
        }
    }

    @Test func `HTTP/1.0 is supported without Host, and the connection is closed`() throws {
        try withServer { server in
            let connection = try HTTPConnection(port: server.port)
            try connection.send("GET /old HTTP/1.0\r\n\r\n")
            let reply = try connection.readReply()
            #expect(reply.text == "GET /old")
            let rest = try connection.readToEnd()
            #expect(rest.isEmpty)
        }
    }

    @Test func `A request with Connection: close is the last one of its connection`() throws {
        try withServer { server in
            let connection = try HTTPConnection(port: server.port)
            try connection.send(requestText("GET", "/", close: true) + requestText("GET", "/more"))
            let reply = try connection.readReply()
            #expect(reply["connection"]?.lowercased() == "close")
            let rest = try connection.readToEnd()
            #expect(rest.isEmpty)
        }
    }

    @Test func `Several loops share a port, and another server cannot use it`() throws {
        try withServer({ $0.loops = 3 }) { server in
            for _ in 0..<12 {
                let reply = try request("GET", "/", port: server.port)
                #expect(reply.status == 200)
            }
            var configuration = ServerConfiguration()
            configuration.port = server.port
            let second = HTTPServer(configuration) { _ in .response(Response(.ok)) }
            #expect(throws: HTTPServerError.self) { _ = try second.start() }
        }
    }

    @Test func `IPv6 and IPv4 are served by one server`() throws {
        try withServer({ $0.host = "::" }, respond: { .response(.text($0.remoteAddress.description)) }) { server in
            for (host, expected) in [("::1", "0:0:0:0:0:0:0:1"), ("127.0.0.1", "127.0.0.1")] {
                let connection = try HTTPConnection(host: host, port: server.port)
                try connection.send(requestText("GET", "/"))
                let reply = try connection.readReply()
                #expect(reply.text == expected)
            }
        }
    }

    @Test func `An invalid host and an invalid port are errors`() {
        for (host, port) in [("nowhere", 0), ("127.0.0.1", 70_000), ("", 0)] {
            var configuration = ServerConfiguration()
            configuration.host = host
            configuration.port = port
            let server = HTTPServer(configuration) { _ in .response(Response(.ok)) }
            #expect(throws: HTTPServerError.self) { _ = try server.start() }
        }
    }
}
