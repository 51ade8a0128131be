import Elmwood
import Synchronization

/// A program whose server is restarted in tests.
struct Depot: Program {
    struct Model: Codable, Equatable, Sendable {
        var stock = 0
        var note = ""
        var notes: [String] = []
        var isAsking = false
        /// Computed again when it is needed, and not stored.
        var sum: Int?

        init(stock: Int = 0) { self.stock = stock }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            stock = try members.decode(Int.self, forKey: .stock)
            note = try members.decode(String.self, forKey: .note)
            notes = try members.decode([String].self, forKey: .notes)
            isAsking = try members.decode(Bool.self, forKey: .isAsking)
            guard stock >= 0 else { throw Unreadable() }
        }

        enum CodingKeys: CodingKey { case stock, note, notes, isAsking }
    }

    enum Message: Codable, Equatable, Sendable {
        case add, order, ordered(String), ask, answered, remind, reminded, sum, watch, tick, tell, heard(String)
        case noted(Note), spoil
    }

    struct Note: Codable, Equatable, Sendable { var text: String }

    enum Effect: Codable, Equatable, Sendable { case order(Int), ask }

    /// The stock is negative: such a model cannot be decoded.
    struct Unreadable: Error, Equatable {}

    /// The ids of the attempts at orders, and whether they were repeats.
    final class Orders: Sendable {
        private let list = Mutex<[(id: String, isRepeat: Bool)]>([])

        var all: [(id: String, isRepeat: Bool)] { list.withLock { $0 } }

        func add(_ id: String, _ isRepeat: Bool) { list.withLock { $0.append((id, isRepeat)) } }
    }

    var orders = Orders()
    /// How long an order takes.
    var takes: @Sendable () async throws -> Void = {}
    /// The command that a new session starts with.
    var command: Command<Self> = .none

    func start(_ visit: Visit) -> Start<Self> { Start(Model(), command) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .add: model.stock += 1
        case .order: return .effect(.order(model.stock), durable: true)
        case .ordered(let id): model.note = id
        case .ask:
            model.isAsking = true
            return .effect(.ask)
        case .answered: model.isAsking = false
        case .remind: return .after(.seconds(5), .reminded)
        case .reminded: model.note = "reminded"
        case .sum: model.sum = model.stock * 2
        case .watch: model.note = "watch"
        case .tick: model.stock += 1
        case .tell: return .broadcast("talk", "hello")
        case .heard(let text): model.notes.append(text)
        case .noted(let note): model.notes.append(note.text)
        case .spoil: model.stock = -1
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        [.topic("talk", Message.heard)] + (model.note == "watch" ? [.every(.seconds(1), .tick)] : [])
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        orders.add(send.attempt.id, send.attempt.isRepeat)
        try await takes()
        send(.ordered(send.attempt.isRepeat ? "again" : "first"))
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Depot") {
            output(.id("stock")) { "\(model.stock)" }
            p(.id("note")) { model.note }
            button("Add", .add)
            button("Order", .order)
            button("Ask", .ask, .disabled(model.isAsking))
            button("Remind", .remind)
            button("Sum", .sum)
            button("Watch", .watch)
            button("Tell", .tell)
            button("Spoil", .spoil)
            form("noting", .onSubmit(Message.noted)) {
                input(.name("text"), .ariaLabel("Note"), .required)
                button { "Write" }
            }
            ul { for note in model.notes { li { note } } }
        }
    }

    func migrate(from stored: StoredModel) throws -> Model? {
        var value = try stored.value
        guard value["pieces"] != nil else { return nil }
        value.rename("pieces", to: "stock")
        value["note"] = ""
        value["notes"] = []
        value["isAsking"] = false
        return try value.decode(Model.self)
    }
}
