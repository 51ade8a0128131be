import ElmwoodFormData
import Glibc
import ElmwoodStorage
import ElmwoodTestSupport
import Testing

@testable import Elmwood

/// A program that accepts one file, and shows what was received.
private struct Uploader: Program {
    struct Model: Codable, Equatable, Sendable {
        var file: UploadedFile?
        var read = ""
    }

    enum Message: Codable, Equatable, Sendable {
        case upload(Upload)
        case read(String)
    }

    struct Upload: Codable, Equatable, Sendable {
        var title: String
        var file: UploadedFile
    }

    enum Effect: Codable, Equatable, Sendable {
        case read(path: String)
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .upload(let upload):
            model.file = upload.file
            return .effect(.read(path: upload.file.path))
        case .read(let text):
            model.read = text
            return .none
        }
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        guard case .read(let path) = effect, let file = fopen(path, "r") else {
            send(.read("no file"))
            return
        }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = fread(&bytes, 1, bytes.count, file)
        send(.read(String(decoding: bytes[..<count], as: UTF8.self)))
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Upload") {
            form("upload", .onSubmit(Message.upload)) {
                input(.name("title"), .required)
                input(.name("file"), .type(.file), .required)
                button { "Send" }
            }
            form("small", .onSubmit(Message.upload)) {
                input(.name("title"), .required)
                input(.name("file"), .type(.file), .required, .fileSize(upTo: 500_000))
            }
            if let file = model.file {
                p(.id("file")) { "\(file.filename), \(file.size) bytes" }
                p(.id("path")) { file.path }
                p(.id("read")) { model.read }
            }
        }
    }
}

/// Uploaded files.
@Suite struct UploadTests {
    private let boundary = "------------------------d74496d66958873e"

    private func body(title: String, file: String = "It is raining.", form: String = "upload") -> String {
        """
        --\(boundary)\r
        Content-Disposition: form-data; name="form"\r
        \r
        \(form)\r
        --\(boundary)\r
        Content-Disposition: form-data; name="title"\r
        \r
        \(title)\r
        --\(boundary)\r
        Content-Disposition: form-data; name="file"; filename="../../notes.txt"\r
        Content-Type: text/plain\r
        \r
        \(file)\r
        --\(boundary)--\r

        """
    }

    private func visitor(uploadLife: Duration, uploadRoom: Int = 1_000) throws -> Visitor {
        var programs = Site()
        programs.mount(Uploader(), at: "/")
        programs.sessionLimits.effectWait = .seconds(15)
        let site = try TestSite(programs, over: .socket) { settings in
            settings.uploadLife = uploadLife
            settings.uploadRoom = uploadRoom
        }
        return Visitor(site)
    }

    private func send(_ title: String, with visitor: Visitor) async throws {
        let type = (name: "Content-Type", value: "multipart/form-data; boundary=\(boundary)")
        try await visitor.post("/", body(title: title), headers: [type])
    }

    @Test func `A file is streamed to disk under a name that the server chooses, and an effect can read it`()
        async throws
    {
        let visitor = try visitor(uploadLife: .seconds(3_600))
        try await visitor.get("/")
        #expect(visitor.text.contains("enctype=\"multipart/form-data\""))
        try await send("Notes", with: visitor)
        #expect(visitor.reply.status == 200)
        #expect(visitor.text.contains("../../notes.txt, 14 bytes"))
        #expect(visitor.text.contains("It is raining."))
        let path = visitor.text.firstMatch(of: /<p id="path">([^<]*)</).map { String($0.1) } ?? ""
        #expect(path.hasPrefix(visitor.site.folder))
        #expect(!path.contains("notes"))
        #expect(access(path, F_OK) == 0)
    }

    @Test func `A refused post leaves no file behind`() async throws {
        let visitor = try visitor(uploadLife: .seconds(3_600))
        try await send("", with: visitor)
        #expect(visitor.reply.status == 422)
        #expect(visitor.site.uploadedFiles.isEmpty)
    }

