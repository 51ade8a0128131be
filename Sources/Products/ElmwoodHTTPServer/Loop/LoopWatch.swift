import Dispatch
import Glibc
import Synchronization

/// Watches for loops whose thread does not come back from its work, and lets others accept their connections.
///
/// The system distributes new connections over the loops' sockets. Those of a loop that is at work for seconds would wait, although
/// other loops are free.
final class LoopWatch: Sendable {
    private struct State {
        var isWatching = false
        /// The loops that were helped: the index of each, with the index of the loop that accepts for it and the socket's copy.
        var helped: [Int: (helper: Int, listener: Int32)] = [:]
    }

    private let loops: [EventLoop]
    private let state = Mutex(State())

    /// How long a loop may be at work before others accept for it.
    private static let longestWork = Duration.seconds(1)

    init(_ loops: [EventLoop]) { self.loops = loops }

    func begin() {
        guard loops.count > 1 else { return }
        state.withLock { $0.isWatching = true }
        lookLater()
    }

    /// Stops. The loops' own sockets are closed soon.
    func end() { state.withLock { $0.isWatching = false } }

    private func lookLater() {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(500)) { [weak self] in
            guard let self, state.withLock({ $0.isWatching }) else { return }
            look()
            lookLater()
        }
    }

    private func look() {
        let now = currentInstant()
        state.withLock { state in
            guard state.isWatching else { return }
            let isAtWork = loops.map { $0.workTime(at: now) >= Self.longestWork }
            for (index, loop) in loops.enumerated() {
                if let help = state.helped[index] {
                    guard !isAtWork[index] || isAtWork[help.helper] else { continue }
                    // The helper no longer has to, or no longer can.
                    state.helped[index] = nil
                    loops[help.helper].mailbox.post(.leave(help.listener))
                }
                guard isAtWork[index], let helper = isAtWork.firstIndex(of: false) else { continue }
                let listener = fcntl(loop.listener, F_DUPFD_CLOEXEC, 3)
                guard listener >= 0 else { continue }
                state.helped[index] = (helper, listener)
                loops[helper].mailbox.post(.adopt(listener))
            }
        }
    }
}
