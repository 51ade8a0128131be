import ElmwoodFormData
import ElmwoodTestSupport
import Testing

@testable import Elmwood

/// A program with a download and a link to another site.
private struct Desk: Program {
    struct Model: Codable, Equatable, Sendable {}

    enum Message: Codable, Equatable, Sendable { case export, leave, leaveBadly, turn }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .export: .download("a;b\n", as: "tête à tête.csv", type: "text/csv; charset=utf-8")
        case .leave: .leave(to: "https://example.org/a?b=1&c=2")
        case .leaveBadly: .leave(to: "javascript:alert(1)")
        case .turn: .navigate(to: "/?page=2#top")
        }
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Desk") {
            button("Export", .export)
            button("Leave", .leave)
            button("Leave badly", .leaveBadly)
            button("Turn the page", .turn)
        }
    }
}

/// Commands to the page, in answers and patches.
@Suite struct PageCommandResponseTests {
    private func site(_ transport: Transport) throws -> TestSite {
        var site = Site()
        site.mount(Desk(), at: "/desk")
        return try TestSite(site, over: transport)
    }

    @Test(arguments: Transport.allCases)
    func `The address of a query at the program's base has no slash before the query`(transport: Transport) async throws
    {
        let visitor = Visitor(try site(transport), with: .browser)
        try await visitor.post("/desk", "message=turn")
        #expect(visitor.reply["Location"] == "/desk?page=2#top")
    }

    @Test(arguments: Transport.allCases)
    func `Without script a download is a redirect to the file`(transport: Transport) async throws {
        let visitor = Visitor(try site(transport), with: .browser)
        try await visitor.post("/desk", "message=export")
        #expect(visitor.reply.status == 303)
        let address = try #require(visitor.reply["Location"])
        try await visitor.get(address)
        #expect(visitor.reply.status == 200)
        #expect(visitor.text == "a;b\n")
        #expect(visitor.reply["Content-Type"] == "text/csv; charset=utf-8")
        #expect(
            visitor.reply["Content-Disposition"]
                == #"attachment; filename="t_te _ t_te.csv"; filename*=UTF-8''t%C3%AAte%20%C3%A0%20t%C3%AAte.csv"#
        )
        try await visitor.get(String(address.dropLast()) + (address.hasSuffix("0") ? "1" : "0"))
        #expect(visitor.reply.status == 404)
    }

    @Test func `The name of a download is also one that a form can have, whatever it is`() throws {
        #expect(
            DownloadRoute.disposition("a\r\n\"b\\c%2F/é\u{301}.txt").hasPrefix(
                #"attachment; filename="a__b_c_2F__.txt"; "#
            )
        )
        var random = SeededGenerator(seed: 3)
        let characters = Array("aZ09.-_ \"\\%/;'*=&é漢😀\u{301}\u{7F}")
        for _ in 0..<500 {
            let name = String((0..<12).map { _ in characters.randomElement(using: &random) ?? "a" })
            let value = DownloadRoute.disposition(name).replacing("attachment", with: "form-data; name=f")
            var reader = FormDataReader(encoding: .multipart(boundary: [0x58]), sink: Nowhere())
            try reader.push(Array("--X\r\nContent-Disposition: \(value)\r\n\r\n\r\n--X--".utf8))
            let file = try #require(try reader.finish()["f"]?.file)
            // What no name in a form has is read as the plain one.
            let plain = name.map {
                $0.asciiValue.map { $0 >= 0x20 && $0 < 0x7F && !"\"%/\\".utf8.contains($0) } == true ? $0 : "_"
            }
            #expect(file.filename == (name.utf8.contains(0x7F) ? String(plain) : name))
        }
    }

    private struct Nowhere: FileSink {
        func open(filename: String, contentType: String) {}
        func write(_ bytes: [UInt8]) {}
        func close() -> String { "" }
        func abandon() {}
    }

    @Test func `A live page gets the file's address and name`() async throws {
        let page = try await TestPage(Visitor(try site(.inProcess)), at: "/desk")
        try await page.click("export")
        let command = try #require(page.patch.commands.first)
        #expect(command.first == "download")
        #expect(command.last == "tête à tête.csv")
    }

    @Test func `Without script, a page with a refresh leads to another site, since a form may not be redirected there`()
        async throws
    {
        let visitor = Visitor(try site(.inProcess), with: .browser)
        try await visitor.post("/desk", "message=leave")
        #expect(visitor.reply.status == 200)
        #expect(visitor.text.contains("http-equiv=\"refresh\" content=\"0; url=https://example.org/a?b=1&amp;c=2\""))
        #expect(visitor.text.contains("<a href=\"https://example.org/a?b=1&amp;c=2\">"))
    }

    @Test func `An invalid address is not left for`() async throws {
        let visitor = Visitor(try site(.inProcess), with: .browser)
        try await visitor.post("/desk", "message=leaveBadly")
        #expect(visitor.reply.status == 303)
        #expect(visitor.reply["Location"] == "/desk")
    }
}
