import Elmwood
import ElmwoodTestSupport
import Testing

/// A program that throws, with a page for one of its errors.
private struct Overdraft: Program {
    struct Model: Codable, Equatable, Sendable {
        var count = 0
        var isBroken = false
    }
    enum Message: Codable, Equatable, Sendable { case add, overdraw, fail, gone, breakView }
    struct Overdrawn: Error { let secret = "4711" }
    struct Broken: Error { let secret = "0815" }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        model.count += 1
        switch message {
        case .add: break
        case .overdraw: throw Overdrawn()
        case .fail: throw Broken()
        case .gone: throw NotFound()
        case .breakView: model.isBroken = true
        }
        return .none
    }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        if model.isBroken { throw Overdrawn() }
        return Document("Account") {
            output { "\(model.count)" }
            for message in [Message.add, .overdraw, .fail, .gone, .breakView] { button("\(message)", message) }
        }
    }

    func view(_ error: any Error, on page: Page) -> Document<Message>? {
        guard error is Overdrawn else { return nil }
        return Document("Overdrawn") { h1 { "Overdrawn <&>" } }
    }
}

/// The answers to a live page if the program throws.
@Suite struct LiveFailureTests {
    private func page() async throws -> (Visitor, TestPage) {
        var site = Site()
        site.mount(Overdraft(), at: "/account")
        let visitor = Visitor(try TestSite(site, over: .inProcess))
        return (visitor, try await TestPage(visitor, at: "/account"))
    }

    /// Returns the markup of the failure, in an element that no patch touches.
    private func shown(_ patch: LivePatch) -> String? {
        guard let element = patch.more["f"] as? [Any], element.count == 3, element[0] as? String == "div",
            let attributes = element[1] as? [String: String], attributes["data-elmwood"] == "",
            attributes["role"] == "alert"
        else { return nil }
        return (element[2] as? [String: String])?["h"]
    }

    @Test(arguments: ["overdraw", "breakView"])
    func `The program's page for the error is in the answer, and nothing else changes`(message: String) async throws {
        let (visitor, page) = try await page()
        try await page.click("add")
        let revision = page.revision
        let patch = try await page.click(message)
        #expect(try #require(shown(patch)).hasPrefix("<h1>Overdrawn &lt;&amp;&gt;</h1>"))
        #expect(page.revision == revision)
        #expect(!visitor.text.contains("4711"))
        #expect(try await page.click("add").more["f"] == nil)
    }

    @Test func `A default sentence is in the answer if the program has no page for the error`() async throws {
        let (visitor, page) = try await page()
        let patch = try await page.click("fail")
        #expect(try #require(shown(patch)).hasPrefix("<p>Something went wrong here. Nothing of it was applied"))
        #expect(!visitor.text.contains("0815"))
        #expect(try #require(shown(try await page.click("gone"))).hasPrefix("<p>There is nothing at this address.</p>"))
    }

    @Test func `If several events fail the last failure is shown, even if a later event succeeds`() async throws {
        let (_, page) = try await page()
        let patch = try await page.click("fail", "overdraw", "add")
        #expect(try #require(shown(patch)).hasPrefix("<h1>Overdrawn"))
        #expect((patch.more["e"] as? [Any])?.count == 2)
    }

    @Test func `A lost answer is repeated with its failure`() async throws {
        let (_, page) = try await page()
        try await page.click("add")
        let revision = page.revision
        try await page.click("overdraw")
        let patch = try await page.repeat(showing: revision)
        #expect(try #require(shown(patch)).hasPrefix("<h1>Overdrawn"))
    }
}
