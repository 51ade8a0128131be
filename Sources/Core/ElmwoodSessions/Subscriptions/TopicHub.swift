import ElmwoodArchitecture
import ElmwoodFormData

/// The subscribers of all topics of a site, in all programs, and the broadcasts to them.
///
/// Broadcasts are delivered one after the other, on another thread than the sender's. Each subscriber's session first receives the
/// value in its inbox, in the order of subscription. Then the sessions run their turns, many at the same time. All subscribers
/// therefore receive all values in one order, and a slow update delays only its own visitor.
final class TopicHub: Sendable {
    /// Puts a value into a session's inbox. Returns the function that runs the turn, or nil if another thread does.
    typealias Listener = @Sendable (Payload) -> (@Sendable () -> Void)?

    private struct State {
        var listeners: [ReceivedText: OrderedObjects<Listener>] = [:]
        var pending: [(topic: String, payload: Payload)] = []
        var isDelivering = false
    }

    /// The subscribers, and the pending broadcasts.
    private let state = OrderedMutex(.leaf, State())
    private let environment: Environment

    /// The greatest number of pending broadcasts.
    private static let limit = 10_000
    /// The number of sessions whose turns run one after the other on one thread.
    private static let share = 16

    init(environment: Environment) {
        self.environment = environment
    }

    /// The number of subscribers of all topics.
    var count: Int { state.withLock { state in state.listeners.values.reduce(0) { $0 + $1.count } } }

    /// Whether anybody subscribes to the topic.
    func hasListeners(on topic: String) -> Bool { state.withLock { $0.listeners[ReceivedText(topic)] != nil } }

    func listen(to topic: String, as id: ObjectIdentifier, _ listener: @escaping Listener) {
        state.withLock { $0.listeners[ReceivedText(topic), default: OrderedObjects()][id] = listener }
    }

    func leave(_ topic: String, as id: ObjectIdentifier) {
        let left = state.withLock { state -> Listener? in
            guard let index = state.listeners.index(forKey: ReceivedText(topic)) else { return nil }
            let listener = state.listeners.values[index][id]
            state.listeners.values[index][id] = nil
            if state.listeners.values[index].isEmpty { state.listeners.remove(at: index) }
            return listener
        }
        // Its captured values are released here, not under the lock.
        _ = left
    }

    /// Sends a value to all subscribers. Returns false if too many broadcasts are pending.
    func broadcast(_ payload: Payload, on topic: String) -> Bool {
        let (isTaken, begins) = state.withLock { state -> (Bool, Bool) in
            guard state.listeners[ReceivedText(topic)] != nil else { return (true, false) }
            guard state.pending.count < Self.limit else { return (false, false) }
            state.pending.append((topic, payload))
            defer { state.isDelivering = true }
            return (true, !state.isDelivering)
        }
        if begins { environment.execute { self.deliverAll() } }
        return isTaken
    }

    private func deliverAll() {
        while true {
            let pending = state.withLock { state -> [(topic: String, payload: Payload)] in
                if state.pending.isEmpty { state.isDelivering = false }
                defer { state.pending = [] }
                return state.pending
            }
            if pending.isEmpty { return }
            for (topic, payload) in pending { deliver(payload, on: topic) }
        }
    }

    private func deliver(_ payload: Payload, on topic: String) {
        let listeners = state.withLock { $0.listeners[ReceivedText(topic)]?.inOrder ?? [] }
        var turns: [@Sendable () -> Void] = []
        for listener in listeners {
            guard let turn = listener(payload) else { continue }
            turns.append(turn)
            guard turns.count == Self.share else { continue }
            run(turns)
            turns = []
        }
        run(turns)
    }

    private func run(_ turns: [@Sendable () -> Void]) {
        guard !turns.isEmpty else { return }
        environment.execute { for turn in turns { turn() } }
    }
}
