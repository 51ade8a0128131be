import Elmwood
import Glibc

/// Traps in each of its functions, on demand or at certain paths.
struct Traps: Program {
    struct Model: Codable, Equatable, Sendable {
        var count = 0
        var isWatching = false
        var isSubscribed = false
        var isReadable = true
        /// The delay, in milliseconds, after which the subscribed effect traps; nil if there is none.
        var listening: Int?
        /// How many effects have thrown.
        var failures = 0

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            count = try container.decode(Int.self, forKey: .count)
            isWatching = try container.decode(Bool.self, forKey: .isWatching)
            isSubscribed = try container.decode(Bool.self, forKey: .isSubscribed)
            listening = try container.decodeIfPresent(Int.self, forKey: .listening)
            failures = try container.decode(Int.self, forKey: .failures)
            guard try container.decode(Bool.self, forKey: .isReadable) else {
                fatalError("A trap while a model is read.")
            }
        }
    }

    enum Message: Codable, Equatable, Sendable {
        case add
        /// Adds one after an effect.
        case addLater
        /// Makes pages keep their streams.
        case watch
        case subscribe
        /// Stores a model that cannot be decoded; `waking` also schedules a message.
        case spoil(waking: Bool)
        case trap
        /// Starts an effect that traps after that many milliseconds.
        case trapInEffect(after: Int)
        /// Starts an effect that traps, beside one that continues.
        case trapBeside
        /// Subscribes to an effect that traps.
        case listen(after: Int)
        case failed
        /// Does not return.
        case hang
    }

    enum Effect: Codable, Equatable, Sendable {
        case addLater
        case trap(after: Int)
        /// Adds one, and then blocks a thread.
        case goOn
    }

    func start(_ visit: Visit) -> Start<Self> {
        var model = Model()
        switch visit.path {
        case "/start": fatalError("A trap of the start.")
        case "/begin": return Start(model, .send(.trap))
        case "/begun": return Start(model, .send(.add))
        case "/effect": return Start(model, .effect(.trap(after: 0)))
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
        case .trapInEffect(let delay): return .effect(.trap(after: delay))
        case .trapBeside: return .batch(.effect(.goOn), .effect(.trap(after: 300)))
        case .listen(let delay): model.listening = delay
        case .failed: model.failures += 1
        case .hang: hang()
        }
        return .none
    }

    private func hang() -> Never {
        while true { sleep(3_600) }
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        if model.isSubscribed { fatalError("A trap of the subscriptions.") }
        return (model.isWatching ? [.every(.seconds(3_600), .add)] : [])
            + (model.listening.map { [.running(.trap(after: $0))] } ?? [])
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        switch effect {
        case .addLater: send(.add)
        case .goOn:
            send(.add)
            while !Task.isCancelled { await Task.yield() }
        case .trap(0): fatalError("A trap of an effect.")
        case .trap(let delay):
            // In a task of its own, on any thread.
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await Task.sleep(for: .milliseconds(delay))
                    fatalError("A trap of a task of an effect.")
                }
                try await group.waitForAll()
            }
        }
    }

    func failed(_ effect: Effect, _ error: any Error) -> Message? { .failed }

    /// A value whose reading traps, or not.
    struct Value: Read {
        var traps: Bool

        func value(from source: Void) async throws -> Int {
            if traps { fatalError("A trap of a read.") }
            return 1
        }
    }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        switch page.path {
        case "/hanging": if model.count > 0 { hang() }
        case "/read": _ = try page.read(Value(traps: true))
        case "/shown-read":
            _ = try page.read(Value(traps: false))
            fatalError("A trap while a page is shown with what was read.")
        case "/shown": fatalError("A trap while a page is shown.")
        case "/live": if page.isLive { fatalError("A trap while a live page is drawn.") }
        case "/counted", "/begun": if model.count > 0 { fatalError("A trap while what has changed is shown.") }
        case "/streamed": if model.count > 0, page.isLive { fatalError("A trap while what has changed is drawn.") }
        default: break
        }
        return Document("Traps") {
            output { "\(model.count)" }
            p { "\(model.failures) failed" }
            for delay in [0, 300] {
                button("Trap in an effect", .trapInEffect(after: delay))
                button("Listen", .listen(after: delay))
            }
            button("Trap beside an effect", .trapBeside)
            button("Add", .add)
            button("Hang", .hang)
            button("Add later", .addLater)
            button("Watch", .watch)
            button("Subscribe", .subscribe)
            button("Spoil", .spoil(waking: false))
            button("Spoil, and wake", .spoil(waking: true))
        }
    }
}
