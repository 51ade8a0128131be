import ElmwoodArchitecture

/// A pending effect, delayed message, or operation of the store.
final class EffectTask: Sendable {
    enum Work: Sendable {
        case effect(AnyEffect)
        case message(AnyMessage, after: Duration)
        case storage(StorageTask)
        /// States whose session it is; nil for nobody's.
        case identify(String?)
    }

    enum Phase: Sendable {
        case going
        /// Its function has returned, or its delay is over.
        case returned
        /// It exceeded the limit of messages. Its further messages are dropped.
        case flooded
        /// All its messages are dropped, also those in the inbox.
        case cancelled
    }

    let id: String?
    let work: Work
    /// How it outlives the process; nil if it does not.
    let endurance: Endurance?
    /// The subscription that it runs for; nil if a command began it.
    let source: Source?
    /// Whether no request waits for it, since it is meant to run for long.
    let isLongRunning: Bool

    /// A task that outlives the process.
    enum Endurance: Sendable {
        /// A delayed message, due at that time: milliseconds since 1970.
        case due(Int64)
        /// A durable effect.
        case attempt(Attempt)

        /// Its name within the session, the same in each process.
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
        /// The page of the visitor's action that led to it.
        var page: PageID?
        /// The request that led to it.
        var request: RequestOrigin?
        /// Whether it has begun.
        var isBegun = false
    }

    /// Its phase, and the function that stops it.
    private let state = OrderedMutex(.effect, State())

    init(
        _ work: Work,
        id: String?,
        _ endurance: Endurance? = nil,
        for source: Source? = nil,
        isLongRunning: Bool = false
    ) {
        self.work = work
        self.isLongRunning = isLongRunning
        self.id = id
        self.endurance = endurance
        self.source = source
    }

    /// The page of the visitor's action that led to it; nil if unknown.
    var page: PageID? {
        get { state.withLock { $0.page } }
        set { state.withLock { $0.page = newValue } }
    }

    /// The request that led to it; nil if there is none.
    var request: RequestOrigin? {
        get { state.withLock { $0.request } }
        set { state.withLock { $0.request = newValue } }
    }

    /// Whether it has begun.
    var isStarted: Bool { state.withLock { $0.isBegun } }

    /// Records that it begins. Returns false if it has begun already, or is cancelled.
    func start() -> Bool {
        state.withLock { state in
            guard state.phase == .going, !state.isBegun else { return false }
            state.isBegun = true
            return true
        }
    }

    /// Whether a request waits for it: for any effect that is not long-running, for the store, and for a message whose delay is shorter
    /// than that.
    func isAwaited(delayedBelow delay: Duration) -> Bool {
        switch work {
        case .effect: !isLongRunning
        case .storage, .identify: true
        case .message(_, let duration): duration < delay
        }
    }

    /// Whether it states that the session is nobody's.
    var isSignOut: Bool { if case .identify(nil) = work { true } else { false } }

    /// Whether it changes what is stored, such as a value or whose session it is.
    var changesStorage: Bool {
        switch work {
        case .storage(.save), .storage(.remove), .storage(.removeAll), .storage(.endSessions), .identify: true
        case .effect, .message, .storage(.load), .storage(.sessions): false
        }
    }

    /// Whether it can produce a message: all tasks except saves and removals.
    var canProduceMessage: Bool { !changesStorage }

    var phase: Phase { state.withLock { $0.phase } }

    var isCancelled: Bool { phase == .cancelled }

    /// The request that waits for it, until it ends.
    var pendingEffects: PendingEffects? { state.withLock { $0.pendingEffects } }

    /// Makes a request wait for it, if both are still pending.
    func join(_ pendingEffects: PendingEffects) {
        guard pendingEffects.join() else { return }
        let joined = state.withLock { state in
            guard state.phase != .cancelled else { return false }
            state.pendingEffects = pendingEffects
            return true
        }
        if !joined { pendingEffects.leave() }
    }

    /// Resumes the request that waits for it.
    func leave() {
        let pendingEffects = state.withLock { state in
            defer { state.pendingEffects = nil }
            return state.pendingEffects
        }
        pendingEffects?.leave()
    }

    /// Sets the function that stops it, and calls it at once if the task has been cancelled since it began.
    func began(stop: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            guard state.phase == .going else { return state.phase != .returned }
            state.stop = stop
            return false
        }
        if isOver { stop() }
    }

    /// Changes the phase if it is `going`; otherwise returns false.
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

    /// Ends it in any phase, and resumes the request that waits for it.
    func cancel() {
        let (stop, pendingEffects) = state.withLock { state in
            defer { state = State(phase: .cancelled) }
            return (state.stop, state.pendingEffects)
        }
        stop?()
        pendingEffects?.leave()
    }
}
