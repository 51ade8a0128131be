import Elmwood

/// A list that grows when its end comes into view, and a page that it leads to.
struct EndlessList: Program {
    struct Model: Codable, Equatable, Sendable {
        var rows: Int
        /// How many messages have come.
        var messages = 0
    }

    enum Message: Codable, Equatable, Sendable { case more(after: Int), note }

    var first = 100
    var step = 50
    var limit = 200

    func start(_ visit: Visit) -> Start<Self> { Start(Model(rows: first)) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .more(let rows):
            model.messages += 1
            if rows == model.rows { model.rows = min(limit, rows + step) }
        case .note: model.messages += 1
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("List") {
            if page.path == "/other" {
                h1 { "Other" }
            } else {
                let rows = max(model.rows, page.query["rows"].flatMap { Int($0) } ?? 0)
                output { "\(model.messages)" }
                button(.id("note"), .onClick(.note)) { "Note" }
                ol { for row in 1...rows { li(.key(row)) { "Row \(row)" } } }
                if rows < limit {
                    a(
                        .id("more"),
                        .href(page.link(to: "/", query: ["rows": "\(rows + step)"])),
                        .onVisible(.more(after: rows))
                    ) { "More" }
                }
                p { a(.id("to-other"), .href(page.link(to: "/other"))) { "Other" } }
            }
        }
    }
}
