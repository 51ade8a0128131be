import Elmwood
import ElmwoodDevelopment
import ElmwoodHTTPServer
import ElmwoodHistory
import ElmwoodTestSupport
import Foundation
import Synchronization
import Testing

/// A program in development: its title is what changes from one version to the next.
struct Developed<Count: Codable & Equatable & Sendable>: Program {
    struct Model: Codable, Equatable, Sendable {
        var count: Count
        var note = ""
    }

    enum Message: Codable, Equatable, Sendable { case write(String) }

    let title: String
    let count: Count

    func start(_ visit: Visit) -> Start<Self> { Start(Model(count: count)) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .write(let note): model.note = note
        }
        return .none
    }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        if page.path == "/missing" { throw NotFound() }
        return Document(title, head: { link(.rel("stylesheet"), .href(page.asset("/style.css"))) }) {
            h1 { title }
            output { "\(model.count)" }
            p { model.note }
            input(.id("note"), .name("note"), .ariaLabel("Note"), .value(model.note), .onChange(Message.write))
            button(.form(PageForm.id)) { "Save" }
        }
    }
}

/// A site whose versions follow one another, as under `elmwood dev`.
final class DevelopedSite: Sendable {
    private let folder = TemporaryFolder()
    private let port: ReservedPort
    private let running = Mutex<RunningServer?>(nil)
    private let number = Mutex(0)

    private let hasHistory: Bool

    /// - Parameter hasHistory: whether pages have their history, and thereby a stream, which this program does not need.
    init(hasHistory: Bool = true) throws {
        self.hasHistory = hasHistory
        port = try ReservedPort()
        for name in ["data", "public", "reports"] {
            try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
        }
        try write("h1 { color: rgb(1, 2, 3) }", to: "style.css")
    }

    private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    func address(_ path: String = "/") -> String { "http://127.0.0.1:\(port.number)\(path)" }

    func write(_ text: String, to file: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path("public/\(file)")))
    }

    func report(_ phase: BuildReport.Phase, _ problems: [BuildProblem] = [], fault: ProcessFault? = nil) throws {
        let number = number.withLock { number in
            number += 1
            return number
        }
        try BuildReport(number: number, phase: phase, problems: problems, fault: fault).write(to: path("reports"))
    }

    /// Ends the version that runs, and serves the next one.
    func serve(_ program: some Program) async throws {
        await stop()
        var site = Site()
        site.mount(program, at: "/")
        site.use(.history)
        var settings = Settings()
        settings.port = UInt16(port.number)
        settings.data = path("data")
        settings.publicFolder = path("public")
        settings.sessions = .sqlite
        settings.history = hasHistory
        settings.development = path("reports")
        let server = try again { try site.start(settings, log: Log(level: .none)) }
        running.withLock { $0 = server }
    }

    func stop() async {
        await withCheckedContinuation { continuation in
            onThread { [self] in
                running.withLock { $0.take()?.stop(within: .seconds(1)) }
                continuation.resume()
            }
        }
    }
}

/// What a browser shows of a site in development.
@Suite struct DevelopmentPageTests {
    static let problem = BuildProblem(
        file: "Sources/Shop/Counter.swift",
        line: 18,
        column: 35,
        message: "cannot find 'modl' in scope",
        excerpt: ["18 | modl.count += 1", "   | `- error: cannot find 'modl' in scope"]
    )

    func withSite(
        script: Browser.Script = .on,
        hasHistory: Bool = true,
        _ test: (Browser, DevelopedSite) async throws -> Void
    ) async throws {
        let site = try DevelopedSite(hasHistory: hasHistory)
        try await site.serve(Developed(title: "First", count: 7))
        do {
            try await withBrowser(script: script) { browser in
                try await browser.open(site.address())
                try await test(browser, site)
            }
        } catch {
            await site.stop()
            throw error
        }
        await site.stop()
    }

    @Test(arguments: [true, false])
    func `The next version is shown, with a stream and without, and what is typed and the focus remain`(
        hasStream: Bool
    ) async throws {
        try await withSite(hasHistory: hasStream) { browser, site in
            try await browser.fill("#note", with: "saved")
            try await browser.press(.enter)
            try await browser.wait(for: "saved", in: "p")
            try await browser.type(" and half typ", into: "#note")
            try await site.serve(Developed(title: "Second", count: 0))
            try await browser.wait(for: "Second", in: "h1")
            #expect(try await browser.text("output") == "7")
            #expect(try await browser.text("p") == "saved")
            #expect(try await browser.value("#note") == "saved and half typ")
            #expect(try await browser.focused == "input#note")
        }
    }

    @Test func `The errors of a build are over the page until they are mended or closed`() async throws {
        try await withSite { browser, site in
            try await browser.type("half typ", into: "#note")
            try site.report(.failed, [Self.problem])
            try await browser.wait(until: "the errors are shown") { try $0.exists("#elmwood-notice") }
            #expect(try await browser.focused == "input#note")
            try await browser.enterFrame("#elmwood-notice iframe")
            try await browser.wait(for: "cannot find 'modl' in scope", in: "h2")
            #expect(try await browser.text("code") == "Sources/Shop/Counter.swift:18")
            try await browser.leaveFrame()
            try site.report(.succeeded)
            try await browser.wait(until: "they are gone") { try !$0.exists("#elmwood-notice") }
            try site.report(.failed, [Self.problem])
            try await browser.wait(until: "they are shown again") { try $0.exists("#elmwood-notice") }
            try await browser.click("#elmwood-notice > button")
            #expect(try await !browser.exists("#elmwood-notice"))
            try site.report(.failed, [Self.problem, Self.problem])
            try await browser.wait(until: "the next errors are shown") { try $0.exists("#elmwood-notice") }
            try await browser.press(.escape)
            #expect(try await !browser.exists("#elmwood-notice"))
            #expect(try await browser.value("#note") == "half typ")
        }
    }

    @Test func `A fault is shown with its line, and another session can be begun`() async throws {
        try await withSite { browser, site in
            try await browser.fill("#note", with: "saved")
            try await browser.press(.enter)
            try await browser.wait(for: "saved", in: "p")
            try site.report(
                .succeeded,
                fault: ProcessFault(message: "Index out of range", file: "Sources/A.swift", line: 3)
            )
            try await browser.wait(until: "it is said") { try $0.exists("#elmwood-notice") }
            try await browser.enterFrame("#elmwood-notice iframe")
            try await browser.wait(for: "Index out of range", in: "h2")
            #expect(try await browser.text("code") == "Sources/A.swift:3")
            try await browser.click("button")
            // The page with the frame has been replaced.
            try await browser.switchTab(to: try #require(await browser.tabs.first))
            try await browser.wait(until: "the session is another") { try $0.value("#note").isEmpty }
        }
    }

    @Test func `Without script the errors are above the page, and can be closed`() async throws {
        try await withSite(script: .off) { browser, site in
            #expect(try await !browser.exists("#elmwood-notice"))
            try site.report(.failed, [Self.problem])
            try await eventually("the next page has them") {
                try await browser.refresh()
                return try await browser.exists("#elmwood-notice")
            }
            try await browser.enterFrame("#elmwood-notice iframe")
            #expect(try await browser.text("h2") == "cannot find 'modl' in scope")
            try await browser.leaveFrame()
            try await browser.click("#elmwood-notice summary")
            #expect(try await !browser.isShown("#elmwood-notice iframe"))
            #expect(try await browser.text("h1") == "First")
        }
    }
}
