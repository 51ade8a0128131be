import ElmwoodStorage
import Synchronization

/// Writes sessions to their store, and loads them.
///
/// There is one writer, with one commit at a time. The changes of all sessions during a commit are the next commit. A session with
/// many turns is therefore written once, and an answer waits for two commits at most. The writer has its own queues, so that
/// effects that occupy every thread of the task pool do not delay it.
///
/// A commit for which no request waits begins some time after the former one, in proportion to what that took. If many sessions
/// change all the time, as listeners of a busy topic do, several turns of each are thus one write. Otherwise the writer would
/// encode and store every session all the time.
///
/// While the store fails, it is tried again once a second. A few attempts come earlier, for changes that follow a failure at once;
/// further changes are refused before their turn (``refuses``), and of what the other nodes are told a limited number waits
/// (``tell(_:)``), so neither work nor memory grows with the requests.
final class SessionWriter: Sendable {
    struct State {
        var changed: [SessionCore] = []
        /// Writes that precede the changed sessions, under the ids that these have by then.
        var writes: [SessionWrite] = []
        /// Writes and sessions that failed, and come first in the next commit.
        var unwritten: [SessionWrite] = []
        var unsaved: [SessionCore] = []
        var waiting: [@Sendable () -> Void] = []
        /// Whether the leases must be renewed.
        var renews = false
        /// Whether the other nodes are to be told that something that they were to be told was dropped.
        var isUntold = false
        var isWorking = false
        /// Whether the current commit contains more than changed sessions.
        var isWriting = false
        /// Whether changed sessions alone do not begin a commit now.
        var isPaused = false
        /// Whether the store is tried once more, however often it has failed.
        var isForced = false
        /// The number of consecutive failures.
        var failures = 0
        /// Whether the next attempt after a failure is scheduled.
        var hasRetry = false

        /// Whether there is nothing to write now.
        var isEmpty: Bool { changed.isEmpty && writes.isEmpty && waiting.isEmpty && !renews && !isUntold }

        /// Removes and returns what waits, as far as it is to be written now.
        mutating func takeBatch() -> State {
            var next = State()
            next.isWorking = true
            next.isWriting = !writes.isEmpty || !unwritten.isEmpty
            (next.failures, next.hasRetry) = (failures, hasRetry)
            swap(&self, &next)
            return next
        }
    }

    /// The number of consecutive failures after which only the scheduled attempts are made.
    private static let failureLimit = 10

    let store: any SessionStore
    let environment: Environment
    /// The store, if it says where it has put messages.
    private let numberingStore: (any NumberingSessionStore)?
    private let writing: any TaskExecutor
    /// Performs what does not wait for a commit.
    let reading: any TaskExecutor
    /// Restores due sessions without a request, so that no answer waits behind them.
    let waker: any TaskExecutor
    /// The content of the next commit.
    private let state = OrderedMutex(.writer, State())
    /// The sessions whose durable effects this process performs.
    let leased = OrderedMutex(.leases, OrderedObjects<SessionCore>())
    /// When the leases were renewed last, in nanoseconds on the environment's clock.
    let lastRenewal = Atomic<Int64>(0)

    let loads = RunningLoads()
    /// Tells the other nodes again what is so now: see ``tell(_:)``.
    let tellAgain = OrderedMutex(.leaf, (@Sendable () -> Void)?.none)
    /// The renewals that failed, since another process was faster: the replaced ids, by their successors.
    let failedRenewals = OrderedMutex(.leaf, [SessionID: SessionID]())

    /// Whether the process is about to end: no session is restored any more without a request.
    private let handsOver = Atomic(false)
    /// Whether the store has failed repeatedly, and is not tried before the next scheduled attempt.
    private let isRefusing = Atomic(false)
    /// The number of the commit under way: the first one has number 2, and odd numbers stand for the time after one.
    private let commitNumber = Atomic<UInt64>(1)
    /// The number of the last commit that took so long that requests would only have waited behind it: the nodes' database is away.
    private let lateNumber = Atomic<UInt64>(0)
    /// After which time that is.
    private static let lateness: Duration = .seconds(2)

    /// Whether a session is in memory.
    let isHeld: @Sendable (SessionKey) -> Bool
    /// Called with a session that another node has stored while it was loaded; nil without nodes.
    let outdated: (@Sendable (SessionKey, _ version: UInt64) -> Void)?

