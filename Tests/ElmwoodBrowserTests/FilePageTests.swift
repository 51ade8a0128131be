import Elmwood
import ElmwoodTestSupport
import Foundation
import Testing

/// A form with a photo, a single file, and a counter beside them.
private struct Album: Program {
    struct Model: Codable, Equatable, Sendable {
        var titles: [String] = []
        var count = 0
    }

    struct Photo: Codable, Equatable, Sendable {
        var title: String
        var photo: UploadedFile
    }

    enum Message: Codable, Equatable, Sendable {
        case add(Photo)
        case pick(UploadedFile)
        case count
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .add(let photo): model.titles.append(photo.title)
        case .pick(let file): model.titles.append(file.filename)
        case .count: model.count += 1
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Album") {
            form("photo", .onSubmit(Message.add)) {
                input(.id("title"), .name("title"), .required)
                input(.id("photo"), .name("photo"), .type(.file), .required, .fileSize(upTo: 5_500_000))
                if let problem = page.problem(in: "photo") { p(.id("problem")) { problem } }
                progress(.id("progress"), .uploadProgress)
                button(.id("send")) { "Send" }
            }
            input(.id("lone"), .name("lone"), .type(.file), .onChange(Message.pick))
            button(.id("count"), .onClick(.count)) { "\(model.count)" }
            form(.action("/upload"), .method(.post), .enctype(.multipart)) {
                input(.id("large"), .name("large"), .type(.file))
                button(.id("upload")) { "Upload" }
            }
            p(.id("titles")) { model.titles.joined(separator: " ") }
        }
    }
}

/// Files that are too large, and uploads that fail.
@Suite struct FilePageTests {
    private static let sentence = "Please choose a file of at most 5.5 MB."

    private func file(of size: Int, in folder: TemporaryFolder) throws -> String {
        let path = "\(folder.path)/\(size)"
        try Data(count: size).write(to: URL(filePath: path))
        return path
    }

    @Test func `A page says that a file is too large before it sends it, and sends again what does not get through`()
        async throws
    {
        let folder = TemporaryFolder()
        let gate = Gate()
        defer { gate.open() }
        try await withLiveSite(Album()) { browser, site in
            func value(_ expression: String) async throws -> String {
                try await browser.evaluate("return " + expression)
            }
            let bar = "document.querySelector('#progress').position"
            func complaint(_ field: String) async throws -> String {
                try await value("document.querySelector('\(field)').validationMessage")
            }
            try await browser.type("Sea", into: "#title")
            try await browser.type(file(of: 5_500_001, in: folder), into: "#photo")
            try await browser.click("#send")
            try await browser.type(file(of: 10_000_001, in: folder), into: "#lone")
            #expect(try await complaint("#photo") == Self.sentence)
            #expect(try await complaint("#lone") == "Please choose a file of at most 10 MB.")
            #expect(try await value(bar) == "0")
            #expect(site.proxy.requests.filter(\.isPost).isEmpty)
            // The network dies. Twenty seconds are half of one here, until it is back.
            try await browser.type(file(of: 5_500_000, in: folder), into: "#photo")
            #expect(try await complaint("#photo") == "")
            _ = try await browser.evaluate(
                "const f = setTimeout; window.isDead = true;"
                    + "window.setTimeout = (work, time) => f(work, isDead && time == 20000 ? 500 : time)"
            )
            site.proxy.holdBodies(gate)
            try await browser.click("#send")
            try await browser.click("#count")
            try await browser.wait(until: "the page says so") { try $0.exists(".elmwood-offline") }
            #expect(try await browser.attribute("aria-busy", of: "#count") == "true")
            #expect(try await browser.value("#title") == "Sea")
            _ = try await browser.evaluate("window.isDead = false")
            site.proxy.releaseBodies()
            try await browser.wait(for: "1", in: "#count")
            #expect(try await browser.text("#titles") == "Sea")
            #expect(try await browser.value("#title") == "")
            #expect(try await value(bar) == "0")
            // Something before the server permits less than the site does.
            site.proxy.decide { $0.isPost ? .answer(status: 413) : .none }
            try await browser.type("Land", into: "#title")
            try await browser.type(file(of: 5_500_000, in: folder), into: "#photo")
            try await browser.click("#send")
            try await browser.wait(until: "the refusal is told") { try $0.text("#elmwood-failure").contains("(413)") }
            #expect(try await browser.value("#title") == "Land")
            #expect(try await value("document.querySelector('#photo').files.length") == "1")
        }
    }

    @Test func `Without script, the page is shown again with the sentence beside the field and what was typed`()
        async throws
    {
        let folder = TemporaryFolder()
        try await withLiveSite(Album(), script: .off) { browser, _ in
            try await browser.type("Sea", into: "#title")
            // More than the field and the site allow.
            try await browser.type(file(of: 10_000_001, in: folder), into: "#photo")
            try await browser.click("#send")
            try await browser.wait(for: Self.sentence, in: "#problem")
            #expect(try await browser.value("#title") == "Sea")
            #expect(try await browser.attribute("aria-invalid", of: "#photo") == "true")
        }
    }

    @Test func `A browser shows the answer to a body that is refused before it arrives`() async throws {
        let folder = TemporaryFolder()
        var site = Site()
        site.mount(Album(), at: ServedSite.path)
        site.post("/upload", body: .file(upTo: 1_000)) { _ in .text("taken") }
        try await withSite(site) { browser, _ in
            try await browser.type(file(of: 60_000_000, in: folder), into: "#large")
            try await browser.click("#upload")
            try await browser.wait(until: "the refusal is shown") {
                try $0.source.contains("large") && !$0.exists("#large")
            }
        }
    }
}
