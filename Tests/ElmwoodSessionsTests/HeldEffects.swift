import ElmwoodArchitecture
import FoundationEssentials
import Synchronization
import ElmwoodViewTree

/// The effects of a program, performed by a test: each waits here until the test sends its messages and finishes it.
final class HeldEffects: Sendable {
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

        /// Makes `perform` return, or throw.
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

    /// Waits for the next effect that is performed, and returns it.
    func next() async -> Performance {
        for await performance in performances.stream { return performance }
        preconditionFailure("a stage's stream has no end")
    }

    func perform(_ effect: Play.Effect, send: Send<Play.Message>) async throws {
        let (outcomes, outcome) = AsyncStream<Play.Failure?>.makeStream()
        let performance = Performance(effect, send, outcome)
        try await withTaskCancellationHandler {
            performances.continuation.yield(performance)
            // A stream ends if its task is cancelled, so an effect that ignores cancellation waits in a task of its own.
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
