import ElmwoodTestSupport
import Testing

@testable import Elmwood

/// A program whose form uploads films in pieces. It shows what has come of them.
struct Films: Program {
    struct Model: Codable, Equatable, Sendable {
        var films: [UploadedFile] = []
        var turns = 0
        var isOpen = true
    }

    enum Message: Codable, Equatable, Sendable {
        case add(Entry)
        case note(Entry)
        case close
        case signIn
    }

    struct Entry: Codable, Equatable, Sendable {
        var title: String
        var film: [UploadedFile]
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        model.turns += 1
        switch message {
        case .add(let entry), .note(let entry): model.films += entry.film
        case .close: model.isOpen = false
        case .signIn: return .batch(.renewSession, .identify("anna"))
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Films") {
            if model.isOpen {
                form("films", .onSubmit(Message.add)) {
                    input(.name("title"), .required)
                    input(
                        .type(.file),
                        .name("film"),
                        .multiple,
                        .accept("video/*"),
                        .upload(upTo: 8_000_000, most: 2)
                    )
                    button { "Send" }
                }
            }
            form("notes", .onSubmit(Message.note)) {
                input(.name("title"), .required)
                input(.type(.file), .name("film"), .multiple)
                button { "Send" }
            }
            button(.onClick(Message.close)) { "Close" }
            button(.onClick(Message.signIn)) { "Sign in" }
            p(.id("turns")) { "\(model.turns)" }
            ul {
                for film in model.films {
                    li { "\(film.filename) \(film.size)" }
                    li(.class("path")) { film.path }
                }
            }
        }
    }
}

/// A visitor's page with the form, and one upload of it.
final class FilmPage {
    let visitor: Visitor
    let page: TestPage
    /// The address of the last upload that has begun.
    private(set) var upload = ""

    init(_ visitor: Visitor) async throws {
        self.visitor = visitor
        page = try await TestPage(visitor, at: "/")
    }

    /// Begins an upload, and returns the status.
    @discardableResult
    func begin(
        size: Int,
        name: String = "rain.mp4",
        type: String = "video/mp4",
        field: String = "film",
        form: String = "films",
        count: Int = 1
    ) async throws -> Int {
        let body = "upload=\(field)&form=\(form)&name=\(name)&type=\(type)&size=\(size)&count=\(count)"
        let type = "application/vnd.elmwood+json"
        let reply = try await visitor.send("POST", "/", headers: page.headers, body: body, accepting: type)
        if reply.status == 201 { upload = reply["Location"] ?? "" }
        return reply.status
    }

    /// Sends a piece, and returns the status.
    @discardableResult
    func send(
        _ text: String,
        at offset: Int,
        isLast: Bool = false,
        type: String = "application/partial-upload",
        to address: String? = nil
    ) async throws -> Int {
        try await visitor.send(
            "PATCH",
            address ?? upload,
            headers: [
                (name: "Content-Type", value: type), (name: "Upload-Offset", value: "\(offset)"),
                (name: "Upload-Complete", value: isLast ? "?1" : "?0"),
            ],
            body: text
        ).status
    }

    /// Asks how much has arrived; nil if there is no such upload.
    func offset(of address: String? = nil) async throws -> Int? {
        let reply = try await visitor.send("HEAD", address ?? upload)
        return reply.status == 204 ? Int(reply["Upload-Offset"] ?? "") : nil
    }

    /// Sends the form with uploads, and returns the statuses of what is refused.
    @discardableResult
    func submit(_ uploads: [String], title: String = "Rain", form: String = "films") async throws -> LivePatch {
        let fields = [("title", title)] + uploads.map { ("film", $0) }
        return try await page.act(("submit \(fields.count) \(form)", fields: fields))
    }

    /// The page as it is now.
    func text() async throws -> String {
        try await visitor.send("GET", "/", accepting: Visitor.Client.browser.rawValue).text
    }
}
