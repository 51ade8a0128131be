import ElmwoodTestSupport
import FoundationEssentials
import Glibc
import Testing

@testable import Elmwood

/// A page with a style sheet.
private struct Styled: Program {
    struct Model: Codable, Equatable, Sendable {}
    enum Message: Codable, Equatable, Sendable { case nothing }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }
    func update(_ model: inout Model, on message: Message) -> Command<Self> { .none }
    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Styled", head: { link(.rel("stylesheet"), .href(page.asset("css/style.css"))) }) {
            img(.src(page.asset("/missing.png")), .alt("Missing"))
        }
    }
}

/// Files with the digest of their content in their addresses, and their content compressed.
@Suite struct AssetTests {
    private static let style = String(repeating: "p { color: red }\n", count: 500)
    private static let gzip = [(name: "Accept-Encoding", value: "gzip")]

    private let folder: String
    private let site: TestSite

    init() throws {
        let folder = try temporaryFolder()
        try FileManager.default.createDirectory(atPath: folder + "/css", withIntermediateDirectories: true)
        try Self.write(Self.style, to: folder + "/css/style.css", modified: 784_111_777)
        try Self.write("no", to: folder + "/small.css", modified: 784_111_777)
        try Self.write(String(repeating: "secret", count: 1_000), to: folder + "/users.db", modified: 784_111_777)
        self.folder = folder
        site = try Self.serve(folder)
    }

    /// Serves the files of the folder. While a site starts it reads them all, and looks again after a second: what a test writes
    /// meanwhile may be read half written.
    private static func serve(_ folder: String) throws -> TestSite {
        var site = Site()
        site.mount(Styled(), at: "/page")
        return try TestSite(site, over: .socket) { $0.publicFolder = folder }
    }

