import Elmwood

/// Two lists and an empty one between which rows are moved, and a row that may not be. Its log contains the moves in their order.
struct SortedLists: Program {
    struct Model: Codable, Equatable, Sendable {
        var lists: [String: [String]] = ["todo": ["Milk", "Bread", "Eggs", "Stone"], "done": ["Tea"], "later": []]
        var log: [String] = []
        var news = ""
    }

    enum Message: Codable, Equatable, Sendable {
        case move(Move<String>)
        case arrived(String)
        case addFirst
    }

    enum Effect: Codable, Equatable, Sendable { case listen }

    static let names = ["todo", "done", "later"]
    /// How many rows the first list has beside the usual ones.
    var more = 0
    var bell = Bell()

    func start(_ visit: Visit) -> Start<Self> {
        var model = Model()
        for number in 0..<more { model.lists["todo", default: []].append("Row\(number)") }
        return Start(model)
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.running(.listen)] }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        for await news in bell.texts() { send(news == "add" ? .addFirst : .arrived(news)) }
    }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .move(let move):
            guard move.key != "Stone" else { throw NotFound() }
            model.lists[move.from]?.removeAll { $0 == move.key }
            let rows = model.lists[move.to] ?? []
            let place = move.before.flatMap { rows.firstIndex(of: $0) } ?? rows.count
            model.lists[move.to]?.insert(move.key, at: place)
            model.log.append("\(move.key) \(move.from)>\(move.to) \(move.before ?? "-")")
        case .arrived(let news): model.news = news
        case .addFirst: model.lists["todo"]?.insert("New", at: 0)
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        let sorting = Sorting(
            "shopping",
            Self.names.map { SortableList($0, $0.capitalized, model.lists[$0] ?? []) },
            onMove: Message.move
        )
        return Document("Lists") {
            p(.id("log")) { model.log.joined(separator: " | ") }
            p(.id("news")) { model.news }
            for name in Self.names {
                sorting.list(name, .id(name)) {
                    for row in model.lists[name] ?? [] {
                        li(.key(row), .id(row)) {
                            sorting.handle(row, row)
                            span { row }
                        }
                    }
                }
            }
        }
    }
}
