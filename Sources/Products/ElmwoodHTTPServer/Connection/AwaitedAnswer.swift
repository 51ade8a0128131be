import Synchronization

extension Answer {
    /// Returns the response, for a task that continues with it; nil if nobody has answered.
    ///
    /// If the task is cancelled, the answer counts as abandoned: see ``Responder/whenAbandoned(_:)``.
    package func response() async -> Response? {
        switch self {
        case .response(let response): return response
        case .later(let tag, let begin):
            let answer = AwaitedAnswer()
            let make = await withTaskCancellationHandler {
                await withCheckedContinuation { waiting in
                    answer.wait(waiting)
                    begin(Responder(answer))
                }
            } onCancel: {
                answer.abandon()
            }
            var response = await make?().response()
            if response?.tag == 0 { response?.tag = tag }
            return response
        }
    }
}

/// Passes a responder's answer to the task that waits for it.
private final class AwaitedAnswer: AnswerReceiver {
    private struct State {
        /// The waiting task; nil before it waits, and once it has the answer.
        var waiting: CheckedContinuation<(@Sendable () -> Answer)?, Never>?
        var isAbandoned = false
        /// What is to be called if nobody waits for the answer any more.
        var abandoned: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    func wait(_ waiting: CheckedContinuation<(@Sendable () -> Answer)?, Never>) {
        state.withLock { $0.waiting = waiting }
    }

    var isOpen: Bool { state.withLock { $0.waiting != nil } }

    func answer(_ answer: (@Sendable () -> Answer)?) -> Bool {
        let waiting = state.withLock { $0.waiting.take() }
        waiting?.resume(returning: answer)
        return waiting != nil
    }

    func abandon() {
        let action = state.withLock { state in
            state.isAbandoned = true
            return state.abandoned.take()
        }
        action?()
    }

    func whenAbandoned(_ action: @escaping @Sendable () -> Void) {
        let isAbandoned = state.withLock { state in
            if !state.isAbandoned { state.abandoned = action }
            return state.isAbandoned
        }
        if isAbandoned { action() }
    }

    func schedule(after time: Duration, _ action: @escaping @Sendable () -> Void) {
        Task {
            try await Task.sleep(for: time)
            action()
        }
    }
}
