import ElmwoodFormData
import Foundation
import ElmwoodHTTPServer
import ElmwoodTestSupport
import Testing

/// Limits of requests, and bodies.
@Suite struct LimitTests {
    /// Expects a refusal with that status, and that the server then answers another client.
    private func expectRefusal(
        _ status: Int,
        _ text: String,
        configure: (inout ServerConfiguration) -> Void = { _ in }
    ) throws {
        try withServer(configure) { server in
            let connection = try HTTPConnection(port: server.port)
            try connection.send(text)
            let reply = try connection.readReply()
            #expect(reply.status == status)
            #expect(reply["x-content-type-options"] == "nosniff")
            #expect(reply.text.hasSuffix(".\n"))
            let next = try request("GET", "/next", port: server.port)
            #expect(next.text == "GET /next")
        }
    }

    @Test func `A target up to the limit is read, and a longer one is refused with 414`() throws {
        let target = "/" + String(repeating: "a", count: 8191)
        try withServer { server in
            let reply = try request("GET", target, port: server.port)
            #expect(reply.text == "GET \(target)")
        }
        try expectRefusal(414, requestText("GET", target + "a"))
    }

    @Test(arguments: ["a&", "&", "?", "=", "a=%41&"])
    func `A query may have thousands of parameters, since only its length is limited`(_ parameter: String) throws {
        let target = "/?" + String(repeating: parameter, count: 8000 / parameter.utf8.count)
        try withServer(respond: { .response(.text("\($0.path) \($0.query ?? "")")) }) { server in
            let reply = try request("GET", target, port: server.port)
            #expect(reply.text == "/ \(target.dropFirst(2))")
        }
    }

    @Test func `A head up to the limit is read, and a longer one is refused with 431`() throws {
        let value = String(repeating: "a", count: 4000)
        try withServer(respond: { .response(.text("\($0.cookie("a")?.count ?? 0)")) }) { server in
            let reply = try request("GET", "/", port: server.port, headers: ["Cookie": "a=\(value)", "X": value])
            #expect(reply.text == "4000")
        }
        let long = String(repeating: "a", count: 12_300)
        try expectRefusal(431, requestText("GET", "/", headers: ["X": long]))
    }

    @Test func `A head that exceeds the library's memory gets an answer, and the server continues`() throws {
        try withServer { server in
            for text in [
                "GET /" + String(repeating: "a", count: 100_000),
                "GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 100_000),
            ] {
                let connection = try HTTPConnection(port: server.port)
                try? connection.send(text)
                let answer = String(decoding: try connection.readToEnd(), as: UTF8.self)
                #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 414") || answer.hasPrefix("HTTP/1.1 431"))
            }
            let next = try request("GET", "/next", port: server.port)
            #expect(next.text == "GET /next")
        }
    }

