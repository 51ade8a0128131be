import Elmwood
import ElmwoodTestSupport
import Foundation
import Testing

/// A form whose films are uploaded in pieces, and a counter beside it.
private struct Cinema: Program {
    struct Model: Codable, Equatable, Sendable {
        var films: [String] = []
        var count = 0
        var arrived = UploadProgress(loaded: 0, total: 0)
    }

    struct Film: Codable, Equatable, Sendable {
        var title: String
        var film: [UploadedFile]
    }

    enum Message: Codable, Equatable, Sendable {
        case add(Film)
        case arriving(UploadProgress)
        case count
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .add(let film): model.films += film.film.map { "\(film.title): \($0.size)" }
        case .arriving(let progress): model.arrived = progress
        case .count: model.count += 1
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Cinema") {
            form("film", .onSubmit(Message.add)) {
                input(.id("title"), .name("title"), .required)
                input(
                    .id("film"),
                    .name("film"),
                    .type(.file),
                    .multiple,
                    .required,
                    .accept(".bin,.png"),
                    .upload(upTo: 20_000_000, most: 2),
                    .onUploadProgress("film", otherwise: .needsScript) { (progress: UploadProgress) in
                        Message.arriving(progress)
                    }
                )
                img(.id("preview"), .uploadPreview(of: "film"), .alt("Preview"))
                progress(.id("progress"), .uploadProgress(of: "film"))
                button(.id("cancel"), .type(.button), .cancelsUpload(of: "film")) { "Cancel" }
                button(.id("send")) { "Send" }
            }
            button(.id("count"), .onClick(.count)) { "\(model.count)" }
            p(.id("arrived")) { "\(model.arrived.loaded) of \(model.arrived.total)" }
            p(.id("films")) { model.films.joined(separator: " ") }
        }
    }
}

extension ProxiedRequest {
    fileprivate var isPiece: Bool { method == "PATCH" }
    fileprivate var offset: Int { headers["upload-offset"].flatMap { Int($0) } ?? -1 }
}

extension FaultProxy {
    fileprivate var pieces: [ProxiedRequest] { requests.filter(\.isPiece) }
    /// How many uploads have begun.
    fileprivate var begun: Int { requests.count { $0.isPost && $0.body.hasPrefix("upload=") } }
}

/// Uploads in pieces, in a browser.
@Suite struct PieceUploadTests {
    private func file(of size: Int, named name: String = "rain.bin", in folder: TemporaryFolder) throws -> String {
        let path = "\(folder.path)/\(name)"
        try Data(count: size).write(to: URL(filePath: path))
        return path
    }

    private func progress(_ browser: Browser) async throws -> Double {
        Double(try await browser.evaluate("return String(document.querySelector('#progress').position)")) ?? -1
    }

    @Test
    func `A file is uploaded while the page is used, its form waits for it, and no piece that is lost is missing`()
        async throws
    {
        let folder = TemporaryFolder()
        let gate = Gate()
        defer { gate.open() }
        try await withLiveSite(Cinema()) { browser, site in
            #expect(try await progress(browser) == 0)
            site.proxy.decide { request in
                guard request.isPiece else { return .none }
                // The answer to the first piece is lost, and then the second piece itself.
                return request.ordinal == 1 ? .loseAnswer : request.ordinal == 2 ? .loseRequest : .hold(gate)
            }
            try await browser.type(file(of: 12_000_000, in: folder), into: "#film")
            try await browser.wait(until: "pieces have been sent") { _ in site.proxy.pieces.count >= 3 }
            try await browser.click("#count")
            try await browser.wait(for: "1", in: "#count")
            try await browser.type("Rain", into: "#title")
            try await browser.click("#send")
            try await browser.wait(for: "This is sent as soon as the files have arrived.", in: ".elmwood-waiting")
            #expect(try await progress(browser) > 0)
            try await browser.click("#count")
            try await browser.wait(for: "2", in: "#count")
            #expect(try await browser.text("#films") == "")
            #expect(try await browser.text("#arrived").hasSuffix("of 12000000"))
            gate.open()
            try await browser.wait(for: "Rain: 12000000", in: "#films")
            try await browser.wait(for: "0 of 0", in: "#arrived")
            try await browser.wait(until: "the form is empty") { try $0.value("#title") == "" }
            try await browser.wait(until: "the progress is empty") {
                try $0.evaluate("return String(document.querySelector('#progress').position)") == "0"
            }
            #expect(site.proxy.begun == 1)
            #expect(site.proxy.pieces.map(\.offset).last == 10_000_000)
            #expect(!(try await browser.exists(".elmwood-waiting")))
        }
    }

