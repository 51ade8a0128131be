import Elmwood

/// A program with a little of every feature.
struct KitchenSink: Program {
    struct Item: Codable, Equatable, Sendable {
        var id: Int
        var title: String
        var isDone = false
    }

    struct Model: Codable, Equatable, Sendable {
        var count = 0
        var name = ""
        var isOn = false
        var items: [Item] = []
        var notes: [String] = []
        var breaksView = false
    }

    struct NewItem: Codable, Equatable, Sendable { var title: String }

    enum Message: Codable, Equatable, Sendable {
        case increment, twice, reset
        case setName(String)
        case turn(on: Bool)
        case add(NewItem)
        case roll, rolled(Int)
        case save, load, loaded(Int?)
        case wait, waited, giveUp
        case fetch, fetched([String]), failed(String), stopFetching
        case tick
        case tell(String), heard(String)
        case fail, breakView
        case note(String)
        case leave
    }

    enum Effect: Codable, Equatable, Sendable { case fetch(Int), watch }

    struct Broken: Error, Equatable {}

    var clock: any Clock<Duration> = ContinuousClock()
    /// The command that it starts with.
    var first: Command<Self> = .none

    func start(_ visit: Visit) throws -> Start<Self> {
        if visit.path == "/broken" { throw Broken() }
        return Start(Model(), first)
    }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .increment: model.count += 1
        case .twice: return .batch(.send(.increment), .send(.increment))
        case .reset: model = Model()
        case .setName(let name): model.name = name
        case .turn(let isOn): model.isOn = isOn
        case .add(let item):
            model.items.append(Item(id: model.items.count + 1, title: item.title))
            return .focus("title")
        case .roll: return .random(in: 1...6, Message.rolled)
        case .rolled(let number): model.count = number
        case .save: return .save(model.count, as: "count")
        case .load: return .load("count", Message.loaded)
        case .loaded(let count): model.count = count ?? -1
        case .wait: return .after(.seconds(5), .waited, id: "wait")
        case .waited: model.notes.append("waited")
        case .giveUp: return .cancel("wait")
        case .fetch: return .effect(.fetch(model.count), id: "fetch")
        case .fetched(let notes): model.notes += notes
        case .failed(let reason): model.notes.append("failed: \(reason)")
        case .stopFetching: return .cancel("fetch")
        case .tick: model.count += 1
        case .tell(let text): return .broadcast("talk", text)
        case .heard(let text): model.notes.append(text)
        case .fail: throw Broken()
        case .breakView: model.breaksView = true
        case .note(let text): model.notes.append(text)
        case .leave: return .endSession
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        model.isOn ? [.every(.seconds(1), .tick), .topic("talk", Message.heard)] : []
    }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        if model.breaksView { throw Broken() }
        return Document("Workshop") {
            h1 { "Workshop" }
            output { "\(model.count)" }
            button("+", .increment)
            button("Twice", .twice)
            button("Reset", .reset, .disabled(model == Model()))
            button("Fetch", .fetch)
            button("Wait", .wait)
            button("Fail", .fail)
            button("Leave", .leave)
            label {
                "Name"
                input(.name("name"), .value(model.name), .onChange(Message.setName))
            }
            label {
                input(.name("on"), .type(.checkbox), .checked(model.isOn), .onChange { Message.turn(on: $0) })
                "On"
            }
            form("new-item", .onSubmit(Message.add)) {
                input(.name("title"), .id("title"), .required, .maxlength(20), .ariaLabel("Title"))
                button { "Add" }
            }
            ul { for item in model.items { li { item.title } } }
            if page.path == "/notes" { ol { for note in model.notes { li { note } } } }
            a(.href(page.link(to: "/notes"))) { "Notes" }
        }
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        switch effect {
        case .fetch(let count):
            try await clock.sleep(for: .seconds(2))
            if count < 0 { throw Broken() }
            send(.fetched(["fetched \(count)"]))
        case .watch:
            while true {
                try await clock.sleep(for: .seconds(1))
                send(.note("seen"))
            }
        }
    }

    func failed(_ effect: Effect, _ error: any Error) -> Message? { .failed("\(type(of: error))") }
}
