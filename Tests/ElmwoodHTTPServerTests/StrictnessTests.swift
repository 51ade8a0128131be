import ElmwoodHTTPServer
import ElmwoodTestSupport
import Testing

/// A malformed request, its answer, and the reason.
struct MalformedRequest: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    let status: Int
    /// The outcome if the library refuses the request before the server sees it, which not all versions do.
    let early: EarlyRefusal?

    /// How the library refuses.
    enum EarlyRefusal {
        case status(Int)
        case closing
    }

    init(_ description: String, _ text: String, status: Int = 400, early: EarlyRefusal? = nil) {
        testDescription = description
        self.text = text
        self.status = status
        self.early = early
    }

    /// Whether this status, or the end of the connection without an answer, is a refusal of the request.
    func isRefused(by status: Int?) -> Bool {
        switch (status, early) {
        case (self.status, _): true
        case (let status?, .status(let other)?): status == other
        case (nil, .closing?): true
        default: false
        }
    }

    /// Requests that the library accepts or answers leniently, as observed.
    static let all: [MalformedRequest] = [
        MalformedRequest(
            "Content-Length together with Transfer-Encoding",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        ),
        MalformedRequest(
            "Two different Content-Length",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"
        ),
        MalformedRequest(
            "The same Content-Length twice",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc"
        ),
        MalformedRequest(
            "A list of lengths",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3, 3\r\n\r\nabc"
        ),
        MalformedRequest(
            "White space behind the transfer coding",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked \r\n\r\n0\r\n\r\n",
            early: .status(200)
        ),
        MalformedRequest("A length with a sign", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +3\r\n\r\nabc"),
        MalformedRequest("A negative length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -3\r\n\r\nabc"),
        MalformedRequest("An empty length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\nabc"),
        MalformedRequest(
            "A length that no integer holds",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
            status: 413
        ),
        MalformedRequest(
            "A space in front of the colon",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length : 3\r\n\r\nabc"
        ),
        MalformedRequest("A tab in front of the colon", "GET / HTTP/1.1\r\nHost: a\r\nX\t: 3\r\n\r\n"),
        MalformedRequest("A folded field", "GET / HTTP/1.1\r\nHost: a\r\nFoo: bar\r\n baz\r\n\r\n"),
        MalformedRequest(
            "A folded field that is not the last",
            "GET / HTTP/1.1\r\nFoo: bar\r\n baz\r\nHost: a\r\n\r\n"
        ),
        MalformedRequest("White space in front of the first field", "GET / HTTP/1.1\r\n Foo: bar\r\nHost: a\r\n\r\n"),
        MalformedRequest("A bare LF behind a field", "GET / HTTP/1.1\r\nHost: a\nFoo: bar\r\n\r\n"),
        MalformedRequest("A bare LF behind the request line", "GET / HTTP/1.1\nHost: a\r\n\r\n"),
        MalformedRequest("A bare LF behind the last field", "GET / HTTP/1.1\r\nHost: a\n\r\n"),
        MalformedRequest("A bare LF at the head's end", "GET / HTTP/1.1\r\nHost: a\r\n\n"),
        MalformedRequest("A bare CR in a value", "GET / HTTP/1.1\r\nHost: a\r\nFoo: b\rar\r\n\r\n"),
        MalformedRequest("A bare CR behind a value", "GET / HTTP/1.1\r\nHost: a\r\nFoo: bar\r\r\n\r\n"),
        MalformedRequest("A bare CR in the target", "GET /a\rb HTTP/1.1\r\nHost: a\r\n\r\n"),
        MalformedRequest("A NUL in a value", "GET / HTTP/1.1\r\nHost: a\r\nFoo: b\0ar\r\n\r\n"),
        MalformedRequest("A NUL in a name", "GET / HTTP/1.1\r\nHost: a\r\nF\0oo: bar\r\n\r\n"),
        MalformedRequest("A NUL in the target", "GET /a\0b HTTP/1.1\r\nHost: a\r\n\r\n", early: .closing),
        MalformedRequest("A NUL in the method", "G\0ET / HTTP/1.1\r\nHost: a\r\n\r\n", early: .closing),
        MalformedRequest("Another control character in a value", "GET / HTTP/1.1\r\nHost: a\r\nFoo: \u{1}\r\n\r\n"),
        MalformedRequest("A field with no colon", "GET / HTTP/1.1\r\nHost: a\r\nFoo\r\n\r\n"),
        MalformedRequest("A field with no name", "GET / HTTP/1.1\r\nHost: a\r\n: bar\r\n\r\n"),
        MalformedRequest("A name that is no token", "GET / HTTP/1.1\r\nHost: a\r\nF(o)o: bar\r\n\r\n"),
        MalformedRequest(
            "An unknown transfer coding",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\nabc",
            status: 501,
            early: .status(400)
        ),
        MalformedRequest(
            "An unknown transfer coding in front of chunked",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
            status: 501,
            early: .status(400)
        ),
        MalformedRequest(
            "Transfer-Encoding twice",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        ),
        MalformedRequest("Chunks in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        MalformedRequest("HTTP/2.0", "GET / HTTP/2.0\r\nHost: a\r\n\r\n", status: 505),
        MalformedRequest("No version that exists", "GET / HTTPS/1.1\r\nHost: a\r\n\r\n"),
        MalformedRequest("No Host", "GET / HTTP/1.1\r\n\r\n"),
        MalformedRequest("Host twice", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
        MalformedRequest("Host twice in HTTP/1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"),
        MalformedRequest("A host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"),
        MalformedRequest("A host with a user", "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n"),
        MalformedRequest("A target with a user", "GET http://a@b/plain HTTP/1.1\r\nHost: b\r\n\r\n"),
        MalformedRequest("A target of another scheme", "GET ftp://a/plain HTTP/1.1\r\nHost: a\r\n\r\n"),
        MalformedRequest("A target with no slash", "GET plain HTTP/1.1\r\nHost: a\r\n\r\n"),
        MalformedRequest("A target with a space", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"),
        MalformedRequest("Two spaces in front of the target", "GET  /a HTTP/1.1\r\nHost: a\r\n\r\n"),
        MalformedRequest("Two spaces behind the target", "GET /a  HTTP/1.1\r\nHost: a\r\n\r\n"),
        MalformedRequest("A space behind the version", "GET /a HTTP/1.1 \r\nHost: a\r\n\r\n"),
        MalformedRequest("An encoded NUL", "GET /a%00b HTTP/1.1\r\nHost: a\r\n\r\n"),
        MalformedRequest("An encoded slash", "GET /a%2Fb HTTP/1.1\r\nHost: a\r\n\r\n"),
        MalformedRequest("A segment of two dots", "GET /a/../b HTTP/1.1\r\nHost: a\r\n\r\n"),
        MalformedRequest("Half an encoded byte", "GET /a%4 HTTP/1.1\r\nHost: a\r\n\r\n"),
        MalformedRequest("An encoded byte that is no UTF-8", "GET /a%FF HTTP/1.1\r\nHost: a\r\n\r\n"),
        MalformedRequest(
            "More than thirty combining marks in a row in a field",
            "GET / HTTP/1.1\r\nHost: a\r\nAccept-Language: a\(String(repeating: "\u{301}", count: 31))\r\n\r\n"
        ),
        MalformedRequest(
            "More than thirty combining marks in a row in a path",
            "GET /a\(String(repeating: "%CC%81", count: 31)) HTTP/1.1\r\nHost: a\r\n\r\n"
        ),
        MalformedRequest(
            "More than thirty combining marks in a row in a query",
            "GET /?a=\(String(repeating: "\u{301}%CC%81", count: 16)) HTTP/1.1\r\nHost: a\r\n\r\n"
        ),
        MalformedRequest("The target * with GET", "GET * HTTP/1.1\r\nHost: a\r\n\r\n"),
        MalformedRequest("A method in lower case", "get / HTTP/1.1\r\nHost: a\r\n\r\n", status: 501),
        MalformedRequest("A method that nobody knows", "BREW / HTTP/1.1\r\nHost: a\r\n\r\n", status: 501),
        MalformedRequest("CONNECT", "CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n", status: 501),
        MalformedRequest("TRACE", "TRACE / HTTP/1.1\r\nHost: a\r\n\r\n", status: 501),
        MalformedRequest("A method that is no token", "G(T / HTTP/1.1\r\nHost: a\r\n\r\n"),
        MalformedRequest(
            "An unknown expectation",
            "POST / HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nContent-Length: 3\r\n\r\nabc",
            status: 417
        ),
        MalformedRequest(
            "A chunk size that is no number",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nabc\r\n0\r\n\r\n"
        ),
        MalformedRequest(
            "A chunk that is longer than it says",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcdef\r\n0\r\n\r\n"
        ),
        MalformedRequest(
            "A chunk size that no integer holds",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nabc\r\n",
            status: 413
        ),
    ]
}

/// Refusals of malformed requests.
@Suite struct StrictnessTests {
    @Test(arguments: MalformedRequest.all)
    func `A request that RFC 9112 forbids is refused with one answer and closed, and the server continues`(
        _ malformed: MalformedRequest
    ) throws {
        let smuggled = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"
        try withServer { server in
            let connection = try HTTPConnection(port: server.port)
            try connection.send(malformed.text + smuggled)
            let reply = try? connection.readReply()
            #expect(malformed.isRefused(by: reply?.status))
            #expect((reply?.headers ?? []).count { $0.name.lowercased() == "date" } <= 1)
            let rest = String(decoding: try connection.readToEnd(), as: UTF8.self)
            #expect(!rest.contains("smuggled"))
            #expect(!rest.contains("HTTP/1.1"))
            let next = try request("GET", "/next", port: server.port)
            #expect(next.text == "GET /next")
        }
    }

    @Test(arguments: ["2\r\nab\r\n0\r\n\r\n", "2\nab\n0\n\n", "2;\nab\r\n0\r\n\r\n", "2;a=\"\r\"\r\nab\r\n0\r\n\r\n"])
    func `Bytes after a chunked body are never another request, because a proxy may have read the chunks differently`(
        _ chunks: String
    ) throws {
        try withServer { server in
            let connection = try HTTPConnection(port: server.port)
            try connection.send(
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks
                    + "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"
            )
            let answers = String(decoding: try connection.readToEnd(), as: UTF8.self)
            #expect(answers.hasPrefix("HTTP/1.1 "))
            #expect(!answers.contains("smuggled"))
            let next = try request("GET", "/next", port: server.port)
            #expect(next.text == "GET /next")
        }
    }
}
