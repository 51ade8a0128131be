import Elmwood
import ElmwoodTestSupport

/// What is liked, and rows that are removed: shown before the answer, or foreseen.
struct Likes: Program {
    struct Model: Codable, Equatable, Sendable {
        var likes = 0
        var steps = 0
        var rows = [1, 2, 3]
        var news: [String] = []
    }

    enum Message: Codable, Equatable, Sendable {
        case like
        case remove(Int)
        case step
        case refuse
        case news(String)
    }

    enum Effect: Codable, Equatable, Sendable { case listen }

    let bell: Bell

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.running(.listen)] }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        for await text in bell.texts() { send(.news(text)) }
    }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .like: model.likes += 1
        case .remove(let id): model.rows.removeAll { $0 == id }
        case .step: model.steps += 1
        case .refuse: throw NotFound()
        case .news(let text): model.news.append(text)
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Likes") {
            h1 { "Likes" }
            button(
                "♥ \(model.likes)",
                .like,
                .id("like"),
                .meanwhile(.text("♥ \(model.likes + 1)"), .class("liked"), .disable)
            )
            button("Refuse", .refuse, .id("refuse"), .meanwhile(.text("Refused?")))
            button("Step", .step, .id("step"), .foreseen)
            output(.id("steps")) { "\(model.steps)" }
            ul {
                for id in model.rows {
                    li(.key(id), .id("row-\(id)"), .meanwhile(of: .remove(id), .hide)) {
                        "Row \(id)"
                        button("Remove", .remove(id), .id("remove-\(id)"))
                    }
                }
            }
            p(.id("news")) { model.news.joined(separator: ", ") }
        }
    }
}