    @Test func `After a reload and a restart of the server, the same file continues where it was`() async throws {
        let folder = TemporaryFolder()
        let path = try file(of: 12_000_000, in: folder)
        try await withLiveSite(Cinema(), sessions: .sqlite) { browser, site in
            site.proxy.decide { $0.isPiece && $0.offset > 0 ? .loseRequest : .none }
            try await browser.type(path, into: "#film")
            try await browser.wait(until: "the first piece has arrived") { _ in
                site.proxy.pieces.contains { $0.offset > 0 }
            }
            await site.stopServer()
            try site.startServer()
            try await browser.open(site.address())
            site.proxy.decide { _ in .none }
            let before = site.proxy.pieces.count
            try await browser.type("Rain", into: "#title")
            try await browser.type(path, into: "#film")
            try await browser.click("#send")
            try await browser.wait(for: "Rain: 12000000", in: "#films")
            #expect(site.proxy.begun == 1)
            #expect(site.proxy.pieces[before...].map(\.offset) == [5_000_000, 10_000_000])
        }
    }

    @Test func `What a visitor cancels is ended at the server, and another file can be chosen`() async throws {
        let folder = TemporaryFolder()
        let gate = Gate()
        defer { gate.open() }
        try await withLiveSite(Cinema()) { browser, site in
            site.proxy.decide { $0.isPiece ? .hold(gate) : .none }
            try await browser.type(file(of: 6_000_000, in: folder), into: "#film")
            try await browser.wait(until: "a piece is under way") { _ in !site.proxy.pieces.isEmpty }
            try await browser.click("#cancel")
            try await browser.wait(until: "the server is told") { _ in
                site.proxy.requests.contains { $0.method == "DELETE" }
            }
            #expect(try await progress(browser) == 0)
            gate.open()
            try await browser.type("Sun", into: "#title")
            try await browser.type(file(of: 1_000, named: "sun.bin", in: folder), into: "#film")
            try await browser.click("#send")
            try await browser.wait(for: "Sun: 1000", in: "#films")
        }
    }

    @Test func `A file that the field does not accept is refused with a sentence before a byte of it is sent`()
        async throws
    {
        let folder = TemporaryFolder()
        try await withLiveSite(Cinema()) { browser, site in
            let complaint = "return document.querySelector('#film').validationMessage"
            try await browser.type(file(of: 20_000_001, in: folder), into: "#film")
            try await browser.wait(until: "it is too large") { try $0.evaluate(complaint).contains("at most 20 MB") }
            #expect(site.proxy.begun == 0)
            try await browser.click("#cancel")
            try await browser.type(file(of: 10, named: "rain.txt", in: folder), into: "#film")
            try await browser.wait(until: "it is of another kind") {
                try $0.evaluate(complaint).contains("of the kind .bin, .png")
            }
            try await browser.type("Rain", into: "#title")
            try await browser.click("#send")
            #expect(site.proxy.pieces.isEmpty)
            #expect(try await browser.text("#films") == "")
        }
    }

    @Test func `A chosen image is shown before it is sent, and is gone with it`() async throws {
        let folder = TemporaryFolder()
        // One pixel.
        let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
        let path = "\(folder.path)/pixel.png"
        try #require(Data(base64Encoded: png)).write(to: URL(filePath: path))
        try await withLiveSite(Cinema()) { browser, _ in
            #expect(try await browser.attribute("src", of: "#preview") == nil)
            try await browser.type(path, into: "#film")
            try await browser.wait(until: "the preview is shown") {
                try $0.evaluate("return String(document.querySelector('#preview').naturalWidth)") == "1"
            }
            try await browser.type("Rain", into: "#title")
            try await browser.click("#send")
            try await browser.wait(until: "the film is there") { try $0.text("#films").hasPrefix("Rain: ") }
            try await browser.wait(until: "the preview is gone") { try $0.attribute("src", of: "#preview") == nil }
        }
    }

    @Test func `A piece that is too large for a proxy is sent in smaller ones`() async throws {
        let folder = TemporaryFolder()
        try await withLiveSite(Cinema()) { browser, site in
            site.proxy.decide { $0.isPiece && $0.body.utf8.count > 3_000_000 ? .answer(status: 413) : .none }
            try await browser.type("Rain", into: "#title")
            try await browser.type(file(of: 6_000_000, in: folder), into: "#film")
            try await browser.click("#send")
            try await browser.wait(for: "Rain: 6000000", in: "#films")
            #expect(site.proxy.begun == 1)
        }
    }

    @Test func `Without script the same form posts its files`() async throws {
        let folder = TemporaryFolder()
        try await withLiveSite(Cinema(), script: .off) { browser, site in
            try await browser.type("Rain", into: "#title")
            try await browser.type(file(of: 100_000, in: folder), into: "#film")
            try await browser.click("#send")
            try await browser.wait(for: "Rain: 100000", in: "#films")
            #expect(site.proxy.begun == 0 && site.proxy.pieces.isEmpty)
        }
    }
}
