import ElmwoodArchitecture

/// The result of a transaction's commands, computed before anything is changed. If a limit is exceeded, nothing changes.
struct CommandPlan {
    /// The tasks of the session after the transaction.
    private var tasks: [EffectTask] = []
    /// The same; nil if the transaction leaves them as they are.
    var changedTasks: [EffectTask]? { changesTasks ? tasks : nil }
    private var changesTasks = false
    /// The commands to the visitor's page, in order.
    private(set) var pageCommands: [PageCommand] = []
    /// What is told to the visitor.
    private(set) var flash = Flash()
    /// Whether the session ends.
    private(set) var ends = false
    private(set) var endsEverywhere = false
    private(set) var begun: [EffectTask] = []
    private(set) var cancelled: [EffectTask] = []
    private(set) var broadcasts: [Broadcast] = []
    /// The messages to shared programs.
    private(set) var deliveries: [Outgoing] = []
    private(set) var renews = false

    /// Begins with the tasks that the session has, but for the one that ends.
    mutating func begin(beside tasks: [EffectTask], ending task: EffectTask?) {
        changesTasks = true
        self.tasks = tasks
        if let task { self.tasks.removeAll { $0 === task } }
    }

    /// Ten years, in milliseconds.
    static var longestDelay: Int64 { 10 * 365 * 86_400_000 }

    mutating func add(_ command: SessionCommand, in host: SessionHost) {
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
        case .effect(let effect, let isDurable, let isAwaited):
            begin(
                EffectTask(
                    .effect(effect),
                    id: command.id,
                    isDurable ? .attempt(Attempt(drawing: host.environment.bits)) : nil,
                    isLongRunning: !isAwaited
                )
            )
        case .cancel(let id):
            cancel(id)
        case .page(let command):
            pageCommands.append(command)
        case .notice(let sentence, let end):
            flash.add(notice: sentence, until: end)
        case .problem(let problem):
            flash.add(problem)
        case .save(let value, let key, let scope):
            begin(EffectTask(.storage(.save(value, as: key, scope)), id: nil))
        case .load(let key, let scope, let reader):
            begin(EffectTask(.storage(.load(key, scope, reader)), id: command.id))
        case .remove(let key, let scope):
            begin(EffectTask(.storage(.remove(key, scope)), id: nil))
        case .broadcast(let topic, let payload):
            broadcasts.append((topic, payload))
        case .changed(let topic):
            broadcasts.append((topic, nil))
        case .deliver(let delivery, let recipient, let name):
            deliver(Outgoing(recipient: recipient, content: .delivery(delivery), name: name))
        case .renewSession:
            renews = true
        case .endSession(let everywhere):
            ends = true
            endsEverywhere = endsEverywhere || everywhere
        case .removeAll:
            begin(EffectTask(.storage(.removeAll), id: nil))
        case .identify(let account):
            begin(EffectTask(.identify(account), id: nil))
        case .sessions(let account, let reader):
            begin(EffectTask(.storage(.sessions(of: account, reader)), id: command.id))
        case .endSessions(let account, let session):
            begin(EffectTask(.storage(.endSessions(of: account, only: session)), id: nil))
        }
    }

    /// Adds a message to another program.
    mutating func deliver(_ message: Outgoing) { deliveries.append(message) }

    /// Whether the session has tasks, or messages to store, after the transaction.
    var isLeft: Bool { !tasks.isEmpty || !deliveries.isEmpty }

    /// Whether a task begins that outlives the process, or a message is sent.
    var beginsLasting: Bool { !deliveries.isEmpty || begun.contains { $0.endurance != nil } }

    /// Returns the limit that the plan exceeds, or nil.
    func failure(in limits: SessionLimits) -> SessionFailure? {
        var effects = 0
        for task in tasks { if case .effect = task.work { effects += 1 } }
        if effects > limits.effects { return .tooManyEffects(limit: limits.effects) }
        let messages = max(tasks.count - effects, deliveries.count)
        return messages > limits.messages ? .tooManyMessages(limit: limits.messages) : nil
    }

    /// Ends the session and all its tasks. Values are still saved and removed, and topics still receive their messages, since
    /// neither belongs to the session.
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
            // The same post began and cancelled it, so it never starts.
            begun.remove(at: place)
        } else {
            cancelled.append(task)
        }
    }
}
