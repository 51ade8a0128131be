import Elmwood

/// A program at a place: what a visitor has written about the subject that its address names.
struct Draft: Program {
    struct Model: Codable, Equatable, Sendable {
        var lines: [String] = []
    }

    enum Message: Codable, Equatable, Sendable { case write(String), publish, published, go }

    var subject: String
    var delay: Duration = .seconds(3_600)

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .write(let line): model.lines.append(line)
        case .publish: return .after(delay, .published)
        case .published: model.lines.append("published")
        case .go: return .navigate(to: "/edit")
        }
        return .none
    }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        guard ["/", "/edit"].contains(page.path) else { throw NotFound() }
        return Document("Draft") {
            output { "\(subject): \(model.lines.joined(separator: ", ")) at \(page.path)" }
            a(.href(page.link(to: "/edit"))) { "Edit" }
            button("A", .write("a"))
            button("B", .write("b"))
            button("Publish", .publish)
            button("Go", .go)
        }
    }
}
