import Elmwood

/// A counter with everything: steps up and down, a field, a random value, a reset, saving and loading. A second counter takes a
/// second for every step, as a slow service would.
package struct Counter: App {
    /// What the page shows.
    package struct Model: Codable, Equatable, Sendable {
        var count = 0
        var slowCount = 0
        /// Whether a slow step is running: its buttons are disabled meanwhile.
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
        /// The stored count, if there is one. No control offers it, so no visitor can send it.
        case loaded(Int?)
        case incrementSlowly
        case decrementSlowly
        /// A slow step has ended. No control offers it, so no visitor can send it.
        case completed(Int)
    }

    /// What the program asks the outside world to do.
    package enum Effect: Codable, Equatable, Sendable {
        /// Increment this number, slowly.
        case increment(Int)
        /// Decrement this number, slowly.
        case decrement(Int)
    }

    /// The key at which the count is stored, for each visitor.
    static let key = "counter"

    /// How long a slow step takes, and the clock that measures it.
    let slowness: Duration
    let clock: any Clock<Duration>

    /// Creates a counter whose slow steps take a second.
    package init() {
        self.init(clock: ContinuousClock())
    }

    /// Creates a counter whose slow steps take that long, by that clock.
    package init(slowness: Duration = .seconds(1), clock: any Clock<Duration> = ContinuousClock()) {
        self.slowness = slowness
        self.clock = clock
    }

    package func start(_ visit: Visit) -> Start<Self> {
        Start(Model())
    }

    /// Saves the count when the page is hidden, and loads it when the page is visible again. So the visitor finds the count as it
    /// was, also in another browser window or when the session is long over.
    package func subscriptions(_ model: Model) -> [Subscription<Self>] {
        [.pageVisible(.load), .pageHidden(.save)]
    }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .increment:
            // A count at the end of the range remains there: a visitor may type any number.
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

    /// Returns a slow step. It is durable, since a restart at this moment would otherwise leave its buttons disabled forever.
    /// Repeated, it has the same result.
    private func slow(_ step: Effect) -> Command<Self> { .effect(step, durable: true) }

    package func perform(_ effect: Effect, send: Send<Message>) async throws {
        try await clock.sleep(for: slowness)
        switch effect {
        case .increment(let count): send(.completed(adding(1, to: count)))
        case .decrement(let count): send(.completed(adding(-1, to: count)))
        }
    }

    /// Returns the sum, or the number itself if the sum overflows.
    private func adding(_ step: Int, to count: Int) -> Int {
        let (sum, overflow) = count.addingReportingOverflow(step)
        return overflow ? count : sum
    }
}