    private static func write(_ text: String, to path: String, modified: Int) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
        let time = timespec(tv_sec: modified, tv_nsec: 0)
        try #require(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
    }

    /// The address of the style sheet in the page.
    private func address() async throws -> String {
        let page = try await site.send("GET", "/page", headers: [(name: "Accept", value: "text/html")]).text
        let match = try #require(page.firstMatch(of: /href="([^"]*css)"/))
        return String(match.1)
    }

    @Test func `A file's address has the digest of its content, and browsers keep it`() async throws {
        let address = try await address()
        #expect(address.wholeMatch(of: /\/css\/style\.[0-9a-f]{16}\.css/) != nil, "\(address)")
        let reply = try await site.send("GET", address)
        #expect(reply.status == 200 && reply.text == Self.style)
        #expect(reply["Cache-Control"] == "public, max-age=31536000, immutable")
        #expect(reply["Content-Type"] == "text/css; charset=utf-8")
        #expect(try await site.send("GET", "/css/style.css")["Cache-Control"] == "no-cache")
    }

    @Test func `A file that does not exist has its plain address`() async throws {
        #expect(
            try await site.send("GET", "/page", headers: [(name: "Accept", value: "text/html")]).text.contains(
                #"src="/missing.png""#
            )
        )
    }

    @Test func `A file that appears later has an address with a digest`() async throws {
        let page = { try await site.send("GET", "/page", headers: [(name: "Accept", value: "text/html")]).text }
        #expect(try await page().contains(#"src="/missing.png""#))
        try Self.write("picture", to: folder + "/missing.png", modified: 784_111_777)
        try await eventually("it has one") { try await page().contains(/src="\/missing\.[0-9a-f]{16}\.png"/) }
    }

    @Test func `A changed file has another address, and the former one shows the file as it is`() async throws {
        let former = try await address()
        let changed = Self.style + "p { color: blue }"
        try Self.write(changed, to: folder + "/css/style.css", modified: 784_111_888)
        try await eventually("the address is another one") { try await address() != former }
        let reply = try await site.send("GET", former)
        #expect(reply.text == changed)
        #expect(reply["Cache-Control"] == "no-cache")
        #expect(try await site.send("GET", address())["Cache-Control"] == "public, max-age=31536000, immutable")
    }

    @Test func `A file is compressed for clients that accept it, with a tag of its own`() async throws {
        for address in [try await address(), "/css/style.css"] {
            let reply = try await site.send("GET", address, headers: Self.gzip)
            #expect(reply["Content-Encoding"] == "gzip" && reply["Vary"] == "Accept-Encoding")
            #expect(reply.body.count < Self.style.utf8.count / 10)
            #expect(inflated(reply.body) == Self.style)
            let plain = try await site.send("GET", address)
            #expect(plain["Content-Encoding"] == nil && plain["Vary"] == "Accept-Encoding" && plain.text == Self.style)
            let tag = try #require(reply["ETag"])
            #expect(tag != plain["ETag"])
            let known = try await site.send("GET", address, headers: Self.gzip + [(name: "If-None-Match", value: tag)])
            #expect(known.status == 304 && known["ETag"] == tag)
        }
    }

    @Test func `A 304 and a part say what the whole file says of being kept, and nothing false of its length`()
        async throws
    {
        for headers in [Self.gzip, []] {
            let whole = try await site.send("GET", address(), headers: headers)
            let tag = try #require(whole["ETag"])
            // Several fields are one list.
            let known =
                headers + [(name: "If-None-Match", value: "\"other\""), (name: "If-None-Match", value: "W/\(tag)")]
            let same = try await site.send("GET", address(), headers: known)
            #expect(same.status == 304 && same.body.isEmpty)
            let part = try await site.send("GET", address(), headers: headers + [(name: "Range", value: "bytes=0-3")])
            #expect(part.status == 206)
            for name in ["Cache-Control", "Last-Modified", "Vary"] {
                #expect(whole[name] != nil && same[name] == whole[name] && part[name] == whole[name], "\(name)")
            }
            #expect(same["ETag"] == tag && same["Content-Length"] == whole["Content-Length"])
        }
    }

    @Test func `A file can only be read, and says so`() async throws {
        for (method, body) in [("POST", "a=b"), ("PUT", "a=b"), ("OPTIONS", nil)] {
            let reply = try await site.send(method, "/css/style.css", body: body)
            #expect(reply.status == 405 && reply["Allow"] == "GET, HEAD")
        }
        #expect(try await site.send("PUT", "/page", body: "a=b")["Allow"] == "GET, HEAD, POST")
        #expect(try await site.send("PUT", "/nothing", body: "a=b").status == 404)
        let server = try await site.send("OPTIONS", "*")
        #expect(server.status == 204 && server["Allow"]?.contains("OPTIONS") == true)
    }

    @Test func `A part of a file, and a small file, are not compressed`() async throws {
        let part = try await site.send(
            "GET",
            "/css/style.css",
            headers: Self.gzip + [(name: "Range", value: "bytes=0-3")]
        )
        #expect(part.status == 206 && part["Content-Encoding"] == nil && part.text == "p { ")
        let small = try await site.send("GET", "/small.css", headers: Self.gzip)
        #expect(small["Content-Encoding"] == nil && small.text == "no")
    }

    @Test(arguments: [
        "/users.0123456789abcdef.db", "/users.db", "/css/none.0123456789abcdef.css", "/css//style.0123456789abcdef.css",
        "/css/.0123456789abcdef.css", "/0123456789abcdef.css", "/.0123456789abcdef.",
    ])
    func `What is no file, or is not served, has no address with a digest either`(address: String) async throws {
        #expect(try await site.send("GET", address).status == 404)
    }

    @Test func `A head is answered without the content`() async throws {
        let reply = try await site.send("HEAD", "/css/style.css", headers: Self.gzip)
        #expect(reply.status == 200 && reply.body.isEmpty && reply["Content-Encoding"] == "gzip")
    }

    // MARK: Style sheets

    @Test(arguments: [
        ("url(a.png)", "url(/css/a.D.png)"), ("URL( \"../b.woff2?v#x\" )", "URL( \"/b.D.woff2?v#x\" )"),
        ("@import 'other.css' print;", "@import '/css/other.D.css' print;"),
        ("@import/**/url(/css/./other.css);", "@import/**/url(/css/other.D.css);"),
    ])
    func `The references of a style sheet have digests`(written: String, served: String) async throws {
        try Self.write("picture", to: folder + "/css/a.png", modified: 784_111_777)
        try Self.write("font", to: folder + "/b.woff2", modified: 784_111_777)
        try Self.write("q {}", to: folder + "/css/other.css", modified: 784_111_777)
        try Self.write("p { } \(written) q { }", to: folder + "/css/new.css", modified: 784_111_777)
        try Self.write("@import 'new.css';", to: folder + "/css/top.css", modified: 784_111_777)
        let site = try Self.serve(folder)
        let top = try await site.send("GET", "/css/top.css").text
        let address = try #require(top.firstMatch(of: /'(.*)'/))
        let reply = try await site.send("GET", String(address.1))
        #expect(reply.text.replacing(/\.[0-9a-f]{16}\./, with: ".D.") == "p { } \(served) q { }")
        #expect(reply["Cache-Control"] == "public, max-age=31536000, immutable")
        let tag = try #require(reply["ETag"])
        #expect(try await site.send("GET", "/css/new.css").text == reply.text)
        #expect(
            try await site.send("GET", "/css/new.css", headers: [(name: "If-None-Match", value: tag)]).status == 304
        )
        let reference = try #require(reply.text.firstMatch(of: /[a-z0-9.\/]*\.[0-9a-f]{16}\.[a-z0-9]+/))
        #expect(try await site.send("GET", String(reference.0))["Cache-Control"] == reply["Cache-Control"])
    }

    @Test(arguments: [
        "url(none.png)", "url(data:image/png;base64,AA==)", "url(https://example.org/css/a.png)",
        "url(//example.org/a.png)",
        "url(#clip)", "url()", "url(../../a.png)", "url(a\\.png)", "/* url(a.png) */", "content: \"url(a.png)\"",
        "curl(a.png)",
        "@import \"none.css\";", "url(\"a.png", "url(a.png?", "/*", "\\",
    ])
    func `What is no file of the folder, or no reference, is left alone`(written: String) async throws {
        if written != "url(a.png?" { try Self.write("picture", to: folder + "/css/a.png", modified: 784_111_777) }
        try Self.write("p { } \(written)", to: folder + "/css/new.css", modified: 784_111_777)
        let reply = try await site.send("GET", "/css/new.css", headers: Self.gzip)
        #expect(reply.text == "p { } \(written)")
    }

    @Test func `A style sheet's address changes with what it refers to, and sheets that import each other are served`()
        async throws
    {
        try Self.write(
            "@import \"a.css\"; q { background: url(x.png) }",
            to: folder + "/css/b.css",
            modified: 784_111_777
        )
        try Self.write("@import \"style.css\"; p { }", to: folder + "/css/a.css", modified: 784_111_777)
        try Self.write("@import \"b.css\";", to: folder + "/css/style.css", modified: 784_111_999)
        try await eventually("it is read anew") { try await site.send("GET", "/css/style.css").text.contains("b.") }
        let former = try await address()
        try Self.write("picture", to: folder + "/css/x.png", modified: 784_111_777)
        try await eventually("the address is another one") { try await address() != former }
        var next = try await address()
        for _ in 0..<4 {
            let reply = try await site.send("GET", next)
            #expect(reply.status == 200)
            next = String(try #require(reply.text.firstMatch(of: /@import "([^"]*)"/)).1)
            if !next.hasPrefix("/") { next = "/css/" + next }
        }
    }
}
