import Synchronization

extension Answer {
    /// Returns the response, for a task that continues with it; nil if nobody has answered.
    package func response() async -> Response? {
        switch self {
        case .response(let response): return response
        case .later(let tag, let begin):
            var response = await withCheckedContinuation { begin(Responder(AwaitedAnswer($0))) }
            if response?.tag == 0 { response?.tag = tag }
            return response
        }
    }
}

/// Passes a responder's answer to the task that waits for it.
private final class AwaitedAnswer: AnswerReceiver {
    /// The waiting task; nil once it has the answer.
    private let waiting: Mutex<CheckedContinuation<Response?, Never>?>

    init(_ waiting: CheckedContinuation<Response?, Never>) { self.waiting = Mutex(waiting) }

    var isOpen: Bool { waiting.withLock { $0 != nil } }

    func answer(_ response: (@Sendable () -> Response)?) -> Bool {
        let waiting = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        waiting?.resume(returning: response?())
        return waiting != nil
    }

    func schedule(after time: Duration, _ action: @escaping @Sendable () -> Void) {
        Task {
            try await Task.sleep(for: time)
            action()
        }
    }
}
