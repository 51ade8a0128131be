import ElmwoodArchitecture

/// An effect, a delayed message, or something to be stored or loaded, that is under way.
final class EffectTask: Sendable {
    enum Work: Sendable {
        case effect(AnyEffect)
        case message(AnyMessage, after: Duration)
        case storage(StorageTask)
    }

    enum Phase: Sendable {
        case going
        /// Its function has returned, or its time has come.
        case returned
        /// It sent too much, and nothing more is taken from it.
        case flooded
        /// Nothing of it is taken any more, not even what waits already.
        case cancelled
    }

    let id: String?
    let work: Work
    /// How it outlives the process; nil where it does not.
    let endurance: Endurance?
    /// The subscription that it is performed for; nil where a command began it.
    let source: Source?

    /// What outlives the process.
    enum Endurance: Sendable {
        /// A delayed message, which comes at that moment: milliseconds since 1970.
        case due(Int64)
        /// A durable effect.
        case attempt(Attempt)

        /// The same in each process: what tells it from the others of its session.
        var name: String {
            switch self {
            case .due(let date): "\(date)"
            case .attempt(let attempt): attempt.id
            }
        }
    }

    private struct State {
        var phase = Phase.going
        var stop: (@Sendable () -> Void)?
        var pendingEffects: PendingEffects?
        /// The page on which the visitor did what it came of.
        var page: PageID?
        /// The request that began it, or what led to it.
        var request: RequestOrigin?
        /// Whether it has been begun.
        var isBegun = false
    }

    /// How far it has come, and what stops it.
    private let state = OrderedMutex(.effect, State())

    init(_ work: Work, id: String?, _ endurance: Endurance? = nil, for source: Source? = nil) {
        self.work = work
        self.id = id
        self.endurance = endurance
        self.source = source
    }

    /// The page on which the visitor did what it came of; nil where that is not known.
    var page: PageID? {
        get { state.withLock { $0.page } }
        set { state.withLock { $0.page = newValue } }
    }

    /// The request that began it, or what led to it; nil where none did.
    var request: RequestOrigin? {
        get { state.withLock { $0.request } }
        set { state.withLock { $0.request = newValue } }
    }

    /// Whether it has been begun.
    var isStarted: Bool { state.withLock { $0.isBegun } }

    /// Notes that it is begun; false where it was already, or is cancelled.
    func start() -> Bool {
        state.withLock { state in
            guard state.phase == .going, !state.isBegun else { return false }
            state.isBegun = true
            return true
        }
    }

    /// Whether a request that can wait for so long waits for it: for any effect and for the store, since nobody knows how
    /// long they take, and for a message that is delayed by less.
    func comes(within time: Duration) -> Bool {
        guard time > .zero else { return false }
        return switch work {
        case .effect, .storage: true
        case .message(_, let duration): duration < time
        }
    }

    /// Whether it saves or removes a value.
    var changesStorage: Bool {
        switch work {
        case .storage(.save), .storage(.remove): true
        case .effect, .message, .storage(.load): false
        }
    }

    /// Whether a message may come of it: not of what is saved or removed.
    var mayTell: Bool { !changesStorage }

    var phase: Phase { state.withLock { $0.phase } }

    var isCancelled: Bool { phase == .cancelled }

    /// The request that waits for it, until it has come to its end.
    var pendingEffects: PendingEffects? { state.withLock { $0.pendingEffects } }

    /// Lets a request wait for it, if both are still under way.
    func join(_ pendingEffects: PendingEffects) {
        guard pendingEffects.join() else { return }
        let joined = state.withLock { state in
            guard state.phase != .cancelled else { return false }
            state.pendingEffects = pendingEffects
            return true
        }
        if !joined { pendingEffects.leave() }
    }

    /// Lets the request that waits for it continue.
    func leave() {
        let pendingEffects = state.withLock { state in
            defer { state.pendingEffects = nil }
            return state.pendingEffects
        }
        pendingEffects?.leave()
    }

    /// Says how to stop it; it is stopped at once where it was cancelled meanwhile.
    func began(stop: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            guard state.phase == .going else { return state.phase != .returned }
            state.stop = stop
            return false
        }
        if isOver { stop() }
    }

    /// Goes into a phase, if it is going; false where it is not.
    func pass(to phase: Phase) -> Bool {
        let (passed, stop): (Bool, (@Sendable () -> Void)?) = state.withLock { state in
            guard state.phase == .going else { return (false, nil) }
            state.phase = phase
            defer { state.stop = nil }
            return (true, phase == .returned ? nil : state.stop)
        }
        stop?()
        return passed
    }

    /// Ends it, whatever its phase, and lets the request that waits for it continue.
    func cancel() {
        let (stop, pendingEffects) = state.withLock { state in
            defer { state = State(phase: .cancelled) }
            return (state.stop, state.pendingEffects)
        }
        stop?()
        pendingEffects?.leave()
    }
}
