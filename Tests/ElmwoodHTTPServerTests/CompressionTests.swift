import CElmwoodZlib
import Dispatch
import ElmwoodTestSupport
import Synchronization
import Testing

@testable import ElmwoodHTTPServer

/// Which responses are compressed, and what their header fields say.
@Suite struct CompressionTests {
    private static let text = (0..<500).map { "<li>Item \($0), one of many</li>\n" }.joined()

    private static func page(_ headers: ResponseHeaders = [:], type: String = "text/html", text: String = text)
        -> Response
    {
        var response = Response.bytes(Array(text.utf8), type: type)
        response.headers.add(headers)
        return response
    }

    /// Returns the server's reply to a request that accepts gzip, and has further header fields.
    private func reply(
        to method: String = "GET",
        with response: Response,
        compression: Compression? = Compression(),
        _ headers: KeyValuePairs<String, String> = ["Accept-Encoding": "gzip, deflate, br"]
    ) throws -> HTTPReply {
        var reply: HTTPReply?
        try withServer({ $0.compression = compression }, respond: { _ in .response(response) }) { server in
            reply = try request(method, "/", port: Int(server.port), headers: headers)
        }
        return try #require(reply)
    }

    @Test(arguments: 1...9) func `Content is the same after it was compressed and inflated`(level: Int) throws {
        let reply = try reply(with: Self.page(), compression: Compression(level: level))
        #expect(reply["content-encoding"] == "gzip")
        #expect(reply["vary"] == "Accept-Encoding")
        #expect(reply["content-length"] == "\(reply.body.count)")
        #expect(reply.body.count < Self.text.utf8.count / 5)
        #expect(inflated(reply.body) == Array(Self.text.utf8))
    }

    @Test func `Content that is larger than the encoder's buffer is whole`() throws {
        var random = SystemRandomNumberGenerator()
        let text = (0..<40_000).map { _ in String(UInt16.random(in: 0...999, using: &random)) }.joined(separator: ",")
        let reply = try reply(with: Self.page(text: text))
        #expect(reply["content-encoding"] == "gzip" && reply.body.count > 40_000)
        #expect(inflated(reply.body) == Array(text.utf8))
    }

    @Test func `Content that would not become smaller is left as it is`() throws {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<5_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        let reply = try reply(with: .bytes(bytes, type: "text/plain"))
        #expect(reply["content-encoding"] == nil && reply.body == bytes)
        #expect(reply["vary"] == "Accept-Encoding")
    }

    @Test func `Small content is left as it is`() throws {
        for (size, isCompressed) in [(0, false), (1, false), (1_999, false), (2_000, true)] {
            let reply = try reply(with: Self.page(text: String(repeating: "a", count: size)))
            #expect(reply["content-encoding"] == (isCompressed ? "gzip" : nil), "\(size)")
            #expect(reply["vary"] == (isCompressed ? "Accept-Encoding" : nil), "\(size)")
        }
    }

    @Test func `Nothing is compressed without a configuration`() throws {
        let reply = try reply(with: Self.page(), compression: nil)
        #expect(reply["content-encoding"] == nil && reply["vary"] == nil)
        #expect(reply.body == Array(Self.text.utf8))
    }

    @Test(arguments: ["image/png", "image/webp", "video/mp4", "font/woff2", "application/zip", "text/event-stream", ""])
    func `Types that are compressed already are left as they are`(type: String) throws {
        let reply = try reply(with: Self.page(type: type))
        #expect(reply["content-encoding"] == nil && reply["vary"] == nil)
    }

    @Test(arguments: [
        "text/css", "TEXT/HTML; charset=utf-8", "application/json", "image/svg+xml", "application/ld+json;v=1",
    ])
    func `Texts are compressed`(type: String) throws {
        #expect(try reply(with: Self.page(type: type))["content-encoding"] == "gzip")
    }

    @Test func `A response that must not be changed is left as it is`() throws {
        for (name, value) in [
            ("Cache-Control", "no-cache, No-Transform"), ("Content-Encoding", "br"), ("Content-Range", "bytes 0-9/10"),
        ] {
            let reply = try reply(with: Self.page([name: value]))
            #expect(reply.body == Array(Self.text.utf8), "\(name)")
            #expect(reply.values(of: "content-encoding") == (name == "Content-Encoding" ? ["br"] : []), "\(name)")
        }
        var part = Self.page()
        part.status = .partialContent
        #expect(try reply(with: part)["content-encoding"] == nil)
    }

    @Test func `A Vary that names the header already is not repeated`() throws {
        let reply = try reply(with: Self.page(["Vary": "Accept, accept-encoding"]))
        #expect(reply.values(of: "vary") == ["Accept, accept-encoding"])
    }

    @Test func `HEAD has the header fields of GET`() throws {
        let get = try reply(with: Self.page(["ETag": "\"1\""]))
        let head = try reply(to: "HEAD", with: Self.page(["ETag": "\"1\""]))
        #expect(head.body.isEmpty)
        for name in ["content-encoding", "content-length", "etag", "vary"] {
            #expect(head[name] != nil && head[name] == get[name], "\(name)")
        }
    }

    @Test func `Compressed content has a strong tag of its own, and keeps a weak one`() throws {
        #expect(try reply(with: Self.page(["ETag": "\"1\""]))["etag"] == "\"1-gzip\"")
        #expect(try reply(with: Self.page(["ETag": "W/\"1\""]))["etag"] == "W/\"1\"")
        #expect(try reply(with: Self.page(["ETag": "\"1\""]), [:])["etag"] == "\"1\"")
    }

