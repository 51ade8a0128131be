import ElmwoodArchitecture
import ElmwoodSessions
import Synchronization

/// The effects of a program: each waits here until the test decides its outcome.
package final class EffectRunner<P: Program>: Sendable {
    /// An effect that is running.
    package final class RunningEffect: Sendable {
        let effect: P.Effect
        let session: SessionReference<P>
        /// Whether it belongs to a subscription.
        let isSubscribed: Bool
        /// Whether it may be performed again.
        let isDurable: Bool
        /// The step that led to it.
        let step: TestStep
        private let send: Send<P.Message>
        private let phase = Mutex(Phase.new)

        private enum Phase: Sendable {
            case new
            /// The test must decide its outcome.
            case waiting(CheckedContinuation<Answer, any Error>)
            /// The program performs it itself.
            case performed
            case answered(Result<Answer, any Error>)
            case over
        }

        /// The outcome of an effect that the test decides.
        enum Answer: Sendable {
            /// It returns.
            case finish
            /// The program's own function performs it.
            case perform
            /// The program's own function performs it as the next process would.
            case performAgain
        }

        init(_ begun: BegunEffect<P>, step: TestStep) {
            effect = begun.effect
            session = begun.session
            isSubscribed = begun.isSubscribed
            isDurable = begun.isDurable
            send = begun.send
            self.step = step
        }

        /// Whether it waits for the test.
        var isWaiting: Bool {
            phase.withLock { phase in
                switch phase {
                case .new, .waiting: true
                case .performed, .answered, .over: false
                }
            }
        }

        /// Whether the program performs it.
        var isPerformed: Bool {
            phase.withLock { phase in
                if case .performed = phase { true } else { false }
            }
        }

        /// Waits for the test's decision.
        fileprivate func answer() async throws -> Answer {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let answered = phase.withLock { phase -> Result<Answer, any Error>? in
                        if case .answered(let result) = phase { return result }
                        phase = .waiting(continuation)
                        return nil
                    }
                    if let answered { continuation.resume(with: answered) }
                }
            } onCancel: {
                self.answer(with: .failure(CancellationError()))
            }
        }

        /// Sets the outcome. Does nothing if it was set before.
        func answer(with result: Result<Answer, any Error>) {
            let continuation = phase.withLock { phase -> CheckedContinuation<Answer, any Error>? in
                switch phase {
                case .new:
                    phase = .answered(result)
                    return nil
                case .waiting(let continuation):
                    switch result {
                    case .success(.perform), .success(.performAgain): phase = .performed
                    case .success(.finish), .failure: phase = .over
                    }
                    return continuation
                case .performed, .answered, .over:
                    return nil
                }
            }
            continuation?.resume(with: result)
        }

        /// Makes it send a message.
        func deliver(_ message: P.Message) { send(message) }
    }

    private let state = Mutex<[RunningEffect]>([])
    private let environment: TestEnvironment
    private let program: P

    package init(of program: P, in environment: TestEnvironment) {
        self.program = program
        self.environment = environment
    }

    /// Performs an effect as the test decides.
    package func carryOut(_ begun: BegunEffect<P>) async throws {
        guard !environment.isOver else { throw CancellationError() }
        let runningEffect = RunningEffect(begun, step: environment.step)
        state.withLock { $0.append(runningEffect) }
        defer { state.withLock { $0.removeAll { $0 === runningEffect } } }
        switch try await runningEffect.answer() {
        case .finish: return
        case .perform: try await program.perform(begun.effect, send: begun.send)
        case .performAgain: try await program.perform(begun.effect, send: begun.send.again)
        }
    }

    /// The number of effects that the program performs at present.
    var performed: Int { state.withLock { $0 }.count { $0.isPerformed } }

    /// Returns the effects that run for that session, in the order in which they began.
    func running(for session: SessionReference<P>?) -> [RunningEffect] {
        guard let session else { return [] }
        return state.withLock { $0 }.filter { $0.session.identity == session.identity }
    }

    /// Ends all effects that wait for the test.
    package func end() {
        for runningEffect in state.withLock({ $0 }) { runningEffect.answer(with: .failure(CancellationError())) }
    }
}

extension Send {
    /// The function of a later attempt at the same effect.
    fileprivate var again: Send<Message> {
        Send(attempt: Attempt(id: attempt.id, isRepeat: true)) {
            self($0)
        } changed: {
            changed($0)
        }
    }
}
