import Elmwood
import FoundationEssentials

/// A stopwatch. While it runs, the server pushes its time to the page ten times a second.
///
/// The time is never counted in ticks: it is the difference of two dates. So it is right however late a tick is, and even if there
/// was none for a while because no page was connected.
package struct Stopwatch: App {
    /// What the watch shows.
    package struct Model: Codable, Equatable, Sendable {
        /// When it was started; nil while it is stopped.
        var started: Date?
        /// The seconds measured before it was last started.
        var before: TimeInterval = 0
        /// The seconds that it shows.
        var elapsed: TimeInterval = 0
        /// The seconds shown at each lap, in order.
        var laps: [TimeInterval] = []

        var isRunning: Bool { started != nil }
        var canLap: Bool { isRunning && laps.count < 99 }
        var canReset: Bool { !isRunning && elapsed > 0 }
    }

    /// The watch's buttons.
    package enum Knob: Codable, Sendable {
        case start, stop, lap, reset
    }

    /// What can happen.
    package enum Message: Codable, Equatable, Sendable {
        case press(Knob)
        /// About a tenth of a second has passed.
        case tick
        /// The current date, because of a tick, or because that knob was pressed. No control offers it.
        case clockRead(Date, for: Knob?)
    }

    /// The watch stops by itself after a day.
    static let limit: TimeInterval = 86_400

    /// Creates the program.
    package init() {}

    package func start(_ visit: Visit) -> Start<Self> {
        Start(Model())
    }

    package func subscriptions(_ model: Model) -> [Subscription<Self>] {
        model.isRunning ? [.every(.milliseconds(100), .tick)] : []
    }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .press(let knob): return .now { .clockRead($0, for: knob) }
        case .tick: return .now { .clockRead($0, for: nil) }
        case .clockRead(let date, let knob):
            read(date, &model)
            if let knob { press(knob, at: date, &model) }
            return .none
        }
    }

    private func read(_ date: Date, _ model: inout Model) {
        guard let started = model.started else { return }
        // The clock may have been set back. The watch only advances.
        model.elapsed = max(model.elapsed, min(model.before + date.timeIntervalSince(started), Self.limit))
        if model.elapsed == Self.limit { stop(&model) }
    }

    private func press(_ knob: Knob, at date: Date, _ model: inout Model) {
        switch knob {
        case .start: if !model.isRunning, model.elapsed < Self.limit { model.started = date }
        case .stop: stop(&model)
        case .lap: if model.canLap { model.laps.append(model.elapsed) }
        case .reset: if model.canReset { model = Model() }
        }
    }

    private func stop(_ model: inout Model) {
        model.started = nil
        model.before = model.elapsed
    }
}
