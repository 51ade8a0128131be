import ElmwoodArchitecture

/// A subscription that runs: a clock, somebody who listens to a topic, or a long-running effect.
final class Source: Sendable {
    /// What it is about; its messages are those of ``subscriptions``.
    let subject: SessionSubscription

    private struct State {
        /// All subscriptions about the same, as the program gave them last.
        var subscriptions: [SessionSubscription]
        var stop: (@Sendable () -> Void)?
        var isEnded = false
        /// Whether a tick waits for its turn.
        var isTicking = false
        /// Since when its effect is performed.
        var since = Duration.zero
        /// How often in a row its effect came to an end soon.
        var failures = 0
    }

    /// The messages that it makes, and what stops it.
    private let state: OrderedMutex<State>

    init(_ subscriptions: [SessionSubscription], about subject: SessionSubscription) {
        self.subject = subject
        state = OrderedMutex(.leaf, State(subscriptions: subscriptions))
    }

    var isEnded: Bool { state.withLock { $0.isEnded } }

    /// What messages it makes; none once it has ended.
    var subscriptions: [SessionSubscription] {
        state.withLock { $0.isEnded ? [] : $0.subscriptions }
    }

    /// Takes the newer messages.
    func replace(_ subscriptions: [SessionSubscription]) {
        var subscriptions = subscriptions
        state.withLock { swap(&$0.subscriptions, &subscriptions) }
    }

    /// Says how to stop what it does now; it is stopped at once where it has ended meanwhile.
    func began(stop: @escaping @Sendable () -> Void) {
        let isEnded = state.withLock { state in
            if !state.isEnded { state.stop = stop }
            return state.isEnded
        }
        if isEnded { stop() }
    }

    /// Ends it: nothing more comes of it, not even what waits.
    func end() {
        let stop = state.withLock { state in
            state.isEnded = true
            defer { state.stop = nil }
            return state.stop
        }
        stop?()
    }

    /// Notes that a tick waits; false where one does already, or it has ended.
    func tick() -> Bool {
        state.withLock { state in
            guard !state.isEnded, !state.isTicking else { return false }
            state.isTicking = true
            return true
        }
    }

    /// The tick that waited has had its turns.
    func ticked() {
        state.withLock { $0.isTicking = false }
    }

    /// Its effect is performed from now on.
    func performing(since time: Duration) {
        state.withLock { $0.since = time }
    }

    /// How long to wait before its effect, which has just come to an end, is performed again: a second, two, four, up to a
    /// minute, and a second again after one that went on for a minute.
    func pause(at now: Duration) -> Duration {
        state.withLock { state in
            if now - state.since >= .seconds(60) { state.failures = 0 }
            defer { state.failures += 1 }
            return min(.seconds(60), .seconds(1 << min(state.failures, 6)))
        }
    }
}
