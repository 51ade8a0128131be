import ElmwoodHTTPServer
import ElmwoodTestSupport
import Synchronization
import Testing

/// Requests that the library refuses itself, by its own pages.
@Suite struct LibraryRefusalTests {
    struct Refused: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        /// The statuses by which it may be refused; nil: the end of the connection.
        let statuses: [Int?]

        init(_ description: String, _ text: String, _ statuses: Int?...) {
            testDescription = description
            self.text = text
            self.statuses = statuses
        }
    }

    private static let head = "POST / HTTP/1.1\r\nHost: a\r\n"
    private static let chunks = head + "Transfer-Encoding: chunked\r\n\r\n"
    private static let cookies = (0..<1_000).map { "c\($0)=1" }.joined(separator: "; ")

    static let all: [Refused] = [
        Refused("A length with a sign", head + "Content-Length: +17\r\n\r\n", 400),
        Refused("A negative length", head + "Content-Length: -3\r\n\r\n", 400),
        Refused("A length with white space behind it", head + "Content-Length: 3 \r\n\r\nabc", 400),
        Refused("An empty length", head + "Content-Length:\r\n\r\n", 400),
        Refused("A length in words", head + "Content-Length: three\r\n\r\n", 400),
        Refused("A length that no integer holds", head + "Content-Length: 99999999999999999999\r\n\r\n", 413),
        Refused("A thousand cookies", "GET / HTTP/1.1\r\nHost: a\r\nCookie: \(cookies)\r\n\r\n", 431),
        Refused(
            "A thousand cookies and a length with a sign",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\nCookie: \(cookies)\r\n\r\n",
            400,
            431
        ),
        Refused(
            "A cookie for which there is no memory",
            "GET / HTTP/1.1\r\nHost: a\r\nCookie: a=" + String(repeating: "a", count: 11_900) + "\r\n\r\n",
            431
        ),
        Refused("A request line without an end", "GET /" + String(repeating: "a", count: 100_000), 414),
        Refused("A field without an end", "GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 100_000), 431),
        Refused(
            "Thousands of fields",
            "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "A: b\r\n", count: 5_000) + "\r\n",
            431
        ),
        Refused(
            "A folded field without an end",
            "GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n" + String(repeating: " aaaaaaaaaaaaaaaaaaaaaa\r\n", count: 2_000),
            431,
            400
        ),
        Refused("A first field without a colon", "GET / HTTP/1.1\r\nHost\r\n\r\n", 400),
        Refused("A later field without a colon", "GET / HTTP/1.1\r\nHost: a\r\nFoo\r\nBar: b\r\n\r\n", 400),
        Refused("HTTP/0.9", "GET / HTTP/0.9\r\nHost: a\r\n\r\n", 505),
        Refused("HTTP/3.0", "GET / HTTP/3.0\r\nHost: a\r\n\r\n", 505),
        Refused("No version that exists", "GET / HTTX/1.1\r\nHost: a\r\n\r\n", 400),
        Refused("A request line without a version", "GET /\r\n\r\n", 400, 505, nil),
        Refused("A request line of one word", "GET\r\n\r\n", 400, nil),
        Refused("A TLS handshake", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\r\n\r\n", 400, nil),
        Refused("A chunk size that is no number", chunks + "xyz\r\nabc\r\n0\r\n\r\n", 400),
        Refused("A negative chunk size", chunks + "-1\r\nabc\r\n0\r\n\r\n", 400),
        Refused("An empty chunk size", chunks + "\r\nabc\r\n", 400),
        Refused("A chunk size that no integer holds", chunks + "fffffffffffffffff\r\nabc\r\n", 413),
        Refused("A chunk that is longer than it says", chunks + "3\r\nabcdef\r\n0\r\n\r\n", 400),
        Refused("A trailer without a colon", chunks + "3\r\nabc\r\n0\r\nTrailer\r\n\r\n", 400),
        Refused("Thousands of trailers", chunks + "0\r\n" + String(repeating: "A: b\r\n", count: 5_000) + "\r\n", 431),
        Refused("A trailer without an end", chunks + "0\r\nX: " + String(repeating: "a", count: 100_000), 431),
    ]

    @Test(arguments: all)
    func `It is answered at once with one head, which has the server's fields, and another client is served`(
        _ refused: Refused
    ) throws {
        // Nothing is answered because its time is over.
        try withServer({ $0.limits.receiveTime = .seconds(3_600) }) { server in
            let connection = try HTTPConnection(port: server.port)
            let before = try request("GET", "/before", port: server.port)
            #expect(before.text == "GET /before")
            // The server may have closed before it has read everything.
            try? connection.send(refused.text)
            let answer = String(decoding: try connection.readToEnd(), as: UTF8.self)
            if answer.isEmpty {
                #expect(refused.statuses.contains(nil))
            } else {
                let status = answer.dropFirst(9).prefix(3)
                #expect(refused.statuses.contains(Int(status)), "\(answer.prefix(400))")
                #expect(answer.split(separator: "HTTP/1.1 \(status)").count == 1)
                #expect(answer.split(separator: "\r\nDate: ").count == 2)
                #expect(answer.contains("\r\nX-Content-Type-Options: nosniff\r\n"))
                #expect(answer.contains("\r\nConnection: close\r\n"))
                #expect(answer.hasSuffix(".\n"))
            }
            let next = try request("GET", "/next", port: server.port)
            #expect(next.text == "GET /next")
        }
    }

    @Test func `It is reported like any other request, and leaves no line in the log`() throws {
        let log = Mutex<[String]>([])
        let served = Mutex<[UInt16]>([])
        try withServer({
            $0.log = { line in log.withLock { $0.append(line) } }
            $0.served = { request in served.withLock { $0.append(request.answer.status.rawValue) } }
        }) { server in
            for text in ["GET / HTTP/1.1\r\nHost\r\n\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n"] {
                let connection = try HTTPConnection(port: server.port)
                try connection.send(text)
                _ = try connection.readToEnd()
            }
            server.stop(within: .seconds(60))
            #expect(served.withLock { $0 } == [400, 400])
            #expect(!log.withLock { $0 }.contains { $0.contains("Error processing") || $0.contains("send") })
        }
    }

    @Test func `A request before it on the same connection is answered as ever`() throws {
        try withServer { server in
            let connection = try HTTPConnection(port: server.port)
            try connection.send("GET /first HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try connection.readReply().text == "GET /first")
            try connection.send("GET / HTTP/1.1\r\nHost\r\n\r\n")
            let reply = try connection.readReply()
            #expect(reply.status == 400)
            #expect(try connection.readToEnd().isEmpty)
        }
    }
}
