import ElmwoodArchitecture

/// Who listens to which topic, of all programs of a site, and what is told on them.
///
/// Values are told one after the other, off the thread of who tells them: first each listener's session gets the value into
/// its inbox, in the order in which they began to listen, then the sessions have their turns, many at the same time. So all listeners hear all values in one order, and a
/// slow update holds nobody up but its own visitor.
final class TopicHub: Sendable {
    /// Puts a value into a session's inbox; returns what is to be done to give it its turn, or nil where somebody else does.
    typealias Listener = @Sendable (Payload) -> (@Sendable () -> Void)?

    private struct State {
        var listeners: [String: OrderedObjects<Listener>] = [:]
        var told: [(topic: String, payload: Payload)] = []
        var isTelling = false
    }

    /// Who listens, and what is to be told.
    private let state = OrderedMutex(.leaf, State())
    private let environment: Environment

    /// How many values wait to be told at most.
    private static let limit = 10_000
    /// So many sessions have their turns one after the other on one thread.
    private static let share = 16

    init(environment: Environment) {
        self.environment = environment
    }

    /// How many listen, on all topics.
    var count: Int { state.withLock { state in state.listeners.values.reduce(0) { $0 + $1.count } } }

    func listen(to topic: String, as id: ObjectIdentifier, _ listener: @escaping Listener) {
        state.withLock { $0.listeners[topic, default: OrderedObjects()][id] = listener }
    }

    func leave(_ topic: String, as id: ObjectIdentifier) {
        let left = state.withLock { state -> Listener? in
            guard let index = state.listeners.index(forKey: topic) else { return nil }
            let listener = state.listeners.values[index][id]
            state.listeners.values[index][id] = nil
            if state.listeners.values[index].isEmpty { state.listeners.remove(at: index) }
            return listener
        }
        // What it holds is dropped here, not under the lock.
        _ = left
    }

    /// Tells a value to all who listen. False where too many wait to be told.
    func tell(_ payload: Payload, on topic: String) -> Bool {
        let (isTaken, begins) = state.withLock { state -> (Bool, Bool) in
            guard state.listeners[topic] != nil else { return (true, false) }
            guard state.told.count < Self.limit else { return (false, false) }
            state.told.append((topic, payload))
            defer { state.isTelling = true }
            return (true, !state.isTelling)
        }
        if begins { environment.execute { self.tellAll() } }
        return isTaken
    }

    private func tellAll() {
        while true {
            let told = state.withLock { state -> [(topic: String, payload: Payload)] in
                if state.told.isEmpty { state.isTelling = false }
                defer { state.told = [] }
                return state.told
            }
            if told.isEmpty { return }
            for (topic, payload) in told { tellNow(payload, on: topic) }
        }
    }

    private func tellNow(_ payload: Payload, on topic: String) {
        let listeners = state.withLock { $0.listeners[topic]?.inOrder ?? [] }
        var turns: [@Sendable () -> Void] = []
        for listener in listeners {
            guard let turn = listener(payload) else { continue }
            turns.append(turn)
            guard turns.count == Self.share else { continue }
            take(turns)
            turns = []
        }
        take(turns)
    }

    private func take(_ turns: [@Sendable () -> Void]) {
        guard !turns.isEmpty else { return }
        environment.execute { for turn in turns { turn() } }
    }
}