    @Test func `A client that has compressed content is told that it is current by its tag`() throws {
        let tag = try #require(EntityTag("1"))
        var conditions = ConditionalRequest(ifNoneMatch: "\"1-gzip\"")
        #expect(conditions.outcome(isRead: true, entityTag: tag, lastModified: nil) == .notModified)
        conditions.ifNoneMatch = "\"2-gzip\""
        #expect(conditions.outcome(isRead: true, entityTag: tag, lastModified: nil) == .proceed)
        // Parts are those of the content as it is.
        #expect(!ConditionalRequest(ifRange: "\"1-gzip\"").allowsRange(entityTag: tag, lastModified: nil))
        let current = Response(.notModified, headers: ["ETag": "\"1\""])
        let accepted = ("Accept-Encoding", "gzip")
        let compressed = try reply(with: current, [accepted.0: accepted.1, "If-None-Match": "\"1-gzip\""])
        #expect(
            compressed.status == 304 && compressed["etag"] == "\"1-gzip\"" && compressed["vary"] == "Accept-Encoding"
        )
        let plain = try reply(with: current, [accepted.0: accepted.1, "If-None-Match": "\"1\""])
        #expect(plain.status == 304 && plain["etag"] == "\"1\"" && plain["vary"] == "Accept-Encoding")
    }

    @Test func `A request that another site may have caused for a visitor is answered without compression`() throws {
        let cases: [(cookie: Bool, site: String?, isCompressed: Bool)] = [
            (false, nil, true), (false, "cross-site", true), (true, "same-origin", true), (true, "none", true),
            (true, "same-site", false), (true, "cross-site", false), (true, nil, false), (true, "", false),
            (true, "same-origin, cross-site", false),
        ]
        try withServer({ $0.compression = Compression() }, respond: { _ in .response(Self.page()) }) { server in
            for (cookie, site, isCompressed) in cases {
                for credentials in ["Cookie: a=b", "Authorization: Basic YTpi"] {
                    let connection = try HTTPConnection(port: server.port)
                    let fields = (cookie ? "\(credentials)\r\n" : "") + (site.map { "Sec-Fetch-Site: \($0)\r\n" } ?? "")
                    try connection.send(
                        "GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\(fields)Connection: close\r\n\r\n"
                    )
                    let reply = try connection.readReply()
                    #expect(reply["content-encoding"] == (isCompressed ? "gzip" : nil), "\(credentials) \(site ?? "-")")
                    #expect(reply["vary"] == "Accept-Encoding")
                }
            }
        }
    }

    @Test func `Only a client that accepts gzip is sent it`() {
        let permitted = [
            "gzip", "GZIP", "x-gzip", "*", "br, gzip", "gzip;q=0.001", "gzip ; Q=1.000", " ,, gzip",
            "deflate;q=1, gzip;q=0.5",
            "identity;q=0.5, gzip;q=0.5", "br;q=\"a,b\", gzip", "*;q=0, gzip",
        ]
        let refused = [
            "", ",", ";", "br", "identity", "gzip;q=0", "gzip;q=0.000", "*;q=0", "*, gzip;q=0", "gzip;q=2", "gzip;q=-1",
            "gzip;q=", "gzip;q=1.0001", "gzip;q=nan", "gzipped", "gzi", "not gzip", "gzip;q=0.4, identity;q=0.5",
            "\"gzip", "\\",
            "gzip=1",
        ]
        for header in permitted { #expect(permitsGzip(header), "\(header)") }
        for header in refused { #expect(!permitsGzip(header), "\(header)") }
    }

    @Test func `Any bytes are read as a header`() {
        var random = SystemRandomNumberGenerator()
        let letters = Array("gzip*;,q=0.1\"\\ \t\u{e9}".utf8)
        for _ in 0..<20_000 {
            let header = (0..<Int.random(in: 0...24, using: &random)).map { _ in
                letters.randomElement(using: &random) ?? 0
            }
            _ = AcceptEncoding.permitsGzip(header.span)
        }
        #expect(!permitsGzip(String(repeating: "gzip;q=0,", count: 100_000)))
    }

    @Test func `Concurrent requests get their own content`() throws {
        let respond: @Sendable (Request) -> Answer = { request in
            .response(Self.page(text: String(repeating: request.target + " ", count: 2_000)))
        }
        let failures = Mutex(0)
        try withServer({ ($0.compression, $0.loops) = (Compression(), 2) }, respond: respond) { server in
            let port = Int(server.port)
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                for number in 0..<25 {
                    let target = "/\(thread)-\(number)"
                    let reply = try? request("GET", target, port: port, headers: ["Accept-Encoding": "gzip"])
                    let content = reply.flatMap { inflated($0.body) }
                    if content != Array(String(repeating: target + " ", count: 2_000).utf8) {
                        failures.withLock { $0 += 1 }
                    }
                }
            }
        }
        #expect(failures.withLock { $0 } == 0)
    }
}

private func permitsGzip(_ header: String) -> Bool { AcceptEncoding.permitsGzip(Array(header.utf8).span) }

/// Returns the content of the gzip format; nil if it is none.
private func inflated(_ bytes: [UInt8]) -> [UInt8]? {
    var content = [UInt8](repeating: 0, count: 1_000_000)
    let count = elmwood_gunzip(bytes, UInt32(bytes.count), &content, UInt32(content.count))
    return count < 0 ? nil : Array(content.prefix(count))
}
