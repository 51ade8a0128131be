import CElmwoodZlib
import ElmwoodTestSupport
import Testing

@testable import Elmwood

/// A table whose rows all change at once.
private struct Rows: Program {
    struct Model: Codable, Equatable, Sendable { var round = 0 }
    enum Message: Codable, Equatable, Sendable { case advance }

    let count: Int

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        model.round += 1
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Rows") {
            button("Advance", .advance)
            ul { for row in 0..<count { li { "Row \(row) of round \(model.round)" } } }
            if page.path == "/buttons" { for row in 0..<count { button("Advance row \(row)", .advance) } }
        }
    }
}

/// The same with a secret that others could guess.
private struct SecretRows: Program {
    typealias Model = Rows.Model
    typealias Message = Rows.Message

    static var allowsCompression: Bool { false }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        model.round += 1
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Secret") { ul { for row in 0..<500 { li { "Row \(row) of round \(model.round)" } } } }
    }
}

/// Pages, patches and JSON of programs are compressed for clients that accept it.
@Suite struct CompressionTests {
    private static let accepting = [
        (name: "Accept-Encoding", value: "gzip, deflate, br"), (name: "Sec-Fetch-Site", value: "same-origin"),
    ]

    private func site(configure: (inout Settings) -> Void = { _ in }) throws -> TestSite {
        var site = Site()
        site.mount(Rows(count: 500), at: "/")
        site.mount(Rows(count: 1), at: "/small")
        site.mount(SecretRows(), at: "/secret")
        return try TestSite(site, over: .socket, configure: configure)
    }

    @Test(arguments: [
        (Visitor.Client.browser, "/", "Row 499 of round 0"), (.curl, "/", "Row 499 of round 0"),
        (.script, "/buttons", "Advance row 499"),
    ])
    func `A page and its JSON are compressed, and are the same inflated`(
        client: Visitor.Client,
        address: String,
        text: String
    ) async throws {
        let visitor = Visitor(try site(), with: client)
        try await visitor.get(address, headers: Self.accepting)
        #expect(visitor.reply["content-encoding"] == "gzip", "\(client)")
        #expect(visitor.reply.values(of: "vary").joined(separator: ", ").contains("Accept-Encoding"))
        let content = try #require(inflated(visitor.reply.body))
        #expect(content.contains(text) && visitor.reply.body.count < content.utf8.count / 3)
        try await visitor.get(address)
        #expect(visitor.text == content)
    }

    @Test func `A live patch is compressed`() async throws {
        let server = try site()
        let page = try await TestPage(Visitor(server, with: .browser), at: "/")
        var script = LivePageScript()
        script.revision = page.revision
        let body = script.body(of: [(action: "message 0 advance", fields: [])])
        let reply = try await page.visitor.send(
            "POST",
            "/",
            headers: script.headers + Self.accepting,
            body: body,
            accepting: LivePageScript.contentType
        )
        #expect(reply.status == 200 && reply["content-encoding"] == "gzip", "\(reply)")
        let patch = try #require(inflated(reply.body))
        #expect(try script.receive(Array(patch.utf8)).content.contains("Row 499 of round 1"))
    }

    @Test func `A small page, and any page of a site that compresses nothing, are left as they are`() async throws {
        let visitor = Visitor(try site(), with: .browser)
        try await visitor.get("/small", headers: Self.accepting)
        #expect(visitor.reply["content-encoding"] == nil && visitor.text.contains("Row 0 of round 0"))
        let plain = Visitor(try site { $0.compression = nil }, with: .browser)
        try await plain.get("/", headers: Self.accepting)
        #expect(plain.reply["content-encoding"] == nil && plain.text.contains("Row 499 of round 0"))
    }

    @Test func `A page that another site has caused for a visitor is not compressed`() async throws {
        let visitor = Visitor(try site(), with: .browser)
        try await visitor.post("/", "message=advance")
        try #require(visitor.cookie != nil)
        try await visitor.get(
            "/",
            headers: [(name: "Accept-Encoding", value: "gzip"), (name: "Sec-Fetch-Site", value: "cross-site")]
        )
        #expect(visitor.reply["content-encoding"] == nil && visitor.text.contains("Row 499 of round 1"))
        try await visitor.get("/", headers: Self.accepting)
        #expect(visitor.reply["content-encoding"] == "gzip")
    }

    @Test func `A program can forbid compression, also to proxies`() async throws {
        let visitor = Visitor(try site(), with: .browser)
        for client in [Visitor.Client.browser, .script, .curl] {
            visitor.client = client
            try await visitor.get("/secret", headers: Self.accepting)
            #expect(visitor.reply["content-encoding"] == nil && visitor.text.contains("Secret"))
            #expect(visitor.reply["cache-control"]?.contains("no-transform") == true, "\(client)")
        }
    }

    @Test func `The settings state the level and the least size`() throws {
        #expect(try Settings(environment: [:]).compression == Compression())
        #expect(try Settings(environment: ["ELMWOOD_COMPRESSION": "off"]).compression == nil)
        let settings = try Settings(environment: ["ELMWOOD_COMPRESSION": "9", "ELMWOOD_COMPRESSION_FROM": "500"])
        #expect(settings.compression == Compression(level: 9, leastSize: 500))
        for invalid in ["on", "10", "-1", "6.5", "٣"] {
            #expect(throws: SettingsError.self) { try Settings(environment: ["ELMWOOD_COMPRESSION": invalid]) }
        }
        for invalid in ["0", "-1", "2 KB"] {
            #expect(throws: SettingsError.self) { try Settings(environment: ["ELMWOOD_COMPRESSION_FROM": invalid]) }
        }
    }
}

/// Returns the text in the gzip format; nil if it is none.
func inflated(_ bytes: [UInt8]) -> String? {
    var content = [UInt8](repeating: 0, count: 1_000_000)
    let count = elmwood_gunzip(bytes, UInt32(bytes.count), &content, UInt32(content.count))
    return count < 0 ? nil : String(decoding: content.prefix(count), as: UTF8.self)
}
