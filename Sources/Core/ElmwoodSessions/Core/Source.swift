import ElmwoodArchitecture

/// A running subscription: a timer, a subscriber of a topic, or a long-running effect.
final class Source: Sendable {
    /// The subscription that defines the source. The messages are those of ``subscriptions``.
    let subject: SessionSubscription

    private struct State {
        /// All subscriptions to this source, as the program returned them last.
        var subscriptions: [SessionSubscription]
        var stop: (@Sendable () -> Void)?
        var isEnded = false
        /// Whether a tick waits for its turn.
        var isTicking = false
        /// Whether it has received a payload.
        var hasReceived = false
        /// The shared model with which it begins, unless it receives a change first.
        var first: Payload?
        /// The time at which its effect began.
        var since = Duration.zero
        /// The number of consecutive times that its effect ended early.
        var failures = 0
    }

    /// The messages that it produces, and the function that stops it.
    private let state: OrderedMutex<State>

    init(_ subscriptions: [SessionSubscription], about subject: SessionSubscription) {
        self.subject = subject
        state = OrderedMutex(.leaf, State(subscriptions: subscriptions))
    }

    var isEnded: Bool { state.withLock { $0.isEnded } }

    /// The subscriptions with its messages; empty after its end.
    var subscriptions: [SessionSubscription] {
        state.withLock { $0.isEnded ? [] : $0.subscriptions }
    }

    /// Replaces the messages.
    func replace(_ subscriptions: [SessionSubscription]) {
        var subscriptions = subscriptions
        state.withLock { swap(&$0.subscriptions, &subscriptions) }
    }

    /// Sets the function that stops its present parts, and calls it at once if the source has ended.
    func began(stop: @escaping @Sendable () -> Void) {
        let isEnded = state.withLock { state in
            if !state.isEnded { state.stop = stop }
            return state.isEnded
        }
        if isEnded { stop() }
    }

    /// Ends it. Pending messages are dropped as well.
    func end() {
        let stop = state.withLock { state in
            state.isEnded = true
            defer { state.stop = nil }
            return state.stop
        }
        stop?()
    }

    /// Records that a tick waits. Returns false if one waits already, or the source has ended.
    func tick() -> Bool {
        state.withLock { state in
            guard !state.isEnded, !state.isTicking else { return false }
            state.isTicking = true
            return true
        }
    }

    /// Records that the waiting tick has had its turns.
    func ticked() {
        state.withLock { $0.isTicking = false }
    }

    /// Sets the shared model with which it begins.
    func begin(with payload: Payload) { state.withLock { $0.first = payload } }

    /// Returns the payload of which its subscriptions make messages now: the received one, or else that with which it begins, if it
    /// has received none before.
    func next(_ received: Payload?) -> Payload? {
        state.withLock { state in
            let payload = received ?? (state.hasReceived ? nil : state.first)
            state.first = nil
            if payload != nil { state.hasReceived = true }
            return payload
        }
    }

    /// Records when its effect began.
    func performing(since time: Duration) {
        state.withLock { $0.since = time }
    }

    /// Returns the delay before its effect, which has just ended, is performed again: a second, two, four, up to a minute. It is a
    /// second again after an effect that ran for a minute.
    func pause(at now: Duration) -> Duration {
        state.withLock { state in
            if now - state.since >= .seconds(60) { state.failures = 0 }
            defer { state.failures += 1 }
            return min(.seconds(60), .seconds(1 << min(state.failures, 6)))
        }
    }
}
