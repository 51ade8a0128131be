import Elmwood

/// A counter with everything: count up and down, set by a field, at random, back to nought, saved and loaded, and a second
/// counter that takes a second for every step, as a slow service would.
package struct Counter: App {
    /// What the page shows.
    package struct Model: Codable, Equatable, Sendable {
        var count = 0
        var slowCount = 0
        /// Whether a slow step is under way: its buttons rest meanwhile.
        var isRunning = false
    }

    /// What can happen.
    package enum Message: Codable, Equatable, Sendable {
        case increment
        case decrement
        case set(to: Int)
        case randomize
        case reset
        case save
        case load
        /// What was stored, if anything was. No control offers it, so no visitor can send it.
        case loaded(Int?)
        case incrementSlowly
        case decrementSlowly
        /// A slow step came to its end. No control offers it, so no visitor can send it.
        case completed(Int)
    }

    /// What the program asks the outside world to do.
    package enum Effect: Codable, Equatable, Sendable {
        /// Count one up from this number, slowly.
        case increment(Int)
        /// Count one down from this number, slowly.
        case decrement(Int)
    }

    /// Where the count is stored, for each visitor.
    static let key = "counter"

    /// How long a slow step takes, and by which clock.
    let slowness: Duration
    let clock: any Clock<Duration>

    /// A counter whose slow steps take a second.
    package init() {
        self.init(clock: ContinuousClock())
    }

    /// A counter whose slow steps take that long, by that clock.
    package init(slowness: Duration = .seconds(1), clock: any Clock<Duration> = ContinuousClock()) {
        self.slowness = slowness
        self.clock = clock
    }

    package func start(_ visit: Visit) -> Start<Self> {
        Start(Model())
    }

    /// Who turns to something else finds the count as it was, also in another browser window or when the session is long over.
    package func subscriptions(_ model: Model) -> [Subscription<Self>] {
        [.pageVisible(.load), .pageHidden(.save)]
    }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .increment:
            // A count at the end of the range stays there: a visitor may type any number.
            model.count = adding(1, to: model.count)
        case .decrement:
            model.count = adding(-1, to: model.count)
        case .set(let count):
            model.count = count
        case .randomize:
            return .random(in: 0...10, Message.set)
        case .reset:
            model.count = 0
        case .save:
            return .save(model.count, as: Self.key)
        case .load:
            return .load(Self.key, Message.loaded)
        case .loaded(let count):
            model.count = count ?? model.count
        case .incrementSlowly:
            guard !model.isRunning else { return .none }
            model.isRunning = true
            return slow(.increment(model.slowCount))
        case .decrementSlowly:
            guard !model.isRunning else { return .none }
            model.isRunning = true
            return slow(.decrement(model.slowCount))
        case .completed(let count):
            model.slowCount = count
            model.isRunning = false
        }
        return .none
    }

    /// A slow step. It is durable, or a restart at this moment would leave its buttons at rest for ever. Done twice, it comes to
    /// the same number.
    private func slow(_ step: Effect) -> Command<Self> { .effect(step, durable: true) }

    package func perform(_ effect: Effect, send: Send<Message>) async throws {
        try await clock.sleep(for: slowness)
        switch effect {
        case .increment(let count): send(.completed(adding(1, to: count)))
        case .decrement(let count): send(.completed(adding(-1, to: count)))
        }
    }

    /// The sum, or the number itself where the sum has no place in an `Int`.
    private func adding(_ step: Int, to count: Int) -> Int {
        let (sum, overflow) = count.addingReportingOverflow(step)
        return overflow ? count : sum
    }
}
