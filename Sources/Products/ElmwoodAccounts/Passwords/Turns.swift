import Synchronization

/// Lets a bounded number of tasks work at once, and others wait in their order.
final class Turns: Sendable {
    private struct State {
        var working = 0
        var waiting: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
        var lastNumber = 0
        var count = 0
    }

    private let state = Mutex(State())
    private let atOnce: Int
    private let mostWaiting: Int

    init(atOnce: Int, waiting: Int) {
        self.atOnce = atOnce
        mostWaiting = waiting
    }

    /// How many have begun.
    var count: Int { state.withLock { $0.count } }

    /// Waits for a turn. Each must be ended.
    ///
    /// - Throws: ``PasswordError/busy`` if too many wait, or `CancellationError`.
    func begin() async throws {
        try Task.checkCancellation()
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.working < atOnce {
                        state.working += 1
                        state.count += 1
                        return .success(())
                    }
                    guard state.waiting.count < mostWaiting else { return .failure(PasswordError.busy) }
                    state.waiting.append((number, continuation))
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Ends a turn. The next who waits has it.
    func end() {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard !state.waiting.isEmpty else {
                state.working -= 1
                return nil
            }
            state.count += 1
            return state.waiting.removeFirst().continuation
        }
        next?.resume()
    }
}
