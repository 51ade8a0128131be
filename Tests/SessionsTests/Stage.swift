import Architecture
import FoundationEssentials
import Synchronization
import ViewTree

/// Where a test plays a program's effects: each waits here until the test says what comes of it.
final class Stage: Sendable {
    /// One effect that is being performed.
    final class Performance: Sendable {
        let effect: Play.Effect
        let send: Send<Play.Message>
        private let outcome: AsyncStream<Play.Failure?>.Continuation
        private let cancellation = AsyncStream<Void>.makeStream()

        fileprivate init(
            _ effect: Play.Effect,
            _ send: Send<Play.Message>,
            _ outcome: AsyncStream<Play.Failure?>.Continuation
        ) {
            self.effect = effect
            self.send = send
            self.outcome = outcome
        }

        /// Lets `perform` return, or throw.
        func finish(throwing failure: Play.Failure? = nil) {
            outcome.yield(failure)
            outcome.finish()
        }

        /// Waits until the effect's task is cancelled.
        func cancelled() async {
            for await _ in cancellation.stream { return }
        }

        fileprivate func wasCancelled() {
            cancellation.continuation.yield()
            if !effect.isStubborn { outcome.finish() }
        }
    }

    private let performances = AsyncStream<Performance>.makeStream()

    /// The next effect that is performed, once it is.
    func next() async -> Performance {
        for await performance in performances.stream { return performance }
        preconditionFailure("a stage's stream has no end")
    }

    func perform(_ effect: Play.Effect, send: Send<Play.Message>) async throws {
        let (outcomes, outcome) = AsyncStream<Play.Failure?>.makeStream()
        let performance = Performance(effect, send, outcome)
        try await withTaskCancellationHandler {
            performances.continuation.yield(performance)
            // A stream ends for a cancelled task, so who does not heed it waits in a task of its own.
            let waits = Task {
                for await failure in outcomes {
                    if let failure { throw failure }
                }
            }
            try await waits.value
            if !effect.isStubborn { try Task.checkCancellation() }
        } onCancel: {
            performance.wasCancelled()
        }
    }
}

/// A program that does what its messages say.
struct Play: Program {
    struct Model: Codable, Equatable, Sendable {
        var seen: [String] = []
    }

    enum Message: Codable, Equatable, Sendable {
        case note(String)
        /// Notes, and then throws.
        case fail
        case forever
        case begin(String, id: String?)
        case beginMany(Int)
        case later(Duration, String, id: String?)
        case laterMany(Int)
        case cancel(String)
        case navigate(String)
        case noteAndGo(String, path: String)
        case roll, time
        case renew, end
        case several([Message])
        case failed(String)
    }

    enum Effect: Codable, Equatable, Sendable {
        case fetch(String)
        /// An effect whose failure the program makes no message of.
        case quiet(String)

        /// Whether it goes on although it was cancelled, as a program's effect may.
        var isStubborn: Bool {
            if case .fetch(let name) = self { name.hasPrefix("stubborn") } else { false }
        }
    }

    struct Failure: Error, Equatable, CustomStringConvertible {
        var description = "it did not work"
    }

    let stage = Stage()
    var onStart: @Sendable (Visit) throws -> Message? = { _ in nil }

    func start(_ visit: Visit) throws -> Start<Self> {
        guard let message = try onStart(visit) else { return Start(Model()) }
        return Start(Model(seen: ["start"]), .send(message))
    }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .note(let text):
            model.seen.append(text)
        case .fail:
            model.seen.append("half done")
            throw Failure()
        case .forever:
            return .send(.forever)
        case .begin(let name, let id):
            model.seen.append("begin \(name)")
            return .effect(name.hasPrefix("quiet") ? .quiet(name) : .fetch(name), id: id)
        case .beginMany(let count):
            return .batch((0..<count).map { .effect(.fetch("\($0)")) })
        case .later(let duration, let text, let id):
            return .after(duration, .note(text), id: id)
        case .laterMany(let count):
            return .batch((0..<count).map { .after(.seconds(60), .note("\($0)")) })
        case .cancel(let id):
            return .cancel(id)
        case .navigate(let path):
            return .navigate(to: path)
        case .noteAndGo(let text, let path):
            model.seen.append(text)
            return .navigate(to: path)
        case .roll:
            return .random(in: 1...6) { .note("rolled \($0)") }
        case .time:
            return .now { .note("time \(Int($0.timeIntervalSince1970))") }
        case .renew:
            model.seen.append("renewed")
            return .renewSession
        case .end:
            return .endSession
        case .several(let messages):
            return .batch(messages.map { .send($0) })
        case .failed(let sentence):
            model.seen.append("failed: \(sentence)")
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Play") { text(model.seen.joined(separator: " ")) }
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        try await stage.perform(effect, send: send)
    }

    func failed(_ effect: Effect, _ error: any Error) -> Message? {
        if case .fetch = effect { .failed("\(error)") } else { nil }
    }
}