    @Test func `A body up to the limit is read, and a longer one is refused with 413 before it arrives`() throws {
        let configure: (inout ServerConfiguration) -> Void = { $0.limits.body = 1000 }
        try withServer(configure, respond: { .response(.text("\($0.body.count)")) }) { server in
            let body = String(repeating: "a", count: 1000)
            let reply = try request("POST", "/", port: server.port, headers: ["Content-Type": "a/b"], body: body)
            #expect(reply.text == "1000")
        }
        try expectRefusal(413, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1001\r\n\r\n", configure: configure)
        let expecting = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1001\r\n\r\n"
        try withServer(configure) { server in
            let connection = try HTTPConnection(port: server.port)
            try connection.send(expecting)
            let reply = try connection.readAnyReply()
            #expect(reply.status == 413)
        }
    }

    @Test func `A client that sends a refused body nevertheless can read the refusal`() throws {
        try withServer { server in
            let connection = try HTTPConnection(port: server.port)
            let body = String(repeating: "a", count: 3_000_000)
            try connection.send(requestText("POST", "/", body: body))
            let reply = try connection.readReply()
            #expect(reply.status == 413)
        }
    }

    @Test func `A chunked body is read, and refused with 413 if it grows too long`() throws {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        let respond: @Sendable (Request) -> Answer = { .response(.text(String(decoding: $0.body, as: UTF8.self))) }
        try withServer(respond: respond) { server in
            let connection = try HTTPConnection(port: server.port)
            try connection.send(head + "5\r\nhello\r\n1\r\n!\r\n0\r\nTrailer: x\r\n\r\n")
            let reply = try connection.readReply()
            #expect(reply.text == "hello!")
        }
        let chunk = "64\r\n" + String(repeating: "a", count: 100) + "\r\n"
        let chunks = String(repeating: chunk, count: 11) + "0\r\n\r\n"
        try expectRefusal(413, head + chunks) { $0.limits.body = 1000 }
    }

    /// RFC 9112 §7.1.1 says that extensions are ignored. The library (1.0.1) treats the end of their line as content, and then
    /// finds the chunk malformed.
    @Test func `A chunk extension never gets into the body: it is ignored, or the request is refused`() throws {
        let text = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;name=value\r\nhello\r\n0\r\n\r\n"
        let respond: @Sendable (Request) -> Answer = { .response(.text(String(decoding: $0.body, as: UTF8.self))) }
        try withServer(respond: respond) { server in
            let connection = try HTTPConnection(port: server.port)
            try connection.send(text)
            let reply = try connection.readReply()
            #expect(reply.status == 400 || reply.status == 200 && reply.text == "hello")
            let rest = try connection.readToEnd()
            #expect(rest.isEmpty)
        }
    }

    @Test func `100-continue is answered before the body arrives`() throws {
        try withServer(respond: { .response(.text(String(decoding: $0.body, as: UTF8.self))) }) { server in
            let connection = try HTTPConnection(port: server.port)
            try connection.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 5\r\n\r\n")
            let interim = try connection.readAnyReply()
            #expect(interim.status == 100)
            try connection.send("hello")
            let reply = try connection.readAnyReply()
            #expect(reply.text == "hello")
        }
    }

    @Test func `An urlencoded body becomes a form, and too many fields are refused with 413`() throws {
        let respond: @Sendable (Request) -> Answer = { request in
            let fields = request.form?.entries.map { "\($0.name)=\($0.value)" } ?? ["none"]
            return .response(.text(fields.joined(separator: " ")))
        }
        try withServer(respond: respond) { server in
            let reply = try request("POST", "/", port: server.port, body: "a=b=c&d=%20&e")
            #expect(reply.text == #"a=text("b=c") d=text(" ") e=text("")"#)
        }
        try expectRefusal(413, requestText("POST", "/", body: String(repeating: "a=b&", count: 1001)))
    }

    // MARK: - Uploads

    private func multipart(_ parts: [(head: String, body: String)]) -> String {
        parts.map { "--X\r\nContent-Disposition: form-data; \($0.head)\r\n\r\n\($0.body)\r\n" }.joined() + "--X--\r\n"
    }

    private let type = "multipart/form-data; boundary=X"

    @Test
    func `An uploaded file is on disk while its request is answered, and is removed afterwards unless it is kept`()
        throws
    {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let content = String(repeating: "0123456789", count: 200_000)
        let respond: @Sendable (Request) -> Answer = { request in
            guard case .file(let file)? = request.form?.entries.last?.value else {
                return .response(Response(.badRequest))
            }
            if request.path == "/keep" { request.keepUploads() }
            let isThere = FileManager.default.contents(atPath: file.path) == Data(content.utf8)
            let isInFolder = file.path.hasPrefix(folder + "/")
            return .response(.text("\(file.filename) \(file.size) \(isThere) \(isInFolder)"))
        }
        let body = multipart([("name=\"a\"", "b"), ("name=\"f\"; filename=\"../../passwd\"", content)])
        try withServer({ $0.uploadFolder = folder }, respond: respond) { server in
            for (path, filesLeft) in [("/", 0), ("/keep", 1)] {
                let connection = try HTTPConnection(port: server.port)
                try connection.send(requestText("POST", path, headers: ["Content-Type": type], body: body))
                let reply = try connection.readReply()
                #expect(reply.text == "../../passwd 2000000 true true")
                // The next answer shows that the previous request has ended, since it is on the same loop.
                try connection.send(requestText("GET", "/"))
                _ = try connection.readReply()
                let files = try FileManager.default.contentsOfDirectory(atPath: folder)
                #expect(files.count == filesLeft)
            }
        }
    }

    @Test func `A file that is too long, a missing boundary and an incomplete body are refused, and leave no file`()
        throws
    {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let configure: (inout ServerConfiguration) -> Void = {
            $0.uploadFolder = folder
            $0.limits.file = 1000
        }
        let long = multipart([("name=\"f\"; filename=\"f\"", String(repeating: "a", count: 1001))])
        try expectRefusal(
            413,
            requestText("POST", "/", headers: ["Content-Type": type], body: long),
            configure: configure
        )
        let early = "--X\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\nabc"
        try expectRefusal(
            400,
            requestText("POST", "/", headers: ["Content-Type": type], body: early),
            configure: configure
        )
        let unbounded = requestText("POST", "/", headers: ["Content-Type": "multipart/form-data"], body: early)
        try expectRefusal(400, unbounded, configure: configure)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(files.isEmpty)
    }

    /// Writes bodies to files of up to a thousand bytes, and says what a form contains.
    private struct Files: Handler {
        func storage(ofBodyOf request: Request) -> BodyStorage {
            request.path == "/file" ? .file(upTo: 1_000) : .memory
        }

        func respond(to request: Request) -> Answer {
            let files = request.form?.files("f") ?? []
            return .response(
                .text(files.map { "\($0.size)\($0.path.isEmpty ? " dropped" : "")" }.joined(separator: ", "))
            )
        }
    }

    @Test func `What the files of a form may have is the server's limit for each, or the handler's for all of them`()
        throws
    {
        func body(_ sizes: Int...) -> String {
            multipart(sizes.map { ("name=\"f\"; filename=\"f\"", String(repeating: "a", count: $0)) })
        }
        let cases = [
            ("/", body(100, 100), "200 100, 100"), ("/", body(101), "413 A file is larger than 0 MB.\n"),
            ("/file", body(500, 500), "200 500, 500"), ("/file", body(1_001), "413 A file is larger than 0.001 MB.\n"),
            ("/file", body(900, 900), "413 The request's body is larger than 0.002 MB.\n"),
            ("/file?passes", body(1_001), "200 1001 dropped"),
        ]
        for isChunked in [false, true] {
            for (path, body, expected) in cases {
                var configuration = ServerConfiguration()
                configuration.port = 0
                (configuration.limits.file, configuration.limits.body) = (100, 700)
                configuration.passesLargeFiles = path.hasSuffix("passes")
                let server = try HTTPServer(configuration, handler: Files()).start()
                defer { server.stop(within: .zero) }
                let connection = try HTTPConnection(port: server.port)
                let size = String(body.utf8.count, radix: 16)
                let framing = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(body.utf8.count)"
                try connection.send(
                    "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\n\(framing)\r\n\r\n"
                        + (isChunked ? "\(size)\r\n\(body)\r\n0\r\n\r\n" : body)
                )
                let reply = try connection.readReply()
                #expect("\(reply.status) \(reply.text)" == expected)
            }
        }
    }

    @Test func `A client that disconnects during an upload leaves no file`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try withServer({
            $0.uploadFolder = folder
            $0.limits.receiveTime = .milliseconds(100)
        }) { server in
            do {
                let connection = try HTTPConnection(port: server.port)
                let part = "--X\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\nabc"
                try connection.send(
                    "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\nContent-Length: 9000\r\n\r\n" + part
                )
                connection.finishSending()
                _ = try connection.readToEnd()
            }
            let (_, next) = try answerInTime(to: requestText("GET", "/next"), from: server)
            #expect(next.text == "GET /next")
        }
        // The server has stopped, so every request has ended.
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(files ?? [] == [])
    }
}