    @Test(arguments: [("upload", 2_000_001, "2"), ("small", 500_001, "0.5"), ("small", 2_000_001, "0.5")])
    func `A file that is too large is a problem of its field, and what was typed is kept`(
        form: String,
        size: Int,
        megabytes: String
    ) async throws {
        var site = Site()
        site.mount(Uploader(), at: "/")
        site.post("/form") { request in .text("\(request.form?.files("file").map(\.size) ?? [])") }
        site.post("/files", body: .file(upTo: 3_000_000)) { request in
            .text("\(request.form?.files("file").map(\.size) ?? [])")
        }
        let visitor = Visitor(try TestSite(site, over: .socket) { $0.fileSize = 2_000_000 }, with: .browser)
        let type = (name: "Content-Type", value: "multipart/form-data; boundary=\(boundary)")
        let long = body(title: "My notes", file: String(repeating: "a", count: size), form: form)
        let german = (name: "Accept-Language", value: "de")
        try await visitor.post("/", long, headers: [type])
        #expect(visitor.reply.status == 422)
        #expect(visitor.text.contains("Please choose a file of at most \(megabytes) MB."))
        #expect(visitor.text.contains(#"value="My notes""#))
        #expect(visitor.text.contains(#"aria-invalid="true""#))
        visitor.client = .curl
        try await visitor.post("/", long, headers: [type])
        #expect(visitor.text == "file: Please choose a file of at most \(megabytes) MB.\n")
        guard size > 2_000_000 else { return }
        // An endpoint need not know what the site or it itself allows.
        for (path, status, sentence) in [
            ("/form", 413, "Bitte wählen Sie eine Datei von höchstens 2 MB aus."), ("/files", 200, "[\(size)]"),
        ] {
            visitor.client = .browser
            try await visitor.post(path, long, headers: [type, german])
            #expect(visitor.reply.status == status)
            #expect(visitor.text.contains(sentence))
        }
        #expect(visitor.site.uploadedFiles.isEmpty)
    }

    @Test func `The file is removed when its lifetime ends`() async throws {
        let visitor = try visitor(uploadLife: .zero)
        try await send("Notes", with: visitor)
        #expect(visitor.reply.status == 200)
        await eventually("the file is removed") { visitor.site.uploadedFiles.isEmpty }
    }

    @Test func `Beyond the size limit the oldest files are removed first`() async throws {
        let visitor = try visitor(uploadLife: .seconds(3_600), uploadRoom: 20)
        try await send("First", with: visitor)
        let first = visitor.site.uploadedFiles
        try await send("Second", with: visitor)
        let second = visitor.site.uploadedFiles
        #expect(first.count == 1)
        #expect(second.count == 1)
        #expect(first != second)
    }

    @Test(arguments: [true, false])
    func `A process that stops leaves its files to the next one if sessions are stored`(isStored: Bool) async throws {
        let folder = try temporaryFolder()
        defer { removeFolder(folder) }
        var site = Site()
        site.mount(Uploader(), at: "/")
        if isStored { site.sessionStore = MemorySessionStore() }
        var settings = Settings()
        settings.port = 0
        settings.data = folder
        settings.publicFolder = folder
        let post = "Content-Type: multipart/form-data; boundary=\(boundary)\r\n"
        let body = body(title: "Notes")
        try await offThePool { [site, settings] in
            let handler = try site.handler(settings, log: Log(level: .none))
            let server = try site.start(settings, handler: handler, log: Log(level: .none))
            let connection = try HTTPConnection(port: server.port, timeout: 60)
            try connection.send(
                "POST / HTTP/1.1\r\nHost: localhost\r\n\(post)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            )
            #expect(try connection.readReply(toHead: false).status == 200)
            server.stop(within: .seconds(2))
            handler.handOver(within: .seconds(5))
        }
        // A file is removed with the last copy of its request, which another thread may hold for a moment.
        await eventually("what nobody stores is gone") {
            names(in: folder + "/uploads").count == (isStored ? 1 : 0)
        }
    }
}
