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
        var site = Site()
        site.mount(Styled(), at: "/page")
        self.folder = folder
        self.site = try TestSite(site, over: .socket) { $0.publicFolder = folder }
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
}
