import Dispatch
import ElmwoodSessions
import Synchronization

/// Looks every second for calls of programs that do not return.
final class CallWatch: Sendable {
    private let registry: SessionRegistry
    private let limit: Duration?
    private let isWatching = Atomic(true)
    /// Of its own, so that such calls cannot occupy its thread.
    private let queue = DispatchQueue(label: "elmwood.watch")

    /// - Parameter limit: how long a call may take before the process ends for it; nil if it does not.
    init(_ registry: SessionRegistry, endingProcessAfter limit: Duration?) {
        self.registry = registry
        self.limit = limit
    }

    func begin() {
        queue.asyncAfter(deadline: .now() + 1) { [weak self] in
            guard let self, isWatching.load(ordering: .relaxed) else { return }
            registry.watchCalls(endingProcessAfter: limit)
            begin()
        }
    }

    func end() { isWatching.store(false, ordering: .relaxed) }
}
