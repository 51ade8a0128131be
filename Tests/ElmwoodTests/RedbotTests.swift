import Elmwood
import ElmwoodClientScript
import Foundation
import Testing

/// The program's path; nil if it is not installed for the tests.
private let redbot = ProcessInfo.processInfo.environment["ELMWOOD_REDBOT"]

/// What REDbot finds in answers of each kind: a tool that checks HTTP by its standards (https://redbot.org). `./dev test --all` installs it.
@Suite(.enabled(if: redbot != nil), .timeLimit(.minutes(5))) struct RedbotTests {
    /// What is deliberately not followed: a note's name, and the reason.
    private static let exceptions: [String: String] = [
        "FRESHNESS_NO_CACHE_NO_VALIDATOR":
            "Pages and endpoints' answers have no validator, unless the endpoint gives one.",
        "STORE_PUBLIC_UNNECESSARY": "Shared caches keep a file with a digest also if a proxy has asked for a password.",
    ]

    private struct Counter: Program {
        struct Model: Codable, Equatable, Sendable {}
        enum Message: Codable, Equatable, Sendable { case add }

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }
        func update(_ model: inout Model, on message: Message) -> Command<Self> { .none }
        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Counter", head: { link(.rel("stylesheet"), .href(page.asset("style.css"))) }) {
                main {
                    h1 { "Counter" }
                    for number in 1...200 { p { "Paragraph \(number)" } }
                    button("Add", .add)
                }
            }
        }
    }

    private let folder: String
    private let site: TestSite

    init() throws {
        let folder = try temporaryFolder()
        self.folder = folder
        try Data(String(repeating: "p { color: red }\n", count: 500).utf8).write(
            to: URL(filePath: folder + "/style.css")
        )
        let picture =
            Array("RIFF".utf8) + [0x88, 0x13, 0, 0] + Array("WEBPVP8 ".utf8) + [UInt8](repeating: 7, count: 4_984)
        try Data(picture).write(to: URL(filePath: folder + "/picture.webp"))
        let past = Date(timeIntervalSince1970: 784_111_777)
        for name in ["style.css", "picture.webp"] {
            try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: "\(folder)/\(name)")
        }
        var site = Site()
        site.mount(Counter(), at: "/counter")
        site.get("/value") { _ in try .json(["a": 1]) }
        site.get("/values") { _ in try .json((1...2_000).map { $0 }) }
        site.get("/report") { request in try request.file(at: "/style.css", in: folder) }
        site.get("/download") { _ in
            Response(
                .ok,
                headers: [
                    "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": "attachment; filename=\"a.csv\"",
                ],
                body: .bytes(Array("a,b\n".utf8))
            )
        }
        site.get("/tagged") { request in
            let isKnown = request.headers["if-none-match"]?.contains("\"7\"") ?? false
            let headers: ResponseHeaders = ["ETag": "\"7\"", "Content-Type": "text/plain; charset=utf-8"]
            return Response(isKnown ? .notModified : .ok, headers: headers, body: .bytes(Array("seven".utf8)))
        }
        site.get("/old") { _ in try .redirect(to: "/value") }
        site.get("/gone") { _ in throw ProblemDetails(.gone, "It is gone.") }
        self.site = try TestSite(site, over: .socket) { $0.publicFolder = folder }
    }

    @Test(arguments: [
        "/counter", "/style.css", "/picture.webp", "(digest)", "(script)", "/value", "/values", "/report", "/download",
        "/tagged", "/old", "/gone", "/nothing", "/counter/nothing",
    ]) func `An answer has no fault`(address: String) async throws {
        var address = address
        if address == "(script)" { address = ClientScript.address }
        if address == "(digest)" {
            let page = try await site.send("GET", "/counter", headers: [(name: "Accept", value: "text/html")]).text
            address = String(try #require(page.firstMatch(of: /href="([^"]*css)"/)).1)
        }
        let faults = try await faults("http://127.0.0.1:\(site.port)\(address)")
        #expect(faults.isEmpty, "\(address): \(faults)")
    }

    /// Returns the faults and warnings of an answer, and of those to conditional, partial and compressed requests.
    private func faults(_ url: String) async throws -> [String] {
        let process = Process()
        process.executableURL = URL(filePath: redbot ?? "")
        process.arguments = ["-o", "har", url]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = await Task.detached { pipe.fileHandleForReading.readDataToEndOfFile() }.value
        let report = try JSONDecoder().decode(Report.self, from: output)
        let notes = report.log.entries.flatMap(\._red_messages)
        let all = notes + notes.flatMap { $0.subnotes ?? [] }
        let faults = all.filter { note in
            note.level != "GOOD" && note.level != "INFO" && Self.exceptions[note.note_id] == nil
        }
        return faults.map { "\($0.note_id): \($0.summary)" }
    }

    private struct Report: Decodable {
        struct Log: Decodable { var entries: [Entry] }
        struct Entry: Decodable { var _red_messages: [Note] }
        struct Note: Decodable {
            var note_id: String
            var level: String
            var summary: String
            var subnotes: [Note]?
        }
        var log: Log
    }
}
