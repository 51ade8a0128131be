import Elmwood
import ElmwoodAccounts
import ElmwoodHTTPServer
import ElmwoodSQL
import ElmwoodTestSupport
import Foundation
import Synchronization
import Testing

@testable import ElmwoodConduitExample

/// Conduit for a browser: a site with two people, Ada and Ben, and articles of Ada.
final class ServedConduit: Sendable {
    static let password = "correct horse battery"

    let store = Store(Database(.sqlite(":memory:")), hasher: PasswordHasher(cost: .leastForTests))
    private let lines = Mutex<[String]>([])

    /// The lines of the log.
    var log: [String] { lines.withLock { $0 } }

    /// Makes the people and some articles.
    func fill(articles: Int = 1) async throws {
        try await store.migrate()
        let ada = try await store.register(fields("ada"))
        _ = try await store.register(fields("ben"))
        for number in 1...articles {
            let tags = ["dragons", String(repeating: "donaudampfschiff", count: 2)]
            let title = number == 1 ? "How to Train" : "\(String(repeating: "Donaudampfschiff", count: 6)) \(number)"
            let article = ArticleFields(
                title: title,
                description: "About",
                body: "## Very\n\n- **careful**",
                tagList: tags
            )
            _ = try await store.publish(article, by: Member(id: ada))
        }
    }

    private func fields(_ name: String) -> AccountFields {
        AccountFields(username: name, email: "\(name)@example.org", password: Self.password)
    }

    /// Runs a test with a browser and the address of the served site.
    func serve(
        script: Browser.Script,
        _ change: (inout Settings) -> Void = { _ in },
        _ test: (Browser, _ address: String) async throws -> Void
    ) async throws {
        let site = Conduit.site(store, key: SealingKey())
        var settings = Settings()
        settings.port = 0
        settings.publicFolder = String(#filePath.split(separator: "Tests/", maxSplits: 1)[0]) + "Public"
        settings.data = FileManager.default.temporaryDirectory.path + "/conduit-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: settings.data, withIntermediateDirectories: true)
        change(&settings)
        let log = Log(level: .debug) { _, line in self.lines.withLock { $0.append(line) } }
        let server = try site.start(settings, log: log)
        let folder = settings.data
        do {
            try await withBrowser(script: script) { try await test($0, "http://127.0.0.1:\(server.port)") }
        } catch {
            await stop(server, folder)
            throw error
        }
        await stop(server, folder)
    }

    /// Stops the server on a thread of its own, since that blocks, and removes its data folder.
    private func stop(_ server: RunningServer, _ folder: String) async {
        await withCheckedContinuation { continuation in
            onThread {
                server.stop(within: .seconds(2))
                try? FileManager.default.removeItem(atPath: folder)
                continuation.resume()
            }
        }
    }

    static func signIn(_ name: String, _ browser: Browser, at address: String, password: String = password) async throws
    {
        try await browser.open(address + "/login")
        try await browser.fill("[name=email]", with: "\(name)@example.org")
        try await browser.fill("[name=password]", with: password)
        try await browser.click("main .btn-primary")
    }
}

/// Conduit in a browser.
@Suite struct ConduitBrowserTests {
    @Test func `A comment by one visitor appears at once at another, and goes when it is deleted`() async throws {
        let conduit = ServedConduit()
        try await conduit.fill()
        try await conduit.serve(script: .on) { browser, address in
            // Another name of this machine has other cookies, so it is another visitor.
            let reader = address.replacing("127.0.0.1", with: "localhost")
            let readersTab = try await browser.tab
            try await browser.open(reader + "/article/how-to-train")
            #expect(try await browser.count(".card") == 0)
            let writersTab = try await browser.openTab()
            try await ServedConduit.signIn("ben", browser, at: address)
            try await browser.wait(for: "ben", in: ".nav-item:last-child")
            try await browser.open(address + "/article/how-to-train")
            try await browser.fill("[name=body]", with: "I *like* it.")
            try await browser.click(".comment-form button")
            try await browser.wait(for: "like", in: ".card-block em")
            #expect(try await browser.value("[name=body]") == "")
            // The page was not loaded again: its script has brought the comment.
            try await browser.switchTab(to: readersTab)
            try await browser.wait(for: "like", in: ".card-block em")
            #expect(try await browser.count(".mod-options") == 0)
            try await browser.switchTab(to: writersTab)
            try await browser.click(".mod-options button")
            try await browser.wait(until: "it has gone") { try !$0.exists(".mod-options") }
            try await browser.switchTab(to: readersTab)
            try await browser.wait(until: "it has gone here too") { try !$0.exists(".card") }
            #expect(try await browser.log() == [])
        }
    }

    @Test(arguments: [Browser.Script.on, .off])
    func `A password is in no history, no log and no stored session, right or wrong`(script: Browser.Script)
        async throws
    {
        let conduit = ServedConduit()
        try await conduit.fill()
        let folder = Mutex("")
        func change(_ settings: inout Settings) {
            settings.history = true
            settings.accessLog = true
            settings.sessions = .sqlite
            folder.withLock { $0 = settings.data }
        }
        try await conduit.serve(script: script, change) { browser, address in
            let secrets = ["wrong guess of mine", ServedConduit.password, "another long one", "$argon2"]
            try await ServedConduit.signIn("ada", browser, at: address, password: secrets[0])
            try await browser.wait(for: "email or password is invalid", in: ".error-messages")
            try await ServedConduit.signIn("ada", browser, at: address)
            try await browser.wait(for: "ada", in: ".nav-item:last-child")
            try await browser.open(address + "/settings")
            try await browser.fill("[name=password]", with: secrets[2])
            try await browser.click("main .btn-primary")
            try await browser.wait(for: "ada", in: ".user-info h1")
            for path in ["/", "/settings", "/elmwood/history/"] {
                try await browser.open(address + path)
                let page = try await browser.evaluate("return document.documentElement.outerHTML")
                for secret in secrets { #expect(!page.contains(secret), "\(path)") }
            }
            // It does have the messages.
            let text = try await browser.evaluate("return document.body.innerText")
            #expect(text.contains("enter(") && text.contains("save("))
            #expect(!conduit.log.isEmpty)
            for secret in secrets { #expect(!conduit.log.contains { $0.contains(secret) }) }
            let data = folder.withLock { $0 }
            let files = try FileManager.default.subpathsOfDirectory(atPath: data).compactMap {
                FileManager.default.contents(atPath: "\(data)/\($0)")
            }
            #expect(files.contains { $0.range(of: Data("ada@example.org".utf8)) != nil })
            for secret in secrets { #expect(!files.contains { $0.range(of: Data(secret.utf8)) != nil }) }
        }
    }
}
