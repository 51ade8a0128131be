import Synchronization

/// What effects wait for: each runs until all are to end.
final class HeldWork: Sendable {
    private struct State {
        var begun = 0
        var cancelled = 0
        var isOver = false
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// How many have begun.
    var begun: Int { state.withLock { $0.begun } }

    /// How many were cancelled.
    var cancelled: Int { state.withLock { $0.cancelled } }

    /// Runs until ``end()`` or its cancellation.
    func run() async throws {
        let number = state.withLock { state in
            state.begun += 1
            return state.begun
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isOver || Task.isCancelled { return true }
                    state.waiting[number] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                state.cancelled += 1
                return state.waiting.removeValue(forKey: number)
            }
            waiting?.resume()
        }
        try Task.checkCancellation()
    }

    func end() {
        let waiting = state.withLock { state in
            state.isOver = true
            defer { state.waiting = [:] }
            return state.waiting
        }
        for continuation in waiting.values { continuation.resume() }
    }
}

/// A number that any thread adds to.
final class Counted: Sendable {
    private let state = Mutex(0)

    var count: Int { state.withLock { $0 } }

    func add() { state.withLock { $0 += 1 } }
}
