import Elmwood
import ElmwoodTestSupport
import Testing

@testable import ElmwoodExamplePrograms

/// The registration form, for a browser without script, curl and a live page.
@Suite struct RegistrationTests {
    private func site(over transport: Transport) throws -> TestSite {
        var site = Site()
        site.mount(Registration(), at: "/registration")
        site.sessionLimits.effectWait = .seconds(50)
        return try TestSite(site, over: transport)
    }

    private let good = [
        ("name", "Ada Lovelace"), ("email", "ada@example.org"), ("password", "correct horse 1"),
        ("birthday", "1815-12-10"), ("country", "United Kingdom"), ("news", "on"),
    ]

    /// Returns the fields of a registration as a body, with some of them changed.
    private func body(_ changes: [String: String] = [:]) -> String {
        let born = ["birthday": "1915-12-10"].merging(changes) { $1 }
        let fields = good.map { ($0, born[$0] ?? $1) }.filter { !$1.isEmpty || $0 != "news" }
        return (["form=registration"] + fields.map { "\($0)=\(LivePageScript.escaped($1))" }).joined(separator: "&")
    }

    @Test(arguments: Transport.allCases)
    func `A complete registration is confirmed, and no page contains the password`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport))
        try await visitor.post("/registration", body())
        #expect(visitor.reply.status == 200)
        #expect(visitor.text.contains("Thank you, Ada Lovelace"))
        #expect(visitor.text.contains("<dd>United Kingdom</dd>"))
        #expect(visitor.text.contains("<dd>Yes</dd>"))
        #expect(visitor.text.contains(">None</dd>"))
        #expect(!visitor.text.contains("correct horse"))
        try await visitor.post("/registration", "message=anotherWanted")
        #expect(visitor.text.contains("data-form=\"registration\""))
        #expect(!visitor.text.contains("Ada"))
    }

    @Test(arguments: Transport.allCases)
    func `The server enforces each rule too`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport))
        let wrong: KeyValuePairs = [
            "name": "", "email": "ada", "password": "short1", "birthday": "1815-12-10", "country": "Atlantis",
        ]
        for (field, value) in wrong {
            try await visitor.post("/registration", body([field: value]))
            #expect([409, 422].contains(visitor.reply.status), "\(field)")
            #expect(visitor.text.contains(field), "\(field): \(visitor.text)")
        }
        try await visitor.post("/registration", body(["password": "no digit in it"]))
        #expect(visitor.reply.status == 422)
        try await visitor.post("/registration", "message=pictureRecognized(png)")
        #expect(visitor.reply.status == 409)
    }

    @Test(arguments: Transport.allCases)
    func `If something is invalid the answer contains all input except the password`(transport: Transport) async throws
    {
        let visitor = Visitor(try site(over: transport), with: .browser)
        try await visitor.post("/registration", body(["email": "ada"]))
        #expect(visitor.reply.status == 422)
        #expect(visitor.text.contains("id=\"email-problem\""))
        #expect(visitor.text.contains("value=\"Ada Lovelace\""))
        #expect(visitor.text.contains("value=\"ada\""))
        #expect(visitor.text.contains("<option selected value=\"United Kingdom\">"))
        #expect(!visitor.text.contains("correct horse"))
        // The problem is shown once, beside its field.
        #expect(visitor.text.matches(of: /role="alert"/).count == 1)
    }

    @Test func `A picture's kind is recognized by its first bytes, and shown with its size`() async throws {
        let visitor = Visitor(try site(over: .socket))
        try await send("PNG\r\n and more", named: "cat.png", type: "image/png", with: visitor)
        // The first byte of a real PNG is no valid text, so this is not one.
        #expect(visitor.text.contains("A file of a kind that is not known here, 14 bytes"))
        try await visitor.post("/registration", "message=anotherWanted")
        try await send("GIF89a, or so it says", named: "cat.png", type: "image/png", with: visitor)
        #expect(visitor.text.contains("A GIF, 21 bytes"))
        #expect(!visitor.text.contains("or so it says"))
        try await visitor.post("/registration", "message=anotherWanted")
        try await send("%PDF", named: "cat.pdf", type: "application/pdf", with: visitor)
        #expect(visitor.reply.status == 422)
    }

    private func send(_ content: String, named name: String, type: String, with visitor: Visitor) async throws {
        let boundary = "------------------------d74496d66958873e"
        let texts = [("form", "registration")] + good.map { $0 == "birthday" ? ($0, "1915-12-10") : ($0, $1) }
        let parts =
            texts.map { "Content-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n" } + [
                "Content-Disposition: form-data; name=\"picture\"; filename=\"\(name)\"\r\n"
                    + "Content-Type: \(type)\r\n\r\n\(content)\r\n"
            ]
        let body = parts.map { "--\(boundary)\r\n\($0)" }.joined() + "--\(boundary)--\r\n"
        let type = (name: "Content-Type", value: "multipart/form-data; boundary=\(boundary)")
        try await visitor.post("/registration", body, headers: [type])
    }

    @Test(arguments: Transport.allCases)
    func `A live page shows each field's problem while the form is filled in`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport))
        let page = try await TestPage(visitor, at: "/registration")
        func type(_ text: String, into field: String) async throws {
            try await page.act(("form-input 1 registration\n\(field)", [(field, text)]))
        }
        try await type("ada", into: "email")
        #expect(page.patch.problems?.count == 1)
        #expect(page.patch.content.contains("email-problem"))
        try await type("12345", into: "password")
        #expect(page.patch.problems?.count == 2)
        try await type("Ada", into: "name")
        #expect(page.patch.problems == nil)
        try await type("ada@example.org", into: "email")
        #expect(page.patch.problems?.count == 1)
        try await type("1234567890", into: "password")
        #expect(page.patch.problems == [])
        // A page that is loaded again contains the input so far.
        try await visitor.get("/registration")
        #expect(visitor.text.contains("value=\"ada@example.org\""))
        #expect(!visitor.text.contains("1234567890"))
    }
}
