import Elmwood
import Glibc

/// A session whose message begins a durable effect that runs for minutes. It says when it begins, in the file that
/// `BENCHMARK_ERRANDS` names, since another process carries it out once this one has ended.
package struct Errand: Program {
    package struct Model: Codable, Equatable, Sendable { var isDone = false }

    package enum Message: Codable, Equatable, Sendable { case begin, done }

    package enum Effect: Codable, Equatable, Sendable { case work }

    /// Creates the program.
    package init() {}

    package func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {
        model.isDone = message == .done
        return model.isDone ? .none : .effect(.work, durable: true)
    }

    package func perform(_ effect: Effect, send: Send<Message>) async throws {
        Self.record(getpid())
        try await Task.sleep(for: .seconds(300))
        send(.done)
    }

    package func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Errand") {
            p { model.isDone ? "Done" : "Not done" }
            button("Begin", .begin)
        }
    }

    /// Appends the process and the time of the system's monotonic clock, in nanoseconds.
    private static func record(_ process: pid_t) {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        guard let path = getenv("BENCHMARK_ERRANDS"), let file = fopen(path, "a") else { return }
        fputs("\(process) \(time.tv_sec * 1_000_000_000 + time.tv_nsec)\n", file)
        fclose(file)
    }
}