    init(
        _ store: any SessionStore,
        environment: Environment,
        isHeld: @escaping @Sendable (SessionKey) -> Bool = { _ in false },
        outdated: (@Sendable (SessionKey, _ version: UInt64) -> Void)? = nil
    ) {
        self.outdated = outdated
        self.store = store
        self.isHeld = isHeld
        numberingStore = store as? any NumberingSessionStore
        self.environment = environment
        writing = environment.queue("elmwood.sessions")
        reading = environment.queue("elmwood.sessions.loading")
        waker = environment.queue("elmwood.sessions.waking")
    }

    /// Adds a changed session to the next commit.
    func save(_ session: SessionCore) { addToCommit(mayWait: true) { $0.changed.append(session) } }

    /// Adds a session to the next commit, and calls the function after it. One operation does both, since the thread that has
    /// listed the session may not have added it yet. The function must only pass on what waits, since all such functions are called
    /// one after the other.
    func save(_ session: SessionCore, then call: @escaping @Sendable () -> Void) {
        let isRefused = addToCommit { state in
            state.changed.append(session)
            state.waiting.append(call)
        }
        if isRefused { dismissWaiting() }
    }

    /// Whether a request whose result must be stored is refused, since the store fails, or has not answered for some time.
    var refuses: Bool { isRefusing.load(ordering: .relaxed) || isLate }

    /// Whether the commit under way takes long.
    private var isLate: Bool { lateNumber.load(ordering: .relaxed) == commitNumber.load(ordering: .relaxed) }

    func append(_ write: SessionWrite) { addToCommit { $0.writes.append(write) } }

    /// Adds the renewal of an id, and applies it to the sessions, in one operation. No session is therefore written under an id
    /// that the store does not know.
    func renew(_ old: SessionID, _ renewal: SessionRenewal, apply: () -> Void) {
        addToCommit { state in
            state.writes.append(.renew(old, renewal))
            apply()
        }
    }

    /// Calls the function when everything that was added before has been written, or has failed. The store is tried even if it has
    /// just failed.
    func afterwards(_ call: @escaping @Sendable () -> Void) { addToCommit(isForced: true) { $0.waiting.append(call) } }

    /// Calls the function once ids that are replaced or removed are so in the store: a renewed session is found under its new id.
    func onceRenewed(_ call: @escaping @Sendable () -> Void) {
        let isFirst = state.withLock { state in
            guard state.isWriting || !state.writes.isEmpty || !state.unwritten.isEmpty else { return true }
            state.waiting.append(call)
            return false
        }
        // Failed writes are not started by anything else.
        if isFirst { call() } else if addToCommit({ _ in }) { dismissWaiting() }
    }

    /// Leaves sessions that become due to other processes.
    func beginHandingOver() { handsOver.store(true, ordering: .relaxed) }

    var isHandingOver: Bool { handsOver.load(ordering: .relaxed) }

    /// Adds what is to be written, and begins to write it.
    ///
    /// - Parameters:
    ///   - isForced: whether the store is tried even if it has just failed repeatedly.
    ///   - mayWait: whether no request waits for it.
    /// - Returns: whether the store fails, and is not tried now.
    @discardableResult
    func addToCommit(isForced: Bool = false, mayWait: Bool = false, _ add: (inout sending State) -> Void) -> Bool {
        let (begins, isRefused) = state.withLock { state -> (Bool, Bool) in
            add(&state)
            if isForced { state.isForced = true }
            guard !state.isWorking else { return (false, false) }
            guard isForced || state.failures < Self.failureLimit else { return (false, true) }
            guard !mayWait || !state.isPaused else { return (false, false) }
            state.isPaused = false
            state.isWorking = true
            return (true, false)
        }
        if begins { Task(executorPreference: writing) { await self.work() } }
        return isRefused
    }

