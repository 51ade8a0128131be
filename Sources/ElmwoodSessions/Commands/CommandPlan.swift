import ElmwoodArchitecture

/// What a transaction's commands come to, worked out before anything is changed: beyond a limit, nothing is.
struct CommandPlan {
    /// What will be under way in the session.
    private(set) var tasks: [EffectTask]
    /// What the visitor's page is asked to do, in order.
    private(set) var pageCommands: [PageCommand] = []
    /// Whether the session ends.
    private(set) var ends = false
    private(set) var begun: [EffectTask] = []
    private var cancelled: [EffectTask] = []
    private var broadcasts: [Broadcast] = []
    private var renews = false
    private let host: SessionHost

    /// - Parameter runs: what runs already.
    init(_ tasks: [EffectTask], _ host: SessionHost) {
        self.tasks = tasks
        self.host = host
    }

    /// Ten years, in milliseconds.
    static var longestDelay: Int64 { 10 * 365 * 86_400_000 }

    mutating func add(_ command: SessionCommand) {
        switch command.kind {
        case .after(let duration, let message):
            let duration = min(max(.zero, duration), .milliseconds(Self.longestDelay))
            begin(
                EffectTask(
                    .message(message, after: duration),
                    id: command.id,
                    .due(host.registry.millisecondsSince1970 + duration.milliseconds)
                )
            )
        case .effect(let effect, let isDurable):
            begin(
                EffectTask(
                    .effect(effect),
                    id: command.id,
                    isDurable ? .attempt(Attempt(drawing: host.environment.bits)) : nil
                )
            )
        case .cancel(let id):
            cancel(id)
        case .page(let command):
            pageCommands.append(command)
        case .save(let value, let key, let scope):
            begin(EffectTask(.storage(.save(value, as: key, scope)), id: nil))
        case .load(let key, let scope, let reader):
            begin(EffectTask(.storage(.load(key, scope, reader)), id: command.id))
        case .remove(let key, let scope):
            begin(EffectTask(.storage(.remove(key, scope)), id: nil))
        case .broadcast(let topic, let payload):
            broadcasts.append((topic, payload))
        case .renewSession:
            renews = true
        case .endSession:
            ends = true
        }
    }

    /// Whether something begins that outlives the process.
    var beginsLasting: Bool { begun.contains { $0.endurance != nil } }

    /// What the transaction comes to whose commands these are.
    func committed(_ model: AnyModel, _ version: UInt64, _ sources: [Source]) -> Committed {
        var committed = Committed(model: model, version: version, sources: sources)
        committed.begun = begun
        committed.cancelled = cancelled
        committed.broadcasts = broadcasts
        committed.outcome.renews = renews
        committed.ends = ends
        return committed
    }

    /// What stands against it, or nil.
    var failure: SessionFailure? {
        var effects = 0
        for task in tasks { if case .effect = task.work { effects += 1 } }
        let limits = host.limits
        if effects > limits.effects { return .tooManyEffects(limit: limits.effects) }
        if tasks.count - effects > limits.messages { return .tooManyMessages(limit: limits.messages) }
        return nil
    }

    /// The session ends, and all that runs in it. What is to be saved or removed is, and what is told on topics is told: that is
    /// nothing of the session's.
    mutating func endAll() {
        begun = tasks.filter { $0.changesStorage && !$0.isStarted }
        cancelled += tasks.filter { task in !begun.contains { $0 === task } }
        tasks = []
    }

    private mutating func begin(_ task: EffectTask) {
        if let id = task.id { cancel(id) }
        tasks.append(task)
        begun.append(task)
    }

    private mutating func cancel(_ id: String) {
        guard let place = tasks.firstIndex(where: { $0.id == id }) else { return }
        let task = tasks.remove(at: place)
        if let place = begun.firstIndex(where: { $0 === task }) {
            // Begun and ended by the same post: it never comes to be.
            begun.remove(at: place)
        } else {
            cancelled.append(task)
        }
    }
}
