import Elmwood

/// Ends its process by each of its functions, where it is told to or at addresses that say so.
struct Traps: Program {
    struct Model: Codable, Equatable, Sendable {
        var count = 0
        var isWatching = false
        var isSubscribed = false
        var isReadable = true

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            count = try container.decode(Int.self, forKey: .count)
            isWatching = try container.decode(Bool.self, forKey: .isWatching)
            isSubscribed = try container.decode(Bool.self, forKey: .isSubscribed)
            guard try container.decode(Bool.self, forKey: .isReadable) else {
                fatalError("A trap while a model is read.")
            }
        }
    }

    enum Message: Codable, Equatable, Sendable {
        case add
        /// Adds one, but not before an effect says so.
        case addLater
        /// Has streams kept.
        case watch
        case subscribe
        /// Stores a model that cannot be read; `waking` has a message wait in it.
        case spoil(waking: Bool)
        case trap
    }

    enum Effect: Codable, Equatable, Sendable { case addLater }

    func start(_ visit: Visit) -> Start<Self> {
        var model = Model()
        switch visit.path {
        case "/start": fatalError("A trap of the start.")
        case "/begin": return Start(model, .send(.trap))
        case "/begun": return Start(model, .send(.add))
        case "/subscribed": model.isSubscribed = true
        default: break
        }
        return Start(model)
    }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .add: model.count += 1
        case .addLater: return .effect(.addLater)
        case .watch: model.isWatching = true
        case .subscribe: model.isSubscribed = true
        case .spoil(let waking):
            model.isReadable = false
            if waking { return .after(.seconds(1), .add) }
        case .trap: fatalError("A trap of an update.")
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        if model.isSubscribed { fatalError("A trap of the subscriptions.") }
        return model.isWatching ? [.every(.seconds(3_600), .add)] : []
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws { send(.add) }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        switch page.path {
        case "/shown": fatalError("A trap while a page is shown.")
        case "/live": if page.isLive { fatalError("A trap while a live page is drawn.") }
        case "/counted", "/begun": if model.count > 0 { fatalError("A trap while what has changed is shown.") }
        case "/streamed": if model.count > 0, page.isLive { fatalError("A trap while what has changed is drawn.") }
        default: break
        }
        return Document("Traps") {
            output { "\(model.count)" }
            button("Add", .add)
            button("Add later", .addLater)
            button("Watch", .watch)
            button("Subscribe", .subscribe)
            button("Spoil", .spoil(waking: false))
            button("Spoil, and wake", .spoil(waking: true))
        }
    }
}