    /// Answers what waits for a commit, without one.
    private func dismissWaiting() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for call in waiting { call() }
    }

    private func work() async {
        while true {
            let batch = state.withLock { state -> State? in
                guard !state.isEmpty else {
                    (state.isWorking, state.isWriting, state.isForced) = (false, false, false)
                    return nil
                }
                return state.takeBatch()
            }
            guard let batch else { return }
            let start = environment.now()
            let (renamed, isDone) = await write(batch)
            // Without the calls of those who have waited for it.
            let time = environment.now() - start
            guard renamed.isEmpty else {
                state.withLock { state in
                    state.changed += renamed
                    state.waiting = batch.waiting + state.waiting
                }
                continue
            }
            for call in batch.waiting { call() }
            if isDone {
                if pause(after: time) { return }
                continue
            }
            let isPaused = state.withLock { state in
                guard state.failures >= Self.failureLimit, !state.isForced else { return false }
                (state.isWorking, state.isWriting) = (false, false)
                return true
            }
            if isPaused { return dismissWaiting() }
        }
    }

    /// Pauses until the next commit for which no request waits, so that these take at most a quarter of a processor's time.
    ///
    /// - Parameter time: how long the last commit took.
    /// - Returns: whether nothing is to be written until then.
    private func pause(after time: Duration) -> Bool {
        let pause = min(time * 3, .milliseconds(500))
        guard pause >= .milliseconds(2) else { return false }
        let isPaused = state.withLock { state in
            guard state.waiting.isEmpty, state.writes.isEmpty, !state.renews else { return false }
            (state.isWorking, state.isWriting, state.isPaused) = (false, false, true)
            return true
        }
        if isPaused { _ = environment.schedule(pause) { [weak self] in self?.addToCommit { _ in } } }
        return isPaused
    }

    func succeed() {
        let hadFailed = state.withLock { state in
            defer { state.failures = 0 }
            return state.failures > 0
        }
        if hadFailed { isRefusing.store(false, ordering: .relaxed) }
    }

    /// Schedules failed writes for the next commit, or in a second.
    func tryAgain(_ writes: [SessionWrite], _ sessions: [SessionCore], isUntold: Bool = false) {
        let failed = Set(sessions.map { ObjectIdentifier($0) })
        let (isFirst, isRefusing) = state.withLock { state in
            state.unwritten = writes + state.unwritten
            state.unsaved += sessions
            state.isUntold = state.isUntold || isUntold
            state.boundTold()
            // A turn may have listed its session only after the commit had taken it: that is no change after the failure.
            state.changed.removeAll { failed.contains(ObjectIdentifier($0)) }
            state.failures += 1
            defer { state.hasRetry = true }
            return (!state.hasRetry, state.failures >= Self.failureLimit)
        }
        if isRefusing { self.isRefusing.store(true, ordering: .relaxed) }
        guard isFirst else { return }
        _ = environment.schedule(.seconds(1)) { [weak self] in self?.retry() }
    }

    private func retry() {
        addToCommit(isForced: true) { state in
            state.hasRetry = false
            state.failures = min(state.failures, Self.failureLimit - 1)
            state.writes = state.unwritten + state.writes
            state.changed = state.unsaved + state.changed
            (state.unwritten, state.unsaved) = ([], [])
            // If nothing waits any more, the next request finds out whether the store works.
            if state.isEmpty { isRefusing.store(false, ordering: .relaxed) }
        }
    }

    func isNew(_ id: SessionID) -> Bool { state.withLock { $0.isNew(id) } }

    private func noteLate(_ number: UInt64) { lateNumber.max(number, ordering: .relaxed) }

    /// Whether other nodes use the store at the same time.
    var hasOtherNodes: Bool { outdated != nil }

    /// Commits on this thread if possible: it belongs to the writer.
    func commit(_ writes: [SessionWrite]) async throws -> CommitResult {
        let number = commitNumber.add(1, ordering: .relaxed).newValue
        // It may be running already when it is cancelled, and then concerns no later commit.
        let alarm = hasOtherNodes ? environment.schedule(Self.lateness) { [weak self] in self?.noteLate(number) } : nil
        let start = environment.now()
        var hasFailed = true
        defer {
            alarm?.cancel()
            commitNumber.add(1, ordering: .relaxed)
            environment.observe(.commit, of: writes.count, since: start, hasFailed: hasFailed)
        }
        let result =
            if let numberingStore {
                try await numberingStore.commitNumbering(writes)
            } else {
                CommitResult(done: try await store.commit(writes))
            }
        hasFailed = false
        return result
    }
}
