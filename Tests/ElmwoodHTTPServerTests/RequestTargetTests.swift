import ElmwoodHTTPServer
import ElmwoodTestSupport
import Testing

/// Request targets.
@Suite struct RequestTargetTests {
    private func query(_ target: String) throws -> String? {
        let bytes = Array(target.utf8)
        return try RequestTarget(bytes.span).query.map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    @Test(arguments: [
        ("/", "/"), ("/a/b", "/a/b"), ("/a?b=c", "/a"), ("/?", "/"), ("/caf%C3%A9", "/café"), ("/café", "/café"),
        ("/a%20b", "/a b"), ("/a+b", "/a+b"), ("/%25", "/%"), ("/a/", "/a/"), ("/a//b", "/a//b"), ("/.a", "/.a"),
        ("/...", "/..."), ("/a.b", "/a.b"), ("/%3F", "/?"), ("/%23?", "/#"), ("/a;b=c", "/a;b=c"),
        ("/a:b@c", "/a:b@c"),
    ])
    func `A path is percent-decoded`(target: String, path: String) throws {
        #expect(try RequestTarget(target).path == path)
    }

    @Test func `The query is not changed`() throws {
        #expect(try query("/a") == nil)
        #expect(try query("/a?") == "")
        #expect(try query("/a?b=%01&c?d/../%2F\\") == "b=%01&c?d/../%2F\\")
        #expect(try query("/a?%2500%0=%0") == "%2500%0=%0")
    }

    @Test(arguments: [
        "", "a", "*", "?a", "//", "//a", "//a/b", "/a b", "/a\tb", "/a\u{0}", "/a\u{7F}", "/a\r\nb", "/a#b",
        "/?a b", "/?a#b", "/?%00", "/?a=b%00c",
        "/%", "/%2", "/%zz", "/%+1", "/%00", "/%0a", "/%1F", "/%7f", "/a%2fb", "/a%2Fb", "/a%5Cb", "/a\\b", "/..",
        "/.", "/../a",
        "/a/../b", "/a/..", "/a/.", "/a/./b", "/%2e%2e/a", "/.%2e", "/%2E", "/a/%2e%2E/b", "/%FF", "/%C0%AF",
        "/%ED%A0%80", "/%C3",
        "http://", "http:///a", "ftp://h/a", "h:80",
    ])
    func `An ambiguous target is refused with a sentence`(target: String) {
        let refusal = #expect(throws: RequestTarget.Refusal.self) { try RequestTarget(target) }
        #expect(refusal?.description.hasSuffix(".") == true)
    }

    @Test func `Invalid UTF-8 is refused, in the path and in the query`() {
        for bytes in [[0x2F, 0xFF], [0x2F, 0x3F, 0xFF], [0x2F, 0xC3, 0x3F, 0xA9], [0x2F, 0x25, 0x32, 0x30, 0xC3]]
            as [[UInt8]]
        {
            #expect(throws: RequestTarget.Refusal.self) { try RequestTarget(bytes.span) }
        }
    }

    @Test func `An absolute target names a host`() throws {
        #expect(try RequestTarget("http://Example.org:80/a?b").path == "/a")
        #expect(try RequestTarget("HTTPS://example.org?b").path == "/")
        #expect(try RequestTarget("http://example.org").authority == 7..<18)
        #expect(try RequestTarget("http://example.org/a?b").originForm == 18..<22)
        #expect(try RequestTarget("/a").authority == nil)
        for target in [
            "http:///a", "http://?a", "http://example.org@evil/a", "http://example.org#a", "http://a<b/",
            "http://example.org//a", "http://example.org/..", "ftp://example.org/",
        ] {
            #expect(throws: RequestTarget.Refusal.self) { try RequestTarget(target) }
        }
    }

    @Test func `An asterisk is the target only of OPTIONS`() throws {
        #expect(try RequestTarget("*", isOptions: true).path == "*")
        #expect(throws: RequestTarget.Refusal.self) { try RequestTarget("**", isOptions: true) }
    }

    @Test func `Any target is refused or gives a safe path, and an encoded safe path is read back exactly`() throws {
        var random = SeededGenerator(seed: 16)
        let pieces = [
            "/", "/", ".", "..", "%2e", "%2F", "%", "a", "é", "%C3%A9", "%00", "\\", "?", "#", " ", "http://h", "*",
            "%FF",
        ]
        for _ in 0..<fuzzRounds(5_000) {
            if let target = try? RequestTarget("/" + random.text(of: pieces, upTo: 8)) {
                #expect(target.path.hasPrefix("/") && !target.path.hasPrefix("//"))
                #expect(!target.path.split(separator: "/").contains { $0 == "." || $0 == ".." })
                #expect(!target.path.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0x5C })
            }
            let path = "/" + random.text(of: ["a", "%", "?", "#", " ", "é", "😀", "a/", ".b"], upTo: 8)
            let encoded = path.utf8.map { byte in
                byte == 0x2F || (byte >= 0x61 && byte <= 0x7A)
                    ? String(UnicodeScalar(byte)) : "%" + String(256 + Int(byte), radix: 16).suffix(2)
            }.joined()
            #expect(try RequestTarget(encoded).path == path)
        }
        for _ in 0..<fuzzRounds(3_000) {
            _ = try? RequestTarget(
                random.bytes(of: Array("/%2eFf0?#:hpt".utf8) + [0x00, 0xC3, 0xFF], upTo: 20).span
            )
        }
    }
}
