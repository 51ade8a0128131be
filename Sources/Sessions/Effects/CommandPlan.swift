import Architecture

/// What a transaction's commands come to, worked out before anything is changed: beyond a limit, nothing is.
struct CommandPlan {
    /// What will go on in the session.
    private(set) var runs: [Run]
    /// What to do once the model is in its place.
    private(set) var committed = SessionCore.Committed()
    /// What the visitor's page is asked to do, in order.
    private(set) var asked: [PageDemand] = []
    private let limits: SessionLimits
    /// What the names of attempts are made of.
    private let bits: () -> UInt64
    /// The moment, in milliseconds since 1970.
    private let now: () -> Int64

    init(runs: [Run], limits: SessionLimits, bits: @escaping () -> UInt64, now: @escaping () -> Int64) {
        self.runs = runs
        self.limits = limits
        self.bits = bits
        self.now = now
    }

    /// Ten years, in milliseconds.
    static var longestDelay: Int64 { 10 * 365 * 86_400_000 }

    mutating func add(_ command: SessionCommand) {
        switch command.kind {
        case .after(let duration, let message):
            let duration = min(max(.zero, duration), .milliseconds(Self.longestDelay))
            begin(Run(.message(message, after: duration), id: command.id, .due(now() + duration.milliseconds)))
        case .effect(let effect, let isDurable):
            begin(Run(.effect(effect), id: command.id, isDurable ? .attempt(Attempt(drawing: bits)) : nil))
        case .cancel(let id):
            cancel(id)
        case .navigate(let path, let replaces):
            asked.append(.navigate(path, replaces: replaces))
        case .page(let task):
            asked.append(.task(task))
        case .save(let value, let key, let scope):
            begin(Run(.storage(.save(value, as: key, scope)), id: nil))
        case .load(let key, let scope, let reader):
            begin(Run(.storage(.load(key, scope, reader)), id: command.id))
        case .remove(let key, let scope):
            begin(Run(.storage(.remove(key, scope)), id: nil))
        case .broadcast(let topic, let payload):
            committed.broadcasts.append((topic, payload))
        case .renewSession:
            committed.outcome.renews = true
        case .endSession:
            committed.ends = true
        }
    }

    /// What stands against it, or nil.
    var failure: SessionFailure? {
        var effects = 0
        for run in runs { if case .effect = run.work { effects += 1 } }
        if effects > limits.effects { return .tooManyEffects(limit: limits.effects) }
        if runs.count - effects > limits.messages { return .tooManyMessages(limit: limits.messages) }
        return nil
    }

    /// The session ends: nothing begins, and nothing goes on.
    mutating func endAll() {
        committed.begun = []
        committed.broadcasts = []
        committed.cancelled += runs
        runs = []
    }

    private mutating func begin(_ run: Run) {
        if let id = run.id { cancel(id) }
        runs.append(run)
        committed.begun.append(run)
    }

    private mutating func cancel(_ id: String) {
        guard let place = runs.firstIndex(where: { $0.id == id }) else { return }
        let run = runs.remove(at: place)
        if let begun = committed.begun.firstIndex(where: { $0 === run }) {
            // Begun and ended by the same post: it never comes to be.
            committed.begun.remove(at: begun)
        } else {
            committed.cancelled.append(run)
        }
    }
}
