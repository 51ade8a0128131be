import Dispatch
import Glibc
import Synchronization

/// The signals by which a terminal or another process ends the command: Ctrl-C, SIGTERM, and the end of the terminal.
final class Interruption {
    /// What the handlers of the signals and the waiting thread share.
    private final class Waiting: Sendable {
        private struct State {
            var hasEnded = false
            /// Ends what the command waits for.
            var end: (@Sendable () -> Void)?
        }

        private let state = Mutex(State())

        var hasEnded: Bool { state.withLock { $0.hasEnded } }

        /// Sets what is to be ended. Returns whether that is already over.
        func set(_ end: (@Sendable () -> Void)?) -> Bool {
            state.withLock { state in
                state.end = end
                return state.hasEnded
            }
        }

        func end() {
            let end = state.withLock { state in
                state.hasEnded = true
                return state.end
            }
            end?()
        }
    }

    private let waiting = Waiting()
    private let sources: [any DispatchSourceSignal]

    init() {
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: .global())
        }
        for source in sources {
            source.setEventHandler { [waiting] in waiting.end() }
            source.resume()
        }
    }

    /// Whether a signal has come.
    var hasCome: Bool { waiting.hasEnded }

    /// Runs a function that waits, which a signal ends.
    func ending<Result>(_ endable: some Endable & Sendable, _ body: () -> Result) -> Result {
        if waiting.set({ endable.stop() }) { endable.stop() }
        defer { _ = waiting.set(nil) }
        return body()
    }
}
