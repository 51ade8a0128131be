import ElmwoodDevelopment
import ElmwoodHTTPServer
import ElmwoodTestSupport
import Foundation
import Testing

@testable import Elmwood

private struct Plain: Program {
    struct Model: Codable, Equatable, Sendable {}
    enum Message: Codable, Equatable, Sendable { case nothing }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }
    func update(_ model: inout Model, on message: Message) -> Command<Self> { .none }
    func view(_ model: Model, on page: Page) -> Document<Message> { Document("Plain") { p { "Plain" } } }
}

/// A program with a form that has no control for a property of its message.
private struct Unfitting: Program {
    struct Model: Codable, Equatable, Sendable {}
    struct Entry: Codable, Equatable, Sendable { var surname: String }
    enum Message: Codable, Equatable, Sendable { case add(Entry) }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }
    func update(_ model: inout Model, on message: Message) throws -> Command<Self> { throw CancellationError() }
    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Unfitting") {
            form("person", .onSubmit(Message.add)) {
                input(.name(page.path == "/right" ? "surname" : "sirname"))
                button { "Add" }
            }
        }
    }
}

@Suite struct DevelopmentTests {
    private func site(isInDevelopment: Bool) throws -> TestSite {
        var site = Site()
        site.mount(Plain(), at: "/page")
        site.mount(Unfitting(), at: "/form")
        return try TestSite(site, over: .inProcess) { settings in
            if isInDevelopment { settings.development = settings.data }
        }
    }

    private func page(_ site: TestSite, at path: String = "/page") async throws -> String {
        try await site.send("GET", path, headers: [(name: "Accept", value: "text/html")]).text
    }

    @Test func `Otherwise a site has nothing of it`() async throws {
        let site = try site(isInDevelopment: false)
        #expect(try await !page(site).contains("development"))
        for path in [DevelopmentAddress.page, DevelopmentAddress.script, DevelopmentAddress.events] {
            #expect(try await site.send("GET", path).status == 404)
        }
        #expect(try await site.send("POST", DevelopmentAddress.end, body: "").status == 404)
    }

    @Test func `Each page has the script, one about an error too`() async throws {
        let site = try site(isInDevelopment: true)
        for path in ["/page", "/none"] {
            #expect(try await page(site, at: path).contains("src=\"\(DevelopmentAddress.script)?process="))
        }
        for path in [DevelopmentAddress.script, DevelopmentAddress.pageStyle, DevelopmentAddress.noticeStyle] {
            #expect(try await site.send("GET", path).status == 200)
        }
        #expect(try await page(site, at: DevelopmentAddress.page).contains("There is nothing to report."))
    }

    @Test func `A page that listens is told of the files that have changed since it was loaded`() async throws {
        let folder = TemporaryFolder()
        try write("a", to: folder)
        let assets = Assets(StaticFiles(folder: folder.path))
        let former = assets.address(of: "/style.css")
        let channel = try DevelopmentChannel(folder: folder.path, assets: assets)
        #expect(await addresses(toldBy: channel) == nil)
        try write("b", to: folder)
        await eventually("the change is noticed") { await addresses(toldBy: channel) != nil }
        let told = await addresses(toldBy: channel)
        #expect(told == assets.address(of: "/style.css") && told != former)
    }

    private func write(_ text: String, to folder: TemporaryFolder) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/style.css"))
    }

    /// The addresses in the first events for a page.
    private func addresses(toldBy channel: DevelopmentChannel) async -> String? {
        for await event in channel.events() {
            if event.event == "addresses" { return event.data }
            // The last of them.
            if event.event == "notice" { break }
        }
        return nil
    }

    @Test func `What a compiler says is shown as text`() async throws {
        let site = try site(isInDevelopment: true)
        let problem = BuildProblem(message: "cannot convert 'Html<Int>'", excerpt: ["1 | <script>alert(1)</script>"])
        try BuildReport(number: 1, phase: .failed, problems: [problem]).write(to: site.folder)
        await eventually("the site has read the report") {
            (try? await page(site, at: DevelopmentAddress.page))?.contains("The build has an error.") == true
        }
        let text = try await page(site, at: DevelopmentAddress.page)
        #expect(text.contains("&lt;script") && !text.contains("<script>alert"))
    }

    @Test func `A form that does not fit its message is reported, and what an update throws`() async throws {
        let site = try site(isInDevelopment: true)
        func post(_ body: String, to path: String) async throws -> Int {
            try await site.send(
                "POST",
                path,
                headers: [(name: "Content-Type", value: "application/x-www-form-urlencoded")],
                body: body
            ).status
        }
        #expect(try await post("form=person&sirname=Grace", to: "/form") == 422)
        #expect(try await page(site, at: DevelopmentAddress.page).contains("needs a control named “surname”"))
        #expect(try await post("form=person&surname=Grace&token=1", to: "/form/right") == 409)
        #expect(try await page(site, at: DevelopmentAddress.page).contains("sent with a field “token”"))
        #expect(try await post("form=person&surname=Grace", to: "/form/right") == 500)
        #expect(try await page(site, at: DevelopmentAddress.page).contains("the update on add failed"))
    }

    @Test func `Only a page of the site can end a session`() async throws {
        let site = try site(isInDevelopment: true)
        let reply = try await site.send(
            "POST",
            DevelopmentAddress.end,
            headers: [(name: "Content-Type", value: "application/x-www-form-urlencoded")],
            body: ""
        )
        #expect(reply.status == 303 && reply.cookie("elmwood")?.isEmpty == true)
        let foreign = try await site.send(
            "POST",
            DevelopmentAddress.end,
            headers: [
                (name: "Content-Type", value: "application/x-www-form-urlencoded"),
                (name: "Sec-Fetch-Site", value: "cross-site"),
            ],
            body: ""
        )
        #expect(foreign.status == 403)
    }

    @Test func `Development is refused where others can reach the site`() throws {
        let error = #expect(throws: SettingsError.self) {
            try Settings(environment: ["ELMWOOD_DEVELOPMENT": "/tmp", "HOST": "0.0.0.0"]).checkHistory()
        }
        #expect(error?.description.hasPrefix("ELMWOOD_DEVELOPMENT is on, but") == true)
        try Settings(environment: ["ELMWOOD_DEVELOPMENT": "", "HOST": "0.0.0.0"]).checkHistory()
    }
}
